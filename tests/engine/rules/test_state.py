"""What a position is besides its pieces: huffable pieces, runs of kings, counts of plies.

Sources: the laws of huffing as encyclopaedias give them for English draughts; the World Frisian
Draughts Federation's rule of three moves in a row with one king.
"""

from __future__ import annotations

import pytest

from engine.notation import NotationError
from engine.rules import AmbiguousMoveError, IllegalMoveError, Position


def moves(position: Position) -> set[str]:
    """Return the legal moves in short form."""
    return {position.format_move(move) for move in position.legal_moves()}


def huff(fen: str) -> Position:
    return Position.from_fen("english-huff", fen)


def frisian(fen: str, line: str = "") -> Position:
    position = Position.from_fen("frisian", fen)
    for text in line.split():
        position = position.push(text)
    return position


def test_jumps_may_be_passed_over_and_then_the_piece_may_be_huffed() -> None:
    position = huff("B:W15,22:B1,11").push("1-5")
    assert position.fen() == "W:W15,22:B5,11:U11"
    steps = {"15-10", "22-17", "22-18"}
    assert moves(position) == {"15x8", *steps} | {f"h11 {to}" for to in (*steps, "15-11")}


def test_who_jumps_has_nothing_to_be_huffed() -> None:
    assert huff("B:W15,22,13:B9,11,1").push("11x25").huffable == []


def test_the_piece_that_passed_its_jump_over_is_huffed_where_it_stands_now() -> None:
    position = huff("B:W15,22:B11,1").push("11-16")
    assert position.huffable == [16]
    assert position.push("h16 15-11").fen() == "B:W11,22:B1"


def test_a_huff_removes_one_piece_and_the_right_to_it_lapses() -> None:
    position = huff("W:W15,21,22:B5,11,12:U5,11,12").push("h12 21-17")
    assert position.fen() == "B:W15,17,22:B5,11:U15"
    assert "h15 5-9" in moves(position)


def test_a_huff_is_read_and_written_before_the_move() -> None:
    position = huff("W:W15,22:B5,11:U11")
    move = position.parse_move("h11 15-10")
    assert (move.huffed, position.format_move(move)) == (11, "h11 15-10")
    assert position.full_path(move) == "h11 15-10"
    assert position.parse_move(" H11  15 - 10 ") == move != position.parse_move("15-10")


@pytest.mark.parametrize("text", ["h5 15-10", "h11 15x8", "h12 15-10", "h11 22-21"])
def test_a_huff_that_is_not_allowed_is_refused(text: str) -> None:
    with pytest.raises(IllegalMoveError, match=f"'{text}' is not legal here, White to move"):
        huff("W:W15,22:B5,11:U11").push(text)


@pytest.mark.parametrize("text", ["h33 15-10", "h11", "h11 15", "hx 15-10"])
def test_a_huff_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        huff("W:W15,22:B5,11:U11").parse_move(text)


def test_a_huff_counts_as_progress() -> None:
    position = huff("W:WK15,22:BK5,K11:U11:H30")
    assert position.push("h11 15-10").no_progress == 0
    assert position.push("15-10").no_progress == 31


def test_huffable_pieces_are_part_of_what_a_position_is() -> None:
    free, huffable = huff("W:W15,22:B5,11"), huff("W:W15,22:B5,11:U11")
    assert free != huffable
    assert free.key != huffable.key
    assert huff("W:W15,22:B5,11:U5").key not in (free.key, huffable.key)


def test_runs_of_kings_are_part_of_what_a_position_is() -> None:
    tails = ["", ":RW50=1", ":RW50=2", ":RW50=3", ":RB1=1", ":RW50=1,B1=1"]
    fens = [f"W:W46,K50:BK1,5{tail}" for tail in tails]
    positions = [frisian(fen) for fen in fens]
    assert len(set(positions)) == len({position.key for position in positions}) == len(fens)
    assert [position.fen() for position in positions] == fens


def test_a_king_moves_three_times_in_a_row_while_its_side_has_a_man() -> None:
    position = frisian("W:W46,K50:B5,K1", "50-44 1-7 44-50 7-1 50-44")
    assert position.fen() == "B:WK44,46:BK1,5:RW44=3,B1=2:H5"
    position = position.push("1-7")
    assert {move.from_square for move in position.legal_moves()} == {46}
    with pytest.raises(IllegalMoveError):
        position.push("44-50")
    assert position.push("46-41").fen() == "B:W41,K44:B5,K7:RB7=3"


def test_a_capture_or_another_king_begins_a_run_anew() -> None:
    position = frisian("W:W46,K50:B5,44:RW50=3")
    assert all(move.captured == [44] for move in position.legal_moves())
    assert {position.push(move).king_runs for move in position.legal_moves()} == {((0, 0), (0, 0))}
    position = frisian("W:W46,K49,K50:B5:RW50=3")
    assert {move.from_square for move in position.legal_moves()} == {46, 49}
    assert position.push("49-44").king_runs == ((44, 1), (0, 0))


def test_a_run_ends_with_the_king_or_with_the_last_man() -> None:
    assert frisian("W:WK50:B5,K1", "50-44").king_runs == ((0, 0), (0, 0))
    assert frisian("B:W37,K50:B5,31:RW50=2", "31x42").king_runs == ((0, 0), (0, 0))
    assert frisian("B:WK37,46:B5,31:RW37=2", "31x42").king_runs == ((0, 0), (0, 0))


