"""The board drawn in text, and texts set in columns, for terminals that may know ASCII only.

No colour is needed to read it: White and Black have letters, or discs where the terminal knows
them, a king is a man with a K, and every playable square carries its name.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine._native import Colour
from engine.rules import Position


@dataclass(frozen=True)
class Style:
    """What a terminal can show: characters beyond ASCII, and how many in a line."""

    unicode: bool = False
    width: int = 79

    def men(self) -> dict[Colour, str]:
        """Return the sign of a man of each side; the one of a king is followed by K."""
        white, black = ("○", "●") if self.unicode else ("w", "b")
        return {Colour.WHITE: white, Colour.BLACK: black}


def draw_board(
    position: Position, style: Style, *, flipped: bool = False, marked: Collection[int] = ()
) -> str:
    """Draw the board as White sees it, or turned; `marked` squares have a star.

    >>> kings = Position.from_fen("malaysian8", "W:WK29,18:B3,K12")
    >>> print(draw_board(kings, Style(), marked=[18]))  # doctest: +NORMALIZE_WHITESPACE
    ::::::    1 ::::::    2 :::::: b  3 ::::::    4
       5 ::::::    6 ::::::    7 ::::::    8 ::::::
    ::::::    9 ::::::   10 ::::::   11 :::::: bK12
      13 ::::::   14 ::::::   15 ::::::   16 ::::::
    ::::::   17 :::::: w 18*::::::   19 ::::::   20
      21 ::::::   22 ::::::   23 ::::::   24 ::::::
    ::::::   25 ::::::   26 ::::::   27 ::::::   28
     wK29 ::::::   30 ::::::   31 ::::::   32 ::::::
    w White   b Black   K king   * last move
    """
    board, pieces = position.ruleset.board, _pieces(position, style)
    between = ("│" if style.unicode else "|") if board.dense else ""
    rows = [[("░" if style.unicode else ":") * 6] * board.cols for _ in range(board.rows)]
    for square in range(1, board.count + 1):
        row, col = board.place(square)
        star = "*" if square in marked else " "
        rows[row][col] = f" {pieces.get(square, ''):<2}{board.format(square):>2}{star}"
    if flipped:
        rows = [row[::-1] for row in rows[::-1]]
    men = style.men()
    legend = f"{men[Colour.WHITE]} White   {men[Colour.BLACK]} Black   K king"
    drawn = [between.join(row).rstrip() for row in rows]
    return "\n".join([*drawn, legend + ("   * last move" if marked else "")])


def in_columns(texts: Sequence[str], width: int) -> str:
    """Set texts in as many columns of one width as fit, filled row by row.

    >>> print(in_columns(["1 9-13", "2 9-14", "3 10-14"], 20))
    1 9-13    2 9-14
    3 10-14
    """
    widest = max(map(len, texts), default=0) + 3
    each = max((width + 3) // widest, 1)
    rows = (texts[at : at + each] for at in range(0, len(texts), each))
    return "\n".join("".join(text.ljust(widest) for text in row).rstrip() for row in rows)


def _pieces(position: Position, style: Style) -> dict[int, str]:
    drawn: dict[int, str] = {}
    for colour, sign in style.men().items():
        drawn |= dict.fromkeys(position.men(colour), sign)
        drawn |= dict.fromkeys(position.kings(colour), f"{sign}K")
    return drawn
