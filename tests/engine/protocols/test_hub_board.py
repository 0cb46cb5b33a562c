"""Positions and moves of the Hub protocol, in every ruleset."""

from __future__ import annotations

from random import Random

import pytest

from engine.notation import NotationError
from engine.protocols.hub_board import (
    format_move,
    format_position,
    hub_squares,
    parse_move,
    parse_position,
    turn_round,
)
from engine.rules import AmbiguousMoveError, IllegalMoveError, Position, ruleset, ruleset_names


def walk(name: str, seed: int, plies: int = 80) -> list[Position]:
    """Return the positions of a random game."""
    random, found = Random(f"{name} {seed}"), [Position.start(name)]
    while len(found) < plies and (moves := found[-1].legal_moves()):
        found.append(found[-1].push(random.choice(moves)))
    return found


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("order", ["board", "a1"])
def test_every_legal_move_is_read_as_it_was_written(name: str, order: str) -> None:
    squares = hub_squares(name, order)
    for position in [one for seed in range(3) for one in walk(name, seed)]:
        moves = position.legal_moves()
        texts = [format_move(move, squares) for move in moves]
        assert len(set(texts)) == len(texts)
        assert [parse_move(position, text, squares) for text in texts] == moves
        assert not any(set(text) & set(' ="') for text in texts)


@pytest.mark.parametrize("name", ruleset_names())
def test_positions_are_read_as_they_were_written(name: str) -> None:
    for position in walk(name, 1):
        text = format_position(position)
        read = parse_position(text, name)
        assert len(text) == ruleset(name).squares + 1
        assert format_position(read) == text
        assert position != read or position.legal_moves() == read.legal_moves()


def test_a_board_of_72_squares_is_73_characters_and_one_of_64_is_65() -> None:
    assert format_position(Position.start("malaysian12")) == "B" + 30 * "b" + 12 * "e" + 30 * "w"
    turkish = "W" + 8 * "e" + 16 * "b" + 16 * "e" + 16 * "w" + 8 * "e"
    assert format_position(Position.start("turkish")) == turkish


def test_the_example_of_the_protocol_is_read() -> None:
    """`protocol.txt`: three moves of kings on the board of international draughts."""
    text = "BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee"
    position, squares = parse_position(text, "international"), hub_squares("international")
    assert position.fen() == "B:WK4,K5,25,35,36:BK38,K48"
    for move in ["38-15", "5-41", "48-26"]:
        position = position.push(parse_move(position, move, squares))
    assert format_position(position)[0] == "W"


@pytest.mark.parametrize("text", ["8x13x17x11x18", "8x13x11x18x17", "8x13x18x17x11"])
def test_captured_squares_stand_in_any_order(text: str) -> None:
    """U066: russian W:W11,17,18:B8, a crowned piece that takes three."""
    position = Position.from_fen("russian", "B:W17,11,18:B8")
    move = parse_move(position, text, hub_squares("russian"))
    assert move.captured == [11, 17, 18]
    assert format_move(move, hub_squares("russian")) == "8x13x11x17x18"


@pytest.mark.parametrize("text", ["24x15", "24x15x20", "24-15"])
def test_start_and_end_are_enough_for_one_capture_and_all_of_it_is_written(text: str) -> None:
    """U067."""
    position = Position.from_fen("international", "W:W24:B20")
    squares = hub_squares("international")
    assert format_move(parse_move(position, text, squares), squares) == "24x15x20"


def test_a_circular_capture_is_one_string_for_both_directions() -> None:
    position = Position.from_fen("international", "W:W28:B12,13,22,23")
    squares = hub_squares("international")
    (ring,) = position.legal_moves()
    assert format_move(ring, squares) == "28x28x12x13x22x23"
    assert parse_move(position, "28x28x23x13x12x22", squares) == ring
    assert len(position.native.paths(ring)) == 2


def test_squares_from_a1_count_row_by_row_from_the_left_of_white() -> None:
    """pydraughts 0.6.7 writes c3-b4 as 10-13, and c3 as the 22nd square of a position."""
    position = Position.start("russian")
    move = position.parse_move("c3b4")
    assert format_move(move, hub_squares("russian", "a1")) == "10-13"
    assert format_move(move, hub_squares("russian")) == "22-17"


