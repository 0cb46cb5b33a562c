"""Logistic regression of the handcrafted evaluation's weights on the results of games.

The score of a position is linear in the weights; divided by a scale it is the logit of the expected
result. The likelihood and a normal prior around the weights to begin from make a convex problem,
which Newton's method solves in a few steps, without any random choice. Source: P. Österlund,
"Texel's tuning method" (Chess Programming Wiki), there by local search; the closed form is that of
iteratively reweighted least squares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine import _native
from engine.evaluators.terms import place_of
from engine.evaluators.tuned import WEIGHT_MAX
from engine.rules.ruleset import ruleset as ruleset_named
from rl.samples import held_out, inputs
from rl.training.scale import MAN_CP, SCORE_LIMIT, UNEVEN_ROWS_MIN, score_scale

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]

HELD_CP = 1e-6
"""Deviation of a weight that the fit has to leave where it was."""
STEPS_MAX = 30
_CHUNK = 1 << 15
_SETTLED_CP = 1e-3


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """N positions, each seen from its side to move."""

    features: Floats
    """What each weight is multiplied by, `[N, W]`."""
    opening: Floats
    """Share of the opening weights, `[N]`; that of the ending weights is the rest."""
    men: Floats
    """Men ahead, `[N]`."""
    kings_level: npt.NDArray[np.bool_]
    """As many kings on both sides, `[N]`."""
    score: Floats
    """What the search found, hundredths of a man, `[N]`."""
    result: Floats
    """Mean result of the games, 1 won and 0 lost, `[N]`."""
    count: Floats
    """Games that the position came up in, `[N]`."""
    man_squares: slice
    """The weights of a man by its square."""
    held_out: npt.NDArray[np.bool_]
    """Kept from the fit, to judge it by, `[N]`."""

    def __len__(self) -> int:
        return len(self.men)

    def scores(self, weights: Doubles, man: float = MAN_CP) -> Doubles:
        """Return the evaluation under weights `[W, 2]`, in hundredths of a man, `[N]`."""
        columns = (self.features @ weights.astype(np.float32)).astype(np.float64)
        share = self.opening.astype(np.float64)
        scores: Doubles = man * self.men + share * columns[:, 0] + (1 - share) * columns[:, 1]
        return scores


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """What a fit found."""

    weights: npt.NDArray[np.int32]
    """`[W, 2]`, hundredths of a man."""
    loss_before: float
    """Log-loss of the results of held-out games under the weights begun from, at its best scale."""
    loss_after: float
    """The same under the weights found."""
    scale_cp: float
    """Hundredths of a man to one logit of the expected result, under the weights found."""


def gather(ruleset: str, samples: np.ndarray) -> Evidence:
    """Turn merged samples into what the fit works on."""
    planes = samples["planes"]
    words = np.ascontiguousarray(planes.reshape(len(samples), -1), dtype=np.uint64)
    features, opening = _native.handcrafted_features(ruleset, words)
    squares = ruleset_named(ruleset).squares
    counts = inputs(planes, squares).reshape(len(samples), 4, squares).sum(axis=2, dtype=np.int32)
    games = (samples["wins"].astype(np.float32) + samples["draws"]) + samples["losses"]
    return Evidence(
        features=features,
        opening=opening,
        men=(counts[:, 0] - counts[:, 2]).astype(np.float32),
        kings_level=counts[:, 1] == counts[:, 3],
        score=samples["score"].astype(np.float32),
        result=((samples["wins"] + samples["draws"] / 2) / games).astype(np.float32),
        count=games,
        man_squares=place_of(ruleset, "man_square"),
        held_out=held_out(samples["game"]),
    )


def fit(
    evidence: Evidence,
    prior: npt.NDArray[np.int32],
    deviation_cp: Doubles,
    *,
    score_share: float,
    progress: Callable[[int], object] | None = None,
) -> Fitted:
    """Fit weights to the results of games, blended with the scores of their searches.

    `prior` `[W, 2]` are the weights to begin from and `deviation_cp` `[W]` how far each may well be
    from there. `score_share` of the target is the result that the search score promises.
    """
    train = ~evidence.held_out
    begun = prior.astype(np.float64)
    scale = scale_of(evidence, evidence.scores(begun), train)
    target = targets(evidence, train, score_share)
    weights, man = newton(evidence, target, begun, deviation_cp, scale, progress)
    scaled = np.clip(normalise(evidence, weights, man), -WEIGHT_MAX, WEIGHT_MAX)
    whole = np.rint(scaled).astype(np.int32)
    after = evidence.scores(whole.astype(np.float64))
    after_scale = scale_of(evidence, after, train)
    return Fitted(
        weights=whole,
        loss_before=log_loss(evidence, evidence.scores(begun) / scale),
        loss_after=log_loss(evidence, after / after_scale),
        scale_cp=after_scale,
    )


def normalise(evidence: Evidence, weights: Doubles, man: float) -> Doubles:
    """Return the weights on the scale on which being exactly one man up is worth 100 on average.

    As networks are exported, for the search's margins are in hundredths of a man. What a man is
    then worth more or less than 100 goes to the table of squares of men.
    """
    scores, factor = evidence.scores(weights, man), 1.0
    ahead, behind = (evidence.kings_level & (evidence.men == lead) for lead in (1, -1))
    if min(np.count_nonzero(ahead), np.count_nonzero(behind)) >= UNEVEN_ROWS_MIN:
        means = [np.average(scores[rows], weights=evidence.count[rows]) for rows in (ahead, behind)]
        if means[0] > means[1]:
            factor = 2 * MAN_CP / float(means[0] - means[1])
    scaled = weights * factor
    scaled[evidence.man_squares] += man * factor - MAN_CP
    return scaled


def newton(
    evidence: Evidence,
    target: Doubles,
    prior: Doubles,
    deviation_cp: Doubles,
    scale: float,
    progress: Callable[[int], object] | None,
) -> tuple[Doubles, float]:
    """Return the likeliest weights `[W, 2]` and the worth of a man, which is free here."""
    begun = np.append(prior.T.ravel(), MAN_CP)
    precision = np.append(np.tile(deviation_cp, 2), MAN_CP) ** -2.0
    found = begun.copy()
    for _ in range(STEPS_MAX):
        gradient, hessian = (found - begun) * precision, np.diag(precision)
        for design, count, aim in _chunks(evidence, target):
            expected = 1 / (1 + np.exp(-(design @ found.astype(np.float32)) / np.float32(scale)))
            gradient += (count * (expected - aim) / scale) @ design
            curvature = count * expected * (1 - expected) / np.float32(scale) ** 2
            hessian += (design * curvature[:, None]).T @ design
        change = np.linalg.solve(hessian, gradient)
        found -= change
        if progress is not None:
            progress(1)
        if np.abs(change).max() < _SETTLED_CP:
            break
    return found[:-1].reshape(2, -1).T.copy(), float(found[-1])


def _chunks(evidence: Evidence, target: Doubles) -> Iterator[tuple[Floats, Floats, Floats]]:
    """Yield design `[n, 2 W + 1]`, number of games and target of the rows that are not held out."""
    rows = np.flatnonzero(~evidence.held_out)
    for start in range(0, len(rows), _CHUNK):
        chunk = rows[start : start + _CHUNK]
        features, share = evidence.features[chunk], evidence.opening[chunk, None]
        design = np.hstack([features * share, features * (1 - share), evidence.men[chunk, None]])
        yield design, evidence.count[chunk], target[chunk].astype(np.float32)


def targets(evidence: Evidence, train: npt.NDArray[np.bool_], score_share: float) -> Doubles:
    scores = np.clip(evidence.score.astype(np.float64), -SCORE_LIMIT, SCORE_LIMIT)
    promised = _expected(scores / scale_of(evidence, scores, train))
    return score_share * promised + (1 - score_share) * evidence.result


def scale_of(evidence: Evidence, scores: Doubles, rows: npt.NDArray[np.bool_]) -> float:
    return score_scale(scores[rows], evidence.result[rows], evidence.count[rows])


def _expected(logits: Doubles) -> Doubles:
    expected: Doubles = 1 / (1 + np.exp(-logits))
    return expected


def log_loss(evidence: Evidence, logits: Doubles) -> float:
    """Return the mean log-loss of results over the games held out, over all where none are."""
    rows = evidence.held_out if evidence.held_out.any() else ~evidence.held_out
    logit, result = logits[rows], evidence.result[rows]
    losses = np.logaddexp(0, logit) - result * logit
    return float(np.average(losses, weights=evidence.count[rows]))
