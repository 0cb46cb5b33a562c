"""Games between players that the core cannot match by itself: random movers, clocks, other engines.

Each game is played in a thread; searches run without the GIL, so that as many games as there are
workers go on at once. What comes out are the same records as those of the core, and, limited by
nodes or depth, the very same games.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event
from types import TracebackType
from typing import Self

import numpy as np

from engine import _native
from engine.evaluators import Endgames
from engine.protocols.hub_client import (
    EngineCrashed,
    EngineError,
    EngineTimeout,
    IllegalMove,
    ProtocolError,
)
from engine.rules import Forfeit, Opening
from engine.search import GameClock
from rl.matches.config import MatchConfig
from rl.matches.movers import Choice, Mover, open_mover
from rl.matches.players import Player
from rl.matches.records import GameRecords
from rl.matches.referee import Referee

_SCORE_MAX = 32_000
_NODES_MAX = 2**32 - 1
_FORFEITS: dict[type[EngineError], Forfeit] = {
    EngineCrashed: Forfeit.CRASH,
    EngineTimeout: Forfeit.HANG,
    IllegalMove: Forfeit.ILLEGAL_MOVE,
    ProtocolError: Forfeit.PROTOCOL,
}
_ASK_AGAIN_S = 0.02  # a search that had not begun when it was told to stop


@dataclass
class Record:
    """One game as it is played, ply by ply."""

    moves: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    result: int = 0
    reason: int = 0
    note: str = ""
    """What is to be said of how it ended, where that was no move."""

    def add(self, place: int, choice: Choice, time_s: float) -> None:
        """Add a move, at `place` among the legal ones."""
        score = _native.NO_SCORE if choice.score is None else choice.score
        bound = _SCORE_MAX if choice.score is not None else -_native.NO_SCORE
        self.moves.append(place)
        self.scores.append(max(-bound, min(score, bound)))
        self.nodes.append(max(0, min(choice.nodes, _NODES_MAX)))
        self.times.append(time_s)


class Arena:
    """Plays the games of one match, keeping its movers from block to block; a context manager."""

    def __init__(
        self,
        first: Player,
        second: Player,
        config: MatchConfig,
        workers: int = 1,
        endgames: Endgames | None = None,
    ) -> None:
        """Take two players of one ruleset and, to judge by, endgame tables of it."""
        self._players = (first, second)
        self._config = config
        self._workers = workers
        self._endgames = endgames
        self._free: deque[tuple[Mover, Mover]] = deque()
        self._all: list[Mover] = []
        self._stop = Event()

    def play(
        self, openings: Sequence[Opening], start: int, advance: Callable[[int], None] | None = None
    ) -> GameRecords:
        """Play two games for each opening, the first of which is that of pair `start`.

        `advance` is told the number of games finished.
        """
        with ThreadPoolExecutor(self._workers) as pool:
            games = [
                pool.submit(self._play, openings[number // 2], 2 * start + number)
                for number in range(2 * len(openings))
            ]
            try:
                for done, game in enumerate(as_completed(games), 1):
                    game.result()
                    if advance is not None:
                        advance(done)
            except BaseException:
                self._halt(games)
                raise
        return to_records([game.result() for game in games])

    def _play(self, opening: Opening, number: int) -> Record:
        with self._seated(number) as movers:
            return self._play_between(movers, opening, number)

    def _play_between(self, movers: tuple[Mover, Mover], opening: Opening, number: int) -> Record:
        referee = Referee(opening.position, self._config.adjudication, self._endgames)
        record = Record()
        clocks = [self._config.clock_s] * 2
        while not referee.over and not self._stop.is_set():
            # In even games the first player has the side to move in the opening.
            opener = referee.game.position.turn == opening.position.turn
            side = int(opener != (number % 2 == 0))
            clocks[side] += self._config.increment_s
            clocks[side] -= self._move(referee, record, movers[side], side, clocks[side])
        record.result, record.reason = referee.result, int(referee.reason or 0)
        return record

    def _move(
        self, referee: Referee, record: Record, mover: Mover, side: int, left_s: float
    ) -> float:
        """Have a move made, and return the seconds it took; a forced one is played unasked."""
        if len(referee.moves) == 1:
            record.add(0, Choice(referee.moves[0]), 0.0)
            referee.play(referee.moves[0], None)
            return 0.0
        try:
            mover.get_ready()
            began = time.perf_counter()
            choice = mover.choose(referee.game, self._clock(side, left_s))
        except EngineError as error:
            record.note = str(error)
            referee.forfeit(_FORFEITS[type(error)])
            return 0.0
        taken_s = time.perf_counter() - began
        allowed_s = self._allowed_s(side, left_s)
        if taken_s > allowed_s + self._config.margin_s:
            record.note = f"took {taken_s:.3f} s where it had {allowed_s:.3f} s"
            referee.forfeit(Forfeit.TIME)
        elif not self._stop.is_set():
            record.add(referee.moves.index(choice.move), choice, taken_s)
            referee.play(choice.move, choice.score)
        return taken_s

    def _clock(self, side: int, left_s: float) -> GameClock | None:
        """Return the clock that a player plays by, None where it has limits instead."""
        if self._players[side].limits_in(self._config) is not None or not self._config.clock_s:
            return None
        return GameClock(remaining_s=max(left_s, 0.0), increment_s=self._config.increment_s)

    def _allowed_s(self, side: int, left_s: float) -> float:
        """Return the seconds after which a player has lost on time; our own search keeps its own.

        Where nothing but a clock counts, they are what is left on it.
        """
        limits = self._players[side].limits_in(self._config)
        if limits is None:
            return left_s if self._config.clock_s else math.inf
        is_engine = self._players[side].kind == "engine"
        return limits.time_s if is_engine and limits.time_s else math.inf

    @contextmanager
    def _seated(self, number: int) -> Iterator[tuple[Mover, Mover]]:
        """Give a thread a mover for each player, for one game."""
        try:
            movers = self._free.popleft()
        except IndexError:
            movers = self._opened(0), self._opened(1)
        for mover in movers:
            mover.begin(number)
        yield movers
        self._free.append(movers)

    def _opened(self, side: int) -> Mover:
        mover = open_mover(self._players[side], side, self._config, self._endgames)
        self._all.append(mover)
        return mover

    def _halt(self, games: Sequence[Future[Record]]) -> None:
        """End the games under way, and begin no other."""
        self._stop.set()
        for game in games:
            game.cancel()
        while wait(games, timeout=_ASK_AGAIN_S).not_done:
            for mover in tuple(self._all):
                mover.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for mover in self._all:
            mover.close()


def to_records(games: Sequence[Record]) -> GameRecords:
    """Return games as the arrays of a block."""
    return GameRecords(
        lengths=np.array([len(game.moves) for game in games], np.int64),
        results=np.array([game.result for game in games], np.int8),
        reasons=np.array([game.reason for game in games], np.uint8),
        moves=np.array([move for game in games for move in game.moves], np.uint16),
        scores=np.array([score for game in games for score in game.scores], np.int16),
        nodes=np.array([nodes for game in games for nodes in game.nodes], np.uint32),
        times=np.array([time_s for game in games for time_s in game.times], np.float32),
        notes={number: game.note for number, game in enumerate(games) if game.note},
    )
