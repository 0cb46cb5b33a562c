"""The core's move generator against published counts, worked moves and the brute-force oracle."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rules import Position, perft
from tests.oracle import boards, english
from tests.oracle.published import perft_entries, worked_cases

ENTRIES = perft_entries()
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


@pytest.mark.parametrize("case", worked_cases(), ids=lambda case: case["note"])
def test_worked_moves(case: dict[str, Any]) -> None:
    position = Position.from_fen("english", case["fen"])
    played = {}
    for move in position.legal_moves():
        captured = ",".join(map(str, move.captured))
        played[f"{move.from_square}x{move.to_square} ({captured})"] = position.push(move).fen()
    expected = {}
    for text, after in zip(case["moves"], case["after"], strict=True):
        ends, captured = text.rstrip(")").split(" (")
        ordered = ",".join(map(str, sorted(map(int, captured.split(",")))))
        expected[f"{ends} ({ordered})"] = after
    assert played == expected
    assert len(played) == case["count_unique"]
    paths = [path for move in position.legal_moves() for path in position.native.paths(move)]
    assert len(paths) == case["count_path"]


def differences(seed: int, count: int) -> list[str]:
    """List the random positions where core and oracle disagree: moves, paths, what follows."""
    found = []
    for board, side in boards.sample(seed, count):
        fen = english.fen(board, side)
        position = Position.from_fen("english", fen)
        core, oracle = {}, {}
        for move in position.legal_moves():
            key = (move.from_square, move.to_square, tuple(move.captured), move.promoted)
            ways = sorted(tuple(path) for path in position.native.paths(move))
            core[key] = (ways, position.push(move).fen().split(":H")[0])
        other = "b" if side == "w" else "w"
        for turn, paths in english.turns(board, side).items():
            key = (turn.start, turn.end, tuple(sorted(turn.captured)), turn.promoted)
            oracle[key] = (sorted(paths), english.fen(english.after(board, turn), other))
        if core != oracle or len(core) != len(position.legal_moves()):
            found.append(fen)
    return found


def test_the_core_agrees_with_brute_force() -> None:
    assert differences(seed=1, count=400) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
def test_the_core_agrees_with_brute_force_in_thousands_of_positions(seed: int) -> None:
    assert differences(seed, count=1000) == []


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["fen"])
def test_brute_force_reaches_the_published_counts_too(entry: dict[str, Any]) -> None:
    position = Position.from_fen("english", entry["fen"])
    board, side = english.parse(position.fen())
    assert english.perft(board, side, 4) == entry["unique"]["4"]


def test_both_sides_capture_is_known_whoever_is_to_move() -> None:
    for board, side in boards.sample(7, 200):
        position = Position.from_fen("english", english.fen(board, side))
        for colour, name in ((0, "w"), (1, "b")):
            jumps = any(turn.captured for turn in english.turns(board, name))
            assert position.native.can_capture(type(position.turn)(colour)) == jumps
