"""Elo of several players from the games between them, by maximum likelihood.

**Model.** A difference of d Elo stands for an expected score of 1 / (1 + 10^(-d / 400)), draws
being half a point (R. Bradley, M. Terry, Biometrika 39, 1952). The estimate is where every player
scored what was to be expected of it, as in Ordo; for two players it is the Elo of their match.
R. Davidson's model of draws (JASA 65, 1970) is not taken: it gives every pairing of equal players
the same share of draws, which here runs from none to nearly all, and its Elo of two players, from
wins and losses alone, would contradict the Elo of their match.

**Existence.** The estimate is finite unless some players won every game against all others they met
(L. Ford, Amer. Math. Monthly 64, 1957). Whoever is in such a group and the anchor is not, or the
other way round, gets a bound in place of an estimate. No prior pulls the others towards each other;
games across such a divide then say nothing about differences within a side, and are left out there.

**Intervals.** The unit is the game pair, as in `statistics`. The log-likelihood is taken as if a
pair were one trial, and its fall on either side of the estimate, all other players being fitted
anew, is compared with the quantile of chi-squared times the ratio of two variances: that of the
pairs as they came out (the sandwich of P. Huber, 1967, with a pair as cluster) over that of the
trials (R. Chandler, S. Bate, Biometrika 94, 2007). So two games of a pair count for as much as they
tell, draws narrow the interval, a lack of fit (A beats B beats C beats A) widens it, and it is
longer on the side where less is known. A bootstrap of pairs would do the same with noise, and fails
where the only half point of a weak player is left out of every third resample. Where there is a
bound, the fall is to one chance in forty: for two players the exact bound that their match reports.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from rl.matches.statistics import CONFIDENCE, PAIR_SCORES, QUANTILE, PairCounts

Reached = dict[str, set[str]]
Floats = npt.NDArray[np.float64]

ELO_UNIT = 400.0 / math.log(10.0)
"""Elo of one unit of log-odds."""

_RIDGE = 1e-9  # keeps what has no maximum at some 3,000 Elo; moves what has one by less than 0.001
_STEPS = 200
_CONVERGED = 1e-9
_TOLERANCE = 1e-5  # of a bound, in log-odds: 0.002 Elo
_HALF_SPREAD = 0.5 * QUANTILE**2
_ONE_SIDED = -math.log((1.0 - CONFIDENCE) / 2)


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """What two players scored against each other, in independent trials: pairs of games."""

    first: str
    second: str
    trials: float
    total: float
    """Sum of the first player's scores, each in 0..1."""
    squares: float
    """Sum of their squares."""


@dataclass(frozen=True, kw_only=True)
class Rating:
    """A player's strength, as a difference from another whose Elo is 0."""

    player: str
    elo: float | None
    """Infinite beyond everything the games can measure; `None` where they tell nothing at all."""
    low: float
    """Lower end of the 95 % interval; infinite where there is none."""
    high: float


def meeting(first: str, second: str, pairs: PairCounts) -> Meeting:
    """Return a meeting from its pairs by the first player's points, as `statistics` counts them."""
    scored = list(zip(PAIR_SCORES, pairs, strict=True))
    return Meeting(
        first=first,
        second=second,
        trials=sum(pairs),
        total=sum(score * count for score, count in scored),
        squares=sum(score**2 * count for score, count in scored),
    )


def rate(meetings: Sequence[Meeting], anchor: str) -> list[Rating]:
    """Return the Elo of every player, strongest first, the anchor's being 0.

    Raises ValueError where some players never met the others, not even through common opponents,
    and where the anchor is none of them.
    """
    names = _names(meetings)
    if anchor not in names:
        raise ValueError(f"anchor: expected one of {', '.join(names)}, got {anchor}")
    ratings = [difference(meetings, name, anchor) for name in names]
    return sorted(ratings, key=_strength, reverse=True)


def difference(meetings: Sequence[Meeting], player: str, other: str) -> Rating:
    """Return how much stronger one player is than another; raises ValueError as `rate` does."""
    _check_connected(meetings)
    meetings = [item for item in meetings if item.trials]
    if player == other:
        return Rating(player=player, elo=0.0, low=0.0, high=0.0)
    reached = _reach(meetings)
    above, below = other in reached[player], player in reached[other]
    if above and below:
        group = {name for name in reached[player] if player in reached[name]}
        return _estimate([m for m in meetings if {m.first, m.second} <= group], player, other)
    if not above and not below:
        return Rating(player=player, elo=None, low=-math.inf, high=math.inf)
    likelihood = Likelihood(_weighted(meetings, reached))
    fitted = likelihood.fit(other)
    if above:
        low = likelihood.bound(fitted, player, other, _ONE_SIDED, -1)
        return Rating(player=player, elo=math.inf, low=low, high=math.inf)
    high = likelihood.bound(fitted, player, other, _ONE_SIDED, 1)
    return Rating(player=player, elo=-math.inf, low=-math.inf, high=high)


