"""What each pass reports of the network as it would be exported now."""

from __future__ import annotations

import numpy as np

from engine import _native
from engine.evaluators import Network, NetworkWeights
from engine.rules import ruleset as ruleset_named
from rl.samples import inputs
from rl.training.config import TrainingConfig
from rl.training.device import to_host
from rl.training.fit import Fit, PassTotals, learning_rate
from rl.training.report import EpochReport
from rl.training.rows import Floats, Rows, blended_target
from rl.training.scale import export_scale, man_value
from rl.training.validation import (
    loss_of,
    reliability,
    unit_scalars,
    validation_scalars,
)

HELD_ROWS = 2**18
SCALE_ROWS = 2**17
UNIT_ROWS = 2**13
QUANTISED_ROWS = 2**12


class Judge:
    """Measures a fit on held-out rows, and on evenly spaced training rows what needs no others."""

    def __init__(
        self,
        kept: Rows,
        held: Rows,
        score_scale: float,
        config: TrainingConfig,
        search_share: float,
    ) -> None:
        self._config = config
        self._score_scale = score_scale
        self._rows_a_pass = max(1, len(kept) // config.batch_size) * min(
            config.batch_size, len(kept)
        )
        self._scale_rows = kept.spread(SCALE_ROWS)
        self._unit_rows = (held if len(held) else kept).spread(UNIT_ROWS)
        self._held = held.spread(HELD_ROWS)
        self._checked = np.arange(0, len(self._held), max(1, len(self._held) // QUANTISED_ROWS))
        self._held_target = blended_target(self._held, score_scale, search_share)

    def export(self, fit: Fit) -> NetworkWeights:
        """Return the averaged weights, scaled so that a man up is worth 100."""
        value = man_value(self._scale_rows, fit.evaluate(self._scale_rows))
        output_weights = to_host(fit.average.output_weights)
        return fit.average.to_weights(export_scale(value, self._score_scale, output_weights))

    def report(self, fit: Fit, epoch: int, totals: PassTotals, time_s: float) -> EpochReport:
        """Return everything worth knowing after a pass that took `time_s` seconds."""
        weights = self.export(fit)
        sums = fit.sums(self._unit_rows)
        logits = fit.evaluate(self._held)
        scores = weights.scale_cp * (logits if len(logits) else fit.evaluate(self._unit_rows))
        scalars = {
            "loss/train": totals.loss,
            "opt/grad_norm": totals.gradient_norm,
            "opt/lr": learning_rate(fit.step - 1, fit.steps, self._config),
            "opt/clipped_frac": fit.clipped_share(),
            "scale/score_cp": self._score_scale,
            "scale/export_cp": weights.scale_cp,
            "val/score_spread": float(scores.std()),
            "time/train_positions_per_s": self._rows_a_pass / max(time_s, 1e-9),
            **unit_scalars(sums),
        }
        calibration = None
        if len(self._held):
            scalars |= self._held_scalars(weights, logits)
            calibration = reliability(self._held, logits)
        return EpochReport(
            epoch=epoch,
            epochs=self._config.passes,
            step=fit.step,
            positions=epoch * self._rows_a_pass,
            scalars=scalars,
            histograms={**_weight_histograms(weights), "units/sums": sums, "val/score": scores},
            reliability=calibration,
            weights=weights,
        )

    def _held_scalars(self, weights: NetworkWeights, logits: Floats) -> dict[str, float]:
        scalars = validation_scalars(
            self._held, logits, self._held_target, self._score_scale, len(weights.output_bias)
        )
        scored = quantised_scores(weights, self._held.take(self._checked))
        exact, target = logits[self._checked], self._held_target[self._checked]
        # On a sample, so as a difference: the two curves can then be laid over each other.
        loss = loss_of(scored / np.float32(weights.scale_cp), target) - loss_of(exact, target)
        added = float(np.average(loss, weights=self._held.weight[self._checked]))
        return {
            **scalars,
            "loss/val_quantised": scalars["loss/val"] + added,
            "val/quantised_error_cp": float(np.abs(scored - weights.scale_cp * exact).max()),
        }


def quantised_scores(weights: NetworkWeights, rows: Rows) -> Floats:
    """Return what the engine makes of each row, in hundredths of a man."""
    native = Network(weights).native
    squares = ruleset_named(weights.ruleset).squares
    scores = np.zeros(len(rows), dtype=np.float32)
    for row, planes in enumerate(inputs(rows.planes, squares).reshape(len(rows), 4, squares)):
        # White's view is the board as it is numbered, so the side to move plays White.
        own_men, own_kings, men, kings = ((np.flatnonzero(p) + 1).tolist() for p in planes)
        position = _native.Position(
            weights.ruleset, _native.Colour.WHITE, own_men, own_kings, men, kings
        )
        scores[row] = native.evaluate(position)
    return scores


def _weight_histograms(weights: NetworkWeights) -> dict[str, np.ndarray]:
    arrays = {
        "input": weights.input_weights,
        "input_bias": weights.input_bias,
        "output": weights.output_weights,
        "output_bias": weights.output_bias,
        "skip": weights.skip * weights.scale_cp,
    }
    return {f"weights/{name}": array for name, array in arrays.items()}
