"""Self-play on every core, as a run does it: a chunk played, merged, written and digested.

Utilisation is processor time by time of the clock and workers. What is missing from 100 % was spent
waiting: for the last games of a chunk, for its files, or for other programs, so that the machine
has to be idle for it to say something of this one.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from engine import Evaluator
from rl.selfplay.config import SelfPlayConfig
from rl.selfplay.job import job_outside_runs, run_job

FIRST_GAMES = 4
"""For each worker, to see how long games take."""


@dataclass(frozen=True, kw_only=True)
class CoresAtWork:
    """What self-play makes of the cores, in seconds of the clock."""

    workers: int
    positions_per_s: float
    """Kept positions."""
    utilisation: float
    """Share of the time in which the workers' cores worked, from 0 to 1."""


def cores_at_work(evaluator: Evaluator, nodes: int, workers: int, seconds: float) -> CoresAtWork:
    """Play one chunk of about so many seconds, at most of the games that a run has in one."""
    config = SelfPlayConfig(nodes=(nodes,))
    first = FIRST_GAMES * workers
    took, _, _ = _chunk(evaluator, config, 0, first, workers)
    games = min(config.chunk, max(first, int(first * seconds / took)))
    wall_s, cpu_s, kept = _chunk(evaluator, config, first, games, workers)
    return CoresAtWork(
        workers=workers,
        positions_per_s=kept / wall_s,
        utilisation=cpu_s / wall_s / workers,
    )


def _chunk(
    evaluator: Evaluator, config: SelfPlayConfig, first: int, games: int, workers: int
) -> tuple[float, float, int]:
    """Make a chunk and its files; return seconds of the clock and of the processor, and rows."""
    job = job_outside_runs(evaluator, config, first, games)
    with TemporaryDirectory() as folder:
        paths = Path(folder) / "chunk.npy", Path(folder) / "chunk.npz"
        began, began_cpu = time.perf_counter(), time.process_time()
        result = run_job(job, evaluator, *paths, workers=workers)
        return time.perf_counter() - began, time.process_time() - began_cpu, result.kept
