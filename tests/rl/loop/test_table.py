"""The table and the time left, from rows made by hand."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("tensorboard")

from rl.config import Config
from rl.loop.forecast import seconds_since, time_left
from rl.loop.table import format_row, format_time, header
from tests.rl.tiny import tiny_config

GATE = {"wins": 3, "draws": 4, "losses": 1, "pairs": [0, 0, 2, 2, 0], "nodes": 9, "time_s": 0}
ROW: dict[str, Any] = {
    "generation": 2,
    "games": 6000,
    "positions": 592190,
    "draw_rate": 0.46,
    "plies": 140.2,
    "loss": 0.00131,
    "gate": GATE,
    "survivor": "g02",
    "baselines": {"material": GATE, "handcrafted": GATE},
    "nodes_per_s": 1e6,
    "counters": {"selfplay_s": 60.0, "train_s": 10.0, "gate_s": 6.0, "baselines_s": 3.0},
    "time_s": 79.0,
}


def test_a_row_stands_under_its_heads() -> None:
    heads, row = header(), format_row(ROW, 125.0)
    for name, value in {
        "games": "6,000",
        "positions": "592,190",
        "drawn": "46%",
        "gate W-D-L": "3-4-1",
        "v material": "62.5%",
        "left": "~2:05",
    }.items():
        assert heads.index(name) + len(name) == row.index(value) + len(value), name
    # 5 of 8 points: 400 log10(0.625 / 0.375) = 88.7
    assert row.index("+89 [") == heads.index("Elo [")


def test_a_generation_without_games_or_gate_is_no_error() -> None:
    row = format_row({"generation": 4, "label": "final04", "time_s": 4000.0}, None)
    assert row.split() == ["final04", *["-"] * 10, "1h07", "-"]


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "0:00"), (59.6, "1:00"), (3599, "59:59"), (3600, "1h00")]
)
def test_times_are_short(seconds: float, text: str) -> None:
    assert format_time(seconds) == text


def config(*others: str) -> Config:
    """Return three generations of 100, 100 and 200 games at 10, 10 and 40 nodes."""
    overrides = ["--generations", "3", "--selfplay.games", "[100, 100, 200]", "--window", "2"]
    overrides += ["--selfplay.nodes", "[10, 10, 40]", "--workers", "2"]
    overrides += ["--final_nodes.pairs", "50", "--final_nodes.nodes", "1000"]
    overrides += ["--final_time.pairs", "50", "--final_time.time_s", "0.01"]
    return tiny_config(*overrides, "--final_window", "0", *others)


def test_time_left_is_what_is_left_of_each_stage() -> None:
    row = ROW | {"generation": 0, "plies": 100.0}
    # Self-play 60 s x (1 + 8); training of windows of 200 and 300 games where 100 took 10 s;
    # two gates and baselines of 9 s; finals of 10,000 plies, at 1,000 of a million nodes a
    # second, and at 10 ms with two workers.
    assert time_left(config(), [row]) == pytest.approx(540 + 50 + 18 + 10 + 50)


def test_time_left_goes_by_the_last_generation() -> None:
    first = ROW | {"generation": 0, "plies": 100.0}
    doubled = {name: 3 * seconds for name, seconds in first["counters"].items()}
    second = first | {"generation": 1, "counters": doubled}
    # 120 s and 20 s in the second generation, 13.5 s a gate with baselines.
    assert time_left(config(), [first, second]) == pytest.approx(960 + 30 + 13.5 + 10 + 50)


def test_time_left_counts_a_final_network_by_its_window_passes_and_size() -> None:
    rows = [ROW | {"generation": number} for number in (0, 1, 2)]  # the last one: 0 s a stage
    final = ["--training.passes", "2", "--training.width", "32", "--final_window", "3"]
    final += ["--final_training.passes", "6", "--final_training.width", "64"]
    rows[2] |= {"counters": {name: 2 * seconds for name, seconds in ROW["counters"].items()}}
    # 400 games for the 300 that took 10 s, three times the passes, twice the width; a gate and
    # baselines take (12 + 6) / 3 s.
    more = 10 * 400 / 300 * 3 * 2 + 6
    without = time_left(config(), rows)
    assert without is not None
    assert time_left(config(*final), rows) == pytest.approx(without + more)


def test_behind_the_final_network_the_final_matches_are_left() -> None:
    """Its row has no games to take their length from; the row before has."""
    played = ROW | {"generation": 2, "plies": 100.0}
    without_games = {"generation": 3, "counters": ROW["counters"], "time_s": ROW["time_s"]}
    rows = [ROW | {"generation": 0}, played, without_games]
    assert time_left(config("--final_window", "3"), rows) == pytest.approx(10 + 50)


def test_final_matches_of_a_shorter_run_take_nothing_off_the_time_left() -> None:
    counters = ROW["counters"] | {"selfplay_s": 75.0, "final_s": 600.0, "steps": 900.0}
    assert seconds_since(ROW, counters) == 15
    longer = ROW | {"counters": counters}
    assert seconds_since(longer, counters | {"train_s": 14.0}) == 4


def test_time_left_is_not_told_where_there_is_nothing_to_judge_by() -> None:
    assert time_left(config(), []) is None
    assert time_left(config(), [ROW]) is None  # rows begun anew in the third generation
