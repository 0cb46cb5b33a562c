"""Searches of many games on few threads: a queue, a fair share for each, and a way to end one.

A game has one search at a time in the queue, so that first come, first served is fair among games.
Those in which a person waits go before those that only computers play, but never for long. While
there are more games than threads, each may take that part of its time which lets all of them be
served about as often as if they were alone on a machine of their own, only weaker; searches that
are limited by depth are as they were, they take a few milliseconds.

Searches release the GIL: the page is answered while all threads search.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from engine.rules import Game
from engine.search import Player, SearchResult

LEAST_SHARE = 0.05
"""Of its seconds a search gets no less than this, or all would play at random."""
PERSONS_IN_A_ROW = 3
"""Searches that a person waits for, after which one goes first that nobody does."""
PLAYERS_KEPT = 64
"""Players that keep their transposition tables from move to move, each some MiB."""
NICENESS = 5
"""How much the searching threads step back for the one that answers pages, where a system lets
threads do so."""

_LOG = logging.getLogger(__name__)


@dataclass(eq=False)
class Thought:
    """A search for a move of a game.

    `told` and `done` are called in the searching thread: with a line whenever one is finished, and
    with the result at the end, None where the search was dropped or failed.
    """

    key: Hashable
    game: Game
    make_player: Callable[[], Player]
    done: Callable[[SearchResult | None], object]
    told: Callable[[SearchResult], object]
    awaited: bool = True
    share: float = 1.0
    _ended: threading.Event = field(default_factory=threading.Event)
    _dropped: bool = False
    _player: Player | None = None

    def finish(self) -> None:
        """End the search: it answers with what it has found."""
        self._ended.set()
        player = self._player
        if player is not None:
            player.stop()

    def drop(self) -> None:
        """End the search: nobody wants to know any more."""
        self._dropped = True
        self.finish()

    @property
    def dropped(self) -> bool:
        """Tell whether the search was called off."""
        return self._dropped

    def search(self, player: Player) -> SearchResult:
        """Search, in the thread that calls; a search ended before it begins looks one ply ahead."""
        self._player = player
        try:
            return player.choose(self.game, share=self.share, follow=self._follow)
        finally:
            self._player = None

    def _follow(self, found: SearchResult) -> bool:
        if not self._ended.is_set():
            self.told(found)
        return self._ended.is_set()


class Players:
    """Players between their moves: the last few keep what they learnt, others begin afresh."""

    def __init__(self, kept: int = PLAYERS_KEPT) -> None:
        self._kept = kept
        self._idle: OrderedDict[Hashable, Player] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: Hashable, make: Callable[[], Player]) -> Player:
        """Take the player of this key out, or make one."""
        with self._lock:
            player = self._idle.pop(key, None)
        return player if player is not None else make()

    def give_back(self, key: Hashable, player: Player) -> None:
        """Keep a player until its next move, and let go of the one longest unused."""
        with self._lock:
            self._idle[key] = player
            while len(self._idle) > self._kept:
                self._idle.popitem(last=False)


class Thinking:
    """The threads that search, and the queue before them."""

    def __init__(self, workers: int, players: Players | None = None) -> None:
        """Start so many threads; `close` ends them."""
        self.workers = workers
        self._players = players or Players()
        self._changed = threading.Condition()
        self._awaited: deque[Thought] = deque()
        self._unawaited: deque[Thought] = deque()
        self._running: set[Thought] = set()
        self._in_a_row = 0
        self._closed = False
        self._threads = [
            threading.Thread(target=self._work, name=f"search {number}", daemon=True)
            for number in range(workers)
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, thought: Thought) -> int:
        """Queue a search; returns how many stand before it."""
        with self._changed:
            before = len(self._awaited) + len(self._unawaited)
            (self._awaited if thought.awaited else self._unawaited).append(thought)
            self._changed.notify()
        return before

    def close(self) -> None:
        """Drop all searches and end the threads."""
        with self._changed:
            self._closed = True
            for thought in [*self._awaited, *self._unawaited, *self._running]:
                thought.drop()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(timeout=5)

    @property
    def load(self) -> tuple[int, int]:
        """Return how many searches run and how many wait."""
        with self._changed:
            return len(self._running), len(self._awaited) + len(self._unawaited)

    def _work(self) -> None:
        if sys.platform == "linux":  # elsewhere priority belongs to processes
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _niceness())
        while (thought := self._next()) is not None:
            result = None
            try:
                result = self._search(thought)
            except Exception:  # one game's trouble must not end the thread that serves them all
                _LOG.exception("a search failed")
            with self._changed:
                self._running.discard(thought)
            thought.done(None if thought.dropped else result)

    def _search(self, thought: Thought) -> SearchResult | None:
        if thought.dropped:
            return None
        player = self._players.take(thought.key, thought.make_player)
        result = thought.search(player)
        self._players.give_back(thought.key, player)
        return result

    def _next(self) -> Thought | None:
        """Wait for a search to make; None when there will be no more."""
        with self._changed:
            while not (self._closed or self._awaited or self._unawaited):
                self._changed.wait()
            if self._closed:
                return None
            others_first = self._unawaited and self._in_a_row >= PERSONS_IN_A_ROW
            if self._awaited and not others_first:
                thought = self._awaited.popleft()
                self._in_a_row += 1
            else:
                thought = self._unawaited.popleft()
                self._in_a_row = 0
            self._running.add(thought)
            games = len(self._running) + len(self._awaited) + len(self._unawaited)
            thought.share = max(min(1.0, self.workers / games), LEAST_SHARE)
        return thought


def _niceness() -> int:
    return min(os.getpriority(os.PRIO_PROCESS, 0) + NICENESS, 19)
