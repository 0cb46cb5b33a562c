"""Matches and gates, played in blocks of game pairs.

A block is a pure function of players, openings and range of pairs, and becomes one result file. A
match interrupted at any instant goes on at the block it was in; games played side by side cannot
change it, because each knows its place. A gate is a match that a sequential test reads in pair
order and stops.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from engine import _native
from engine.evaluators import Evaluator
from engine.rules import Opening
from rl.matches.blocks import play_blocks
from rl.matches.config import GateConfig, MatchConfig
from rl.matches.openings import choose_openings, settle_openings
from rl.matches.players import Player, as_player, repeats
from rl.matches.progress import MatchProgress
from rl.matches.records import GameRecords, distinct_games, join
from rl.matches.sprt import Sprt, Verdict, decide
from rl.matches.statistics import MatchStatistics, evaluate_results, pair_points

Follow = Callable[[Sequence[int]], None]
"""Told all results so far, +1, 0 or -1 for the first player, in pair order."""


@dataclass(frozen=True, kw_only=True)
class MatchResult:
    """A finished match, seen from its first player."""

    first: str
    second: str
    ruleset: str
    config: MatchConfig
    openings: tuple[Opening, ...]
    """The opening of each pair."""
    records: GameRecords
    """Two games for each opening; in the first of them the first player has the side to move."""
    test: Sprt | None = None
    """The sequential test that could end the match, which then ends with the deciding pair."""
    verdict: Verdict | None = None
    """Of the test, where there was one."""

    @property
    def results(self) -> list[int]:
        """+1, 0 or -1 for the first player, game by game."""
        return first_results(self.records, self.openings)

    @property
    def statistics(self) -> MatchStatistics:
        """Points, Elo and what else the results say."""
        return evaluate_results(self.results)

    @property
    def distinct_games(self) -> int:
        """Games that differ in opening or moves; fewer than all when some repeat move for move."""
        starts = [opening.position.fen() for opening in self.openings for _ in range(2)]
        return distinct_games(self.records, starts)


@dataclass(frozen=True, kw_only=True)
class GateResult:
    """A finished gate; `match` ends with the deciding pair."""

    accepted: bool
    """The challenger replaces the champion."""
    verdict: Verdict
    """Of the sequential test; undecided where the gate ran into its cap."""
    match: MatchResult


def play_match(
    first: Player | Evaluator,
    second: Player | Evaluator,
    openings: Sequence[Opening],
    config: MatchConfig,
    folder: Path | None = None,
    *,
    workers: int = 1,
    progress: bool = True,
    test: Sprt | None = None,
    follow: Follow | None = None,
) -> MatchResult:
    """Play a match of one pair for each opening, going on with the one that `folder` holds.

    `openings` come from `choose_openings`. A `test` ends the match with the pair that decides it;
    `follow` is told all results after each block. Raises ValueError when the players or openings
    belong to different rulesets, when a player would think for ever, when players limited by nodes
    or depth would repeat an opening, and when the folder holds another match or a damaged block.
    """
    one, other = as_player(first), as_player(second)
    config = settle_openings(config, first.ruleset, repeats([one, other], config))
    parts: list[GameRecords] = []
    results: list[int] = []
    verdict = Verdict(passed=None, pairs=0, llr=0.0)
    with (
        MatchProgress(f"{one.name} v {other.name}", 2 * config.pairs, shown=progress) as bar,
        closing(play_blocks(one, other, openings, config, folder, workers, bar.advance)) as blocks,
    ):
        for block in blocks:
            parts.append(block)
            results += first_results(block, openings[len(results) // 2 :])
            if test is not None:
                verdict = decide(pair_points(results), test)
                results = results[: 2 * verdict.pairs]
            bar.report(evaluate_results(results), verdict, test)
            if follow is not None:
                follow(results)
            if verdict.passed is not None:
                break
    return MatchResult(
        first=one.name,
        second=other.name,
        ruleset=first.ruleset,
        config=config,
        openings=tuple(openings[: len(results) // 2]),
        records=join(parts).head(len(results)),
        test=test,
        verdict=verdict if test is not None else None,
    )


def play_gate(
    challenger: Evaluator,
    champion: Evaluator,
    config: GateConfig,
    seed: int,
    folder: Path | None = None,
    *,
    workers: int = 1,
    progress: bool = True,
) -> GateResult:
    """Play challenger against champion until the sequential test decides or the cap is reached.

    At the cap the challenger is accepted if it scored more than half the points: the two are then
    too close to tell apart at this cost, so that taking the likelier one loses little, while a
    stricter rule would stop progress by small steps (KataGo's gatekeeper asks for half the points
    too). Exactly half is a rejection, for games that are all drawn prove nothing.
    """
    settings = config.match(seed)
    openings = choose_openings(settings, champion.ruleset)
    match = play_match(
        challenger,
        champion,
        openings,
        settings,
        folder,
        workers=workers,
        progress=progress,
        test=config.sprt(),
    )
    verdict, score = match.verdict, match.statistics.score
    assert verdict is not None
    accepted = verdict.passed
    if accepted is None:
        accepted = score is not None and score > 0.5
    return GateResult(accepted=accepted, verdict=verdict, match=match)


def first_results(records: GameRecords, openings: Sequence[Opening]) -> list[int]:
    """Return +1, 0 or -1 for the first player, for as many games as there are records."""
    signs = [1 if opening.position.turn == _native.Colour.WHITE else -1 for opening in openings]
    # In the second game of a pair the other player has the side that moves first.
    return [
        int(result) * signs[game // 2] * (-1 if game % 2 else 1)
        for game, result in enumerate(records.results)
    ]