def _estimate(meetings: Sequence[Meeting], player: str, other: str) -> Rating:
    likelihood = Likelihood(meetings)
    fitted = likelihood.fit(other)
    trials, pairs = likelihood.variances(fitted, player, other)
    fall = _HALF_SPREAD * pairs / trials
    return Rating(
        player=player,
        elo=ELO_UNIT * float(fitted[likelihood.names.index(player)]) + 0.0,
        low=likelihood.bound(fitted, player, other, fall, -1),
        high=likelihood.bound(fitted, player, other, fall, 1),
    )


def _weighted(meetings: Sequence[Meeting], reached: Reached) -> list[Meeting]:
    """Return the meetings with those inside a group made to count for what their pairs are worth.

    Where the log-likelihood may fall to one chance in forty, what these fix moves no further than
    its own 95 % interval.
    """
    inside = [m for m in meetings if m.second in reached[m.first] and m.first in reached[m.second]]
    if not inside:
        return list(meetings)
    likelihood = Likelihood(inside)
    weight = _ONE_SIDED / _HALF_SPREAD / likelihood.dispersion(likelihood.fit(inside[0].first))
    scaled = [
        replace(m, trials=m.trials * weight, total=m.total * weight, squares=m.squares * weight)
        for m in inside
    ]
    return [*scaled, *(m for m in meetings if m not in inside)]


