"""The weights of a value network: their shapes, what they compute, and their whole-number form.

Inputs are four planes (own men, own kings, their men, their kings) of the board as the side to move
sees it. One layer of `W` squared clipped rectified units reads them; a linear output chosen by the
number of pieces reads the units, and a linear skip reads the planes. With S squares, B buckets:

    a = clip(x @ input_weights + input_bias, 0, 1) ** 2          x [4S] of 0 and 1, a [W]
    logit = a @ output_weights[b] + output_bias[b] + x @ skip    b = buckets[pieces on the board]
    score = logit * scale_cp                                     hundredths of a man, side to move

A network of two perspectives reads the same units a second time, as the opponent sees the board:
planes swapped, squares turned. Then a is [2W], the side to move's half first.

The core computes the same in whole numbers (see `quantise`), for speed and exact repeatability.
Source of the shape: NNUE practice, https://github.com/jw1912/bullet and
https://github.com/official-stockfish/nnue-pytorch.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.rules.ruleset import ruleset as ruleset_named

FloatArray = NDArray[np.float32]
ByteArray = NDArray[np.uint8]

_MAX_ACTIVATION_SHIFT, _MIN_ACTIVATION_SHIFT = 14, 6
_MAX_OUTPUT_SHIFT = 6
_INT16, _INT32 = 2**15 - 1, 2**31 - 1


@dataclass(frozen=True)
class NetworkWeights:
    """A network in floating point; shapes and finiteness are checked.

    `input_weights` [4S, W], `input_bias` [W], `output_weights` [B, perspectives * W],
    `output_bias` [B], `skip` [4S] float32; `buckets` [pieces + 1] uint8, the bucket for each number
    of pieces; `scale_cp` turns the logit into hundredths of a man.
    """

    ruleset: str
    input_weights: FloatArray
    input_bias: FloatArray
    output_weights: FloatArray
    output_bias: FloatArray
    skip: FloatArray
    buckets: ByteArray
    scale_cp: float

    def __post_init__(self) -> None:
        """Raise ValueError for a wrong shape, a bucket without weights, a NaN or an infinity."""
        rules = ruleset_named(self.ruleset)
        width, buckets = self.width, self.output_weights.shape[0]
        shapes = {
            "input_weights": (4 * rules.squares, width),
            "input_bias": (width,),
            "output_weights": (buckets, self.perspectives * width),
            "output_bias": (buckets,),
            "skip": (4 * rules.squares,),
            "buckets": (2 * rules.men + 1,),
        }
        for name, shape in shapes.items():
            array = getattr(self, name)
            if array.shape != shape:
                raise ValueError(f"{name}: expected shape {list(shape)}, got {list(array.shape)}")
            dtype = np.dtype(np.uint8 if name == "buckets" else np.float32)
            if array.dtype != dtype:
                raise ValueError(f"{name}: expected {dtype} numbers, got {array.dtype}")
            if not np.isfinite(array).all():
                raise ValueError(f"{name}: expected finite numbers, got a NaN or an infinity")
        if not (np.isfinite(self.scale_cp) and self.scale_cp > 0):
            raise ValueError(f"scale_cp: expected a number above 0, got {self.scale_cp}")
        if int(self.buckets.max()) >= buckets:
            raise ValueError(f"buckets: expected 0-{buckets - 1}, got {int(self.buckets.max())}")

    @property
    def width(self) -> int:
        """Return W, the number of hidden units."""
        return int(self.input_weights.shape[-1])

    @property
    def perspectives(self) -> int:
        """Return how many sides' views of the board the output reads, 1 or 2."""
        return 1 if self.output_weights.shape[-1] < 2 * self.width else 2

    def arrays(self) -> dict[str, FloatArray | ByteArray]:
        """Return the arrays by name."""
        return {
            "input_weights": self.input_weights,
            "input_bias": self.input_bias,
            "output_weights": self.output_weights,
            "output_bias": self.output_bias,
            "skip": self.skip,
            "buckets": self.buckets,
        }


@dataclass(frozen=True)
class QuantisedNetwork:
    """A network in the whole numbers the core adds up; see `quantise`."""

    ruleset: str
    input_weights: NDArray[np.int16]
    input_bias: NDArray[np.int16]
    output_weights: NDArray[np.int16]
    output_bias: NDArray[np.int32]
    skip: NDArray[np.int32]
    buckets: ByteArray
    activation_shift: int
    output_shift: int


