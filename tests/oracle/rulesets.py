"""What each ruleset of draughts is, as facts; `turns` plays by them.

Sources: the rules of the WCDF and ACF (English), the FMJD and IDF (international, Canadian,
Brazilian, Russian, pool) and the national federations (Czech, Frisian, Italian, Portuguese,
Spanish, Turkish); dctl for Thai draughts, which the queens games play with more men; Wikipedia on
English draughts (house rules, huffing) and on Malaysian draughts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

Direction = tuple[int, int]  # rows down, columns to the right; Black's men have the rows reversed
Directions = tuple[Direction, ...]

FORWARD: Directions = ((-1, -1), (-1, 1))
DIAGONAL: Directions = (*FORWARD, (1, -1), (1, 1))
TURKISH: Directions = ((-1, 0), (0, -1), (0, 1))  # of men: forward and sideways
STRAIGHT: Directions = (*TURKISH, (1, 0))
# In a row or column the next square of the same colour is two places away.
FRISIAN: Directions = (*DIAGONAL, (-2, 0), (0, -2), (0, 2), (2, 0))

Key = Literal[
    "most pieces", "highest value", "by a king", "most kings", "fewest kings", "kings first"
]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Everything that a ruleset may set."""

    size: int = 8
    corner: Literal["left", "right", "both"] = "left"  # the bottom corner that is played on
    men_rows: int = 3
    free_rows: int = 0  # between the men and their own edge of the board
    first: Literal["w", "b"] = "w"
    man_steps: Directions = FORWARD
    man_jumps: Directions = FORWARD
    king_steps: Directions = DIAGONAL
    king_jumps: Directions = DIAGONAL
    flying: bool = True  # kings go any distance, else one square
    landing: Literal["anywhere", "behind"] = "anywhere"  # of a flying king past the piece it takes
    removal: Literal["at the end", "at once"] = "at the end"  # taken pieces block until then
    turning_back: bool = True  # by 180 degrees from one jump to the next
    far_row: Literal["ends", "passes", "crowns"] = "ends"  # what it does to a man that jumps there
    men_take_kings: bool = True
    precedence: tuple[Key, ...] = ()  # each decides where those before it leave a tie
    rivals: Literal["all", "same piece"] = "all"  # the captures that precedence compares
    refusal: Literal["illegal", "huff", "loss"] = "illegal"  # a simple move instead of a jump
    king_run: int | None = None  # simple moves in a row with one king while its side has a man

    @cached_property
    def places(self) -> dict[int, tuple[int, int]]:
        """The row from the top and the column from the left of each square."""
        parities = {"left": [1], "right": [0], "both": [0, 1]}[self.corner]
        cells = [(row, col) for row in range(self.size) for col in range(self.size)]
        return dict(enumerate([cell for cell in cells if sum(cell) % 2 in parities], start=1))

    @cached_property
    def squares(self) -> dict[tuple[int, int], int]:
        """The square of each place."""
        return {place: square for square, place in self.places.items()}

    def ahead(self, square: int, heading: Direction) -> int:
        """Return the next square in a direction, 0 beyond the edge."""
        row, col = self.places[square]
        return self.squares.get((row + heading[0], col + heading[1]), 0)

    def on_far_row(self, piece: str, square: int) -> bool:
        """Return whether the men of a piece's side are crowned on a square."""
        return self.places[square][0] == (0 if piece.lower() == "w" else self.size - 1)


ENGLISH = Rules(first="b", flying=False)
KING_FIRST = replace(ENGLISH, precedence=("by a king",))
QUEENS = Rules(landing="behind", removal="at once")
BRAZILIAN = Rules(man_jumps=DIAGONAL, far_row="passes", precedence=("most pieces",))
INTERNATIONAL = replace(BRAZILIAN, size=10, men_rows=4)
SPANISH = Rules(corner="right", precedence=("most pieces", "most kings"))
FORCED = Rules(first="b", precedence=("most pieces",), rivals="same piece")

RULESETS = {
    "english": ENGLISH,
    "english-white-first": replace(ENGLISH, first="w"),
    "english-king-first": KING_FIRST,
    "english-mid-promotion": replace(ENGLISH, far_row="crowns"),
    "english-house": replace(KING_FIRST, far_row="crowns"),
    "english-huff": replace(ENGLISH, refusal="huff"),
    "queens8": QUEENS,
    "queens10": replace(QUEENS, size=10),
    "thai": replace(QUEENS, first="b", men_rows=2),
    "russian": Rules(man_jumps=DIAGONAL, far_row="crowns"),
    "pool": Rules(first="b", man_jumps=DIAGONAL, far_row="passes"),
    "brazilian": BRAZILIAN,
    "international": INTERNATIONAL,
    "canadian": replace(BRAZILIAN, size=12, men_rows=5),
    "frisian": replace(
        INTERNATIONAL,
        man_jumps=FRISIAN,
        king_jumps=FRISIAN,
        precedence=("highest value", "fewest kings", "by a king"),
        king_run=3,
    ),
    "czech": Rules(precedence=("by a king",)),
    "spanish": SPANISH,
    "portuguese": SPANISH,
    "italian": replace(
        SPANISH,
        flying=False,
        men_take_kings=False,
        precedence=("most pieces", "by a king", "most kings", "kings first"),
    ),
    "turkish": Rules(
        corner="both",
        men_rows=2,
        free_rows=1,
        man_steps=TURKISH,
        man_jumps=TURKISH,
        king_steps=STRAIGHT,
        king_jumps=STRAIGHT,
        removal="at once",
        turning_back=False,
        precedence=("most pieces",),
    ),
    "malaysian8": replace(FORCED, refusal="loss"),
    "malaysian12": replace(FORCED, refusal="loss", size=12, men_rows=5),
    "malaysian8-forced": FORCED,
    "malaysian12-forced": replace(FORCED, size=12, men_rows=5),
}
