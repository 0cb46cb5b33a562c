"""Find the best move: the core's principal variation search, one call at a time."""

from __future__ import annotations

from dataclasses import dataclass

from engine import _native
from engine._native import Move
from engine.evaluators import Endgames, Evaluator, Handcrafted
from engine.rules import Game, Position
from engine.search.limits import Limits

DEFAULT_TABLE_MIB = 16.0
"""Enough that a few million nodes hardly replace each other; larger only slows small searches."""


@dataclass(frozen=True)
class SearchResult:
    """What a search found, from the point of view of the side to move.

    `move` is None where there is none; `score` is in hundredths of a man (see `win_plies`);
    `depth` plies were searched in full, `nodes` positions entered, `pv` is the line expected.
    """

    move: Move | None
    score: int
    depth: int
    nodes: int
    time_s: float
    pv: tuple[Move, ...]


def search(
    where: Position | Game,
    *,
    evaluator: Evaluator | None = None,
    limits: Limits,
    endgames: Endgames | None = None,
    table_mib: float = DEFAULT_TABLE_MIB,
) -> SearchResult:
    """Search a position, or a game's position with its history, so that repetitions are seen.

    The handcrafted evaluator is taken where none is given. A position in the endgame tables is
    played by them; deeper in the search they stand for all that would follow.

    >>> position = Position.from_fen("english", "W:W14:B9,2")
    >>> result = search(position, limits=Limits(depth=5))
    >>> position.format_move(result.move)
    '14x5'
    """
    position = where.position if isinstance(where, Game) else where
    history = where.history() if isinstance(where, Game) else []
    evaluator = evaluator or Handcrafted(position.ruleset.name)
    evaluator.check(position)
    searcher = _native.Searcher(evaluator.native, table_mib)
    if endgames is not None:
        searcher.use(endgames.native)
    found = searcher.search(
        position.native, history, depth=limits.depth, nodes=limits.nodes, time_s=limits.time_s
    )
    return SearchResult(
        found.move, found.score, found.depth, found.nodes, found.time_s, tuple(found.pv)
    )


def win_plies(score: int) -> int | None:
    """Return the plies to a forced win, negative to a forced loss, None for any other score.

    >>> win_plies(_native.WIN - 7), win_plies(7 - _native.WIN), win_plies(250)
    (7, -7, None)
    """
    if abs(score) <= _native.WIN_BOUND:
        return None
    return _native.WIN - score if score > 0 else -_native.WIN - score


def expected_plies(score: int) -> int | None:
    """Return the plies to an end by endgame tables that draw rules may prevent, else None.

    Negative where it is a loss. The tables know no draw rules, and the counters do not leave so
    many plies as they stand; captures and moves of men set them back.

    >>> expected_plies(_native.EXPECTED_WIN - 93), expected_plies(250)
    (93, None)
    """
    if not _native.STATIC_BOUND < abs(score) <= _native.WIN_BOUND:
        return None
    return _native.EXPECTED_WIN - score if score > 0 else -_native.EXPECTED_WIN - score
