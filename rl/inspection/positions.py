"""Positions an evaluator is asked about: from samples, from self-play, and known ones.

The known ones are derived from the rules of each game, so that every evaluator can be asked; where
one position would be an accident of its squares, a set of them is, and the mean is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt

from engine import Evaluator, _native
from engine._native import Colour
from engine.evaluators import Material
from engine.rules import Position
from engine.rules import ruleset as ruleset_named
from rl.samples import inputs
from rl.selfplay.config import SelfPlayConfig
from rl.selfplay.job import job_outside_runs, play

PLACEMENTS = 200
"""Random placements of the pieces of an ending."""
FIRST_POSITION = "W:W6,11:B3,K25"
"""The First Position of the textbooks: White wins, in 93 plies as the endgame tables have it."""


@dataclass(frozen=True, kw_only=True)
class Board:
    """Pieces by square, as White sees them."""

    ruleset: str
    men: tuple[int, ...] = ()
    kings: tuple[int, ...] = ()
    their_men: tuple[int, ...] = ()
    their_kings: tuple[int, ...] = ()

    def position(self, turn: Colour = Colour.WHITE) -> _native.Position:
        """Return the position with this side to move."""
        return _native.Position(
            self.ruleset, turn, self.men, self.kings, self.their_men, self.their_kings
        )

    def empty(self) -> list[int]:
        """List the squares no piece stands on."""
        taken = {*self.men, *self.kings, *self.their_men, *self.their_kings}
        return [n for n in range(1, ruleset_named(self.ruleset).squares + 1) if n not in taken]

    def quiet(self) -> bool:
        """Tell whether both sides, if they were to move, can, and cannot capture."""
        moves = [self.position(turn).legal_moves() for turn in (Colour.WHITE, Colour.BLACK)]
        return all(found and not any(move.captured for move in found) for found in moves)


@dataclass(frozen=True, kw_only=True)
class KnownPosition:
    """A position, or a set of them, with a name; White is to move, or who begins the game."""

    name: str
    positions: tuple[_native.Position, ...]


def boards(samples: np.ndarray, ruleset: str) -> Iterator[Board]:
    """Return the boards of samples, the side to move as White."""
    squares = ruleset_named(ruleset).squares
    for planes in inputs(samples["planes"], squares).reshape(len(samples), 4, squares):
        men, kings, their_men, their_kings = (
            tuple((np.flatnonzero(plane) + 1).tolist()) for plane in planes
        )
        yield Board(
            ruleset=ruleset,
            men=men,
            kings=kings,
            their_men=their_men,
            their_kings=their_kings,
        )


def scores(evaluator: Evaluator, samples: np.ndarray) -> npt.NDArray[np.float32]:
    """Return what the engine makes of each sample, hundredths of a man, `[N]`."""
    native = evaluator.native
    values = [native.evaluate(board.position()) for board in boards(samples, evaluator.ruleset)]
    return np.array(values, dtype=np.float32)


def spread(samples: np.ndarray, most: int) -> np.ndarray:
    """Return at most `most` samples, evenly spaced."""
    if len(samples) <= most:
        return samples
    return np.take(samples, np.linspace(0, len(samples) - 1, most).astype(np.int64))


def played(evaluator: Evaluator, games: int, nodes: int) -> np.ndarray:
    """Return the quiet positions of games of an evaluator against itself; always the same ones."""
    config = SelfPlayConfig(games=(games,), nodes=(nodes,))
    return play(job_outside_runs(evaluator, config, 0, games), evaluator)[0]


def reference_boards(ruleset: str, most: int) -> list[Board]:
    """Return quiet boards of games of material, both sides short of a piece at least.

    The same ones for every evaluator of a ruleset, so that what is measured on them compares.
    """
    men = ruleset_named(ruleset).men
    found = boards(spread(played(Material(ruleset), 16, 100), 8 * most), ruleset)
    short = [
        board
        for board in found
        if max(len(board.men + board.kings), len(board.their_men + board.their_kings)) < men
    ]
    step = max(1, len(short) // most)
    return short[::step][:most]


def known_positions(ruleset: str) -> list[KnownPosition]:
    """Return the positions every evaluator of a ruleset is asked about."""
    known = [
        ("start of the game", [Position.start(ruleset).native]),
        ("start, a man up", _start_a_man_up(ruleset)),
        ("start, a king for a man", _start_a_king_for_a_man(ruleset)),
        ("back rows, a king up", _back_rows_a_king_up(ruleset)),
        ("2 kings v 1", _kings(ruleset, 2, 1)),
        ("3 kings v 2", _kings(ruleset, 3, 2)),
    ]
    if ruleset.startswith("english"):
        known.append(("First Position", [Position.from_fen(ruleset, FIRST_POSITION).native]))
    return [
        KnownPosition(name=name, positions=tuple(positions))
        for name, positions in known
        if positions
    ]


def _start_a_man_up(ruleset: str) -> list[_native.Position]:
    start = Position.start(ruleset)
    mine, theirs = _sides(start)
    return [
        _with_turn(start, mine, (), [other for other in theirs if other != square], ())
        for square in theirs
    ]


def _start_a_king_for_a_man(ruleset: str) -> list[_native.Position]:
    start = Position.start(ruleset)
    mine, theirs = _sides(start)
    return [
        _with_turn(start, [other for other in mine if other != square], (square,), theirs, ())
        for square in mine
    ]


def _sides(position: Position) -> tuple[list[int], list[int]]:
    white, black = position.men(Colour.WHITE), position.men(Colour.BLACK)
    return (white, black) if position.turn == Colour.WHITE else (black, white)


def _with_turn(
    start: Position,
    men: Sequence[int],
    kings: Sequence[int],
    their_men: Sequence[int],
    their_kings: Sequence[int],
) -> _native.Position:
    mine, theirs = (list(men), list(kings)), (list(their_men), list(their_kings))
    white, black = (mine, theirs) if start.turn == Colour.WHITE else (theirs, mine)
    return _native.Position(start.ruleset.name, start.turn, *white, *black)


def _back_rows_a_king_up(ruleset: str) -> list[_native.Position]:
    facts = ruleset_named(ruleset)
    each = facts.squares // facts.rows
    board = Board(
        ruleset=ruleset,
        men=tuple(range(facts.squares - each + 1, facts.squares + 1)),
        their_men=tuple(range(1, each + 1)),
    )
    crowned = [
        Board(ruleset=ruleset, men=board.men, kings=(square,), their_men=board.their_men)
        for square in board.empty()
    ]
    return [board.position() for board in crowned if board.quiet()]


def _kings(ruleset: str, own: int, their: int) -> list[_native.Position]:
    """Return random placements of kings alone in which neither side can capture."""
    random, squares = Random(f"{own} kings v {their}"), range(1, ruleset_named(ruleset).squares + 1)
    found: list[_native.Position] = []
    for _ in range(20 * PLACEMENTS):
        drawn = random.sample(squares, own + their)
        board = Board(ruleset=ruleset, kings=tuple(drawn[:own]), their_kings=tuple(drawn[own:]))
        if board.quiet():
            found.append(board.position())
        if len(found) == PLACEMENTS:
            break
    return found
