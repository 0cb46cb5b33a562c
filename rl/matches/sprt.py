"""A sequential probability ratio test over game pairs: stop as soon as the result is clear.

The statistic is the generalised log-likelihood ratio (LLR) of the five pair counts between two
strengths, in normalised Elo (whose test length depends neither on the draw rate nor on the
openings) or in logistic Elo. The test reads the pairs in their order, one by one; its verdict is
that of the first pair at which the LLR leaves the bounds. So it is a pure function of the list of
pair scores: neither the order in which games finish nor how many are played at once can change it.

Sources: A. Wald, Sequential Analysis, 1947; M. Van den Bergh, Comments on Normalized Elo,
https://www.cantate.be/Fishtest/normalized_elo_practical.pdf (sections 1 and 4.1: the likeliest
distribution under a given score, and under a given normalised score). Counts of zero become 1e-3,
as in fishtest (official-stockfish/fishtest, server/fishtest/stats/LLRcalc.py) and fastchess
(Disservin/fastchess, app/src/matchmaking/sprt/sprt.cpp), so that no result divides by zero.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rl.matches.statistics import NORMALISED_ELO, PAIR_SCORES

Model = Literal["normalised", "logistic"]
Floats = NDArray[np.float64]

MAX_ELO = 100.0
"""Largest bound of a test, either way: beyond 200 the iteration below may not converge."""

_SCORES = np.array(PAIR_SCORES)
_EMPTY_COUNT = 1e-3
_CHUNK = 128  # prefixes of a result evaluated at once
_BISECTIONS = 36  # of the range of a multiplier
_REFINEMENTS = 10  # of a distribution, as in fishtest; 4 are usual


@dataclass(frozen=True, kw_only=True)
class Sprt:
    """Two hypotheses about the first player's Elo, and the error rates allowed."""

    elo0: float
    """Elo of the hypothesis that fails the test."""
    elo1: float
    """Elo of the hypothesis that passes it."""
    alpha: float
    """Chance of passing at elo0."""
    beta: float
    """Chance of failing at elo1."""
    model: Model = "normalised"

    def __post_init__(self) -> None:
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            raise ValueError(
                f"elo1: expected -{MAX_ELO:g} <= elo0 < elo1 <= {MAX_ELO:g}, "
                f"got elo0 = {self.elo0} and elo1 = {self.elo1}"
            )
        for name in ("alpha", "beta"):
            if not 0.0 < getattr(self, name) < 0.5:
                raise ValueError(f"{name}: expected between 0 and 0.5, got {getattr(self, name)}")

    @property
    def lower(self) -> float:
        """LLR at or below which the test fails."""
        return math.log(self.beta / (1.0 - self.alpha))

    @property
    def upper(self) -> float:
        """LLR at or above which the test passes."""
        return math.log((1.0 - self.beta) / self.alpha)


@dataclass(frozen=True, kw_only=True)
class SprtConfig:
    """A sequential test that may end a match before its pairs are played."""

    bounds: tuple[float, ...] = ()
    """Elo at which the first player is to fail, and Elo at which it is to pass; no test where there
    are none."""
    alpha: float = 0.05
    """Chance of passing at the lower bound."""
    beta: float = 0.05
    """Chance of failing at the upper bound."""
    model: Model = "normalised"
    """Which Elo the bounds are in."""

    def __post_init__(self) -> None:
        if len(self.bounds) not in (0, 2):
            raise ValueError(f"bounds: expected two of them, as in [0, 10], got {self.bounds}")
        for name in ("alpha", "beta"):
            if not 0.0 < getattr(self, name) < 0.5:
                raise ValueError(f"{name}: expected between 0 and 0.5, got {getattr(self, name)}")
        try:
            self.test()
        except ValueError as error:
            raise ValueError(f"bounds: {str(error).partition(': ')[2]}") from None

    def test(self) -> Sprt | None:
        """Return the test, None where there are no bounds."""
        if not self.bounds:
            return None
        elo0, elo1 = self.bounds
        return Sprt(elo0=elo0, elo1=elo1, alpha=self.alpha, beta=self.beta, model=self.model)


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """Where a test stands after its pairs, or stood at the pair that decided it."""

    passed: bool | None
    """`None` while undecided."""
    pairs: int
    """Pairs read: up to and with the deciding one, or all."""
    llr: float


