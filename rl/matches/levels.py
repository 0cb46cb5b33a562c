"""Level against level: every two players meet in game pairs, and each game is played to its end.

A random mover is the weakest player. Games that the rules do not end are drawn at `PLY_CAP`. With
`rate`, levels limited by time get nodes instead, so that a table repeats exactly; the weakest level
and the random mover have no time limit anyway.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from random import Random
from threading import Event
from typing import Any, Protocol

from engine._native import Move
from engine.rules import Game, Opening, Position
from engine.search import LEVELS, Level, Player
from rl.checkpoints.seeds import derive_seed
from rl.matches.config import MatchConfig
from rl.matches.openings import choose_openings
from rl.matches.progress import MatchProgress
from rl.matches.statistics import Interval, MatchStatistics, evaluate_results

RANDOM = "random"
PLY_CAP = 400


class Mover(Protocol):
    """What chooses moves in a game."""

    def move(self, game: Game) -> Move:
        """Choose one of the legal moves, of which there is at least one."""
        ...


class RandomMover:
    """Plays any legal move; the same game gets the same moves from the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(f"random mover {seed}")

    def move(self, game: Game) -> Move:
        return self._random.choice(game.position.legal_moves())


class LevelMover:
    """Plays as a level does."""

    def __init__(self, ruleset: str, level: Level, seed: int) -> None:
        self._player = Player(ruleset, level, seed=seed)

    def move(self, game: Game) -> Move:
        chosen = self._player.choose(game).move
        assert chosen is not None
        return chosen


@dataclass(frozen=True, kw_only=True)
class Pairing:
    """Two players and what the first of them scored."""

    first: str
    second: str
    statistics: MatchStatistics
    plies: float
    """Mean length of a game."""

    @property
    def interval(self) -> Interval:
        """Return the 95 % interval of the first player's score, in 0..1, from the game pairs."""
        assert self.statistics.elo_interval is not None
        low, high = map(expected_score, self.statistics.elo_interval)
        return low, high


def expected_score(elo: float) -> float:
    """Return the score that a difference of Elo stands for.

    >>> expected_score(0.0), expected_score(float("inf"))
    (0.5, 1.0)
    """
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


def measure_levels(
    ruleset: str,
    pairs: int,
    *,
    players: Sequence[str] = (),
    rate: int = 0,
    seed: int = 1,
    workers: int = 1,
    progress: bool = True,
) -> Iterator[Pairing]:
    """Yield the result of every two players, stronger first, each of `pairs` game pairs.

    `players` are names of levels and `random`, all where there are none; `rate` in nodes a second,
    0 = play by the clock. The openings are the usual ones of the ruleset, drawn by the seed.
    """
    names = [RANDOM, *(item.name for item in LEVELS)]
    unknown = [name for name in players if name not in names]
    if unknown:
        raise ValueError(f"unknown player {unknown[0]!r}: expected {', '.join(names)}")
    chosen = [name for name in names if name in players or not players]
    if len(chosen) < 2:
        raise ValueError(f"expected two players or more of {', '.join(names)}, got {chosen[0]}")
    openings = choose_openings(MatchConfig(pairs=pairs, time_s=1.0, seed=seed), ruleset)
    for second, first in combinations(chosen, 2):
        yield _meet(first, second, ruleset, openings, rate, seed, workers, progress)


def _meet(
    first: str,
    second: str,
    ruleset: str,
    openings: Sequence[Opening],
    rate: int,
    seed: int,
    workers: int,
    progress: bool,
) -> Pairing:
    stop, results, plies = Event(), list[int](), list[int]()

    def play(number: int) -> tuple[int, int]:
        names = (first, second) if number % 2 == 0 else (second, first)
        movers = [
            _mover(name, ruleset, rate, derive_seed(seed, first, second, number, name))
            for name in names
        ]
        game = play_out(openings[number // 2].game(), movers, stop)
        points = _points(game, openings[number // 2].position)
        return points if number % 2 == 0 else -points, len(game.moves)

    title, games = f"{first} v {second}", 2 * len(openings)
    with (
        MatchProgress(title, games, shown=progress) as bar,
        ThreadPoolExecutor(workers) as pool,
    ):
        try:
            for number, (points, length) in enumerate(pool.map(play, range(games)), 1):
                results.append(points)
                plies.append(length)
                bar.advance(number)
                bar.report(evaluate_results(results[: number // 2 * 2]), None)
        finally:  # games in other threads end at their next move, those not begun at once
            stop.set()
    return Pairing(
        first=first,
        second=second,
        statistics=evaluate_results(results),
        plies=sum(plies) / len(plies),
    )


def play_out(game: Game, movers: Sequence[Mover], stop: Event | None = None) -> Game:
    """Play a game to its end, the first of the movers beginning; return it."""
    begun = len(game.moves)
    while game.outcome() is None and len(game.moves) < PLY_CAP:
        if stop is not None and stop.is_set():
            break
        game.push(movers[(len(game.moves) - begun) % 2].move(game))
    return game


def _mover(name: str, ruleset: str, rate: int, seed: int) -> Mover:
    if name == RANDOM:
        return RandomMover(seed)
    chosen = next(item for item in LEVELS if item.name == name)
    return LevelMover(ruleset, chosen.at_rate(rate) if rate else chosen, seed)


def _points(game: Game, opening: Position) -> int:
    """Return +1, 0 or -1 for the side that has the move in the opening."""
    outcome = game.outcome()
    if outcome is None or outcome.winner is None:
        return 0
    return 1 if outcome.winner == opening.turn else -1


def summarise_pairing(pairing: Pairing) -> dict[str, Any]:
    """Return a pairing as a program reads it."""
    found = pairing.statistics
    return {
        "first": pairing.first,
        "second": pairing.second,
        "wins": found.wins,
        "draws": found.draws,
        "losses": found.losses,
        "score": found.score,
        "interval": list(pairing.interval),
        "plies": pairing.plies,
    }


def format_pairing(pairing: Pairing) -> str:
    """Write a pairing in a line."""
    found = pairing.statistics
    assert found.score is not None
    low, high = pairing.interval
    return (
        f"{pairing.first:<6} v {pairing.second:<6}  "
        f"{f'+{found.wins} ={found.draws} -{found.losses}':<15} "
        f"{100 * found.score:5.1f} %, 95 % in [{100 * low:.1f}, {100 * high:.1f}]; "
        f"{pairing.plies:.0f} plies a game"
    )


def format_table(pairings: Sequence[Pairing]) -> str:
    """Write the score of each player in the row against each in the column, in per cent."""
    scores: dict[tuple[str, str], float] = {}
    for item in pairings:
        assert item.statistics.score is not None
        scores[item.first, item.second] = item.statistics.score
        scores[item.second, item.first] = 1.0 - item.statistics.score
    names = list(dict.fromkeys(name for item in pairings for name in (item.second, item.first)))
    lines = [" " * 8 + "".join(f"{name:>8}" for name in names)]
    for row in names:
        cells = (
            f"{100 * scores[row, column]:8.1f}" if row != column else f"{'-':>8}"
            for column in names
        )
        lines.append(f"{row:<8}" + "".join(cells))
    return "\n".join(lines)