class Likelihood:
    """The log-likelihood of the strengths of players, in log-odds, given their meetings."""

    def __init__(self, meetings: Sequence[Meeting]) -> None:
        self.names = _names(meetings)
        self._design = np.zeros((len(meetings), len(self.names)))
        for row, item in zip(self._design, meetings, strict=True):
            row[self.names.index(item.first)], row[self.names.index(item.second)] = 1.0, -1.0
        self._trials = np.array([item.trials for item in meetings], np.float64)
        self._totals = np.array([item.total for item in meetings], np.float64)
        self._squares = np.array([item.squares for item in meetings], np.float64)

    def fit(self, anchor: str) -> Floats:
        """Return the likeliest strengths, `[N]`, that of the anchor being 0."""
        return self._maximise(np.zeros(len(self.names)), [self.names.index(anchor)])

    def value(self, strengths: Floats) -> float:
        """Return the log-likelihood."""
        gaps = self._design @ strengths
        lost = self._trials - self._totals
        fall = self._totals @ np.logaddexp(0.0, -gaps) + lost @ np.logaddexp(0.0, gaps)
        return -float(fall)

    def information(self, strengths: Floats) -> Floats:
        """Return the Fisher information, `[N, N]`; singular, as only differences are known."""
        expected = self._expected(strengths)
        return self._spread(self._trials * expected * (1.0 - expected))

    def variances(self, strengths: Floats, player: str, other: str) -> tuple[float, float]:
        """Return the variance of a difference, for trials as supposed and as they came out."""
        free = [index for index, name in enumerate(self.names) if name != other]
        unit = np.array([self.names[index] == player for index in free], np.float64)
        weights = np.linalg.solve(self.information(strengths)[np.ix_(free, free)], unit)
        spread = self._spread(self._residues(strengths))[np.ix_(free, free)]
        return float(unit @ weights), float(weights @ spread @ weights)

    def dispersion(self, strengths: Floats) -> float:
        """Return the variance of the trials as they came out over that supposed."""
        expected = self._expected(strengths)
        supposed = self._trials * expected * (1.0 - expected)
        return float(self._residues(strengths).sum() / supposed.sum())

    def bound(self, fitted: Floats, player: str, other: str, fall: float, direction: int) -> float:
        """Return the Elo at which the likelihood of a difference has fallen by so much.

        `fitted`: the likeliest strengths; `direction`: +1 looks above them, -1 below.
        """
        place = self.names.index(player)
        held = [place, self.names.index(other)]
        target = self.value(fitted) - fall
        strengths = fitted.copy()

        def is_likely(difference: float) -> bool:
            nonlocal strengths
            strengths[place] = difference
            strengths = self._maximise(strengths, held)
            return self.value(strengths) >= target

        inner, step = float(fitted[place]), 0.25 * direction
        while is_likely(outer := inner + step):
            inner, step = outer, 2.0 * step
        while abs(outer - inner) > _TOLERANCE:
            middle = 0.5 * (inner + outer)
            inner, outer = (middle, outer) if is_likely(middle) else (inner, middle)
        return ELO_UNIT * 0.5 * (inner + outer)

    def _maximise(self, strengths: Floats, held: Sequence[int]) -> Floats:
        """Return the likeliest strengths, those at the `held` places being given.

        By Newton's method. A step that changes the gaps between players by at most d is taken by
        log(1 + d) / d of its length: the third derivative of each term is at most its second times
        its gap, so the likelihood rises all along.
        """
        free = np.setdiff1d(np.arange(len(self.names)), held)
        strengths, step = strengths.copy(), np.zeros(len(self.names))
        for _ in range(_STEPS if free.size else 0):
            residues = self._totals - self._trials * self._expected(strengths)
            slope = (self._design.T @ residues - _RIDGE * strengths)[free]
            curvature = self.information(strengths)[np.ix_(free, free)]
            step[free] = np.linalg.solve(curvature + _RIDGE * np.eye(free.size), slope)
            change = float(np.abs(self._design @ step).max())
            if change < _CONVERGED:
                break
            strengths += step * (math.log1p(change) / change)
        return strengths

    def _expected(self, strengths: Floats) -> Floats:
        return np.asarray(0.5 + 0.5 * np.tanh(0.5 * (self._design @ strengths)))

    def _spread(self, weights: Floats) -> Floats:
        return np.asarray((self._design.T * weights) @ self._design)

    def _residues(self, strengths: Floats) -> Floats:
        """Return the sums of squared distances between scores and what was to be expected, `[M]`.

        Where all pairs came out alike but not lost or won throughout, their sample has no variance;
        what may have hidden is then taken as `statistics` takes it.
        """
        expected, trials, totals = self._expected(strengths), self._trials, self._totals
        residues = self._squares - 2.0 * expected * totals + expected**2 * trials
        alike = np.isclose(self._squares * trials, totals**2, rtol=1e-12, atol=0.0)
        hidden = 1.0 - ((1.0 - CONFIDENCE) / 2) ** (1.0 / trials)
        least = (0.5 * trials * hidden / QUANTILE) ** 2
        one_sided = (totals == 0.0) | (totals == trials)
        return np.where(alike & ~one_sided, np.maximum(residues, least), residues)


def _names(meetings: Iterable[Meeting]) -> list[str]:
    return list(dict.fromkeys(name for item in meetings for name in (item.first, item.second)))


def _strength(rating: Rating) -> tuple[float, float]:
    """Return what to sort by: the estimate, else where the bound is."""
    if rating.elo is None:
        return 0.0, 0.0
    return rating.elo, rating.low if rating.elo > 0 else rating.high


def _check_connected(meetings: Sequence[Meeting]) -> None:
    played = [(item.first, item.second) for item in meetings if item.trials]
    met = _closure([*played, *((second, first) for first, second in played)])
    names = _names(meetings)
    if not names:
        raise ValueError("expected players that met, got no game")
    apart = [name for name in names[1:] if name not in met.get(names[0], ())]
    if apart:
        group = [name for name in names if name not in apart]
        raise ValueError(
            "expected players that met, directly or through others; "
            f"{', '.join(group)} and {', '.join(apart)} did not"
        )


def _reach(meetings: Sequence[Meeting]) -> Reached:
    """Return whom each player took at least half a point from, or from whom such a one did."""
    scored = [(m.first, m.second) for m in meetings if m.total > 0.0]
    scored += [(m.second, m.first) for m in meetings if m.total < m.trials]
    return {name: set() for name in _names(meetings)} | _closure(scored)


def _closure(edges: Iterable[tuple[str, str]]) -> Reached:
    """Return whom each player is connected to by a chain of edges."""
    direct: Reached = {}
    for source, target in edges:
        direct.setdefault(source, set()).add(target)
    reached = {}
    for source in direct:
        found, queue = set[str](), [source]
        while queue:
            for target in direct.get(queue.pop(), set()) - found:
                found.add(target)
                queue.append(target)
        reached[source] = found
    return reached
