"""The AEC environment before PettingZoo's own tests, and what they leave out."""

from __future__ import annotations

import doctest
import itertools
import pickle
from typing import Any

import numpy as np
import pytest

from engine.rules import Position, ruleset, ruleset_names
from rl.env import legal_actions

pytest.importorskip("pettingzoo", reason="needs the extra env")

from pettingzoo.test import api_test, performance_benchmark, seed_test

from rl.env import draughts_v0

of_every_ruleset = pytest.mark.parametrize("name", ruleset_names())

# What PettingZoo's tests warn of in every environment with an action mask but its own.
masked = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


@masked
@of_every_ruleset
def test_pettingzoos_api_test_passes(name: str) -> None:
    api_test(draughts_v0.env(name), num_cycles=100)


@of_every_ruleset
def test_pettingzoos_seed_test_passes(name: str) -> None:
    seed_test(lambda: draughts_v0.env(name, random_plies=(2, 6)), num_cycles=50)


@of_every_ruleset
def test_pettingzoos_performance_benchmark_runs(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = itertools.count(step=0.05)  # it goes on for 5 s, here a hundred looks at the clock
    monkeypatch.setattr("time.time", lambda: next(clock))
    performance_benchmark(draughts_v0.env(name))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.slow
def test_pettingzoos_performance_benchmark_runs_by_the_clock(
    capsys: pytest.CaptureFixture[str],
) -> None:
    performance_benchmark(draughts_v0.env("english"))
    assert "Finished performance benchmark" in capsys.readouterr().out


def played(env: Any, texts: list[str]) -> None:
    """Play moves given as text."""
    for text in texts:
        position = env.unwrapped.position
        move = position.parse_move(text)
        env.step(next(a for a, legal in legal_actions(position).items() if legal == move))


def test_each_agent_sees_the_board_from_its_own_side() -> None:
    env = draughts_v0.env("english")
    env.reset()
    played(env, ["11-15", "22-18"])
    assert env.agent_selection == "black_0"
    black, white = env.observe("black_0"), env.observe("white_0")
    position = env.unwrapped.position
    assert np.array_equal(black["observation"][:4], position.native.planes())
    assert np.array_equal(white["observation"][:2], black["observation"][2:4, ::-1])
    assert np.array_equal(white["observation"][2:4], black["observation"][:2, ::-1])
    assert set(np.flatnonzero(black["action_mask"])) == legal_actions(position).keys()
    assert not white["action_mask"].any()


def test_the_run_of_ones_own_king_stays_ones_own_when_the_other_looks() -> None:
    env = draughts_v0.env("frisian")
    env.reset(options={"fen": "B:WK50,32:BK1,20"})
    played(env, [env.unwrapped.position.format_move(king_move(env.unwrapped.position))])
    own, their = (
        env.observe(agent)["observation"][-2:].max(axis=1) for agent in ("white_0", "black_0")
    )
    assert (list(own), list(their)) == ([0, 1], [1, 0])


def king_move(position: Position) -> Any:
    kings = position.kings(position.turn)
    return next(move for move in position.legal_moves() if move.from_square in kings)


def test_the_winner_gets_1_and_the_loser_minus_1_and_the_reason_is_told() -> None:
    env = draughts_v0.env("english", render_mode="ansi")
    env.reset(options={"fen": "W:W27,K10:B7,15,23"})
    assert env.agents == ["black_0", "white_0"]
    assert env.agent_selection == "white_0"
    played(env, ["27x2"])
    assert env.rewards == {"white_0": 1, "black_0": -1}
    assert env.terminations == {"white_0": True, "black_0": True}
    assert env.infos["black_0"] == {
        "reason": "NO_MOVE",
        "outcome": "White wins: Black has no move",
    }
    assert env.render() == str(env.unwrapped.position)


def test_a_game_at_the_ply_cap_is_truncated() -> None:
    env = draughts_v0.env("english", ply_cap=2)
    env.reset()
    played(env, ["11-15", "22-18"])
    assert env.truncations == {"white_0": True, "black_0": True}
    assert env.terminations == {"white_0": False, "black_0": False}
    assert env.infos["white_0"]["reason"] == "PLY_CAP"


@pytest.mark.filterwarnings("ignore:.*Illegal move made:UserWarning")
def test_an_illegal_action_ends_the_game_for_who_chose_it() -> None:
    env = draughts_v0.env("english")
    env.reset()
    played(env, ["11-15"])
    env.step(0)
    assert env.rewards == {"white_0": -1, "black_0": 0}
    assert env.terminations == {"white_0": True, "black_0": True}
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []
    env.reset()
    assert env.agent_selection == "black_0"


def test_the_bare_environment_refuses_an_illegal_action() -> None:
    env = draughts_v0.raw_env("english")
    env.reset()
    with pytest.raises(ValueError, match="expected a legal action, got 0"):
        env.step(0)


def test_a_position_begins_one_game_and_the_next_is_as_before() -> None:
    env = draughts_v0.env("russian", random_plies=(2, 2))
    env.reset(seed=3)
    first = env.unwrapped.position
    env.reset(options={"fen": "W:W31,32:B1"})
    env.reset(seed=3)
    assert env.unwrapped.position == first
    with pytest.raises(ValueError, match="expected a dark square a1-h8"):
        env.reset(options={"fen": "W:W33:B1"})


def test_an_environment_is_pickled_by_its_settings() -> None:
    env = pickle.loads(pickle.dumps(draughts_v0.env("queens8", ply_cap=3, render_mode="ansi")))
    assert env.unwrapped.ruleset is ruleset("queens8")
    assert env.metadata["name"] == "draughts_queens8_v0"
    assert env.render_mode == "ansi"


def test_an_unknown_render_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="expected render_mode None or 'ansi', got 'human'"):
        draughts_v0.env("english", render_mode="human")


def test_the_examples_of_the_module_hold() -> None:
    assert doctest.testmod(draughts_v0).failed == 0
