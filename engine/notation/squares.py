"""Names of squares on any board, and the PDN GameType that chooses between numbers and letters.

Squares are numbered from 1, row by row from the top left, White at the bottom; `a1` is the corner
at White's left. Both readings are accepted everywhere, so a text may use either.
Source: the PDN 3.0 standard, https://pdn.fmjd.org (GameType, squares).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_ALGEBRAIC = re.compile(r"([a-z])([0-9]{1,2})")
_GAME_TYPE = re.compile(
    r"(?P<number>\d+)(?:,(?P<starts>[WB]),(?P<cols>\d+),(?P<rows>\d+)"
    r",(?P<names>[NAS])(?P<corner>[0-3])(?:,(?P<mirrored>[01]))?)?"
)
CAPTURE_SIGNS = {25: ":"}
"""The sign a GameType number writes in captures where it is not `x`; every sign is always read."""


class NotationError(ValueError):
    """A text that is not the notation it should be; one line says what was expected and where."""


@dataclass(frozen=True)
class Squares:
    """The playable squares of a board and their names.

    `mirrored`: the bottom left corner is not playable; `dense`: every square is;
    `algebraic`: written as `c3` and not as `22`.
    """

    rows: int
    cols: int
    mirrored: bool = False
    dense: bool = False
    algebraic: bool = False

    @property
    def count(self) -> int:
        """Count the playable squares."""
        return self.rows * self.cols if self.dense else self.rows * self.cols // 2

    def place(self, number: int) -> tuple[int, int]:
        """Return (row, column) from the top left, from 0, of a square.

        >>> Squares(8, 8).place(1), Squares(8, 8).place(32)
        ((0, 1), (7, 6))
        """
        if self.dense:
            return divmod(number - 1, self.cols)
        row, index = divmod(number - 1, self.cols // 2)
        return row, 2 * index + (self.rows - 1 - row + self.mirrored) % 2

    def number(self, row: int, col: int) -> int | None:
        """Return the number of the square at (row, column), None where no piece can stand."""
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            return None
        if self.dense:
            return row * self.cols + col + 1
        number = row * (self.cols // 2) + col // 2 + 1
        return number if self.place(number) == (row, col) else None

    def parse(self, text: str) -> int:
        """Read a square, as a number (leading zeros allowed) or algebraic.

        >>> Squares(8, 8).parse("07"), Squares(8, 8).parse("a1")
        (7, 29)
        """
        found: int | None = None
        if text.isascii() and text.isdigit():
            found = int(text) if 1 <= int(text) <= self.count else None
        elif match := _ALGEBRAIC.fullmatch(text):
            found = self.number(self.rows - int(match[2]), ord(match[1]) - ord("a"))
        if found is None:
            raise NotationError(f"expected a square 1-{self.count}, got {text!r}")
        return found

    def format(self, number: int) -> str:
        """Name a square the way this board's game writes it."""
        if not self.algebraic:
            return str(number)
        row, col = self.place(number)
        return f"{chr(ord('a') + col)}{self.rows - row}"


@dataclass(frozen=True)
class GameType:
    """What a PDN GameType says: its number, who starts (W or B), the board and its square names."""

    number: int
    starts: str
    squares: Squares

    @property
    def capture_sign(self) -> str:
        """Return the sign this game writes between the squares of a capture."""
        return CAPTURE_SIGNS.get(self.number, "x")


def parse_game_type(text: str, dense: bool = False) -> GameType:
    """Read a full GameType such as `21,B,8,8,N1,0`; it does not tell whether the board is `dense`.

    >>> parse_game_type("21,B,8,8,N1,0").squares.count
    32
    """
    match = _GAME_TYPE.fullmatch(text.replace(" ", ""))
    if match is None or match["starts"] is None:
        raise NotationError(f"expected a GameType such as '21,B,8,8,N1,0', got {text!r}")
    rows, cols = int(match["rows"]), int(match["cols"])
    squares = Squares(rows, cols, match["mirrored"] == "1", dense, match["names"] == "A")
    return GameType(int(match["number"]), match["starts"], squares)


def parse_game_type_number(text: str) -> int:
    """Read the number that a GameType, short or full, begins with.

    >>> parse_game_type_number("21"), parse_game_type_number("25,W,8,8,A0,0")
    (21, 25)
    """
    match = _GAME_TYPE.fullmatch(text.replace(" ", ""))
    if match is None:
        raise NotationError(f"expected a GameType such as '21' or '21,B,8,8,N1,0', got {text!r}")
    return int(match["number"])
