"""Squares and their names. Source of the examples: the PDN 3.0 standard, https://pdn.fmjd.org."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.notation import NotationError, Squares, parse_game_type, parse_game_type_number

ENGLISH = Squares(8, 8)
BOARDS = [ENGLISH, Squares(8, 8, mirrored=True), Squares(10, 10), Squares(12, 12)]
BOARDS += [Squares(8, 8, dense=True)]


@pytest.mark.parametrize(("name", "number"), [("a1", 29), ("g1", 32), ("b8", 1), ("h8", 4)])
def test_a1_is_the_corner_at_whites_left(name: str, number: int) -> None:
    assert ENGLISH.parse(name) == number
    assert Squares(8, 8, algebraic=True).format(number) == name


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_every_square_has_its_own_place(board: Squares) -> None:
    places = [board.place(number) for number in range(1, board.count + 1)]
    assert places == sorted(set(places))
    assert [board.number(*place) for place in places] == list(range(1, board.count + 1))


@pytest.mark.parametrize(
    ("board", "corner_playable"),
    [(ENGLISH, True), (Squares(8, 8, mirrored=True), False), (Squares(10, 10), True)],
)
def test_mirrored_boards_have_no_square_at_the_bottom_left(
    board: Squares, corner_playable: bool
) -> None:
    assert (board.number(board.rows - 1, 0) is not None) == corner_playable


@pytest.mark.parametrize("text", ["0", "33", "a2", "i9", "", "-1", "a", "1²", "x18"])
def test_a_square_off_the_board_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(NotationError, match=r"^expected a square 1-32, got "):
        ENGLISH.parse(text)


def test_a_game_type_tells_starter_board_and_names() -> None:
    russian = parse_game_type("25,W,8,8,A0,0")
    assert (russian.number, russian.starts, russian.squares.algebraic) == (25, "W", True)
    assert russian.capture_sign == ":"
    canadian = parse_game_type("27,W,12,12,N2,0")
    assert (canadian.squares.count, canadian.capture_sign) == (72, "x")
    assert parse_game_type("22,W,8,8,N2,1").squares.mirrored


@pytest.mark.parametrize("text", ["", "english", "21,B", "21,B,8,8,N9,0"])
def test_other_texts_are_no_game_type(text: str) -> None:
    with pytest.raises(NotationError, match=r"expected a GameType such as"):
        parse_game_type_number(text)


@pytest.mark.parametrize(
    ("game_type", "text", "number"),
    [
        ("24,W,8,8,N1,1", "1", 32),  # Spanish: White's men stand on 1-12
        ("28,W,8,8,N1,1", "12", 21),  # Portuguese
        ("31,B,8,8,N2,0", "1", 32),  # Thai: the first square at Black's left, far from Black
        ("22,W,8,8,N2,1", "1", 1),  # Italian
        ("21,B,8,8,N1,0", "12", 12),
        ("20,W,10,10,N2,0", "31", 31),
        ("25,W,8,8,N0,0", "1", 29),  # counted from a1, left to right
        ("25,W,8,8,N3,0", "1", 4),
        ("25,W,8,8,A0,0", "a1", 29),
        ("21,B,8,8,A0,0", "a1", 4),  # letters from Black's left, as some sites write English games
        ("25,W,8,8,A0,0", "22", 22),
    ],
)
def test_a_game_type_says_where_squares_are_counted_from(
    game_type: str, text: str, number: int
) -> None:
    written = parse_game_type(game_type).written
    assert written.parse(text) == number
    if text.isdigit() != written.algebraic:
        assert written.format(number) == text
    assert not parse_game_type(game_type).squares.reversed


@pytest.mark.parametrize("rows_reversed", [False, True])
@pytest.mark.parametrize("cols_reversed", [False, True])
@pytest.mark.parametrize("algebraic", [False, True])
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_names_written_read_back_from_every_corner(
    board: Squares, algebraic: bool, rows_reversed: bool, cols_reversed: bool
) -> None:
    named = replace(
        board, algebraic=algebraic, rows_reversed=rows_reversed, cols_reversed=cols_reversed
    )
    numbers = list(range(1, board.count + 1))
    assert [named.parse(named.format(number)) for number in numbers] == numbers


@pytest.mark.parametrize("text", ["9" * 5000, "٣", "²"])
def test_a_square_with_a_strange_number_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"^expected a square 1-32, got ") as caught:
        ENGLISH.parse(text)
    assert len(str(caught.value)) < 200
