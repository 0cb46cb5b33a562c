"""What chooses the moves of a player, game after game, in one thread of the arena."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from engine.evaluators import Evaluator
from engine.rules import Game, Move
from engine.search import Limits, Searcher, allot
from rl.checkpoints.seeds import derive_seed
from rl.matches.config import MatchConfig
from rl.matches.players import Player


@dataclass(frozen=True)
class Choice:
    """A move, and what its player says of it."""

    move: Move
    score: int | None = None
    """Hundredths of a man for the mover; None where it says nothing."""
    nodes: int = 0


@dataclass(frozen=True)
class Clock:
    """What a side has left when it is to move, its increment for this move included."""

    left_s: float
    increment_s: float


class Mover(Protocol):
    """Chooses the moves of one player; one thread at a time, but `stop` is for any."""

    def begin(self, number: int) -> None:
        """Get ready for game `number` of the match, owing nothing to the last one."""
        ...

    def choose(self, game: Game, clock: Clock | None) -> Choice:
        """Choose one of two legal moves or more, within the limits or by the clock."""
        ...

    def stop(self) -> None:
        """End the search that another thread is in."""
        ...

    def close(self) -> None:
        """Leave nothing behind."""
        ...


def open_mover(player: Player, side: int, config: MatchConfig) -> Mover:
    """Return what moves for a player: the first of its match where `side` is 0, or the second."""
    if player.evaluator is not None:
        return EvaluatorMover(player.evaluator, player.limits_in(config), config)
    if player.kind == "random":
        return RandomMover(derive_seed(config.seed, "random mover", side))
    raise ValueError(f"{player.name}: expected an evaluator or a random mover")


class EvaluatorMover:
    """Searches with an evaluator, as the core does in matches of its own."""

    def __init__(self, evaluator: Evaluator, limits: Limits | None, config: MatchConfig) -> None:
        self._searcher = Searcher(evaluator, table_mib=config.table_mib)
        self._limits = limits
        self._overhead_s = config.overhead_s

    def begin(self, number: int) -> None:
        self._searcher.clear()

    def choose(self, game: Game, clock: Clock | None) -> Choice:
        found = self._searcher.search(game, limits=self._limits or self._share(clock))
        assert found.move is not None
        return Choice(found.move, found.score, found.nodes)

    def _share(self, clock: Clock | None) -> Limits:
        assert clock is not None
        time_s = allot(clock.left_s, clock.increment_s, overhead_s=self._overhead_s)
        return Limits(time_s=time_s)

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

    def choose(self, game: Game, clock: Clock | None) -> Choice:
        return Choice(self._random.choice(game.position.legal_moves()))

    def stop(self) -> None:
        """It is never long in thought."""

    def close(self) -> None:
        """Nothing to leave behind."""
