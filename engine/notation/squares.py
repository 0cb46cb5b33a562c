"""Names of squares on any board, and the PDN GameType that chooses between numbers and letters.

Squares are numbered from 1, row by row from the top left, White at the bottom; `a1` is the corner
at White's left. Both readings are accepted everywhere, so a text may use either. Some games count
their squares from another corner (Spanish, Portuguese and Thai from White's right: 33-n for n);
their texts are read and written that way where a `Squares` says so, and turned at that door.
Source: the PDN 3.0 standard, https://pdn.fmjd.org (GameType, squares).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

_ALGEBRAIC = re.compile(r"([a-z])([0-9]{1,2})")
_GAME_TYPE = re.compile(
    r"(?P<number>[0-9]{1,3})(?:,(?P<starts>[WB]),(?P<cols>[0-9]{1,2}),(?P<rows>[0-9]{1,2})"
    r",(?P<names>[NAS])(?P<corner>[0-3])(?:,(?P<mirrored>[01]))?)?"
)
CAPTURE_SIGNS = {25: ":", 31: "-"}
"""The sign a GameType number writes in captures where it is not `x`; every sign is always read."""


class NotationError(ValueError):
    """A text that is not the notation it should be; one line says what was expected and where."""


@dataclass(frozen=True)
class Squares:
    """The playable squares of a board and their names.

    `mirrored`: the bottom left corner is not playable; `dense`: every square is;
    `algebraic`: written as `c3` and not as `22`. `rows_reversed` and `cols_reversed`: in texts its
    names count rows or columns from the other end; the numbers in hand never do.
    """

    rows: int
    cols: int
    mirrored: bool = False
    dense: bool = False
    algebraic: bool = False
    rows_reversed: bool = False
    cols_reversed: bool = False

    @property
    def reversed(self) -> bool:
        """Tell whether texts name squares otherwise than the numbers in hand do."""
        return self.rows_reversed or self.cols_reversed

    @property
    def count(self) -> int:
        """Count the playable squares."""
        return self.rows * self.cols if self.dense else self.rows * self.cols // 2

    @property
    def described(self) -> str:
        """Say in a few words which squares there are, for messages.

        >>> Squares(8, 8).described, Squares(8, 8, algebraic=True).described
        ('a square 1-32', 'a dark square a1-h8')
        """
        if not self.algebraic:
            return f"a square 1-{self.count}"
        last = f"{chr(ord('a') + self.cols - 1)}{self.rows}"
        return f"a square a1-{last}" if self.dense else f"a dark square a1-{last}"

    @property
    def examples(self) -> str:
        """Give a move and a capture as this board's game writes them, for messages."""
        return "'c3-d4' or 'c3xe5'" if self.algebraic else "'11-15' or '11x18'"

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
        if text.isascii() and text.isdigit() and len(text) <= 4:
            found = int(text) if 1 <= int(text) <= self.count else None
            found = found if self.algebraic or found is None else self._turned(found)
        elif match := _ALGEBRAIC.fullmatch(text):
            found = self.number(self.rows - int(match[2]), ord(match[1]) - ord("a"))
            found = self._turned(found) if self.algebraic and found is not None else found
        if found is None:
            raise NotationError(f"expected {self.described}, got {shorten(text)}")
        return found

    def format(self, number: int) -> str:
        """Name a square the way this board's game writes it.

        >>> Squares(8, 8, rows_reversed=True, cols_reversed=True).format(1)
        '32'
        """
        named = self._turned(number)
        if not self.algebraic:
            return str(named)
        row, col = self.place(named)
        return f"{chr(ord('a') + col)}{self.rows - row}"

    def _turned(self, number: int) -> int:
        """Turn a number as texts count into the one in hand, and back."""
        if not self.reversed:
            return number
        each = self.count // self.rows
        row, index = divmod(number - 1, each)
        row = self.rows - 1 - row if self.rows_reversed else row
        index = each - 1 - index if self.cols_reversed else index
        return row * each + index + 1


def shorten(text: str, limit: int = 60) -> str:
    """Quote a text for a message, on one line and no longer than is of use.

    >>> shorten("12-16"), shorten("x" * 100, 3)
    ("'12-16'", "'xxx'... (100 characters)")
    """
    if len(text) <= limit:
        return repr(text)
    return f"{text[:limit]!r}... ({len(text):,} characters)"


@dataclass(frozen=True)
class GameType:
    """What a PDN GameType says: its number, who starts (W or B), the board and its square names.

    `squares` counts from the top left like everything else here, `written` as its texts do.
    """

    number: int
    starts: str
    squares: Squares
    written: Squares

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
        raise NotationError(f"expected a GameType such as '21,B,8,8,N1,0', got {shorten(text)}")
    rows, cols, algebraic = int(match["rows"]), int(match["cols"]), match["names"] == "A"
    squares = Squares(rows, cols, match["mirrored"] == "1", dense, algebraic)
    # 0 bottom left, 1 bottom right, 2 top left, 3 top right, as the side that starts sees it.
    corner = int(match["corner"]) if match["starts"] == "W" else 3 - int(match["corner"])
    written = replace(
        squares,
        rows_reversed=(corner >= 2) == algebraic,
        cols_reversed=corner % 2 == 1,
    )
    return GameType(int(match["number"]), match["starts"], squares, written)


def parse_game_type_number(text: str) -> int:
    """Read the number that a GameType, short or full, begins with.

    >>> parse_game_type_number("21"), parse_game_type_number("25,W,8,8,A0,0")
    (21, 25)
    """
    match = _GAME_TYPE.fullmatch(text.replace(" ", ""))
    if match is None:
        expected = "expected a GameType such as '21' or '21,B,8,8,N1,0'"
        raise NotationError(f"{expected}, got {shorten(text)}")
    return int(match["number"])