@pytest.mark.parametrize("name", ["spanish", "portuguese", "thai"])
def test_squares_count_from_the_top_left_also_where_the_game_counts_otherwise(name: str) -> None:
    position = Position.start(name)
    texts = {format_move(move, hub_squares(name)) for move in position.legal_moves()}
    moves = {f"{move.from_square}-{move.to_square}" for move in position.legal_moves()}
    assert texts == moves


def test_a_huff_stands_before_its_move() -> None:
    position = Position.start("english-huff")
    for text in ["11-15", "22-18", "8-11"]:
        position = position.push(text)
    squares = hub_squares("english-huff")
    huffs = [move for move in position.legal_moves() if move.huffed]
    assert huffs
    for move in huffs:
        text = format_move(move, squares)
        assert text.startswith(f"h{move.huffed}/{move.from_square}")
        assert parse_move(position, text, squares) == move


def test_the_piece_lost_for_refusing_a_capture_follows_from_the_move() -> None:
    seen, squares = 0, hub_squares("malaysian8")
    for position in [one for seed in range(5) for one in walk("malaysian8", seed)]:
        for move in position.legal_moves():
            if move.lost:
                seen += 1
                assert format_move(move, squares) == f"{move.from_square}-{move.to_square}"
                assert parse_move(position, format_move(move, squares), squares).lost == move.lost
    assert seen > 20


def test_a_step_and_a_capture_with_the_same_ends_are_told_by_the_sign() -> None:
    found = 0
    squares = hub_squares("malaysian8")
    for position in [one for seed in range(30) for one in walk("malaysian8", seed, 120)]:
        ends: dict[tuple[int, int], set[bool]] = {}
        for move in position.legal_moves():
            ends.setdefault((move.from_square, move.to_square), set()).add(bool(move.captured))
        for (start, end), kinds in ends.items():
            if len(kinds) == 2:
                found += 1
                assert not parse_move(position, f"{start}-{end}", squares).captured
    assert found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "pos '': expected W or B and 32 squares (english), got 0 characters"),
        ("W" + 31 * "e", "expected W or B and 32 squares (english), got 32 characters"),
        ("X" + 32 * "e", "expected W or B first, got 'X'"),
        ("W" + 31 * "e" + "q", "expected w, b, W, B or e on square 32, got 'q'"),
        ("W" + "w" + 31 * "e", "expected no white man on the row where it is crowned"),
        ("W" + 32 * "W", "expected at most 12 white pieces, got 32"),
    ],
)
def test_a_damaged_position_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text, "english")
    assert message in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("11", NotationError, "expected a move such as 32-28 or 28x19x23, got '11'"),
        ("11-15-", NotationError, "got '11-15-'"),
        ("11-99", NotationError, "expected a square 1-32, got '99'"),
        ("0-0", NotationError, "expected a square 1-32, got '0'"),
        ("11-18", IllegalMoveError, "'11-18' is not legal here: expected "),
    ],
)
def test_a_damaged_move_is_refused_with_the_reason(
    text: str, error: type[ValueError], message: str
) -> None:
    with pytest.raises(error) as caught:
        parse_move(Position.start("english"), text, hub_squares("english"))
    assert message in str(caught.value)


def test_start_and_end_that_fit_two_captures_are_refused() -> None:
    position = Position.from_fen("english", "W:W30:B17,18,25,26")
    with pytest.raises(AmbiguousMoveError) as caught:
        parse_move(position, "30x14", hub_squares("english"))
    expected = "expected 30x14x17x25, 30x14x18x26"
    assert str(caught.value) == f"'30x14' is ambiguous: {expected}"


def test_a_position_turned_round_is_that_of_the_other_side() -> None:
    start = format_position(Position.start("english"))
    assert turn_round(start) == "W" + start[1:]
    assert turn_round("Bb" + 30 * "e" + "W") == "WB" + 30 * "e" + "w"
    after = format_position(Position.start("english").push("11-15"))
    assert turn_round(turn_round(after)) == after
