"""What a Hub engine does between `go` and `done`: search, ponder, and end when it is told to."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from engine.evaluators import Evaluator, find_endgames
from engine.evaluators import load as load_evaluator
from engine.protocols.hub_parameters import NO_LEVEL, HubSettings
from engine.protocols.hub_search import HubLevel
from engine.rules import Game
from engine.search import Follow, Limits, Player, Searcher, SearchResult, level

FORCED_DEPTH = 9
"""Plies that a forced move is searched when the clock runs: enough to score it and to ponder on."""

_T = TypeVar("_T", int, float)
Report = Callable[[SearchResult], None]


class Go:
    """One `go`: what was asked, and how far it has come. `stop` and `hit` are for other threads.

    A search that was stopped before it began ends at once.
    """

    def __init__(self, mode: str = "think") -> None:
        """Begin a `think`, `ponder` or `analyze`."""
        self.mode = mode
        self.over = threading.Event()
        self._lock = threading.Lock()
        self._stopped = False
        self._hit = mode != "ponder"
        self._found: SearchResult | None = None
        self._level = HubLevel()
        self._interrupt: Callable[[], None] | None = None
        self._timer: threading.Timer | None = None

    def stop(self) -> None:
        """End the search; nothing where it has ended."""
        with self._lock:
            self._stopped = True
            if self._interrupt is not None:
                self._interrupt()

    def hit(self) -> None:
        """Start the clock of a search that ponders."""
        with self._lock:
            if self._hit:
                return
            self._hit = True
            if self._interrupt is not None:
                self._start_clock()
                if self._enough():
                    self._interrupt()

    def run(self, searcher: Searcher, game: Game, limits: HubLevel, report: Report) -> SearchResult:
        """Search until the limits, which count from a hit on, or until stopped."""
        with self._lock:
            self._level, self._interrupt = limits, searcher.stop
            asked = limits.limits if self._hit else Limits(infinite=True)
        try:
            if self.mode == "think" and asked.time_s and len(game.position.legal_moves()) == 1:
                asked = replace(asked, depth=min(asked.depth or FORCED_DEPTH, FORCED_DEPTH))
            return searcher.search(game, limits=asked, follow=self._following(report))
        finally:
            with self._lock:
                self._interrupt = None
                if self._timer is not None:
                    self._timer.cancel()

    def _following(self, report: Report) -> Follow:
        def see(found: SearchResult) -> bool:
            with self._lock:
                self._found = found
                over = self._stopped or (self.mode == "ponder" and self._hit and self._enough())
            if not over:
                report(found)
            return over

        return see

    def _start_clock(self) -> None:
        """Let the search end when its time is up, counted from now."""
        if self._timer is None and (seconds := self._level.limits.time_s):
            self._timer = threading.Timer(seconds, self.stop)
            self._timer.daemon = True
            self._timer.start()

    def _enough(self) -> bool:
        """Tell whether the limits of depth and nodes have been reached."""
        limits, found = self._level.limits, self._found
        if found is None:
            return False
        return 0 < limits.depth <= found.depth or 0 < limits.nodes <= found.nodes


class Thinker:
    """Searches with the evaluator, the tables and the level that the settings name."""

    def __init__(self, settings: HubSettings, evaluator: Evaluator | None = None) -> None:
        """Load what the settings name; ValueError or OSError where that is not to be had."""
        self.settings = settings
        name = settings.variant
        evaluator = evaluator or load_evaluator(settings.evaluator, name)
        endgames = find_endgames(settings.tables, name)
        self._searcher = Searcher(
            evaluator, endgames=endgames, table_mib=settings.table_mib, threads=settings.threads
        )
        self._strength = None if settings.level == NO_LEVEL else level(settings.level)
        self._player: Player | None = None
        if self._strength is not None and self._strength.slip_chance:
            self._player = Player(name, self._strength, evaluator=evaluator, seed=settings.seed)

    def think(self, game: Game, go: Go, limits: HubLevel, report: Report) -> SearchResult:
        """Find a move. A level that slips, which takes no time, is not stopped."""
        if self._player is not None and go.mode != "analyze":
            return self._player.choose(game)
        return go.run(self._searcher, game, self._bounded(limits, go), report)

    def forget(self) -> None:
        """Forget earlier searches."""
        self._searcher.clear()
        if self._player is not None:
            self._player.forget()

    def _bounded(self, limits: HubLevel, go: Go) -> HubLevel:
        """Return the client's limits and those of the level, whichever is less."""
        if self._strength is None or go.mode == "analyze":
            return limits
        return replace(
            limits,
            depth=_least(limits.depth, self._strength.depth),
            nodes=_least(limits.nodes, self._strength.nodes),
            move_time_s=_least(limits.move_time_s, self._strength.time_s),
        )


def _least(one: _T, other: _T) -> _T:
    return min(one, other) if one and other else one or other
