"""Fits a value network to samples, pass by pass; killed and resumed, it ends in the same bits.

Every pass visits the training rows in an order that follows from (seed, pass) alone, on a fixed
number of threads, with deterministic kernels. After each pass the whole state goes to one file, so
a killed training repeats at most the pass in hand and repeats it exactly.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from engine.evaluators.network import NetworkWeights
from engine.rules import ruleset as ruleset_named
from rl.samples import held_out
from rl.training.config import TrainingConfig
from rl.training.device import choose_device, exact_arithmetic
from rl.training.diagnosis import Judge
from rl.training.fit import Fit
from rl.training.report import OnEpoch, OnStep
from rl.training.rows import blended_target, bucket_table, make_rows
from rl.training.scale import fit_score_scale
from rl.training.start import material_start
from rl.training.state import job_digest, load_state, save_state


def train(
    samples: np.ndarray,
    config: TrainingConfig,
    *,
    ruleset: str,
    start: NetworkWeights | None = None,
    seed: int,
    generation: int = 0,
    state_path: Path | None = None,
    on_epoch: OnEpoch | None = None,
    on_step: OnStep | None = None,
) -> NetworkWeights:
    """Fit a network to merged `samples` and return its averaged weights.

    Begins from `start`, or from material alone when there is none; `generation` is the one whose
    values of `config` count where there is a list of them. Rows of held-out games are
    measured, never trained on. Where `state_path` exists the training goes on from it, and ends in
    the same bits as one that was never interrupted. `on_epoch` is called before the state of that
    pass is written: after a kill between the two the same report comes again.

    Raises ValueError when there is no row to train on, when `start` has another shape than `config`
    asks for, when the state belongs to another training, when the loss is not finite, and when the
    device asked for is not there.
    """
    device = choose_device(config.device)
    # A state is of the device it was computed on, whatever "auto" would choose today.
    config = replace(config, device="cuda" if device.type == "cuda" else "cpu")
    facts = ruleset_named(ruleset)
    buckets = bucket_table(config.buckets, 2 * facts.men)
    mask = held_out(samples["game"])
    kept = make_rows(np.take(samples, np.flatnonzero(~mask)), buckets, config.repeat_cap)
    held = make_rows(np.take(samples, np.flatnonzero(mask)), buckets, config.repeat_cap)
    if not len(kept):
        raise ValueError(f"expected samples to train on, got {len(samples)}, all of held-out games")
    job = job_digest(samples, config, start, ruleset=ruleset, seed=seed, generation=generation)
    score_scale = fit_score_scale(kept)
    if start is None:
        start = material_start(ruleset, config, score_scale, seed)
    _check_shape(start, config, ruleset, buckets)
    share = config.search_share_at(generation)
    target = blended_target(kept, score_scale, share)
    judge = Judge(kept, held, score_scale, config, share)

    with exact_arithmetic(config.threads, device):
        steps_a_pass = max(1, len(kept) // config.batch_size)
        fit = Fit(start, config, steps_a_pass * config.passes, device)
        epoch = 0
        if state_path is not None and state_path.exists():
            arrays, counters = load_state(state_path, job)
            fit.restore(arrays, counters["step"])
            epoch = counters["epoch"]
        while epoch < config.passes:
            order = np.random.default_rng([seed, epoch + 1]).permutation(len(kept))
            began = time.perf_counter()
            totals = fit.run_pass(kept, target, order, on_step)
            epoch += 1
            if on_epoch is not None:
                on_epoch(judge.report(fit, epoch, totals, time.perf_counter() - began))
            if state_path is not None:
                counters = {"epoch": epoch, "step": fit.step}
                save_state(state_path, fit.arrays(), job=job, counters=counters)
        return judge.export(fit)


def _check_shape(
    start: NetworkWeights, config: TrainingConfig, ruleset: str, buckets: np.ndarray
) -> None:
    if start.ruleset != ruleset:
        raise ValueError(f"starting network: expected ruleset {ruleset!r}, got {start.ruleset!r}")
    for name in ("width", "perspectives"):
        expected, got = getattr(config, name), getattr(start, name)
        if got != expected:
            raise ValueError(f"starting network: expected {name} {expected}, got {got}")
    if not config.skip and start.skip.any():
        raise ValueError("starting network: expected none with a piece-square skip, got one")
    if not np.array_equal(start.buckets, buckets):
        raise ValueError(
            f"starting network: expected buckets {buckets.tolist()}, got {start.buckets.tolist()}"
        )


def check_start(start: NetworkWeights, config: TrainingConfig, ruleset: str) -> None:
    """Raise ValueError unless `config` can train on from the weights of `start`."""
    pieces_max = 2 * ruleset_named(ruleset).men
    _check_shape(start, config, ruleset, bucket_table(config.buckets, pieces_max))
