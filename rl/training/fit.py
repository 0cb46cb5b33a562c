"""The inner loop: batches, gradients, AdamW, weight clip and the running average of the weights.

A step costs about 13 ms for 16,384 rows of 128 inputs and 64 units on one core. Two thirds of it
are the products with the input weights; what surrounds them is kept small by working through a
batch in slices that stay in the cache, by one fused activation and by rows that stay packed.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from engine.evaluators.network import NetworkWeights
from rl.samples import inputs
from rl.training.config import TrainingConfig
from rl.training.device import CPU, to_device, to_host
from rl.training.model import ValueNetwork
from rl.training.report import OnStep
from rl.training.rows import Bytes, Floats, Rows
from rl.training.validation import LOSS_EXPONENT

SLICE_ROWS = {"cpu": 4096, "cuda": 65536}
"""Rows worked through at once. On the processor 2 MiB of inputs, which stay in its cache: a whole
batch at once took 15 % more time a row. A CUDA device waits for every slice and is kept busy by
many rows; that number is not measured."""


@dataclass(frozen=True, kw_only=True)
class PassTotals:
    """Means over the steps of one pass."""

    loss: float
    gradient_norm: float


class Fit:
    """A network on its way: weights, their running average, optimiser and number of steps."""

    def __init__(
        self,
        weights: NetworkWeights,
        config: TrainingConfig,
        steps: int,
        device: torch.device = CPU,
    ) -> None:
        self.config = config
        self.steps = steps
        self.step = 0
        self.device = device
        self.network = ValueNetwork(weights, skip=config.skip).to(device)
        self.average = copy.deepcopy(self.network).requires_grad_(False)
        pulled = [self.network.input_weights, self.network.output_weights]
        others = [self.network.input_bias, self.network.output_bias]
        others += [] if self.network.skip is None else [self.network.skip]
        groups: list[dict[str, Any]] = [{"params": pulled}, {"params": others, "weight_decay": 0.0}]
        self._optimiser = torch.optim.AdamW(
            groups,
            lr=config.learning_rate,
            weight_decay=config.weight_decay,
            eps=1e-10,  # gradients of this loss are small, and 1e-8 would count
            fused=True,
        )
        self._buffer = torch.empty(0, device=device)

    def run_pass(
        self,
        rows: Rows,
        target: Floats,
        order: npt.NDArray[np.integer],
        on_step: OnStep | None = None,
    ) -> PassTotals:
        """Take one step for each full batch of `order`; a set smaller than a batch is one batch.

        `on_step` is told the steps taken in all and to take in all.

        Raises ValueError as soon as a loss or gradient is not finite.
        """
        size = min(self.config.batch_size, len(order))
        losses, norms = [], []
        for first in range(0, len(order) - size + 1, size):
            batch = order[first : first + size]
            loss, norm = self._take_step(
                np.take(rows.planes, batch, axis=0),
                np.take(rows.bucket, batch),
                np.take(target, batch),
                np.take(rows.weight, batch),
            )
            if not math.isfinite(loss + norm):
                raise ValueError(
                    f"training stopped: the loss became {loss:g} and its gradient {norm:g} at step "
                    f"{self.step + 1} of {self.steps}; expected finite numbers, try a lower "
                    "learning_rate"
                )
            losses.append(loss)
            norms.append(norm)
            if on_step is not None:
                on_step(self.step, self.steps)
        return PassTotals(loss=float(np.mean(losses)), gradient_norm=float(np.mean(norms)))

    def _take_step(
        self, planes: Bytes, bucket: Bytes, target: Floats, weight: Floats
    ) -> tuple[float, float]:
        """Take one step and return the loss and the length of the gradient before it."""
        self._optimiser.zero_grad(set_to_none=False)
        share = to_device(weight / weight.sum(), self.device)
        wanted = to_device(target, self.device)
        loss = 0.0
        for part, x, buckets in self._slices(planes, bucket):
            logits = self.network(x, buckets)
            gaps = (logits.sigmoid() - wanted[part]).abs()
            part_loss = torch.dot(gaps.pow(LOSS_EXPONENT), share[part])
            part_loss.backward()  # type: ignore[no-untyped-call]
            loss += float(to_host(part_loss))
        gradients = [p.grad for p in self.network.parameters() if p.grad is not None]
        norm = float(to_host(torch.nn.utils.get_total_norm(gradients)))
        if math.isfinite(loss + norm):
            for group in self._optimiser.param_groups:
                group["lr"] = learning_rate(self.step, self.steps, self.config)
            self._optimiser.step()
            self.network.clip(self.config.weight_clip)
            self._update_average()
            self.step += 1
        return loss, norm

    @torch.no_grad()
    def _update_average(self) -> None:
        keep = min(self.config.average_decay, (1 + self.step) / (10 + self.step))
        for mean, now in zip(self.average.parameters(), self.network.parameters(), strict=True):
            mean.lerp_(now, 1 - keep)

    @torch.no_grad()
    def evaluate(self, rows: Rows) -> Floats:
        """Return the logits of the averaged network."""
        slices = self._slices(rows.planes, rows.bucket)
        parts = [to_host(self.average(x, bucket)) for _, x, bucket in slices]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.float32)

    @torch.no_grad()
    def sums(self, rows: Rows) -> Floats:
        """Return what enters the hidden units of the averaged network.

        `[N, perspectives * width]`.
        """
        slices = self._slices(rows.planes, rows.bucket)
        return np.concatenate([to_host(self.average.sums(x)) for _, x, _ in slices])

    def clipped_share(self) -> float:
        """Return the share of the weights that stand at the clip."""
        limit = self.config.weight_clip
        parameters = self.network.clipped_parameters()
        at_limit = sum(np.count_nonzero(np.abs(to_host(p)) >= limit) for p in parameters)
        return at_limit / sum(p.numel() for p in parameters)

    def arrays(self) -> dict[str, npt.NDArray[np.float32]]:
        """Return everything that `restore` needs, by name."""
        arrays = {}
        for name, tensor in self._tensors():
            arrays[name] = to_host(tensor)
        return arrays

    def restore(self, arrays: Mapping[str, np.ndarray], step: int) -> None:
        """Go on from what `arrays` returned after `step` steps."""
        self.step = step
        for parameter in self.network.parameters():
            self._optimiser.state[parameter] = {
                "step": torch.tensor(float(step), device=self.device),
                "exp_avg": torch.zeros_like(parameter),
                "exp_avg_sq": torch.zeros_like(parameter),
            }
        with torch.no_grad():
            for name, tensor in self._tensors():
                tensor.copy_(to_device(arrays[name], self.device))

    def _tensors(self) -> Iterator[tuple[str, Tensor]]:
        for name, parameter in self.network.named_parameters():
            yield f"network.{name}", parameter
            for moment in ("exp_avg", "exp_avg_sq"):
                yield f"{moment}.{name}", self._optimiser.state[parameter][moment]
        for name, parameter in self.average.named_parameters():
            yield f"average.{name}", parameter

    def _slices(self, planes: Bytes, bucket: Bytes) -> Iterator[tuple[slice, Tensor, Tensor]]:
        """Yield slice, inputs and buckets; the inputs are overwritten by the next slice."""
        input_count = len(self.network.input_weights)
        rows = SLICE_ROWS[self.device.type]
        if not self._buffer.numel():
            self._buffer = torch.empty(rows, input_count, device=self.device)
        buckets = to_device(bucket, self.device).long()
        for first in range(0, len(planes), rows):
            part = slice(first, min(first + rows, len(planes)))
            x = self._buffer[: part.stop - first]
            x.copy_(to_device(inputs(planes[part], input_count // 4), self.device))
            yield part, x, buckets[part]


def learning_rate(step: int, steps: int, config: TrainingConfig) -> float:
    """Return the step size of a step, from 0: a straight rise, then half a cosine down."""
    warmup = max(1, round(config.warmup_share * steps))
    if step < warmup:
        return config.learning_rate * (step + 1) / warmup
    done = (step - warmup) / max(1, steps - 1 - warmup)
    fall = (1 + math.cos(math.pi * done)) / 2
    return config.final_learning_rate + (config.learning_rate - config.final_learning_rate) * fall
