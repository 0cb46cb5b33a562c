"""Faults of notation that users of other programs reported, each with its right outcome here.

Source: fault reports of users of draughts programs and sites; the rules of PDN 3.0,
https://pdn.fmjd.org (ambiguous captures, FEN).
"""

from __future__ import annotations

import pytest

from engine.notation import NotationError, parse_fen, read_pdn
from engine.rules import (
    AmbiguousMoveError,
    Colour,
    Game,
    Position,
    Reason,
    format_game,
    replay,
    ruleset,
    ruleset_names,
)

TWO_WAYS = "W:WK4:B13,32,37,20"


def test_a_capture_with_two_routes_is_refused_by_its_ends_and_printed_in_full() -> None:
    position = Position.from_fen("international", TWO_WAYS)
    with pytest.raises(AmbiguousMoveError) as caught:
        position.parse_move("4x15")
    assert "4x27x38x15" in str(caught.value)
    assert "4x31x42x15" in str(caught.value)
    taken = {"4x27x38x15": [20, 32], "4x31x42x15": [20, 37]}
    for text, captured in taken.items():
        move = position.parse_move(text)
        assert set(captured) <= set(move.captured)
        assert position.format_move(move) == text


@pytest.mark.parametrize("text", ["4x27x38x15", "4x31x42x15"])
def test_an_ambiguous_capture_is_exported_with_every_square_and_comes_back(text: str) -> None:
    game = Game(Position.from_fen("international", TWO_WAYS))
    game.push(text)
    written = format_game(game)
    assert f"\n1. {text} " in written
    assert replay(next(read_pdn(written))).position == game.position


@pytest.mark.parametrize("name", ruleset_names())
def test_the_side_to_move_is_written_once(name: str) -> None:
    fen = Position.start(name).fen()
    assert fen.startswith(("W:W", "B:W"))
    assert (fen.count("W"), fen.count("B")) == ((2, 1) if fen.startswith("W") else (1, 2))
    assert Position.from_fen(name, fen).fen() == fen


@pytest.mark.parametrize(
    ("name", "fen", "winner"),
    [("international", "B:W50:B", Colour.WHITE), ("international", "W:W:B44", Colour.BLACK)],
)
def test_a_side_to_move_without_pieces_has_lost(name: str, fen: str, winner: Colour) -> None:
    outcome = Game(Position.from_fen(name, fen)).outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (winner, Reason.NO_MOVE)


def test_a_side_not_to_move_without_pieces_has_not_lost_yet() -> None:
    game = Game(Position.from_fen("english", "B:W:BK1"))
    assert game.outcome() is None
    assert sorted(map(game.position.format_move, game.position.legal_moves())) == ["1-5", "1-6"]
    game.push("1-5")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner == Colour.BLACK


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("W:W33:B1", "expected a square 1-32, got '33'"),
        ("W:W5,5:B6", "square 5 holds two pieces"),
        ("W:W5:B5", "square 5 holds two pieces"),
    ],
)
def test_a_square_off_the_board_or_taken_twice_is_refused(fen: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        Position.from_fen("english", fen)


def test_ranges_and_a_trailing_dot_are_read_and_neither_is_written() -> None:
    assert Position.from_fen("international", "W:W31-50:B1-20").fen() == (
        Position.start("international").fen()
    )
    for name in ("english", "pool"):
        fen = Position.from_fen(name, "W:W31,27,19:B17,12,5.").fen()
        assert fen == "W:W19,27,31:B5,12,17"


def test_an_unknown_side_to_move_is_asked_for() -> None:
    with pytest.raises(NotationError, match=r"unknown side to move '\?': expected W or B"):
        Position.from_fen("english", "?:W29,13,11:B22,4,2")


@pytest.mark.parametrize(
    "fen",
    [
        "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
        "B:B12,16,20,K22,K25,K29:W18,24,27,28,K10,K15",
    ],
)
def test_kings_are_read_whichever_side_is_listed_first(fen: str) -> None:
    position = Position.from_fen("english", fen)
    moves = sorted(position.format_move(move) for move in position.legal_moves())
    assert moves == ["16-19", "22-17", "22-26", "25-21", "25-30"]


@pytest.mark.parametrize("tail", [":H0:F1", ":H4:F12", ":H0:F1:+0+0", ":H0:F1:+1+2"])
def test_the_counters_of_lidraughts_are_no_third_colour(tail: str) -> None:
    men = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    for name in ("english-white-first", "russian", "brazilian"):
        assert Position.from_fen(name, men + tail) == Position.start(name)
    fields = parse_fen(f"W:W31-50:B1-20{tail}", ruleset("frisian").board)
    assert len(fields.white_men) == len(fields.black_men) == 20
