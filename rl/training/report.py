"""What a pass over the samples tells its caller, as plain numbers and arrays (no torch)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.evaluators.network import NetworkWeights


@dataclass(frozen=True, kw_only=True)
class Reliability:
    """Predicted against actual results, in bins of equal width of the prediction."""

    edges: npt.NDArray[np.float64]
    """Bounds of the bins, `[bins + 1]`, from 0 to 1."""
    predicted: npt.NDArray[np.float64]
    """Mean prediction of each bin, NaN where empty, `[bins]`."""
    actual: npt.NDArray[np.float64]
    """Mean result of each bin, NaN where empty, `[bins]`."""
    weight: npt.NDArray[np.float64]
    """Share of the positions in each bin, `[bins]`."""


@dataclass(frozen=True, kw_only=True)
class EpochReport:
    """The state of a training after one pass."""

    epoch: int
    """Passes finished, from 1."""
    epochs: int
    """Passes in all."""
    step: int
    """Steps of the optimiser so far."""
    positions: int
    """Positions visited so far, repeats included."""
    scalars: dict[str, float]
    """Curves by tag; all finite. A tag is missing where there is nothing to measure it on."""
    histograms: dict[str, np.ndarray]
    """Distributions by tag."""
    reliability: Reliability | None
    """Calibration on the held-out games; None when there are none."""
    weights: NetworkWeights
    """The network as it would be exported now."""


OnStep = Callable[[int, int], None]
"""Told the steps of the optimiser taken and to be taken in all."""
OnEpoch = Callable[[EpochReport], None]
