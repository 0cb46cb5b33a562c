"""How fast this machine generates moves, searches, plays itself and trains.

Nothing here is a test: the numbers are printed, never asserted. Rates are of one thread, by seconds
of processor time, so that they are those of a core however busy the machine is. What is reached
within a given time, what all cores do and what threads gain, is not: `cpu_share` says how much of a
core there was.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from engine import Evaluator, Limits, Network, Position, _native, load_evaluator, search
from rl.bench.cores import cores_at_work
from rl.bench.environment import environment_rate
from rl.bench.threads import speed_up
from rl.config import usable_cores
from rl.selfplay.config import SelfPlayConfig
from rl.selfplay.job import job_outside_runs, play
from rl.training.config import TrainingConfig
from rl.training.rate import training_rate
from rl.training.start import material_start

BULK_LEAVES, MADE_LEAVES = 100_000_000, 20_000_000
"""Most leaves of one count; in English draughts, those of 11 and of 10 plies."""
SELF_PLAY_NODES = 1000
DEPTH_TIME_S = 2.0
THREADS = 2


@dataclass(frozen=True, kw_only=True)
class Measurement:
    """One number of the table."""

    name: str
    title: str
    value: float
    unit: str


def measure(ruleset: str, seconds: float) -> Iterator[Measurement]:
    """Yield the measurements one after the other; most take about `seconds` each."""
    start, began_wall, began_cpu = Position.start(ruleset), time.perf_counter(), time.process_time()
    for name, leaves, bulk in (("perft_bulk", BULK_LEAVES, True), ("perft", MADE_LEAVES, False)):
        depth = _perft_depth(start, leaves)
        rate = _rate(partial(_native.perft, start.native, depth, bulk), seconds)
        how = "counting the last ply" if bulk else "making every leaf"
        yield Measurement(
            name=name, title=f"perft {depth}, {how}", value=rate / 1e6, unit="M leaves/s"
        )
    for evaluator in (load_evaluator("handcrafted", ruleset), _network(ruleset)):
        began = time.process_time()
        found = search(start, evaluator=evaluator, limits=Limits(time_s=DEPTH_TIME_S))
        spent = time.process_time() - began
        yield Measurement(
            name=f"nodes_{evaluator.name}",
            title=f"search from the start, {evaluator.name}",
            value=found.nodes / spent / 1e6,
            unit="M nodes/s",
        )
        yield Measurement(
            name=f"depth_{evaluator.name}",
            title=f"depth within {DEPTH_TIME_S:g} s, {evaluator.name}",
            value=found.depth,
            unit="plies",
        )
    yield Measurement(
        name="environment",
        title="environment, batched, random play",
        value=environment_rate(ruleset, seconds) / 1e6,
        unit="M plies/s",
    )
    for evaluator in (load_evaluator("material", ruleset), _network(ruleset)):
        yield Measurement(
            name=f"selfplay_{evaluator.name}",
            title=f"self-play at {SELF_PLAY_NODES} nodes, {evaluator.name}",
            value=_self_play_rate(evaluator, seconds),
            unit="kept positions/s",
        )
    yield Measurement(
        name="training",
        title="training, default network",
        value=training_rate(ruleset=ruleset, time_s=seconds),
        unit="positions/s",
    )
    share = (time.process_time() - began_cpu) / (time.perf_counter() - began_wall)
    yield Measurement(
        name="cpu_share", title="share of a core while measuring", value=100 * share, unit="%"
    )
    yield from _cores(ruleset, seconds)
    yield from _threads(seconds)


def _cores(ruleset: str, seconds: float) -> Iterator[Measurement]:
    """Yield what self-play makes of all cores, by the clock."""
    work = cores_at_work(_network(ruleset), SELF_PLAY_NODES, usable_cores(), seconds)
    workers = f"{work.workers} worker{'s' if work.workers > 1 else ''}"
    yield Measurement(
        name="selfplay_all_cores",
        title=f"self-play, network, {workers}, by the clock",
        value=work.positions_per_s,
        unit="kept positions/s",
    )
    yield Measurement(
        name="selfplay_utilisation",
        title=f"utilisation of the cores by {workers}",
        value=100 * work.utilisation,
        unit="%",
    )


def _threads(seconds: float) -> Iterator[Measurement]:
    """Yield the time to depth in middle games of English draughts, and what threads gain."""
    gained = speed_up(THREADS, seconds / 3)
    for name, count, value in (
        ("time_to_depth", 1, gained.time_s),
        (f"time_to_depth_{THREADS}_threads", THREADS, gained.threads_time_s),
    ):
        title = f"time to depth {gained.depth:.1f}, {count} thread{'s' if count > 1 else ''}"
        yield Measurement(name=name, title=title, value=1000 * value, unit="ms")
    yield Measurement(
        name=f"speed_up_{THREADS}_threads",
        title=f"speed-up by {THREADS} threads",
        value=gained.factor,
        unit="x",
    )


def _perft_depth(start: Position, leaves: int) -> int:
    """Return the most plies with at most about so many leaves, judging by how fast they grow."""
    depth, before, count = 1, 1, _native.perft(start.native, 1, True)
    while count * count / before <= leaves:
        depth, before, count = depth + 1, count, _native.perft(start.native, depth + 1, True)
    return depth


def _rate(count: Callable[[], int], seconds: float) -> float:
    """Return what `count` counts a second, calling it until `seconds` are over."""
    began, total = time.process_time(), 0
    while True:
        total += count()
        spent = time.process_time() - began
        if spent >= seconds:
            return total / spent


def _network(ruleset: str) -> Network:
    """Return a network of the default shape; what its weights are changes nothing about speed."""
    weights = material_start(ruleset, TrainingConfig(), 100.0, 1)
    return Network(weights, name="network")


def _self_play_rate(evaluator: Evaluator, seconds: float) -> float:
    config = SelfPlayConfig(nodes=(SELF_PLAY_NODES,))
    began, kept, first = time.process_time(), 0, 0
    while True:
        job = job_outside_runs(evaluator, config, first, 20)
        kept += len(play(job, evaluator)[0])
        first += job.games
        spent = time.process_time() - began
        if spent >= seconds:
            return kept / spent
