"""Positions and moves as the Hub protocol writes them.

A position is the side to move, `W` or `B`, and a letter for each square: `w` and `b` men, `W` and
`B` kings, `e` empty. A move is `32-28`, or for a capture start, end and every square captured, in
any order: `28x19x23`; the squares visited in between are left out, so that a capture that ends
where it began is `22x22x9x10x17x18`. Squares count from 1, row by row from the top left, whatever
the game's own notation does; some clients count the squares of moves from `a1` instead.

The protocol knows neither huffing nor moves that lose a piece. A huff is written before its move,
`h11/15-19`; the piece lost for refusing a capture follows from the move and is not written. Which
pieces may be huffed, and all counters, follow only from the moves given behind a position.
Source: the Hub protocol, version 2, by Fabien Letouzey (`protocol.txt` of Scan 3.1).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from engine._native import Colour, Move
from engine.notation import FenFields, NotationError, Squares, shorten
from engine.rules import AmbiguousMoveError, IllegalMoveError, Position, ruleset

_MOVE = re.compile(r"(?:h([0-9]{1,2})/)?([0-9]{1,2})([-x:])([0-9]{1,2})((?:[x:][0-9]{1,2})*)")
_TURNED = str.maketrans("wWbB", "bBwW")
_LETTERS = "wWbB"
_LISTED = 12


def hub_squares(name: str, order: str = "board") -> Squares:
    """Return how the moves of a ruleset name squares: in the order of the `board`, or from `a1`.

    >>> hub_squares("russian").format(22), hub_squares("russian", "a1").format(22)
    ('22', '10')
    """
    board = replace(ruleset(name).board, algebraic=False, cols_reversed=False)
    return replace(board, rows_reversed=order == "a1")


def parse_position(text: str, name: str) -> Position:
    """Read a position of a ruleset; NotationError says what is wrong with it.

    >>> parse_position("W" + 12 * "b" + 8 * "e" + 12 * "w", "english").fen()[:20]
    'W:W21,22,23,24,25,26'
    """
    rules = ruleset(name)
    if len(text) != rules.squares + 1:
        expected = f"expected W or B and {rules.squares} squares ({rules.name})"
        raise NotationError(f"pos {shorten(text, 80)}: {expected}, got {len(text)} characters")
    turn, squares = text[0], text[1:]
    if turn not in "WB":
        raise NotationError(f"pos {shorten(text, 80)}: expected W or B first, got {turn!r}")
    placed: dict[str, list[int]] = {letter: [] for letter in _LETTERS}
    for square, letter in enumerate(squares, 1):
        if letter != "e" and letter not in placed:
            expected = f"expected w, b, W, B or e on square {square}"
            raise NotationError(f"pos {shorten(text, 80)}: {expected}, got {letter!r}")
        if letter != "e":
            placed[letter].append(square)
    men_and_kings = (tuple(placed[letter]) for letter in _LETTERS)
    white_men, white_kings, black_men, black_kings = men_and_kings
    fields = FenFields(turn, white_men, white_kings, black_men, black_kings)
    try:
        return Position.from_fields(rules.name, fields)
    except ValueError as error:
        raise NotationError(f"pos {shorten(text, 80)}: {error}") from None


def format_position(position: Position) -> str:
    """Write a position; its counters and what may be huffed have no place in it.

    >>> format_position(Position.start("english"))
    'Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww'
    """
    letters = dict.fromkeys(range(1, position.ruleset.squares + 1), "e")
    for colour, man, king in ((Colour.WHITE, "w", "W"), (Colour.BLACK, "b", "B")):
        letters |= dict.fromkeys(position.men(colour), man)
        letters |= dict.fromkeys(position.kings(colour), king)
    return ("W" if position.turn == Colour.WHITE else "B") + "".join(letters.values())


def turn_round(text: str) -> str:
    """Turn a position's text round: the board by 180 degrees, with the colours exchanged."""
    return (text[:1] + text[:0:-1]).translate(_TURNED)


def parse_move(position: Position, text: str, squares: Squares) -> Move:
    """Find the legal move of a text; start and end are enough where they tell it.

    >>> ring = Position.from_fen("english", "B:W10,11,18,19:BK7")
    >>> parse_move(ring, "7x7x19x10x11x18", hub_squares("english")).captured
    [10, 11, 18, 19]
    """
    match = _MOVE.fullmatch(text)
    if match is None:
        raise NotationError(f"expected a move such as 32-28 or 28x19x23, got {shorten(text)}")
    huffed = squares.parse(match[1]) if match[1] else 0
    ends = (squares.parse(match[2]), squares.parse(match[4]), huffed)
    captured = sorted(squares.parse(number) for number in re.findall("[0-9]+", match[5]))
    legal = position.legal_moves()
    moves = [move for move in legal if (move.from_square, move.to_square, move.huffed) == ends]
    if captured:
        moves = [move for move in moves if move.captured == captured]
    elif len(moves) > 1:
        moves = [move for move in moves if bool(move.captured) == (match[3] != "-")] or moves
    if not moves:
        raise IllegalMoveError(f"{text!r} is not legal here: {_expected(legal, squares)}")
    if len(moves) > 1:
        raise AmbiguousMoveError(f"{text!r} is ambiguous: {_expected(moves, squares)}")
    return moves[0]


def format_move(move: Move, squares: Squares) -> str:
    """Write a move, with all squares captured.

    >>> ring = Position.from_fen("english", "B:W10,11,18,19:BK7")
    >>> [format_move(move, hub_squares("english")) for move in ring.legal_moves()]
    ['7x7x10x11x18x19']
    """
    ends = (move.from_square, move.to_square)
    sign, numbers = ("x", (*ends, *move.captured)) if move.captured else ("-", ends)
    text = sign.join(map(squares.format, numbers))
    return f"h{squares.format(move.huffed)}/{text}" if move.huffed else text


def _expected(moves: Sequence[Move], squares: Squares) -> str:
    if not moves:
        return "the game is over, there is no move"
    texts = [format_move(move, squares) for move in moves[:_LISTED]]
    more = f" or {len(moves) - _LISTED} others" if len(moves) > _LISTED else ""
    return f"expected {', '.join(texts)}{more}"
