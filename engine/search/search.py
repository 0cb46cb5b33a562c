"""Find the best move: the core's principal variation search, one call or many on one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine import _native
from engine._native import Move
from engine.evaluators import Endgames, Evaluator, Handcrafted
from engine.rules import Game, Position
from engine.search.limits import Limits

DEFAULT_TABLE_MIB = 16.0
"""Enough that a few million nodes hardly replace each other; larger only slows small searches."""
THREADS_MAX = 256
LINES_MAX = 10_000
"""More than any position has moves."""


@dataclass(frozen=True)
class Line:
    """A line of play, its score from the point of view of the side to move.

    `move` is its first, None where there is none; `score` is in hundredths of a man (see
    `win_plies`); `depth` plies were searched in full; `pv` is the line expected.
    """

    move: Move | None
    score: int
    depth: int
    pv: tuple[Move, ...]


@dataclass(frozen=True)
class SearchResult(Line):
    """What a search found: its best line, and all that were asked for, best first.

    `depth` is that of the last iteration in which all lines were finished, `nodes` are positions
    entered, `table_hits` those whose verdict came from endgame tables.
    """

    nodes: int
    table_hits: int
    time_s: float
    lines: tuple[Line, ...]


Follow = Callable[[SearchResult], object]
"""Told what has been found whenever a line is finished; ends the search by returning True."""


class Searcher:
    """A search of one evaluator that keeps its transposition table from one call to the next.

    One call of `search` at a time, RuntimeError otherwise; `stop` is for other threads. With one
    thread, searches limited by depth or nodes depend on nothing but the calls before; with more
    they differ from time to time.

    >>> searcher = Searcher(Handcrafted("english"), table_mib=1)
    >>> found = searcher.search(Position.start("english"), limits=Limits(depth=4), lines=7)
    >>> len(found.lines), found.lines[0].move == found.move
    (7, True)
    """

    def __init__(
        self,
        evaluator: Evaluator,
        *,
        endgames: Endgames | None = None,
        table_mib: float = DEFAULT_TABLE_MIB,
        threads: int = 1,
    ) -> None:
        """Raise ValueError for an unusable number or endgame tables of another ruleset.

        A position in the endgame tables is played by them; deeper in the search they stand for all
        that would follow.
        """
        if not 1 <= threads <= THREADS_MAX:
            raise ValueError(f"threads: expected 1 to {THREADS_MAX}, got {threads}")
        self.evaluator = evaluator
        self._native = _native.Searcher(evaluator.native, table_mib, threads)
        if endgames is not None:
            self._native.use(endgames.native)

    def search(
        self,
        where: Position | Game,
        *,
        limits: Limits,
        lines: int = 1,
        follow: Follow | None = None,
    ) -> SearchResult:
        """Search a position, or a game's position with its history, so that repetitions are seen.

        `lines` are searched, or as many as there are moves, each as deep and as exactly as the
        first. `follow` is called in this thread; an exception that it raises ends the search and
        goes on from here. ValueError for a position of another ruleset than the evaluator's.
        """
        position = where.position if isinstance(where, Game) else where
        self.evaluator.check(position)
        if lines < 1:
            raise ValueError(f"lines: expected 1 or more, got {lines}")
        found = self._native.search(
            position.native,
            where.history() if isinstance(where, Game) else [],
            depth=limits.depth,
            nodes=limits.nodes,
            time_s=limits.time_s,
            infinite=limits.infinite,
            lines=min(lines, LINES_MAX),
            follow=None if follow is None else lambda native: follow(_result(native)),
        )
        return _result(found)

    def stop(self) -> None:
        """End the search that another thread is in; it answers with what it has found.

        Without one it does nothing: a search that has yet to begin is not kept from it.
        """
        self._native.stop()

    def clear(self) -> None:
        """Forget all that was learnt in earlier searches."""
        self._native.clear()


def search(
    where: Position | Game,
    *,
    evaluator: Evaluator | None = None,
    limits: Limits,
    lines: int = 1,
    follow: Follow | None = None,
    endgames: Endgames | None = None,
    table_mib: float = DEFAULT_TABLE_MIB,
    threads: int = 1,
) -> SearchResult:
    """Search once, with an empty table: see `Searcher`.

    The handcrafted evaluator is taken where none is given.

    >>> position = Position.from_fen("english", "W:W14:B9,2")
    >>> result = search(position, limits=Limits(depth=5))
    >>> position.format_move(result.move)
    '14x5'
    """
    position = where.position if isinstance(where, Game) else where
    evaluator = evaluator or Handcrafted(position.ruleset.name)
    searcher = Searcher(evaluator, endgames=endgames, table_mib=table_mib, threads=threads)
    return searcher.search(where, limits=limits, lines=lines, follow=follow)


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


def _line(native: _native.Line) -> Line:
    return Line(native.move, native.score, native.depth, tuple(native.pv))


def _result(native: _native.SearchResult) -> SearchResult:
    return SearchResult(
        native.move,
        native.score,
        native.depth,
        tuple(native.pv),
        native.nodes,
        native.table_hits,
        native.time_s,
        tuple(map(_line, native.lines)),
    )
