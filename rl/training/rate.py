"""How many positions a second the trainer takes in, for `crownhead bench`."""

from __future__ import annotations

import time

import numpy as np

from engine._native import sample_dtype
from engine.rules import ruleset as ruleset_named
from rl.training.config import TrainingConfig
from rl.training.device import exact_arithmetic
from rl.training.fit import Fit
from rl.training.rows import Rows, bucket_table
from rl.training.start import material_start

_ROWS = 2**20
"""More than any cache holds, so that gathering a batch costs what it costs in a real run."""


def training_rate(
    config: TrainingConfig | None = None, *, ruleset: str = "english", time_s: float = 3.0
) -> float:
    """Train on random positions for about `time_s` seconds; return positions a processor second.

    Always on the processor. Batch preparation is included, reports and files are not.
    """
    config = config or TrainingConfig()
    rows, target = _random_rows(config, ruleset)
    size = min(config.batch_size, _ROWS)
    order = np.random.default_rng(1).permutation(_ROWS)
    start = material_start(ruleset, config, score_scale=100.0, seed=1)
    steps = 0
    with exact_arithmetic(config.threads):
        fit = Fit(start, config, steps=10**6)
        fit.run_pass(rows, target, order[: 2 * size])  # first touch of memory and kernels
        began = time.process_time()
        while time.process_time() < began + time_s:
            first = steps * size % (_ROWS - size + 1)
            fit.run_pass(rows, target, order[first : first + size])
            steps += 1
        return steps * size / (time.process_time() - began)


def _random_rows(config: TrainingConfig, ruleset: str) -> tuple[Rows, np.ndarray]:
    """Return rows with one bit in eight set; which ones changes nothing about the speed."""
    facts = ruleset_named(ruleset)
    width = sample_dtype(ruleset)["planes"].itemsize
    random = np.random.default_rng(1)
    bits = random.integers(0, 256, (3, _ROWS, width), dtype=np.uint8)
    buckets = bucket_table(config.buckets, 2 * facts.men)
    target = random.random(_ROWS, dtype=np.float32)
    rows = Rows(
        planes=bits[0] & bits[1] & bits[2],
        pieces=np.zeros((_ROWS, 4), dtype=np.uint8),
        bucket=random.integers(0, int(buckets.max()) + 1, _ROWS, dtype=np.uint8),
        score=target,
        result=target,
        weight=np.ones(_ROWS, dtype=np.float32),
    )
    return rows, target
