"""The value network in torch: planes to one hidden layer to one logit, plus a piece-square skip.

    x = planes, flattened                                     [N, 4 * squares] of 0 and 1
    a = clip(x @ input_weights + input_bias, 0, 1) ** 2       [N, perspectives * width]
    logit = a @ output_weights[b] + output_bias[b] + x @ skip [N], b = the row's bucket

Of two perspectives the second is the opponent's: not the planes are turned for it, which are many,
but the input weights, which comes to the same. One hidden layer, because further layers gain at
equal nodes and lose at equal time. Architecture after bullet (jw1912/bullet, `simple` example) with
the piece-square output of official-stockfish/nnue-pytorch.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from engine.evaluators.network import NetworkWeights
from rl.training.device import CPU, to_device, to_host

LOGIT_CLIP = 16.0
"""Largest skip and output bias, in logits: far beyond any chance of winning, and small enough for
the integer sums."""


class _SquaredClip(torch.autograd.Function):
    """clip(x, 0, 1) ** 2, in a third of the time that autograd takes for the two steps."""

    @staticmethod
    def forward(ctx: Any, sums: Tensor) -> Tensor:
        clipped = sums.clamp(0, 1)
        ctx.save_for_backward(clipped)
        return clipped * clipped

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Tensor:
        (clipped,) = ctx.saved_tensors
        slope: Tensor = (clipped * 2).mul_(clipped < 1)
        return slope.mul_(gradients[0])


class ValueNetwork(nn.Module):
    """The float network that is trained; `to_weights` hands it to the engine."""

    def __init__(self, weights: NetworkWeights, *, skip: bool = True) -> None:
        """Begin from `weights`; without `skip` theirs is left out and comes back as 0."""
        super().__init__()
        self.ruleset = weights.ruleset
        self.piece_buckets = weights.buckets
        self.perspectives = weights.perspectives
        self.input_weights = _parameter(weights.input_weights)
        self.input_bias = _parameter(weights.input_bias)
        self.output_weights = _parameter(weights.output_weights)
        self.output_bias = _parameter(weights.output_bias)
        self.skip = _parameter(weights.skip) if skip else None

    def forward(self, x: Tensor, bucket: Tensor) -> Tensor:
        """Return logits `[N]` of inputs `[N, 4 * squares] float32` and buckets `[N] int64`."""
        hidden: Tensor = _SquaredClip.apply(self.sums(x))  # type: ignore[no-untyped-call]
        # All buckets at once and then one picked: gathering a weight row for each position would
        # cost as much as the first layer.
        outputs = torch.addmm(self.output_bias, hidden, self.output_weights.t())
        logits = outputs.gather(1, bucket[:, None])[:, 0]
        return logits if self.skip is None else logits + x @ self.skip

    def sums(self, x: Tensor) -> Tensor:
        """Return what enters the hidden units, `[N, perspectives * width]`."""
        if self.perspectives == 1:
            return torch.addmm(self.input_bias, x, self.input_weights)
        weights = torch.cat([self.input_weights, _turned(self.input_weights)], dim=1)
        return torch.addmm(self.input_bias.repeat(2), x, weights)

    @torch.no_grad()
    def clip(self, limit: float) -> None:
        """Force the weights into the range that quantises without overflow.

        With `limit` at most 4 and 60 pieces, |bias| + the sum of 60 weights is at most 244, below
        the 511 that int16 sums hold at their coarsest scale of 2**6.
        """
        for parameter in self.clipped_parameters():
            parameter.clamp_(-limit, limit)
        for added in (self.output_bias, self.skip):
            if added is not None:
                added.clamp_(-LOGIT_CLIP, LOGIT_CLIP)

    def clipped_parameters(self) -> tuple[nn.Parameter, ...]:
        """Return what `clip` limits to `limit`."""
        return self.input_weights, self.input_bias, self.output_weights

    def to_weights(self, scale_cp: float) -> NetworkWeights:
        """Copy the weights for the engine; a logit is `scale_cp` hundredths of a man."""
        arrays = {name: to_host(parameter).copy() for name, parameter in self.named_parameters()}
        arrays.setdefault("skip", np.zeros(len(self.input_weights), dtype=np.float32))
        return NetworkWeights(
            ruleset=self.ruleset, buckets=self.piece_buckets, scale_cp=scale_cp, **arrays
        )


def _turned(weights: Tensor) -> Tensor:
    """Return input weights `[4 * squares, width]` for planes that are the opponent's view."""
    sides = weights.view(2, 2, -1, weights.shape[1])  # whose piece, man or king, square
    return sides.flip(0, 2).view_as(weights)


def _parameter(array: np.ndarray) -> nn.Parameter:
    return nn.Parameter(to_device(array.astype(np.float32), CPU))
