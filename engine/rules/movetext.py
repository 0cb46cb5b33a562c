"""Moves as text in a position: which legal move a text means, and how to write one.

The signs between squares carry no meaning when read, because files in the wild mix them up; only
the squares count, unless a step and a capture with the same ends are both legal. A turn that begins
with a huff is written `h11 15-19`: the piece on 11 is removed, then 15 moves to 19.
Source: the PDN 3.0 standard, https://pdn.fmjd.org (ambiguous captures).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine import _native
from engine._native import Colour, Move
from engine.notation import parse_move_text
from engine.rules.ruleset import ruleset

_HUFF = re.compile(r"\s*[hH]([0-9]+)\s+(?=[0-9])")
COLOUR_NAMES = {Colour.WHITE: "White", Colour.BLACK: "Black"}


class IllegalMoveError(ValueError):
    """A move that the position does not allow; says which ones it does."""


class AmbiguousMoveError(ValueError):
    """A move text that fits several captures; names texts that fit one each."""


def parse_move(position: _native.Position, text: str) -> Move:
    """Find the legal move a text means: by a whole path, else by some of its squares in order.

    Where no path fits, the Hub protocol's form (start, end, all squares captured) is tried. A huff
    stands before the move: `h11 15-19`.
    """
    huffed, squares = _read(position, text)
    moves = _between(position, squares[0], squares[-1], huffed)
    if len(squares) > 2:
        moves = _through(position, squares, moves) or _taking(position, squares, huffed)
    elif len(moves) > 1:
        moves = _as_signed(text, moves)
    if not moves:
        raise IllegalMoveError(complaint(position, text, squares))
    if len(moves) > 1:
        expected = _listed(format_move(position, move) for move in moves)
        raise AmbiguousMoveError(f"{text!r} is ambiguous: expected {expected}")
    return moves[0]


def format_move(position: _native.Position, move: Move) -> str:
    """Write a move as short as is unambiguous, what it loses left out.

    A single jump that shares start and end with a longer capture has no more path to show; the
    square it takes is added, as in the Hub protocol.
    """
    ends = [move.from_square, move.to_square]
    rivals = _between(position, move.from_square, move.to_square, move.huffed)
    if not move.captured or len(rivals) == 1:
        return _joined(position, ends, move)
    path = position.paths(move)[0]
    return _joined(position, path if len(path) > 2 else ends + move.captured, move)


def full_path(position: _native.Position, move: Move) -> str:
    """Write a move with every square it visits; of several paths that are one move, the first."""
    return _joined(position, position.paths(move)[0], move)


def begins_capture(position: _native.Position, squares: Sequence[int]) -> bool:
    """Tell whether two or more squares are the beginning of a capture, or all of it."""
    captures = [move for move in position.legal_moves() if move.captured]
    paths = [path for move in captures for path in position.paths(move)]
    return any(path[: len(squares)] == list(squares) for path in paths if len(squares) > 1)


def complaint(position: _native.Position, text: str, squares: Sequence[int]) -> str:
    """Say why a move is refused and what could be played: moves of the named piece, else all."""
    where = f"{text!r} is not legal here, {COLOUR_NAMES[position.turn]} to move"
    moves = sorted(position.legal_moves(), key=lambda move: (move.from_square, move.to_square))
    if not moves:
        return f"{where}: the game is over, there is no move"
    reason = "capturing is compulsory, " if all(move.captured for move in moves) else ""
    if begins_capture(position, squares):
        reason = "a capture goes on to its end, "
    own = [move for move in moves if move.from_square == squares[0]]
    playable = _listed(full_path(position, move) for move in own or moves)
    return f"{where}: {reason}expected {playable}"


def _read(position: _native.Position, text: str) -> tuple[int, tuple[int, ...]]:
    """Read the square of a huffed piece, 0 for none, and the squares of the move."""
    board = ruleset(position.ruleset.name).board
    huff = _HUFF.match(text)
    if huff is None:
        return 0, parse_move_text(text, board)
    return board.parse(huff[1]), parse_move_text(text[huff.end() :], board)


def _between(position: _native.Position, start: int, end: int, huffed: int) -> list[Move]:
    ends = (start, end, huffed)
    moves = position.legal_moves()
    return [move for move in moves if (move.from_square, move.to_square, move.huffed) == ends]


def _as_signed(text: str, moves: list[Move]) -> list[Move]:
    """Tell a step from captures with the same ends, where both are legal, by the sign after all."""
    if "-" in text:
        return [move for move in moves if not move.captured] or moves
    if any(sign in text for sign in "x:*"):
        return [move for move in moves if move.captured]
    return moves


def _through(position: _native.Position, squares: Sequence[int], moves: list[Move]) -> list[Move]:
    """Keep the moves whose path is just these squares, else those that visit them in order."""
    paths = [(move, path) for move in moves for path in position.paths(move)]
    exact = [move for move, path in paths if path == list(squares)]
    partial = [move for move, path in paths if _in_order(squares, path)]
    return list(dict.fromkeys(exact or partial))


def _taking(position: _native.Position, squares: Sequence[int], huffed: int) -> list[Move]:
    """List the legal moves written as start, end and the squares captured."""
    start, end, *captured = squares
    moves = _between(position, start, end, huffed)
    return [move for move in moves if move.captured == sorted(captured)]


def _joined(position: _native.Position, squares: Sequence[int], move: Move) -> str:
    rules = ruleset(position.ruleset.name)
    sign = rules.capture_sign if move.captured else "-"
    text = sign.join(rules.board.format(square) for square in squares)
    return f"h{rules.board.format(move.huffed)} {text}" if move.huffed else text


def _in_order(squares: Sequence[int], path: Sequence[int]) -> bool:
    """Tell whether `path` visits `squares` in this order."""
    rest = iter(path)
    return all(square in rest for square in squares)


def _listed(texts: Iterable[str]) -> str:
    *head, last = texts
    return f"{', '.join(head)} or {last}" if head else last
