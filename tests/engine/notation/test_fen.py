"""FEN as found in the wild. Sources: the PDN 3.0 standard, https://pdn.fmjd.org; lidraughts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.notation import (
    FenFields,
    NotationError,
    Squares,
    format_fen,
    parse_fen,
    parse_game_type,
)

ENGLISH, INTERNATIONAL = Squares(8, 8), Squares(10, 10)
EXAMPLE = FenFields("B", (18, 24, 27, 28), (10, 15), (12, 16, 20), (22, 25, 29))


@pytest.mark.parametrize(
    "text",
    [
        "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
        "B:B12,16,20,K22,K25,K29:W18,24,27,28,K10,K15",
        "B:WK10,K15,18,24,27-28:B12,16,20,K22,K25,K29.",
        " B : W 18, 24, 27, 28, K10, K15 : B 12, 16, 20, K22, K25, K29 ",
        "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29:H0:F1",
        "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29:H0:F1:+0+0",
        "B:W018,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
    ],
)
def test_every_way_to_write_a_position_reads_the_same(text: str) -> None:
    assert parse_fen(text, ENGLISH) == EXAMPLE


def test_it_is_written_in_one_way() -> None:
    assert format_fen(EXAMPLE, ENGLISH) == "B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29"


def test_algebraic_squares_are_read() -> None:
    assert parse_fen("W:Wa1,Kc3:Bb8", ENGLISH) == FenFields("W", (29,), (22,), (1,), ())


def test_a_range_holds_all_its_squares_and_k_covers_all_of_it() -> None:
    fields = parse_fen("W:W31-50:BK1-3,4-20", INTERNATIONAL)
    assert fields.white_men == tuple(range(31, 51))
    assert (fields.black_men, fields.black_kings) == (tuple(range(4, 21)), (1, 2, 3))


@pytest.mark.parametrize(
    ("text", "squares"),
    [("B:W50:B", INTERNATIONAL), ("W:W:B44", INTERNATIONAL), ("B:W:B", ENGLISH)],
)
def test_an_empty_side_is_a_position(text: str, squares: Squares) -> None:
    assert format_fen(parse_fen(text, squares), squares) == text


def test_the_counter_of_plies_without_progress_is_read_and_written_above_0() -> None:
    assert parse_fen("B:W:BK1:H12:F40", ENGLISH).no_progress == 12
    assert format_fen(parse_fen("B:W:BK1:H12", ENGLISH), ENGLISH) == "B:W:BK1:H12"
    assert format_fen(parse_fen("B:W:BK1:H0:F1", ENGLISH), ENGLISH) == "B:W:BK1"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("W:W33:B1", "expected a square 1-32, got '33'"),
        ("W:W0:B1", "expected a square 1-32, got '0'"),
        ("W:W5,5:B6", "square 5 holds two pieces"),
        ("W:W5:B5", "square 5 holds two pieces"),
        ("W:W5:BK5", "square 5 holds two pieces"),
        ("?:W29,13,11:B22,4,2", "unknown side to move '?': expected W or B"),
        ("", "unknown side to move ''"),
        ("W:W:W5:B1", "White's pieces are given twice"),
        ("W:W5", "expected both sides"),
        ("W:W5:B1:X9", "expected W or B and squares, or a counter like H12, got 'X9'"),
        ("W:W5:B1:H-1", "got 'H-1'"),
        ("W:W5:B1,,2", "expected a square after 'B', got ''"),
        ("W:Wm5:B1", "got 'm5'"),
        ("W:W5-3:B1", "expected an ascending range, got '5-3'"),
        ("W:WQ5:B1", "expected a square after 'W', got 'Q5'"),
        ("rnbqkbnr/8 w - - 0 1", "unknown side to move"),
    ],
)
def test_what_is_no_position_is_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_fen(text, ENGLISH)
    message = str(caught.value)
    assert message.startswith(f"FEN {text!r}: ")
    assert said in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("W:W" + "1," * 5000 + "2:B3", "expected at most 2,000 characters"),
        ("W:W5:BK" + "9" * 1900, "expected a square 1-32, got '999"),
        ("W:W5:B1:H" + "9" * 1900, "or a counter like H12, got 'H999"),
        ("W:W1-" + "9" * 1900 + ":B1", "expected a square 1-32, got '999"),
        (":" * 1999, "unknown side to move ''"),
    ],
)
def test_a_monstrous_fen_is_refused_in_few_words(text: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_fen(text, ENGLISH)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 600


def test_a_fen_counts_squares_as_its_game_does() -> None:
    spanish = parse_game_type("24,W,8,8,N1,1").written
    fields = parse_fen("W:W1-12:B21-31,K32", spanish)
    assert fields == FenFields("W", tuple(range(21, 33)), (), tuple(range(2, 13)), (1,))
    assert format_fen(parse_fen("W:W1,2,3:BK4,20", spanish), spanish) == "W:W1,2,3:BK4,20"


@given(
    st.sampled_from("WB"), st.lists(st.integers(0, 4), min_size=32, max_size=32), st.integers(0, 99)
)
def test_what_is_written_reads_back(turn: str, board: list[int], no_progress: int) -> None:
    of = [tuple(n for n, kind in enumerate(board, 1) if kind == wanted) for wanted in range(1, 5)]
    fields = FenFields(turn, of[0], of[1], of[2], of[3], no_progress)
    assert parse_fen(format_fen(fields, ENGLISH), ENGLISH) == fields


@pytest.mark.parametrize("tail", ["H99999999999999", "Q99999999999", "RW1=99999999999"])
def test_a_count_beyond_every_game_is_refused_in_one_line(tail: str) -> None:
    with pytest.raises(NotationError, match=r"^FEN .*: expected .*, got '.*999'$"):
        parse_fen(f"W:WK1,22:BK32,3:{tail}", ENGLISH)
