"""Faults of training and of resuming that users reported, each with its right outcome here.

The numbers are those of a collection of such reports about programs that play and learn board
games. U096, what a run folder holds, stands in test_run_folders.py.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("tensorboard")

import torch
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from engine import Network, Position, _native, load_evaluator
from engine.evaluators import save_network
from engine.evaluators.loading import CHAMPION
from engine.search.adjudication import Adjudication
from rl.matches.config import GateConfig, RandomOpeningsConfig
from rl.matches.match import play_gate
from rl.matches.report import format_report
from rl.samples import load_shard, merge
from rl.selfplay.config import SelfPlayConfig
from rl.training.config import TrainingConfig
from rl.training.report import EpochReport
from rl.training.start import material_start
from rl.training.trainer import train as fit
from tests.oracle.network import random_network
from tests.rl.commands import refusal
from tests.rl.commands import run as command
from tests.rl.lives import run, stop_at
from tests.rl.tiny import curve_points
from tests.rl.training.synthetic import material_samples


def test_a_gate_of_draws_alone_is_no_victory_and_divides_by_nothing() -> None:
    """U082: 0 wins, 0 losses, 40 draws."""
    config = GateConfig(
        max_pairs=20,
        nodes=5,
        random=RandomOpeningsConfig(nodes=20),
        adjudication=Adjudication(ply_cap=2),
    )
    gate = play_gate(load_evaluator("untuned"), load_evaluator("material"), config, seed=1)
    assert gate.match.results == [0] * 40
    assert not gate.accepted
    assert "+0 =40 -0, score 50.0 %" in format_report(gate.match)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_game_that_nobody_can_win_ends_at_the_cap_and_memory_stays_flat() -> None:
    """U085: self-play of king against king, 50 times over."""
    start = Position.from_fen("english", "W:WK1:BK32").native
    resident = []
    for seed in range(50):
        _, games = _native.self_play(
            load_evaluator("material").native,
            seed=seed,
            first_game=0,
            games=8,
            nodes=30,
            random_plies=(0, 0),
            opening_score=30_000,
            openings=[start],
            opening_share=1.0,
            fork_share=0.0,
            adjudication=Adjudication(ply_cap=12).native,
            table_mib=0.1,
            workers=1,
        )
        assert set(np.diff(games.offsets)) == {12}
        resident.append(int(Path("/proc/self/statm").read_text().split()[1]))
    pages = (4 << 20) // os.sysconf("SC_PAGE_SIZE")
    assert resident[-1] - resident[9] < pages


def test_self_play_never_lacks_a_cap() -> None:
    """U085: there is a length limit unless told otherwise, and it cannot be switched off."""
    assert 0 < SelfPlayConfig().adjudication.ply_cap <= 400
    with pytest.raises(ValueError, match="ply_cap: expected 1 to 4000, got 0"):
        Adjudication(ply_cap=0)


@pytest.mark.parametrize("threads", [1, 2])
def test_training_uses_the_threads_it_is_told_to(threads: int) -> None:
    """U087: one thread unless told otherwise, whatever the number of cores and of workers."""
    assert TrainingConfig().threads == 1
    seen = []

    def count(report: EpochReport) -> None:
        seen.append(torch.get_num_threads())

    config = TrainingConfig(width=32, passes=1, batch_size=256, threads=threads)
    fit(material_samples(600), config, ruleset="english", seed=1, on_epoch=count)
    assert seen == [threads]


def test_a_mistyped_key_stops_the_run_before_there_is_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """U088: learning_rte = 0.01."""
    path = tmp_path / "mine.toml"
    path.write_text('name = "mine"\n[training]\nlearning_rte = 0.01\n')
    message = refusal(capsys, "train", str(path), "--runs", str(tmp_path / "runs"))
    assert message == (
        f"{path}: training.learning_rte: unknown key; the nearest known is training.learning_rate"
    )
    assert not (tmp_path / "runs").exists()


@pytest.fixture(scope="module")
def resumed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run that died while training and while playing, and was given more to do each time.

    From its second training on it may play no games: what it trains on has to be there.
    """
    folder = tmp_path_factory.mktemp("runs") / "resumed"
    stop_at(folder, "train", done=1)
    stop_at(folder, "selfplay", generation=1, done=1)
    stop_at(folder, "train", generation=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rl.loop.run_job", _no_self_play)
        run(folder)
    return folder


def _no_self_play(*args: Any, **kwargs: Any) -> None:
    raise AssertionError("games were played again")


@pytest.mark.slow
def test_a_resumed_run_trains_on_its_whole_window_and_plays_nothing_again(resumed: Path) -> None:
    """U091: the samples are there again, all of them."""
    shards = [load_shard(path, "english") for path in sorted(resumed.glob("samples/*.npy"))]
    assert len(shards) == 4
    window = [value for tag, _, value in curve_points(resumed) if tag == "data/window_positions"]
    both = len(merge(np.concatenate(shards)))
    assert window == [len(merge(np.concatenate(shards[:2]))), both, both]  # the last network's


@pytest.mark.slow
def test_curves_of_a_run_resumed_three_times_never_restart(resumed: Path) -> None:
    """U094: one folder, every curve whole, steps that only rise, no point twice."""
    assert [path.name for path in resumed.parent.iterdir()] == [resumed.name]
    events = EventAccumulator(str(resumed), size_guidance={"scalars": 0}).Reload()
    lines: dict[str, list[int]] = {}
    for tag, step, _ in curve_points(resumed):
        lines.setdefault(tag, []).append(step)
    for tag in events.Tags()["scalars"]:
        steps = [event.step for event in events.Scalars(tag)]
        assert steps == sorted(set(steps)) == lines.pop(tag), tag
    assert lines == {}
    assert len(list(resumed.glob("events*"))) == 4


def test_units_that_never_wake_show_in_the_curves() -> None:
    """U095: the output is all but constant, and losses look fine."""
    reports: list[EpochReport] = []
    config = TrainingConfig(width=32, passes=2, batch_size=128, skip=False)
    alive = material_start("english", config, score_scale=100.0, seed=1)
    dead = replace(
        alive,
        input_weights=np.zeros_like(alive.input_weights),
        input_bias=np.full_like(alive.input_bias, -1),
    )
    samples = material_samples(1000)
    fit(samples, config, ruleset="english", start=dead, seed=1, on_epoch=reports.append)
    scalars = reports[-1].scalars
    assert scalars["units/dead_frac"] == 1
    assert scalars["val/score_spread"] < 10
    assert scalars["loss/val"] < 0.05


def test_a_man_up_is_worth_more_than_a_man_down() -> None:
    """U095: learned from a thousand positions, by a network that knew nothing of material."""
    config = TrainingConfig(width=32, passes=20, batch_size=128)
    start = material_start("english", config, score_scale=100.0, seed=1)
    start = replace(start, skip=np.zeros_like(start.skip))
    up = Position.from_fen("english", "W:W22,23,30,31:B2,3,10")
    down = Position.from_fen("english", "W:W22,23,30:B2,3,10,11")
    assert Network(start).evaluate(up) == Network(start).evaluate(down) == 0
    learned = Network(fit(material_samples(1000), config, ruleset="english", start=start, seed=1))
    assert learned.evaluate(up) > learned.evaluate(down) + 50


@pytest.mark.parametrize(
    "words",
    [
        ["search", "english", "--depth", "2", "--evaluator", "RUN"],
        ["match", "RUN", "material", "--nodes", "5", "--pairs", "1", "--openings", "start"],
        ["inspect", "RUN/champion.safetensors"],
    ],
    ids=lambda words: words[0],
)
def test_what_a_run_has_learned_is_used_by_naming_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    """U097: one command each, without an export."""
    save_network(tmp_path / CHAMPION, random_network(0))
    code, _, err = command(capsys, *(word.replace("RUN", str(tmp_path)) for word in words))
    assert (code, err.count("crownhead:")) == (0, 0)