@pytest.mark.parametrize(
    ("ruleset", "fen"),
    [
        ("english-huff", "W:W15,22:B5,11:U5,11"),
        ("frisian", "W:W46,K50:BK1,5:RW50=3,B1=2:H7"),
        ("queens8", "W:WK32:BK1:H12:Q9"),
        ("english", "W:WK32:BK1:H79"),
        ("turkish", "W:W41,K64:BK1,24"),
        ("malaysian12", "B:W43,K72:BK1,30:H3"),
    ],
)
def test_state_and_counts_read_back_from_a_fen(ruleset: str, fen: str) -> None:
    position = Position.from_fen(ruleset, fen)
    assert position.fen() == fen
    assert eval(repr(position), {"Position": Position}).fen() == fen


@pytest.mark.parametrize("tail", [":H30", ":Q5", ":H30:Q5"])
def test_counts_are_no_part_of_what_a_position_is(tail: str) -> None:
    fresh, counted = (Position.from_fen("queens8", f"W:WK32:BK1{t}") for t in ("", tail))
    assert (fresh, fresh.key, hash(fresh)) == (counted, counted.key, hash(counted))


@pytest.mark.parametrize(
    ("ruleset", "fen", "said"),
    [
        ("english", "W:W15,22:B5,11:U11", "no huffable squares in english"),
        ("english-huff", "W:W15,22:B5,11:U15", "pieces of the side not to move"),
        ("english-huff", "W:W15,22:B5,11:U6", "pieces of the side not to move"),
        ("english-huff", "W:W15,22:B5,11:U33", "square 1-32"),
        ("english-huff", "W:W15,22:B5,11:U11,11", "11"),
        ("english-huff", "W:W15,22:B5,11:U", "square"),
        ("frisian", "W:W46,K50:B5,K1:RW50=4", "a run of 1-3 moves"),
        ("frisian", "W:W46,K50:B5,K1:RW50=0", "a run of 1-3 moves"),
        ("frisian", "W:W46,K50:B5,K1:RW46=1", "a run of 1-3 moves of a king"),
        ("frisian", "W:W46,K50:B5,K1:RW1=1", "a run of 1-3 moves of a king"),
        ("frisian", "W:WK50:B5,K1:RW50=1", "a king of a side with men"),
        ("international", "W:W46,K50:B5,K1:RW50=1", "run"),
        ("queens8", "W:WK32:BK1,K2:Q5", "equally many kings"),
        ("queens8", "W:W32:B1:Q5", "equally many kings"),
        ("english", "W:WK32:BK1:Q5", "equally many kings"),
    ],
)
def test_a_state_that_cannot_be_is_refused_in_one_line(ruleset: str, fen: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position.from_fen(ruleset, fen)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_board_says_what_may_be_huffed_and_which_king_has_run() -> None:
    assert str(huff("W:W15,22:B5,11:U11")).endswith("\nWhite to move, may huff 11")
    said = str(frisian("B:WK44,46:B5,K1:RW44=3,B1=2"))
    assert said.endswith(
        "\nBlack to move\nWhite's king on 44 has made 3 moves in a row"
        "\nBlack's king on 1 has made 2 moves in a row"
    )


def test_a_refused_jump_costs_a_piece_and_is_written_as_any_move() -> None:
    position = Position.from_fen("malaysian8", "W:W22,27:B18")
    assert moves(position) == {"22x15", "22-17", "27-23", "27-24"}
    assert position.parse_move("27-24").lost == 22
    assert position.push("27-24").fen() == "B:W24:B18"
    assert position.push("22-17").fen() == "B:W27:B18"


def test_a_piece_lost_counts_as_progress() -> None:
    position = Position.from_fen("malaysian8", "W:W22,K29:BK3,18:H30")
    assert position.push("29-25").fen() == "B:WK25:BK3,18"


def test_a_step_and_a_capture_with_the_same_ends_are_told_by_their_sign() -> None:
    position = Position.from_fen("malaysian8", "W:WK3:B10,22,23")
    step, capture = position.parse_move("3-12"), position.parse_move("3x12")
    assert (step.captured, step.lost, capture.captured) == ([], 12, [10, 22, 23])
    assert position.format_move(step) == "3-12"
    assert position.parse_move(position.format_move(capture)) == capture
    with pytest.raises(AmbiguousMoveError):
        position.parse_move("f8h6")


def test_boards_are_drawn_as_they_are() -> None:
    spanish = str(Position.start("spanish")).splitlines()
    assert spanish[0] == "b   b   b   b      1-4"
    assert spanish[7] == "  w   w   w   w   29-32"
    turkish = str(Position.from_fen("turkish", "W:W41,K64:BK1,24")).splitlines()
    assert turkish[0] == "B . . . . . . .   8"
    assert turkish[2] == ". . . . . . . b   6"
    assert turkish[7:9] == [". . . . . . . W   1", "a b c d e f g h"]
    canadian = str(Position.start("canadian")).splitlines()
    assert canadian[0] == "  b   b   b   b   b   b    1-6"
    assert canadian[11] == "w   w   w   w   w   w     67-72"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a1-b3", "expected a dark square a1-h8 after '-', got 'a1-b3'"),
        ("z9", "expected a move such as 'c3-d4' or 'c3xe5', got 'z9'"),
    ],
)
def test_a_game_of_letters_is_explained_in_letters(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=f"^{expected}$"):
        Position.start("russian").parse_move(text)
