"""The two scales between hundredths of a man and logits of the expected result.

Into the targets: `fit_score_scale` asks how fast the expected result rises with the search score,
anew each generation, because the same lead is worth more to a better player.

Out of the network: `export_scale` makes the mean exported score of a position that is exactly one
man up (kings level) 100. Scores then mean the same in every generation, which the search relies on:
its margins are in hundredths of a man. Exporting with the score scale instead would let the unit
drift, since each generation's scores are the next one's targets.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rl.training.rows import Floats, Rows

MAN_CP = 100
"""A man in hundredths of a man."""
SCORE_SCALE_RANGE = (20.0, 2000.0)
"""Where a set of samples that says nothing (all drawn, all level) leaves the score scale."""
SCORE_LIMIT = 1000
"""Scores are cut here before the fit: a won ending that was drawn is no evidence about the slope,
but at 30,000 it would outweigh a thousand positions."""
UNEVEN_ROWS_MIN = 100
"""Fewest positions, a man up and a man down each, that the export scale is measured on."""


def fit_score_scale(rows: Rows) -> float:
    """Return the scale of the search scores of training rows; see `score_scale`."""
    return score_scale(rows.score, rows.result, rows.weight)


def score_scale(
    score: npt.NDArray[np.floating],
    result: npt.NDArray[np.floating],
    weight: npt.NDArray[np.floating],
) -> float:
    """Return K, in hundredths of a man, for which sigmoid(score / K) fits the results best.

    Logistic regression without an intercept (the scores are symmetric). Its gradient rises with
    1 / K, so halving the interval cannot overshoot as Newton's method can. Result: within
    SCORE_SCALE_RANGE.
    """
    limit = SCORE_LIMIT
    cut = np.clip(score, -limit, limit).astype(np.int64) + limit
    total = np.bincount(cut, weight, 2 * limit + 1)
    won = np.bincount(cut, weight * result, 2 * limit + 1)
    levels = np.arange(-limit, limit + 1)

    def gradient(slope: float) -> float:
        expected = 1 / (1 + np.exp(-slope * levels))
        return float(np.sum(levels * (total * expected - won)))

    low, high = 1 / SCORE_SCALE_RANGE[1], 1 / SCORE_SCALE_RANGE[0]
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if gradient(middle) < 0 else (low, middle)
    return 2 / (low + high)


def man_value(rows: Rows, logits: Floats) -> float | None:
    """Return the mean logit of being exactly one man up with kings level.

    Half the difference between a man up and a man down, so that the value of being on move cancels
    out. None when fewer than UNEVEN_ROWS_MIN rows are a man up, or down.
    """
    own_men, own_kings, their_men, their_kings = rows.pieces.astype(np.int8).T
    level = own_kings == their_kings
    means = []
    for lead in (1, -1):
        mask = level & (own_men - their_men == lead)
        if np.count_nonzero(mask) < UNEVEN_ROWS_MIN:
            return None
        means.append(np.average(logits[mask], weights=rows.weight[mask]))
    return float(means[0] - means[1]) / 2


def export_scale(
    man_logit: float | None, score_scale: float, output_weights: npt.NDArray[np.floating]
) -> float:
    """Return hundredths of a man to one logit, such that the network can be quantised.

    Where the value of a man could not be measured, or is not positive, `score_scale`. The upper
    limit keeps every output weight below 2**15 and every bucket's sum of them below 2**16
    hundredths of a man, which the integer output needs; trained networks stay far below it.
    """
    scale = score_scale if man_logit is None or man_logit <= 0 else MAN_CP / man_logit
    width = output_weights.shape[1]
    # Quantised weights are up to (64 / 63)**2 larger, and rounding adds less than 1 to each.
    larger = np.abs(output_weights) * (64 / 63) ** 2
    one, all_units = float(larger.max()), float(larger.sum(axis=1).max())
    if one > 0:
        scale = min(scale, (2**15 - 2) / one, (2**16 - 1 - width) / all_units)
    return float(np.clip(scale, 1.0, SCORE_SCALE_RANGE[1]))