def forward(weights: NetworkWeights, planes: ByteArray) -> FloatArray:
    """Score positions in floating point: `planes` [N, 4, S] of 0 and 1 to [N] hundredths of a man.

    The reference that training and the whole-number form have to agree with.
    """
    bucket = weights.buckets[planes.reshape(len(planes), -1).sum(axis=1)]
    views = [planes, turned(planes)][: weights.perspectives]
    x, *others = (view.reshape(len(planes), -1).astype(np.float32) for view in views)
    sums = [view @ weights.input_weights + weights.input_bias for view in (x, *others)]
    units = np.clip(np.concatenate(sums, axis=1), 0, 1) ** 2
    logit: FloatArray = (units * weights.output_weights[bucket]).sum(axis=1)
    logit += weights.output_bias[bucket] + x @ weights.skip
    return logit * np.float32(weights.scale_cp)


def turned(planes: ByteArray) -> ByteArray:
    """Return planes [N, 4, S] as the opponent sees them: the sides change places, the board turns.

    Square s becomes S + 1 - s.
    """
    return planes[:, [2, 3, 0, 1], ::-1]


def quantise(weights: NetworkWeights) -> QuantisedNetwork:
    """Round a network to whole numbers, as finely as can never overflow.

    The accumulator is int16, m the largest of 6-14 for which a full clip is 2^m - 1 and no set of
    pieces, one a square and no more than the game has, can overflow it. The core clips there, takes
    it for 2^m and squares it; the output weights make up for the difference. They are int16 at 2^k
    hundredths of a man, k the largest of 0-6 for which they fit and one bucket's absolute sum, over
    both perspectives where there are two, stays below 2^16, so that 2^15 times it fits the one
    int32 that adds them up. The core drops the last k bits at the end; half a hundredth in the
    output bias makes that rounding. ValueError where even the coarsest overflows.
    """
    pieces = len(weights.buckets) - 1
    activation_shift = _activation_shift(weights, pieces)
    full = 2.0**activation_shift - 1
    output_weights = weights.output_weights * np.float32(((full + 1) / full) ** 2)
    output_shift = _output_shift(output_weights * np.float32(weights.scale_cp))
    scale = weights.scale_cp * 2.0**output_shift
    skip = _rounded(weights.skip, scale)
    output_bias = _rounded(weights.output_bias + np.float32(0.5 / weights.scale_cp), scale)
    _check_total(skip, output_bias, pieces)
    return QuantisedNetwork(
        ruleset=weights.ruleset,
        input_weights=_rounded(weights.input_weights, full).astype(np.int16),
        input_bias=_rounded(weights.input_bias, full).astype(np.int16),
        output_weights=_rounded(output_weights, scale).astype(np.int16),
        output_bias=output_bias.astype(np.int32),
        skip=skip.astype(np.int32),
        buckets=weights.buckets,
        activation_shift=activation_shift,
        output_shift=output_shift,
    )


def _activation_shift(weights: NetworkWeights, pieces: int) -> int:
    for shift in range(_MAX_ACTIVATION_SHIFT, _MIN_ACTIVATION_SHIFT - 1, -1):
        by_square = _rounded(weights.input_weights, 2.0**shift - 1).reshape(4, -1, weights.width)
        highest = np.sort(by_square.max(axis=0).clip(min=0), axis=0)[-pieces:].sum(axis=0)
        lowest = np.sort(-by_square.min(axis=0).clip(max=0), axis=0)[-pieces:].sum(axis=0)
        bias = _rounded(weights.input_bias, 2.0**shift - 1)
        if max((bias + highest).max(), (lowest - bias).max()) <= _INT16:
            return shift
    largest = float(np.abs(weights.input_weights).max())
    raise ValueError(f"input_weights: too large for int16 accumulators, up to {largest:.3g}")


def _output_shift(weights_cp: FloatArray) -> int:
    for shift in range(_MAX_OUTPUT_SHIFT, -1, -1):
        rounded = np.abs(_rounded(weights_cp, 2.0**shift))
        if rounded.max() <= _INT16 and rounded.sum(axis=1).max() < 2**16:
            return shift
    largest = float(np.abs(weights_cp).max())
    raise ValueError(f"output_weights: too large for int16, up to {largest:.3g} hundredths")


def _check_total(skip: NDArray[np.int64], output_bias: NDArray[np.int64], pieces: int) -> None:
    """Check that skip, bias and 2^16 of units cannot leave int32 together."""
    reach = int(np.sort(np.abs(skip))[-pieces:].sum() + np.abs(output_bias).max()) + 2**16
    if reach > _INT32:
        raise ValueError("skip and output_bias: too large for int32 sums")


def _rounded(array: FloatArray, scale: float) -> NDArray[np.int64]:
    return np.rint(array.astype(np.float64) * scale).astype(np.int64)
