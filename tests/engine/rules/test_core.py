"""The core's move generator against published counts, worked moves and the brute-force oracle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.rules import Position, perft
from tests.oracle import boards
from tests.oracle.position import fen
from tests.oracle.published import perft_entries, read_turn, worked_cases
from tests.oracle.rulesets import ENGLISH
from tests.oracle.turns import after, turns

ENTRIES = perft_entries("english")
START = ENTRIES[0]


@pytest.mark.parametrize("depth", range(1, 10))
def test_move_sequences_from_the_start_are_as_many_as_published(depth: int) -> None:
    assert perft(Position.start(), depth) == START["unique"][str(depth)]


@pytest.mark.slow
@pytest.mark.parametrize("depth", [10, 11, 12])
def test_longer_sequences_from_the_start_are_as_many_as_published(depth: int) -> None:
    assert perft(Position.start(), depth) == START["unique"][str(depth)]


@pytest.mark.parametrize("depth", range(1, 9))
def test_making_every_leaf_counts_the_same(depth: int) -> None:
    assert perft(Position.start(), depth, bulk=False) == START["unique"][str(depth)]


@pytest.mark.parametrize("entry", ENTRIES[1:], ids=lambda entry: entry["fen"])
def test_move_sequences_in_middle_and_end_games(entry: dict[str, Any]) -> None:
    position = Position.from_fen("english", entry["fen"])
    for depth, count in entry["unique"].items():
        assert perft(position, int(depth)) == count


def test_no_sequence_is_counted_once_at_depth_0_and_negative_depths_are_refused() -> None:
    assert perft(Position.start(), 0) == 1
    with pytest.raises(ValueError, match="depth"):
        perft(Position.start(), -1)


@pytest.mark.parametrize("case", worked_cases("english"), ids=lambda case: case["note"])
def test_worked_moves(case: dict[str, Any]) -> None:
    position = Position.from_fen("english", case["fen"])
    played = {}
    for move in position.legal_moves():
        key = (move.from_square, move.to_square, frozenset(move.captured), move.promoted)
        played[key] = position.push(move).fen()
    expected = {}
    for text, followed in zip(case["moves"], case["after"], strict=True):
        turn = read_turn(text)
        captured = turn.captured or frozenset()
        expected[turn.squares[0], turn.squares[-1], captured, turn.promoted] = followed
    assert played == expected
    assert len(played) == case["count_unique"]
    paths = [path for move in position.legal_moves() for path in position.native.paths(move)]
    assert len(paths) == case["count_path"]


def differences(seed: int, count: int) -> list[str]:
    """List the random positions where core and oracle disagree: moves, paths, what follows."""
    found = []
    for position in boards.sample(ENGLISH, seed, count):
        tried = Position.from_fen("english", fen(position))
        core, oracle = {}, {}
        for move in tried.legal_moves():
            key = (move.from_square, move.to_square, tuple(move.captured), move.promoted)
            ways = sorted(tuple(path) for path in tried.native.paths(move))
            core[key] = (ways, tried.push(move).fen().split(":H")[0])
        for turn, paths in turns(position).items():
            key = (turn.start, turn.end, tuple(sorted(turn.captured)), turn.promoted)
            oracle[key] = (sorted(paths), fen(after(position, turn)))
        if core != oracle or len(core) != len(tried.legal_moves()):
            found.append(fen(position))
    return found


def test_the_core_agrees_with_brute_force() -> None:
    assert differences(seed=1, count=400) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
def test_the_core_agrees_with_brute_force_in_thousands_of_positions(seed: int) -> None:
    assert differences(seed, count=1000) == []


def test_both_sides_capture_is_known_whoever_is_to_move() -> None:
    for position in boards.sample(ENGLISH, 7, 200):
        native = Position.from_fen("english", fen(position)).native
        for colour, side in ((0, "w"), (1, "b")):
            jumps = any(turn.captured for turn in turns(replace(position, side=side)))
            assert native.can_capture(type(native.turn)(colour)) == jumps
