"""Where the games of a match are played: in the core where it can, otherwise in the arena.

The core plays evaluators under nodes, depth or time a move, many games at once without Python
between the moves. Random movers, clocks, engines that others wrote and judgement by endgame tables
need the arena.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from engine import _native
from engine.evaluators import Endgames
from engine.rules import Opening
from rl.matches.arena import Arena
from rl.matches.config import MatchConfig
from rl.matches.players import Player
from rl.matches.records import GameRecords, from_games

Advance = Callable[[int], None]
Play = Callable[[Sequence[Opening], int, Advance | None], GameRecords]
"""Plays a block: its openings, the number of its first pair, what is told of finished games."""


@contextmanager
def open_stage(
    first: Player,
    second: Player,
    config: MatchConfig,
    endgames: Endgames | None = None,
    workers: int = 1,
) -> Iterator[Play]:
    """Yield what plays the blocks of a match; workers change no result.

    Where an engine takes part, its processes end with this context.
    """
    if in_core(first, second, config) and endgames is None:
        yield partial(_play_in_core, first, second, config, workers)
    else:
        with Arena(first, second, config, workers, endgames) as arena:
            yield arena.play


def in_core(first: Player, second: Player, config: MatchConfig) -> bool:
    """Tell whether the core can play these two against each other by itself."""
    evaluators = first.evaluator is not None and second.evaluator is not None
    return evaluators and not config.clock_s


def load_tables(config: MatchConfig, ruleset: str) -> Endgames | None:
    """Load the endgame tables that judge a match, None where it names none.

    ValueError where there are none.
    """
    if not config.tables:
        return None
    if config.tables.isdecimal():
        try:
            return Endgames.load(ruleset, pieces=int(config.tables))
        except ValueError as error:
            raise ValueError(f"tables: {error}") from None
    return Endgames.load(ruleset, config.tables)


def _play_in_core(
    first: Player,
    second: Player,
    config: MatchConfig,
    workers: int,
    openings: Sequence[Opening],
    start: int,
    advance: Advance | None = None,
) -> GameRecords:
    games = _native.play_match(
        _evaluator(first),
        _evaluator(second),
        [opening.position.native for opening in openings],
        first_limits=_limits(first, config),
        second_limits=_limits(second, config),
        adjudication=config.adjudication.native,
        table_mib=config.table_mib,
        workers=workers,
        progress=advance,
    )
    return from_games(games)


def _evaluator(player: Player) -> _native.Evaluator:
    assert player.evaluator is not None
    return player.evaluator.native


def _limits(player: Player, config: MatchConfig) -> _native.Limits:
    limits = player.limits_in(config)
    assert limits is not None
    return limits.native
