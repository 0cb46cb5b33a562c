"""The core in worked positions and in those that users of other programs met a fault in."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rules import IllegalMoveError, Move, Position, perft
from tests.oracle.compare import pieces
from tests.oracle.published import Written, read_turn, reports, worked_cases
from tests.oracle.rulesets import RULESETS


def plays(text: str, position: Position, move: Move) -> bool:
    """Return whether a text of the data files names a move."""
    written = read_turn(text)
    paths = [*position.native.paths(move), [move.from_square, move.to_square]]
    captured = None if written.captured is None else frozenset(move.captured)
    rest = (captured, move.promoted, move.huffed, move.lost)
    return any(written == Written(tuple(path), *rest) for path in paths)


def named(text: str, position: Position) -> Move:
    """Return the one move that a text names."""
    [move] = [move for move in position.legal_moves() if plays(text, position, move)]
    return move


def told(entry: dict[str, Any]) -> str:
    """Name a test by the ruleset, the position and what it shows."""
    return f"{entry['ruleset']} {entry['fen']} {entry['note']}"


@pytest.mark.parametrize(
    "case", [case for ruleset in RULESETS for case in worked_cases(ruleset)], ids=told
)
def test_worked_positions(case: dict[str, Any]) -> None:
    position = Position.from_fen(case["ruleset"], case["fen"])
    played = [named(text, position) for text in case["moves"]]
    assert len(set(played)) == len(position.legal_moves()) == case["count_unique"]
    assert perft(position, 1, paths=True) == case["count_path"]
    if case["after"]:
        followed = [position.push(move) for move in played]
        assert [pieces(after) for after in followed] == case["after"]
        afresh = [Position.from_fen(case["ruleset"], text) for text in case["after"]]
        assert (followed, [p.key for p in followed]) == (afresh, [p.key for p in afresh])


reported = pytest.mark.parametrize(
    "report", [report for ruleset in RULESETS for report in reports(ruleset)], ids=told
)


@reported
def test_reported_positions(report: dict[str, Any]) -> None:
    position = Position.from_fen(report["ruleset"], report["fen"])
    played = {named(text, position) for text in report.get("moves", report.get("legal", []))}
    if "moves" in report:
        assert played == set(position.legal_moves())
    for text in report.get("illegal", []):
        assert not any(plays(text, position, move) for move in position.legal_moves())
        with pytest.raises(IllegalMoveError):
            position.push(text)
    if "paths" in report:
        [move] = position.legal_moves()
        paths = {tuple(path) for path in position.native.paths(move)}
        assert {read_turn(text).squares for text in report["paths"]} == paths
    for text, expected in report.get("after", {}).items():
        assert pieces(position.push(named(text, position))) == expected


@reported
def test_moves_of_reported_positions_read_back_from_their_text(report: dict[str, Any]) -> None:
    position = Position.from_fen(report["ruleset"], report["fen"])
    for move in position.legal_moves():
        assert position.parse_move(position.format_move(move)) == move
        if len(position.native.paths(move)[0]) > 2:
            assert position.parse_move(position.full_path(move)) == move
