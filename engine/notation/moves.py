"""The text of one move: the squares it names.

Source: the PDN 3.0 standard, https://pdn.fmjd.org (moves).
"""

from __future__ import annotations

import re

from engine.notation.lexer import SQUARE
from engine.notation.squares import NotationError, Squares, shorten

_SIGN = r"\s*[-\u2013xX:*]\s*"
_MOVE = re.compile(rf"{SQUARE}(?:{_SIGN}{SQUARE}|[a-l][0-9]{{1,2}}){{1,40}}")
_SQUARE = re.compile(SQUARE)


def parse_move_text(text: str, squares: Squares) -> tuple[int, ...]:
    """Read the squares a move names, two or more; the signs between them carry no meaning.

    >>> parse_move_text("11 x 18x25", Squares(8, 8)), parse_move_text("c3d4", Squares(8, 8))
    ((11, 18, 25), (22, 18))
    >>> parse_move_text("11x34", Squares(8, 8))
    Traceback (most recent call last):
    engine.notation.squares.NotationError: expected a square 1-32 after 'x', got '11x34'
    """
    if len(text) > 1000 or _MOVE.fullmatch(text.strip()) is None:
        raise NotationError(f"expected a move such as {squares.examples}, got {shorten(text)}")
    bare = "".join(text.split())
    found: list[int] = []
    for name in _SQUARE.finditer(bare):
        try:
            found.append(squares.parse(name[0]))
        except NotationError:
            place = f"after {bare[name.start() - 1]!r}" if found else "first"
            expected = f"expected {squares.described} {place}"
            raise NotationError(f"{expected}, got {shorten(text)}") from None
    return tuple(found)
