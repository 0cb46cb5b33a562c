"""Positions that a client writes as if White began the game, where Black does."""

from __future__ import annotations

import pytest

from engine.protocols.hub_board import format_position, turn_round
from engine.protocols.hub_games import GameReader
from engine.protocols.hub_parameters import HubSettings
from engine.rules import Colour, Position

START = format_position(Position.start())
FROM_WHITE = turn_round(START)
PROBLEM = Position.from_fen("english", "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29")


def reader(side_letter: str = "auto", variant: str = "english") -> GameReader:
    return GameReader(HubSettings(variant=variant, side_letter=side_letter))


def test_the_start_position_with_the_letter_of_white_is_black_to_move() -> None:
    """U070: pydraughts sends `W` where Black moves first, and expects a move such as 11-15."""
    assert FROM_WHITE == "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
    assert reader().read(FROM_WHITE, []).position == Position.start()


def test_the_moves_tell_whose_they_are() -> None:
    game = reader().read(FROM_WHITE, ["11-15", "23-19"])
    assert game.position == Position.start().push("11-15").push("23-19")
    white_first = reader().read(FROM_WHITE, ["22-18", "11-15"])
    assert white_first.start.turn == Colour.WHITE
    assert len(white_first.moves) == 2


def test_a_client_that_keeps_to_the_protocol_is_taken_at_its_word() -> None:
    assert reader().read(START, ["11-15"]).position == Position.start().push("11-15")
    with pytest.raises(ValueError, match="moves: move 1: '22-18' is not legal here"):
        reader().read(START, ["22-18"])


def test_what_the_moves_told_once_holds_for_positions_that_tell_nothing() -> None:
    one = reader()
    assert one.read(format_position(PROBLEM), []).position == PROBLEM
    one.read(FROM_WHITE, ["11-15"])
    assert one.read(turn_round(format_position(PROBLEM)), []).position == PROBLEM
    one.read(START, [])
    assert one.read(format_position(PROBLEM), []).position == PROBLEM


def test_a_position_turned_round_is_known_by_its_moves() -> None:
    move = PROBLEM.format_move(PROBLEM.legal_moves()[0])
    game = reader().read(turn_round(format_position(PROBLEM)), [move])
    assert game.start == PROBLEM


@pytest.mark.parametrize("side_letter", ["standard", "inverted"])
def test_a_setting_holds_whatever_the_position(side_letter: str) -> None:
    text = format_position(PROBLEM)
    text = turn_round(text) if side_letter == "inverted" else text
    one = reader(side_letter)
    assert one.read(text, []).position == PROBLEM
    first = one.read(FROM_WHITE, []).position.turn
    assert first == (Colour.BLACK if side_letter == "inverted" else Colour.WHITE)


def test_where_white_begins_nothing_is_guessed() -> None:
    start = Position.start("russian").push("c3b4")
    assert reader(variant="russian").read(format_position(start), []).position == start


def test_moves_that_neither_reading_allows_are_refused_as_the_client_wrote_them() -> None:
    one = reader()
    assert len(one.read(FROM_WHITE, ["11-15"]).moves) == 1
    with pytest.raises(ValueError, match="moves: move 2: '11-15' is not legal here"):
        one.read(FROM_WHITE, ["11-15", "11-15"])
    with pytest.raises(ValueError, match="moves: move 1: '11-15' is not legal here"):
        reader("standard").read(FROM_WHITE, ["11-15", "11-15"])


def test_a_game_that_goes_on_and_one_that_goes_back_are_read_alike() -> None:
    one, moves = reader(), ["11-15", "23-19", "8-11", "22-17"]
    for length in (0, 1, 3, 4, 2, 4):
        for text in (START, FROM_WHITE):
            game = one.read(text, moves[:length])
            assert game.move_texts() == moves[:length]
            assert len(game.positions) == length + 1
    with pytest.raises(ValueError, match="move 5"):
        one.read(START, [*moves, "1-2"])
    assert one.read(START, moves).move_texts() == moves
