"""What a match result says about strength, and how surely.

Two games from one opening with colours swapped are not independent, so the unit here is the game
pair: the five counts of pairs by points (the pentanomial), never the single game. Elo is read from
the score, its 95 % interval from the variance of the pair scores; normalised Elo divides by that
spread, which makes it comparable across openings and draw rates.

Sources: fastchess (Disservin/fastchess, app/src/matchmaking/elo/elo_pentanomial.cpp) and fishtest
(official-stockfish/fishtest, server/fishtest/stats/stat_util.py); M. Van den Bergh, Comments on
Normalized Elo, https://www.cantate.be/Fishtest/normalized_elo_practical.pdf. When every pair scored
the same the sample has no variance; there the exact binomial bound (C. Clopper, E. Pearson,
Biometrika 26, 1934) takes the place of an interval of width zero.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The first player's score in a pair with 0, 1, 2, 3 or 4 half points: LL, LD, DD or WL, WD, WW."""

NORMALISED_ELO = 800 / math.log(10)
"""Normalised Elo of an expected score one standard deviation (of a game) above a half."""

CONFIDENCE = 0.95
QUANTILE = 1.959963984540054  # of the standard normal distribution at (1 + CONFIDENCE) / 2

PairCounts = tuple[int, int, int, int, int]
Interval = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class MatchStatistics:
    """The first player's result; `None` where the games played do not define a number."""

    wins: int
    draws: int
    losses: int
    pairs: PairCounts
    """Pairs by the first player's points: LL, LD, DD or WL, WD, WW."""
    score: float | None
    """Points over games, in 0..1."""
    elo: float | None
    """Logistic Elo; infinite when one side won every game."""
    elo_interval: Interval | None
    nelo: float | None
    """Normalised Elo; `None` as well when every pair scored the same, where it is not defined."""
    nelo_interval: Interval | None
    los: float | None
    """Likelihood of superiority: chance that the first player is the stronger, in 0..1."""
    draw_rate: float | None
    """Drawn games over games."""
    pair_ratio: float | None
    """Pairs won over pairs lost; infinite when none was lost."""

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


def result_line(statistics: MatchStatistics) -> str:
    """Return games won, drawn and lost, and Elo with its interval."""
    line = f"+{statistics.wins} ={statistics.draws} -{statistics.losses}"
    if statistics.elo is None or statistics.elo_interval is None:
        return line
    low, high = statistics.elo_interval
    return f"{line}, Elo {statistics.elo:+.0f} [{low:+.0f}, {high:+.0f}]"


def pair_points(results: Sequence[int]) -> list[int]:
    """Return the first player's half points (0..4) of each pair of games.

    `results` are +1, 0 or -1 for the first player, in pair order; ValueError if a pair lacks one.
    """
    if len(results) % 2:
        raise ValueError(f"expected whole pairs of games, got {len(results)} games")
    return [int(a) + int(b) + 2 for a, b in zip(results[::2], results[1::2], strict=True)]


def count_pairs(points: Sequence[int]) -> PairCounts:
    """Count pairs by half points (0..4)."""
    counts = [0] * 5
    for half_points in points:
        counts[half_points] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]


def elo_of(score: float) -> float:
    """Return the logistic Elo difference of an expected score; infinite at 0, at 1 and beyond."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return -400.0 * math.log10(1.0 / score - 1.0) + 0.0


def evaluate_results(results: Sequence[int]) -> MatchStatistics:
    """Evaluate games in pair order, each +1, 0 or -1 for the first player."""
    counts = count_pairs(pair_points(results))
    wins, losses = (sum(1 for result in results if result == sign) for sign in (1, -1))
    return evaluate_counts(wins, len(results) - wins - losses, losses, counts)


def evaluate_counts(wins: int, draws: int, losses: int, pairs: PairCounts) -> MatchStatistics:
    """Evaluate a match from its counts; pairs and games must tell of the same points."""
    total = sum(pairs)
    half_points = sum(index * count for index, count in enumerate(pairs))
    if 2 * total != wins + draws + losses or half_points != 2 * wins + draws:
        raise ValueError(f"pairs {list(pairs)} do not add up to +{wins} ={draws} -{losses}")
    if total == 0:
        return MatchStatistics(
            wins=0,
            draws=0,
            losses=0,
            pairs=pairs,
            score=None,
            elo=None,
            elo_interval=None,
            nelo=None,
            nelo_interval=None,
            los=None,
            draw_rate=None,
            pair_ratio=None,
        )
    score = half_points / (4 * total)
    variance = (
        sum(count * (value - score) ** 2 for value, count in zip(PAIR_SCORES, pairs, strict=True))
        / total
    )
    low, high = _score_interval(score, variance, total)
    nelo, nelo_interval = _normalised(score, variance, (low, high))
    return MatchStatistics(
        wins=wins,
        draws=draws,
        losses=losses,
        pairs=pairs,
        score=score,
        elo=elo_of(score),
        elo_interval=(elo_of(low), elo_of(high)),
        nelo=nelo,
        nelo_interval=nelo_interval,
        los=_superiority(score, variance, total),
        draw_rate=draws / (wins + draws + losses),
        pair_ratio=_pair_ratio(pairs),
    )


def _score_interval(score: float, variance: float, total: int) -> Interval:
    if variance == 0.0:
        other = 1.0 - ((1.0 - CONFIDENCE) / 2) ** (
            1.0 / total
        )  # largest share of other pairs that may have hidden
        return score * (1.0 - other), score * (1.0 - other) + other
    width = QUANTILE * math.sqrt(variance / total)
    return score - width, score + width


def _normalised(
    score: float, variance: float, interval: Interval
) -> tuple[float | None, Interval | None]:
    if variance == 0.0:
        return None, None
    unit = NORMALISED_ELO / math.sqrt(2.0 * variance)
    return (score - 0.5) * unit, ((interval[0] - 0.5) * unit, (interval[1] - 0.5) * unit)


def _superiority(score: float, variance: float, total: int) -> float:
    if variance == 0.0:
        return 0.5 if score == 0.5 else float(score > 0.5)
    return 0.5 * (1.0 + math.erf((score - 0.5) / math.sqrt(2.0 * variance / total)))


def _pair_ratio(pairs: PairCounts) -> float | None:
    lost, won = pairs[0] + pairs[1], pairs[3] + pairs[4]
    if lost == 0:
        return math.inf if won else None
    return won / lost
