"""A line that a person typed in at a board: a number of a list, a huff, or a move as PDN writes it.

Whatever may stand around a move in PDN is read over: its number before it, strength marks,
comments, and jumps of one capture written one by one. `h11` or `huff 11` alone means the huff
without the move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.notation import Kind, Squares, Token, parse_move_text
from engine.notation.lexer import lex

_NUMBER = re.compile(r"([0-9]{1,4})\.?")
_HUFF = re.compile(r"h(?:uff\s+)?([0-9]{1,3})")
_COMMENT = re.compile(r"\s*huff\s+([0-9]{1,3})\s*")
_IGNORED = (Kind.NUMBER, Kind.COMMENT, Kind.STRENGTH, Kind.NAG)


@dataclass(frozen=True)
class Typed:
    """What a line means: the number of a move in a list, else the squares of one, a huff or both.

    `text` is the move as `Position.parse_move` reads it.
    """

    number: int | None = None
    huffed: int = 0
    squares: tuple[int, ...] = ()
    text: str = ""


class UnreadableError(ValueError):
    """A line that is neither a number nor a move."""


def read_line(line: str, board: Squares) -> Typed:
    """Read a line; UnreadableError for what is no move, NotationError for squares off the board.

    >>> read_line("3", Squares(8, 8)).number, read_line("1. 11 x 18 18x25 !", Squares(8, 8)).squares
    (3, (11, 18, 25))
    """
    bare = line.strip().lower()
    if match := _NUMBER.fullmatch(bare):
        return Typed(number=int(match[1]))
    if match := _HUFF.fullmatch(bare):
        return Typed(huffed=board.parse(match[1]))
    huff, moves = "", []
    for token in lex(bare):
        if token.kind is Kind.MOVE:
            moves.append(token)
        elif token.kind is Kind.HUFF and not moves:
            huff = token.text
        elif token.kind is Kind.COMMENT and not moves and (match := _COMMENT.fullmatch(token.text)):
            huff = match[1]
        elif token.kind not in _IGNORED or (token.kind is Kind.NUMBER and moves):
            raise UnreadableError
    squares = _joined(moves, board)
    text = moves[0].text if len(moves) == 1 else "x".join(map(board.format, squares))
    huffed = board.parse(huff) if huff else 0
    return Typed(None, huffed, squares, f"h{board.format(huffed)} {text}" if huffed else text)


def _joined(moves: Iterable[Token], board: Squares) -> tuple[int, ...]:
    """Join the jumps of one capture; UnreadableError for none, or what does not go on."""
    joined: tuple[int, ...] = ()
    for token in moves:
        squares = parse_move_text(token.text, board)
        if joined and joined[-1] != squares[0]:
            raise UnreadableError
        joined += squares[1:] if joined else squares
    if not joined:
        raise UnreadableError
    return joined
