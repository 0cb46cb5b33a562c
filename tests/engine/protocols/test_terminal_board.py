"""The board in text: every square named, men and kings of both sides readable without colour."""

from __future__ import annotations

import pytest

from engine import Position, ruleset_names
from engine.protocols.terminal_board import Style, draw_board
from tests.engine.protocols.dialogues import dialogue


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("unicode", [True, False])
def test_a_board_names_every_square_and_fits_eighty_columns(name: str, unicode: bool) -> None:
    position = Position.start(name)
    drawn = draw_board(position, Style(unicode))
    *rows, _ = drawn.splitlines()
    assert len(rows) == position.ruleset.rows
    assert max(map(len, rows)) < 80
    assert drawn.isascii() != unicode
    found = "".join(letter if letter.isalnum() else " " for row in rows for letter in f"{row} ")
    named = [word for word in found.split() if word not in ("w", "b")]
    assert named == [position.ruleset.board.format(n + 1) for n in range(position.ruleset.squares)]


def test_men_and_kings_of_both_sides_differ_without_colour() -> None:
    position = Position.from_fen("english", "W:WK5,13:BK6,14")
    assert draw_board(position, Style(), marked=[6]).splitlines()[1:4] == [
        " wK 5 :::::: bK 6*::::::    7 ::::::    8 ::::::",
        "::::::    9 ::::::   10 ::::::   11 ::::::   12",
        " w 13 :::::: b 14 ::::::   15 ::::::   16 ::::::",
    ]
    row = draw_board(position, Style(unicode=True)).splitlines()[1]
    assert row.startswith(" ○K 5 ░░░░░░ ●K 6 ░░░░░░")


def test_black_alone_sees_black_below_and_flip_turns_the_board() -> None:
    """The squares keep their names."""
    game = dialogue(persons="black")
    board = game.enter("board").lstrip("\n").splitlines()
    assert (board[0], board[7]) == (
        ":::::: w 32 :::::: w 31 :::::: w 30 :::::: w 29",
        " b  4 :::::: b  3 :::::: b  2 :::::: b  1 ::::::",
    )
    turned = game.enter("flip").lstrip("\n").splitlines()
    assert (turned[0], turned[7]) == (
        ":::::: b  1 :::::: b  2 :::::: b  3 :::::: b  4",
        " w 29 :::::: w 30 :::::: w 31 :::::: w 32 ::::::",
    )
    assert dialogue(persons="both").enter("board").lstrip("\n").splitlines()[:8] == turned[:8]