def decide(points: Sequence[int], test: Sprt) -> Verdict:
    """Return the verdict on pairs given as the first player's half points (0..4), in pair order."""
    counts = running_counts(points)
    llr = 0.0
    for start in range(0, len(counts), _CHUNK):
        chunk = counts[start : start + _CHUNK]
        llrs = log_likelihood_ratio(chunk, test.elo0, test.elo1, test.model)
        outside = np.flatnonzero((llrs <= test.lower) | (llrs >= test.upper))
        if outside.size:
            first, llr = int(outside[0]), float(llrs[outside[0]])
            return Verdict(passed=llr >= test.upper, pairs=start + first + 1, llr=llr)
        llr = float(llrs[-1])
    return Verdict(passed=None, pairs=len(counts), llr=llr)


def running_counts(points: Sequence[int]) -> NDArray[np.int64]:
    """Return the pair counts `[N, 5]` after each of N pairs."""
    return np.cumsum(np.eye(5, dtype=np.int64)[np.asarray(points, dtype=np.int64)], axis=0)


def log_likelihood_ratio(
    counts: ArrayLike, elo0: float, elo1: float, model: Model = "normalised"
) -> Floats:
    """Return the LLR `[...]` of elo1 against elo0.

    `counts [..., 5]`: pairs LL, LD, DD or WL, WD, WW of the player whose Elo it is.
    """
    weights = np.asarray(counts, dtype=np.float64)
    weights = np.where(weights == 0.0, _EMPTY_COUNT, weights)
    total = weights.sum(axis=-1)
    shares = weights / total[..., None]
    likely0, likely1 = (_most_likely(shares, elo, model) for elo in (elo0, elo1))
    return np.asarray(total * np.sum(shares * (np.log(likely1) - np.log(likely0)), axis=-1))


def _most_likely(shares: Floats, elo: float, model: Model) -> Floats:
    """Return the likeliest distribution of pair scores of a player with this Elo."""
    if model == "logistic":
        return _tilt(shares, _SCORES - 1.0 / (1.0 + 10.0 ** (-elo / 400.0)))
    return _with_normalised_score(shares, math.sqrt(2.0) * elo / NORMALISED_ELO)


def _with_normalised_score(shares: Floats, target: float) -> Floats:
    """Return the likeliest distribution with a mean `target` of its own deviations above a half."""
    likely = np.full_like(shares, 0.2)  # a start near the data would fail on drawn pairs alone
    for _ in range(_REFINEMENTS):
        mean = np.sum(likely * _SCORES, axis=-1, keepdims=True)
        deviation = np.sqrt(np.sum(likely * (_SCORES - mean) ** 2, axis=-1, keepdims=True))
        gradient = (
            _SCORES - 0.5 - 0.5 * target * deviation * (1.0 + ((_SCORES - mean) / deviation) ** 2)
        )
        likely = _tilt(shares, gradient)
    return likely


def _tilt(shares: Floats, values: Floats) -> Floats:
    """Return `shares / (1 + x * values)` with the x that gives `values` a mean of zero under it."""
    values = np.broadcast_to(values, shares.shape)
    low, high = -1.0 / values.max(axis=-1), -1.0 / values.min(axis=-1)
    weighted = shares * values
    for _ in range(_BISECTIONS):
        middle = 0.5 * (low + high)
        rising = np.sum(weighted / (1.0 + middle[..., None] * values), axis=-1) > 0.0
        low, high = np.where(rising, middle, low), np.where(rising, high, middle)
    return np.asarray(shares / (1.0 + (0.5 * (low + high))[..., None] * values))
