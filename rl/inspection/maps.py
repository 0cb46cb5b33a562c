"""What a piece is worth on each square, for any evaluator.

The value of a man on a square is the mean change of the score when one is added there to each of a
fixed set of quiet positions from play in which the square is empty; likewise of a king. Scores are
White's, averaged over who is to move, so that being on move cancels out. Unlike the skip of a
network this counts all the evaluator does, hidden units and phase included; the fixed set holds the
rest of the board at what is usual.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine import Evaluator
from engine._native import Colour
from engine.rules import ruleset as ruleset_named
from rl.inspection.positions import Board, reference_boards


@dataclass(frozen=True, kw_only=True)
class PieceMap:
    """Values of one kind of piece, in hundredths of a man, as its own side sees the board."""

    kind: str
    values: npt.NDArray[np.float64]
    """By square, `[S]`; NaN where such a piece never stands."""

    @property
    def mean(self) -> float:
        """Return the mean over the squares."""
        return float(np.nanmean(self.values))


def piece_maps(evaluator: Evaluator, references: int = 64) -> list[PieceMap]:
    """Return the maps of men and of kings, measured on so many positions."""
    squares = ruleset_named(evaluator.ruleset).squares
    sums, counts = np.zeros((2, squares)), np.zeros((2, squares))
    crowned = _crowning_squares(evaluator.ruleset)
    for board in reference_boards(evaluator.ruleset, references):
        before = white_score(evaluator, board)
        for square in board.empty():
            added = (
                (1, replace(board, kings=(*board.kings, square))),
                (0, replace(board, men=(*board.men, square))),
            )
            for kind, other in added if square not in crowned else added[:1]:
                sums[kind, square - 1] += white_score(evaluator, other) - before
                counts[kind, square - 1] += 1
    with np.errstate(invalid="ignore"):
        values = sums / counts
    return [
        PieceMap(kind=kind, values=row) for kind, row in zip(("man", "king"), values, strict=True)
    ]


def white_score(evaluator: Evaluator, board: Board) -> float:
    """Return the score for White, averaged over who is to move."""
    white, black = (
        evaluator.native.evaluate(board.position(turn)) for turn in (Colour.WHITE, Colour.BLACK)
    )
    return (white - black) / 2


def format_map(found: PieceMap, ruleset: str) -> str:
    """Draw a map as a board, its own side at the bottom; `never` where no such piece stands."""
    board = ruleset_named(ruleset).board
    cells = [[""] * board.cols for _ in range(board.rows)]
    for number, value in enumerate(found.values, start=1):
        row, col = board.place(number)
        cells[row][col] = "never" if np.isnan(value) else f"{value:.0f}"
    lines = ["".join(f"{cell:>6}" for cell in row).rstrip() for row in cells]
    return "\n".join([f"{found.kind}, mean {found.mean:+.0f}", *lines])


def _crowning_squares(ruleset: str) -> set[int]:
    board = ruleset_named(ruleset).board
    return {number for number in range(1, board.count + 1) if board.place(number)[0] == 0}
