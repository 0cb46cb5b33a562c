"""Judging a network: losses, calibration and signs of sickness, on rows it has not been fitted to.

Everything here is numpy on logits that the caller computed. The loss is the one that is trained
(`loss_of`), so that train and validation curves can be laid over each other.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rl.training.report import Reliability
from rl.training.rows import Floats, Rows, sigmoid

LOSS_EXPONENT = 2.5
"""The loss is |expected result - target| ** 2.5, as in official-stockfish/nnue-pytorch. Trained
with it, networks beat those trained with cross-entropy by 32 and by 30 Elo (20 either way, 400 game
pairs at 1,000 nodes a move, search shares of 0.6 and 0.8), although the latter predict results
better."""
RELIABILITY_BINS = 20


def loss_of(logits: Floats, target: Floats) -> npt.NDArray[np.float64]:
    """Return the trained loss of each prediction."""
    gap: npt.NDArray[np.float64] = np.abs(sigmoid(logits) - target).astype(np.float64)
    return gap**LOSS_EXPONENT


def log_loss(logits: Floats, target: Floats) -> npt.NDArray[np.float64]:
    """Return the cross-entropy of each prediction with its target, in nats."""
    wide = logits.astype(np.float64)
    return np.logaddexp(0, wide) - target * wide


def validation_scalars(
    rows: Rows, logits: Floats, target: Floats, score_scale: float, buckets: int
) -> dict[str, float]:
    """Return the curves of the held-out rows: losses, Brier score, correlations, loss by bucket."""
    losses, predicted = loss_of(logits, target), sigmoid(logits)
    searched = sigmoid(rows.score / np.float32(score_scale))
    weight = rows.weight
    scalars = {
        "loss/val": np.average(losses, weights=weight),
        "loss/val_result": np.average(loss_of(logits, rows.result), weights=weight),
        "val/logloss": np.average(log_loss(logits, rows.result), weights=weight),
        "val/brier": np.average((predicted - rows.result) ** 2, weights=weight),
        "val/corr_search": correlation(predicted, searched, weight),
        "val/corr_result": correlation(predicted, rows.result, weight),
        "val/corr_search_result": correlation(searched, rows.result, weight),
    }
    for bucket in range(buckets):
        inside = rows.bucket == bucket
        if inside.any():
            scalars[f"val/by_bucket_{bucket}"] = np.average(losses[inside], weights=weight[inside])
    up = man_up_share(rows, logits)
    if up is not None:
        scalars["val/man_up_positive_frac"] = up
    return {tag: float(value) for tag, value in scalars.items()}


def man_up_share(rows: Rows, logits: Floats) -> float | None:
    """Return the share of positions one man up or more, kings level, that evaluate above 0.

    Positions a man down count with the sign turned. None when there are none.
    """
    own_men, own_kings, their_men, their_kings = rows.pieces.astype(np.int8).T
    lead = np.where(own_kings == their_kings, np.sign(own_men - their_men), 0)
    uneven = lead != 0
    if not uneven.any():
        return None
    return float(np.average(logits[uneven] * lead[uneven] > 0, weights=rows.weight[uneven]))


def correlation(first: Floats, second: Floats, weight: Floats) -> float:
    """Return the weighted correlation; 0 when one side does not vary."""
    a = first - np.average(first, weights=weight)
    b = second - np.average(second, weights=weight)
    spread = np.sqrt(np.sum(weight * a * a) * np.sum(weight * b * b))
    return float(np.sum(weight * a * b) / spread) if spread > 0 else 0.0


def reliability(rows: Rows, logits: Floats) -> Reliability:
    """Return predicted against actual results, in bins of the prediction."""
    predicted = sigmoid(logits).astype(np.float64)
    edges = np.linspace(0, 1, RELIABILITY_BINS + 1)
    bins = np.minimum((predicted * RELIABILITY_BINS).astype(np.int64), RELIABILITY_BINS - 1)

    def total(values: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
        return np.bincount(bins, values, RELIABILITY_BINS).astype(np.float64)

    weight = total(rows.weight)
    with np.errstate(invalid="ignore"):
        return Reliability(
            edges=edges,
            predicted=total(rows.weight * predicted) / weight,
            actual=total(rows.weight * rows.result) / weight,
            weight=weight / weight.sum(),
        )


def unit_scalars(hidden: Floats) -> dict[str, float]:
    """Return the health of the hidden units from what enters them `[N, perspectives * width]`.

    A unit is dead when no row wakes it, stuck when every row drives it to the upper end: either way
    it adds a constant and learns nothing more.
    """
    return {
        "units/dead_frac": float(np.mean(hidden.max(axis=0) <= 0)),
        "units/stuck_frac": float(np.mean(hidden.min(axis=0) >= 1)),
        "units/zero_frac": float(np.mean(hidden <= 0)),
        "units/one_frac": float(np.mean(hidden >= 1)),
    }
