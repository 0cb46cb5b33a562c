"""Positions and moves as text, and the rules that users of other programs found broken.

The positions come from bug reports against pydraughts, py-draughts, lidraughts and other programs;
what is right follows from the WCDF rules, https://wcdf.net, and the PDN 3.0 standard.
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given

from engine.notation import NotationError
from engine.rules import AmbiguousMoveError, Colour, IllegalMoveError, Position, perft
from tests.engine.positions import positions


def english_moves(fen: str) -> set[str]:
    """Return the legal moves in short form."""
    position = Position.from_fen("english", fen)
    return {position.format_move(move) for move in position.legal_moves()}


def test_kings_move_one_square() -> None:
    assert english_moves("W:WK32:B1") == {"32-27", "32-28"}


def test_moves_with_kings_and_men_in_any_order_of_colours() -> None:
    expected = {"16-19", "22-17", "22-26", "25-21", "25-30"}
    assert english_moves("B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29") == expected
    assert english_moves("B:B12,16,20,K22,K25,K29:W18,24,27,28,K10,K15") == expected


def test_man_crowned_by_a_jump_stops() -> None:
    assert english_moves("B:W26,27:B22") == {"22x31"}


def test_a_capture_cannot_be_left_halfway() -> None:
    position = Position.from_fen("english", "W:W27,32:B23,24,15,7")
    with pytest.raises(IllegalMoveError) as caught:
        position.push("27x18")
    message = str(caught.value)
    assert "a capture goes on to its end" in message
    assert "27x18x11x2" in message


def test_capturing_is_compulsory() -> None:
    position = Position.from_fen("english", "B:W18,22:B14,15")
    with pytest.raises(IllegalMoveError, match=r"capturing is compulsory, expected 14x23"):
        position.push("14-17")


def test_a_capture_may_end_where_it_began() -> None:
    position = Position.from_fen("english", "W:WK22:B9,10,17,18")
    (move,) = position.legal_moves()
    assert (move.from_square, move.to_square, move.captured) == (22, 22, [9, 10, 17, 18])
    for text in ["22x22", "22x15x6x13x22", "22x13x6x15x22", "22x6x22"]:
        assert position.parse_move(text) == move
    assert position.push(move).fen() == "B:WK22:B"


@pytest.mark.parametrize("text", ["22x15x6x13", "22x15x13x6x22", "22x22x22x22"])
def test_a_path_that_the_piece_does_not_take_is_no_move(text: str) -> None:
    with pytest.raises(IllegalMoveError):
        Position.from_fen("english", "W:WK22:B9,10,17,18").parse_move(text)


def test_captures_with_equal_ends_and_different_prey_need_their_path() -> None:
    position = Position.from_fen("english", "B:W10,11,18,19:B7")
    assert english_moves(position.fen()) == {"7x14x23", "7x16x23"}
    with pytest.raises(AmbiguousMoveError) as caught:
        position.parse_move("7x23")
    assert str(caught.value) == "'7x23' is ambiguous: expected 7x14x23 or 7x16x23"
    assert position.parse_move("7x14x23").captured == [10, 18]
    assert position.parse_move("7x16x23").captured == [11, 19]


def test_two_captures_of_a_flying_king_with_equal_ends_need_their_path() -> None:
    position = Position.from_fen("international", "W:WK4:B13,32,37,20")
    with pytest.raises(AmbiguousMoveError) as caught:
        position.parse_move("4x15")
    assert str(caught.value) == "'4x15' is ambiguous: expected 4x27x38x15 or 4x31x42x15"
    assert position.parse_move("4x27x38x15").captured == [13, 20, 32]


def test_a_king_may_come_down_anywhere_between_two_pieces_it_takes() -> None:
    position = Position.from_fen("russian", "W:WK29:B22,11")
    texts = [f"29x18x{end}" for end in (8, 4)] + [f"29x15x{end}" for end in (8, 4)]
    assert {position.format_move(position.parse_move(text)) for text in texts} == {"a1:h8", "a1:g7"}
    assert position.full_path(position.parse_move("29x4")) == "a1:d4:h8"


def test_of_two_ways_round_only_the_one_that_takes_the_king_first_is_legal_in_italian() -> None:
    position = Position.from_fen("italian", "W:WK22:B10,11,18,K19")
    [move] = position.legal_moves()
    assert position.native.paths(move) == [[22, 15, 6, 13, 22]]
    assert perft(position, 1, paths=True) == 1
    english = Position.from_fen("english", "W:WK22:B9,10,17,K18")
    assert perft(english, 1, paths=True) == 2


def test_a_way_round_that_would_have_to_go_on_is_no_path() -> None:
    position = Position.from_fen("pool", "B:W8,10,11,18,19:BK3")
    move = position.parse_move("3x3")  # the other way it comes to 3 or 7, and from 7 takes 11 too
    assert position.native.paths(move) == [[3, 14, 23, 12, 3]]


def test_a_single_jump_is_told_from_a_circle_that_ends_with_it() -> None:
    position = Position.from_fen("english", "B:WK14,K15,K16,K22,K23:BK19")
    single, circle = sorted(position.legal_moves(), key=lambda move: len(move.captured))
    assert (single.captured, len(circle.captured)) == ([16], 5)
    with pytest.raises(AmbiguousMoveError):
        position.parse_move("19x12")
    assert position.format_move(single) == "19x12x16"
    assert position.parse_move("19x12x16") == single
    assert position.parse_move(position.format_move(circle)) == circle


@pytest.mark.parametrize(
    "text", ["11x18", "11:18", "11-18", "11*18", "011x018", "11 x 18", "f6:d4"]
)
def test_signs_zeros_spaces_and_letters_do_not_matter(text: str) -> None:
    position = Position.from_fen("english", "B:W15:B11,1")
    assert position.parse_move(text).captured == [15]


def test_a_quiet_move_written_with_x_is_read() -> None:
    position = Position.start()
    assert position.parse_move("11x15") == position.parse_move("11-15")


def test_a_move_of_another_position_is_refused() -> None:
    position = Position.start()
    move = position.parse_move("11-15")
    with pytest.raises(IllegalMoveError, match="White to move"):
        position.push(move).push(move)


def test_the_board_is_drawn_as_white_sees_it() -> None:
    lines = str(Position.from_fen("english", "W:WK1,32:B4,K29")).splitlines()
    assert lines[0] == "  W   .   .   b    1-4"
    assert lines[7] == "B   .   .   w     29-32"
    assert lines[8] == "White to move"


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("W:W3:B5", "row where it is crowned"),
        ("W:W5:B30", "row where it is crowned"),
        ("W:W5:B1:H20000", "plies without progress"),
        ("W:WK1-13:B20", "expected at most 12 white pieces, got 13"),
        ("W:W20:BK1-13", "expected at most 12 black pieces, got 13"),
    ],
)
def test_what_cannot_stand_on_a_board_is_refused_in_one_line(fen: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position.from_fen("english", fen)
    assert str(caught.value).startswith(f"FEN {fen!r}: ")
    assert said in str(caught.value)


def test_an_unknown_ruleset_is_refused_with_the_names_there_are() -> None:
    for attempt in (Position.start, lambda name: Position.from_fen(name, "B:W:B1")):
        with pytest.raises(
            ValueError, match=r"unknown ruleset 'Klingon': expected one of .*english"
        ):
            attempt("Klingon")


def test_a_ruleset_may_go_by_another_name() -> None:
    position = Position.from_fen("dam8", "W:W22,27:B18")
    assert position == Position.from_fen("malaysian8", "W:W22,27:B18")
    assert Position.start("american") == Position.start("english")


def test_pieces_are_listed_by_colour() -> None:
    position = Position.from_fen("english", "B:W18,K10:B12,K22")
    assert position.men(Colour.WHITE) == [18]
    assert position.kings(Colour.WHITE) == [10]
    assert position.men(Colour.BLACK) == [12]
    assert position.kings(Colour.BLACK) == [22]


def test_a_position_cannot_be_changed() -> None:
    position = Position.start()
    for name in ("native", "turn", "mood"):
        with pytest.raises((FrozenInstanceError, AttributeError)):
            setattr(position, name, position.native)


def test_counters_are_carried_but_not_compared() -> None:
    fresh, waited = (Position.from_fen("english", f"W:WK1:BK32{tail}") for tail in ("", ":H30"))
    assert (fresh, hash(fresh), fresh.key) == (waited, hash(waited), waited.key)
    assert waited.no_progress == 30
    assert waited.push("1-6").fen() == "B:WK6:BK32:H31"


@given(positions)
def test_a_fen_reads_back_as_the_same_position_with_the_same_key(position: Position) -> None:
    again = Position.from_fen("english", position.fen())
    assert (again, again.key, again.fen()) == (position, position.key, position.fen())
    assert eval(repr(position), {"Position": Position}) == position


@given(positions)
def test_a_move_leaves_the_old_position_as_it_was(position: Position) -> None:
    fen, key = position.fen(), position.key
    for move in position.legal_moves():
        assert position.push(move) != position
    assert (position.fen(), position.key) == (fen, key)


@given(positions)
def test_the_key_after_a_move_is_that_of_the_position_read_afresh(position: Position) -> None:
    for move in position.legal_moves():
        after = position.push(move)
        assert Position.from_fen("english", after.fen()).key == after.key


@given(positions)
def test_every_move_reads_back_from_its_text_and_all_its_paths(position: Position) -> None:
    for move in position.legal_moves():
        sign = "x" if move.captured else "-"
        paths = [sign.join(map(str, path)) for path in position.native.paths(move)]
        long = [path for path in paths if path.count("x") != 1]
        texts = [position.format_move(move), *long]
        assert {position.parse_move(text) for text in texts} == {move}


def turned(position: Position) -> Position:
    """Turn the board by 180 degrees and exchange the colours."""

    def pieces(colour: Colour) -> str:
        men = [str(33 - square) for square in position.men(colour)]
        return ",".join(men + [f"K{33 - square}" for square in position.kings(colour)])

    turn = "B" if position.turn == Colour.WHITE else "W"
    return Position.from_fen("english", f"{turn}:W{pieces(Colour.BLACK)}:B{pieces(Colour.WHITE)}")


@given(positions)
def test_a_turned_board_has_the_turned_moves_and_looks_the_same_to_its_mover(
    position: Position,
) -> None:
    other = turned(position)
    ours = {(m.from_square, m.to_square, *m.captured) for m in position.legal_moves()}
    theirs = {
        (33 - m.from_square, 33 - m.to_square, *sorted(33 - s for s in m.captured))
        for m in other.legal_moves()
    }
    assert ours == theirs
    assert (position.native.planes() == other.native.planes()).all()
