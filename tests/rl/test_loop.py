"""Whole runs with tiny numbers: what they leave behind, and that dying changes nothing."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("tensorboard")

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from engine import Network, load_evaluator
from rl.checkpoints import Run, load_state
from rl.checkpoints.history import read_history
from rl.loop import train
from rl.matches.match import GateResult, play_gate
from tests.rl.lives import Killed, die_around_every_save
from tests.rl.tiny import OVERRIDES, SMOKE, curve_points, fingerprint, tiny_config


def run(folder: Path, *overrides: str) -> dict[str, Any]:
    return train(tiny_config(*overrides), folder, progress=False, say=lambda line: None)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "uninterrupted"
    run(folder)
    return folder


@pytest.fixture(scope="module")
def events(finished: Path) -> EventAccumulator:
    sizes = {"scalars": 0, "histograms": 0, "images": 0, "tensors": 0}
    return EventAccumulator(str(finished), size_guidance=sizes).Reload()


@pytest.mark.slow
def test_a_finished_run_has_a_report_a_champion_and_its_games(finished: Path) -> None:
    state = load_state(finished / "state.json")
    report = json.loads((finished / "report.json").read_bytes())
    assert (state.stage, state.generation) == ("done", 2)
    assert [gate["challenger"] for gate in report["gates"]] == [
        "smoke/g00", "smoke/g01", "smoke/final02"
    ]  # fmt: skip
    assert report["matches"]["final_nodes"]["games"] == 8
    assert report["matches"]["final_time"]["games"] == 4
    text = (finished / "report.txt").read_text()
    assert "equal nodes:" in text
    assert re.search(r"^the learned evaluation (beats|loses to|is not told apart) .*\n"
                     rf"play it: crownhead play english --evaluator {finished}\n$|"
                     r"^no challenger beat material.*\n$", text, re.MULTILINE)  # fmt: skip
    assert len(list((finished / "samples").glob("*.npy"))) == 4
    assert (finished / "matches" / "final-nodes" / "games.pdn").stat().st_size > 0


@pytest.mark.slow
def test_a_finished_run_has_a_row_a_generation_and_its_plots(finished: Path) -> None:
    rows = read_history(finished)
    assert [row["generation"] for row in rows] == [0, 1, 2]
    assert [row["games"] for row in rows[:2]] == [32, 32]
    gates = json.loads((finished / "report.json").read_bytes())["gates"]
    for row, gate in zip(rows, gates, strict=True):
        assert sum(row["gate"]["pairs"]) == gate["pairs"]
        assert row["time_s"] == sum(row["counters"].values())
    for name in ("strength", "calibration", "material_balance"):
        assert (finished / "plots" / f"{name}.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_a_resumed_run_prints_its_table_again(tmp_path: Path) -> None:
    said: list[str] = []
    _stop_at(tmp_path, "selfplay")
    _stop_at(tmp_path, "train")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rl.loop.play", _die)
        patch.setattr("rl.loop.learn", _die)
        with pytest.raises(Killed):
            train(tiny_config(), tmp_path, progress=False, say=said.append)
    assert "going on with generation 1, train" in said[0]
    assert said[1].split()[:2] == ["gen", "games"]
    assert said[2].split()[:2] == ["g00", "32"]
    assert len(said) == 3


def _die(session: Any) -> None:
    raise Killed


@pytest.mark.slow
@pytest.mark.parametrize("accepted", [True, False])
def test_the_victor_survives_and_the_loser_leaves_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, accepted: bool
) -> None:
    def decided(*args: Any, **kwargs: Any) -> GateResult:
        return replace(play_gate(*args, **kwargs), accepted=accepted)

    monkeypatch.setattr("rl.loop.play_gate", decided)
    report = run(tmp_path, "--training.passes", "1")
    second = report["gates"][1]
    assert second["challenger"] == "smoke/g01"
    assert second["champion"] == ("smoke/g00" if accepted else "material")
    assert report["champion"] == ("networks/final02.safetensors" if accepted else "material")
    assert (tmp_path / "champion.safetensors").exists() == accepted
    window = [
        value for tag, step, value in curve_points(tmp_path) if tag == "data/window_positions"
    ]
    assert window[1] > 1.5 * window[0]
    assert window[2] == window[1]  # the last network sees what there is, and plays no games


@pytest.mark.slow
def test_the_champion_of_a_run_folder_is_an_evaluator(finished: Path) -> None:
    state = load_state(finished / "state.json")
    if state.champion == "material":
        with pytest.raises(ValueError, match=r"champion\.safetensors"):
            load_evaluator(str(finished))
    else:
        champion = load_evaluator(str(finished))
        assert isinstance(champion, Network)
        data = (finished / state.champion).read_bytes()
        assert data == (finished / "champion.safetensors").read_bytes()


@pytest.mark.slow
def test_tensorboard_shows_everything_that_is_promised(events: EventAccumulator) -> None:
    tags = events.Tags()
    scalars = set(tags["scalars"])
    assert {
        "loss/train", "loss/val", "loss/val_result", "opt/lr", "opt/grad_norm",
        "data/games_per_s", "data/positions_per_s", "data/draw_rate", "data/plies",
        "data/unique_frac", "data/quiet_frac", "data/first_player_score", "data/positions",
        "gate/llr", "match/llr", "match/score", "match/score_vs_handcrafted",
        "final/nodes_score", "final/time_score", "time/selfplay", "time/train", "time/gate",
    } <= scalars  # fmt: skip
    assert {"weights/input", "units/sums", "games/plies", "games/score"} <= set(tags["histograms"])
    assert {
        "calibration",
        "squares/pieces",
        "squares/hidden_units",
        "strength",
        "material_balance",
    } <= set(tags["images"])
    assert {"game/text_summary", "config/text_summary"} <= set(tags["tensors"])
    assert "_hparams_/session_start_info" in events.summary_metadata
    text = events.Tensors("game/text_summary")[0].tensor_proto.string_val[0].decode()
    assert "[Event " in text


@pytest.mark.slow
def test_every_scalar_is_also_in_the_lines(events: EventAccumulator, finished: Path) -> None:
    lines = defaultdict(list)
    for tag, step, _ in curve_points(finished):
        lines[tag].append(step)
    curves = {tag: [e.step for e in events.Scalars(tag)] for tag in events.Tags()["scalars"]}
    assert curves == dict(lines)


@pytest.mark.slow
def test_curves_never_step_back_or_repeat_a_step(finished: Path) -> None:
    last: dict[str, int] = {}
    for tag, step, _ in curve_points(finished):
        assert step > last.get(tag, -1), tag
        last[tag] = step


@pytest.mark.slow
def test_a_finished_run_is_not_run_again(finished: Path) -> None:
    before = fingerprint(finished)
    report = run(finished)
    assert report == json.loads((finished / "report.json").read_bytes())
    assert fingerprint(finished) == before


@pytest.mark.slow
def test_another_seed_is_another_run(finished: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    run(other, "--seed", "2", "--generations", "1")
    first = fingerprint(finished)["files"]
    second = fingerprint(other)["files"]
    assert first["samples/g00-0000.npy"] != second["samples/g00-0000.npy"]


@pytest.mark.slow
def test_dying_around_every_unit_of_work_changes_nothing(
    finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "killed"
    assert die_around_every_save(monkeypatch, lambda: run(folder)) > 15
    found, expected = fingerprint(folder), fingerprint(finished)
    for part in expected:
        assert found[part] == expected[part], part


@pytest.mark.slow
def test_kill_9_at_random_moments_changes_nothing(finished: Path, tmp_path: Path) -> None:
    """The kills come from outside, so they also hit the middle of writes and of native calls."""
    source, folder = random.Random(5), tmp_path / "smoke"
    command = [sys.executable, "-m", "rl", "train", str(SMOKE), "--runs", str(tmp_path), *OVERRIDES]
    killed = 0
    for _ in range(60):
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=SMOKE.parents[1]
        )
        _wait_for_change(process, folder, killed)
        time.sleep(source.uniform(0, 0.4))
        if killed < 6 and process.poll() is None:
            process.send_signal(signal.SIGKILL)
            killed += 1
        if process.wait() == 0:
            break
    assert killed >= 3  # a fast machine is done before the sixth
    assert process.returncode == 0
    found, expected = fingerprint(folder), fingerprint(finished)
    for part in expected:
        assert found[part] == expected[part], part


def _wait_for_change(process: subprocess.Popen[bytes], folder: Path, killed: int) -> None:
    """Wait until the run has got further than when this process started."""
    state = folder / "state.json"
    before = state.stat().st_mtime_ns if state.exists() else 0
    while killed < 6 and process.poll() is None:
        if state.exists() and state.stat().st_mtime_ns > before:
            return
        time.sleep(0.02)


@pytest.mark.slow
def test_a_damaged_network_stops_the_run_and_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    _stop_at(folder, "gate")
    path = folder / "networks" / "g00.safetensors"
    os.truncate(path, path.stat().st_size // 2)
    with pytest.raises(ValueError, match=r"g00\.safetensors: "):
        run(folder)


def _stop_at(folder: Path, stage: str) -> None:
    """Run until `stage` begins, then die."""
    save = Run.save

    def mortal(self: Run, **changes: Any) -> None:
        save(self, **changes)
        if changes.get("stage") == stage:
            raise Killed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Run, "save", mortal)
        with pytest.raises(Killed):
            run(folder)
