"""Actions and observations worked out a second time, from what `rl.env` says they are."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine import _native
from engine.rules import Colour, Game, Move, Position, opponent


def seen(position: Position, square: int) -> int:
    """Count a square from 0, as the side to move sees it."""
    last = position.ruleset.squares
    return square - 1 if position.turn == Colour.WHITE else last - square


def ends(position: Position, move: Move) -> int:
    """Return the number that says where a move goes from and to, and what it huffs."""
    squares = position.ruleset.squares
    base = (seen(position, move.huffed) + 1) * squares**2 if move.huffed else 0
    return base + seen(position, move.from_square) * squares + seen(position, move.to_square)


def action_of(position: Position) -> dict[Move, int]:
    """Return the action of each legal move."""
    squares, huffs = position.ruleset.squares, "huff" in position.ruleset.name
    alike: dict[int, list[Move]] = {}
    for move in position.legal_moves():
        alike.setdefault(ends(position, move), []).append(move)
    actions, spare = {}, squares**2 * (squares + 1 if huffs else 1)
    for number in sorted(alike):
        first, *others = sorted(alike[number], key=lambda move: _captured(position, move))
        actions[first] = number
        for move in others:
            actions[move] = spare
            spare += 1
    return actions


def _captured(position: Position, move: Move) -> tuple[int, bool]:
    return sum(1 << seen(position, square) for square in move.captured), move.promoted


def observation(game: Game) -> npt.NDArray[np.uint8]:
    """Return the planes that the side to move sees."""
    position = game.position
    rules = position.ruleset
    planes = list(position.native.planes())

    def constant(value: int) -> npt.NDArray[np.uint8]:
        return np.full(rules.squares, value, dtype=np.uint8)

    def marked(values: dict[int, int]) -> npt.NDArray[np.uint8]:
        plane = constant(0)
        for square, value in values.items():
            plane[seen(position, square)] = value
        return plane

    names = [name for name, _ in _native.observation_planes(rules.name)]
    if rules.no_progress_plies:
        planes.append(constant(position.no_progress))
    if rules.repetitions:
        planes.append(constant(game.repetitions() - 1))
    if rules.equal_kings_plies:
        planes.append(constant(position.equal_kings))
    if "huffable" in names:
        planes.append(marked(dict.fromkeys(position.huffable, 1)))
    if "own king's run" in names:
        for colour in (position.turn, opponent(position.turn)):
            square, moves = position.king_runs[colour]
            planes.append(marked({square: moves} if moves else {}))
    return np.stack(planes)
