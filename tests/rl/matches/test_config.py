"""Match settings out of range are refused in one line that begins with the key."""

from __future__ import annotations

from typing import Any

import pytest

from engine.search.adjudication import Adjudication
from rl.matches.config import GateConfig, MatchConfig, RandomOpeningsConfig

LIMITED = "nodes: expected one of nodes, depth, time_s and clock_s"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"nodes": 9, "time_s": 0.1}, f"{LIMITED} above 0, got nodes = 9 and time_s = 0.1"),
        ({"clock_s": 60, "depth": 4}, "depth: expected one of nodes, depth, time_s and clock_s"),
        ({"depth": 100}, "depth: expected 0 to 99, got 100"),
        ({"increment_s": 0.5}, "increment_s: expected a clock_s beside it, got 0.5 alone"),
        ({"nodes": -5}, "nodes: expected 0 to 1000000000, got -5"),
        ({"time_s": -0.1}, "time_s: expected 0 to 3600, got -0.1"),
        ({"nodes": 100, "pairs": 0}, "pairs: expected 1 to 1000000, got 0"),
        ({"nodes": 100, "seed": -1}, "seed: expected 0 to 9223372036854775807, got -1"),
        ({"nodes": 100, "table_mib": 0.0}, "table_mib: expected 0.01 to 65536, got 0.0"),
        ({"nodes": 100, "block_pairs": 0}, "block_pairs: expected 1 to 1000000, got 0"),
    ],
)
def test_impossible_matches_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="^" + message.replace(".", r"\.")):
        MatchConfig(**values)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"nelo0": 30.0, "nelo1": 30.0}, "nelo1: expected more than nelo0 = 30.0, got 30.0"),
        ({"nelo1": 101.0}, "nelo1: expected -100 to 100, got 101.0"),
        ({"nelo0": -101.0}, "nelo0: expected -100 to 100, got -101.0"),
        ({"alpha": 0.0}, "alpha: expected 1e-06 to 0.49, got 0.0"),
        ({"beta": 0.5}, "beta: expected 1e-06 to 0.49, got 0.5"),
        ({"max_pairs": 0}, "max_pairs: expected 1 to 1000000, got 0"),
        ({"nodes": 0}, "nodes: expected 1 to 1000000000, got 0"),
    ],
)
def test_impossible_gates_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="^" + message.replace(".", r"\.")):
        GateConfig(**values)


def test_a_match_without_any_limit_is_told_from_one_with() -> None:
    with pytest.raises(ValueError, match=r"^nodes: expected one of nodes and time_s above 0, got"):
        MatchConfig(depth=3).check_limited(("nodes", "time_s"))
    MatchConfig(depth=3).check_limited()


def test_only_matches_by_nodes_or_depth_repeat() -> None:
    given: list[dict[str, Any]] = [
        {"nodes": 5},
        {"depth": 5},
        {"time_s": 0.1},
        {"clock_s": 9.0},
        {},
    ]
    assert [MatchConfig(**values).repeats for values in given] == [True, True, False, False, False]


def test_random_openings_need_a_range_of_plies() -> None:
    with pytest.raises(ValueError, match=r"^plies_max: expected 8 to 60, got 6"):
        RandomOpeningsConfig(plies_min=8, plies_max=6)


def test_adjudication_is_checked() -> None:
    with pytest.raises(ValueError, match=r"^ply_cap: expected 1 to 4000, got 0"):
        Adjudication(ply_cap=0)
    with pytest.raises(ValueError, match=r"^win_plies: expected 0 to 4000, got -1"):
        Adjudication(win_plies=-1)


def test_gate_is_a_match_over_random_openings_at_its_own_seed() -> None:
    gate = GateConfig(max_pairs=7, nodes=11, table_mib=2.0)
    match = gate.match(seed=5)
    assert (match.pairs, match.nodes, match.table_mib, match.seed) == (7, 11, 2.0, 5)
    assert match.openings == "random"
