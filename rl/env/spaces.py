"""What actions and observations stand for: moves of a position, squares of a board."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from engine import _native
from engine.rules import Move, Position
from engine.rules import ruleset as ruleset_named


def legal_actions(position: Position) -> dict[int, Move]:
    """Return the legal moves by their actions.

    >>> position = Position.from_fen("english", "B:W10,11,18,19:B7")
    >>> {action: move.captured for action, move in legal_actions(position).items()}
    {1024: [10, 18], 809: [11, 19]}
    """
    actions = _native.actions(position.native)
    return dict(zip(actions, position.legal_moves(), strict=True))


def on_board(planes: npt.NDArray[Any], ruleset: str) -> npt.NDArray[Any]:
    """Lay planes of squares `[…, squares]` out as `[…, rows, cols]`, 0 where nothing can stand.

    Row 0 is the far one, as the player sees it.

    >>> on_board(np.arange(1, 33), "english")[:2]
    array([[0, 1, 0, 2, 0, 3, 0, 4],
           [5, 0, 6, 0, 7, 0, 8, 0]])
    """
    rules = ruleset_named(ruleset)
    board = np.zeros((*planes.shape[:-1], rules.rows * rules.cols), dtype=planes.dtype)
    board[..., _cells(rules.name)] = planes
    return board.reshape(*planes.shape[:-1], rules.rows, rules.cols)


@cache
def _cells(name: str) -> npt.NDArray[np.intp]:
    """Return where each square lies among the cells of the board, row by row, `[squares]`."""
    board = ruleset_named(name).board
    places = (board.place(square) for square in range(1, board.count + 1))
    return np.array([row * board.cols + col for row, col in places])
