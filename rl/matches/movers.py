"""What chooses the moves of a player, game after game, in one thread of the arena."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Protocol

from engine.evaluators import Endgames, Evaluator
from engine.protocols.hub_client import EngineError, HubEngine
from engine.rules import Game, Move
from engine.search import GameClock, Limits, Searcher
from rl.checkpoints.seeds import derive_seed
from rl.matches.config import MatchConfig
from rl.matches.players import Player

START_S = 60.0
"""Seconds that an engine may take to get ready: some load tables of gigabytes."""


@dataclass(frozen=True)
class Choice:
    """A move, and what its player says of it."""

    move: Move
    score: int | None = None
    """Hundredths of a man for the mover; None where it says nothing."""
    nodes: int = 0


class Mover(Protocol):
    """Chooses the moves of one player; one thread at a time, but `stop` is for any."""

    def begin(self, number: int) -> None:
        """Get ready for game `number` of the match, owing nothing to the last one."""
        ...

    def get_ready(self) -> None:
        """Do what takes time but is no thinking; EngineError where an engine does not get ready."""
        ...

    def choose(self, game: Game, clock: GameClock | None) -> Choice:
        """Choose one of two legal moves or more, within the limits or by the clock.

        EngineError where an engine does not.
        """
        ...

    def stop(self) -> None:
        """End the search that another thread is in."""
        ...

    def close(self) -> None:
        """Leave nothing behind."""
        ...


def open_mover(
    player: Player, side: int, config: MatchConfig, endgames: Endgames | None = None
) -> Mover:
    """Return what moves for a player: the first of its match where `side` is 0, or the second.

    `endgames` judge the match; evaluators search by them where the settings say so.
    """
    if player.evaluator is not None:
        known = endgames if config.search_tables else None
        return EvaluatorMover(player.evaluator, player.limits_in(config), config, known)
    if player.kind == "random":
        return RandomMover(derive_seed(config.seed, "random mover", side))
    return EngineMover(player, config)


def try_engine(player: Player, config: MatchConfig) -> None:
    """Start an engine and end it again, so that a match with one that does not run never begins.

    ValueError that says why it does not; other players need no trial.
    """
    if player.kind == "engine":
        _start(player, config).close()


def _start(player: Player, config: MatchConfig) -> HubEngine:
    """Start an engine, with time to load what it needs; from then on it has that of the match."""
    slow = max(START_S, config.timeout_s)
    engine = HubEngine(player.command, player.ruleset, timeout_s=slow)
    engine.timeout_s = config.timeout_s
    return engine


class EvaluatorMover:
    """Searches with an evaluator, as the core does in matches of its own."""

    def __init__(
        self,
        evaluator: Evaluator,
        limits: Limits | None,
        config: MatchConfig,
        endgames: Endgames | None = None,
    ) -> None:
        self._searcher = Searcher(evaluator, endgames=endgames, table_mib=config.table_mib)
        self._limits = limits
        self._overhead_s = config.overhead_s

    def begin(self, number: int) -> None:
        self._searcher.clear()

    def get_ready(self) -> None:
        """It always is."""

    def choose(self, game: Game, clock: GameClock | None) -> Choice:
        limits = self._limits
        if limits is None:
            assert clock is not None
            limits = clock.limits(self._overhead_s)
        found = self._searcher.search(game, limits=limits)
        assert found.move is not None
        return Choice(found.move, found.score, found.nodes)

    def stop(self) -> None:
        self._searcher.stop()

    def close(self) -> None:
        """Nothing to leave behind."""


class RandomMover:
    """Plays any legal move; the same game of the same match gets the same moves."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._random = Random()

    def begin(self, number: int) -> None:
        self._random = Random(derive_seed(self._seed, number))

    def get_ready(self) -> None:
        """It always is."""

    def choose(self, game: Game, clock: GameClock | None) -> Choice:
        return Choice(self._random.choice(game.position.legal_moves()))

    def stop(self) -> None:
        """It is never long in thought."""

    def close(self) -> None:
        """Nothing to leave behind."""


class EngineMover:
    """Asks an engine that others wrote, in a process that is started anew after each failure."""

    def __init__(self, player: Player, config: MatchConfig) -> None:
        """Start nothing yet."""
        self._player = player
        self._config = config
        self._limits = player.limits_in(config)
        self._engine: HubEngine | None = None
        self._is_new_game = True

    def begin(self, number: int) -> None:
        """Leave it to the first move to tell the engine, so that a failure is the engine's loss."""
        self._is_new_game = True

    def get_ready(self) -> None:
        with self._failures():
            if self._engine is None:
                self._engine = _start(self._player, self._config)
            if self._is_new_game:
                self._engine.new_game()
                self._is_new_game = False

    def choose(self, game: Game, clock: GameClock | None) -> Choice:
        limits = self._limits or clock
        assert limits is not None
        assert self._engine is not None
        with self._failures():
            chosen = self._engine.choose(game, limits)
        return Choice(chosen.move, chosen.score, chosen.nodes or 0)

    def stop(self) -> None:
        if self._engine is not None:
            self._engine.stop()

    def close(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    @contextmanager
    def _failures(self) -> Iterator[None]:
        """Part with an engine that failed; the next move gets a new one."""
        try:
            yield
        except EngineError:
            self.close()
            raise
