"""Curves are read back with TensorBoard's own reader, so the format is judged by its owner."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("tensorboard")

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from rl.metrics import Metrics

# The smallest PNG: 1x1, 8-bit grey (W3C PNG specification, layout of signature and IHDR).
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010800000000"
    "3a7e9b550000000a49444154789c6360000000020001"
    "48afa4710000000049454e44ae426082"
)


def read(folder: Path) -> EventAccumulator:
    return EventAccumulator(str(folder), size_guidance={"scalars": 0, "histograms": 0}).Reload()


def curve(folder: Path, tag: str) -> list[tuple[int, float]]:
    return [(event.step, event.value) for event in read(folder).Scalars(tag)]


def lines(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]


def test_every_scalar_is_in_both_files(tmp_path: Path) -> None:
    metrics = Metrics(tmp_path)
    metrics.scalar("loss/train", 0.5, 1)
    metrics.scalars({"loss/train": 0.25, "opt/lr": 0.125}, 2)
    metrics.close()
    assert curve(tmp_path, "loss/train") == [(1, 0.5), (2, 0.25)]
    assert [(line["tag"], line["step"], line["value"]) for line in lines(tmp_path)] == [
        ("loss/train", 1, 0.5),
        ("loss/train", 2, 0.25),
        ("opt/lr", 2, 0.125),
    ]


def test_pictures_texts_histograms_and_hyper_parameters_are_readable(tmp_path: Path) -> None:
    metrics = Metrics(tmp_path)
    metrics.histogram("weights/input", np.arange(10, dtype=np.float32), 3)
    metrics.image("squares/men", PNG, 3)
    metrics.text("game", "1. 11-15 *", 3)
    metrics.hparams({"selfplay.nodes": 1000, "name": "quick"}, {"final/elo": 12.0})
    metrics.close()
    events = read(tmp_path)
    histogram = events.Histograms("weights/input")[0].histogram_value
    assert (histogram.min, histogram.max, histogram.num) == (0, 9, 10)
    image = events.Images("squares/men")[0]
    assert (image.width, image.height, image.encoded_image_string) == (1, 1, PNG)
    assert events.Tensors("game/text_summary")[0].tensor_proto.string_val == [b"1. 11-15 *"]
    assert "_hparams_/session_start_info" in events.summary_metadata
    assert curve(tmp_path, "final/elo") == [(0, 12.0)]


def test_a_value_that_is_not_a_number_is_refused_and_named(tmp_path: Path) -> None:
    metrics = Metrics(tmp_path)
    with pytest.raises(ValueError, match="loss/train: expected a finite number at step 7, got nan"):
        metrics.scalar("loss/train", float("nan"), 7)
    metrics.close()


def test_resumed_curves_have_no_gap_and_no_step_twice(tmp_path: Path) -> None:
    metrics = Metrics(tmp_path)
    for step in range(5):
        metrics.scalar("loss/train", step, step)
    offsets = metrics.offsets()
    for step in range(5, 9):  # written after the checkpoint by a process that is then killed
        metrics.scalar("loss/train", -1.0, step)
    metrics.close()
    metrics = Metrics.resume(tmp_path, offsets)
    for step in range(5, 9):
        metrics.scalar("loss/train", step, step)
    metrics.close()
    expected = [(step, float(step)) for step in range(9)]
    assert curve(tmp_path, "loss/train") == expected
    assert [(line["step"], line["value"]) for line in lines(tmp_path)] == expected


def test_resuming_twice_keeps_every_segment_in_order(tmp_path: Path) -> None:
    offsets: dict[str, int] = {}
    for step in range(3):
        metrics = Metrics.resume(tmp_path, offsets)
        metrics.scalar("loss/train", step, step)
        offsets = metrics.offsets()
        metrics.scalar("loss/train", 99, step + 1)
        metrics.close()
    Metrics.resume(tmp_path, offsets).close()
    assert curve(tmp_path, "loss/train") == [(0, 0.0), (1, 1.0), (2, 2.0)]


def test_an_events_file_the_checkpoint_does_not_know_is_removed(tmp_path: Path) -> None:
    metrics = Metrics(tmp_path)
    metrics.scalar("loss/train", 1, 1)
    metrics.close()
    Metrics.resume(tmp_path, {}).close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["metrics.jsonl"]


@pytest.mark.parametrize("kept", [0, 30, -1])
def test_half_a_line_is_cut_off_and_the_gap_is_told(tmp_path: Path, kept: int) -> None:
    metrics = Metrics(tmp_path)
    for step in range(3):
        metrics.scalar("loss/train", step, step)
    offsets = metrics.offsets()
    metrics.close()
    path = tmp_path / "metrics.jsonl"
    path.write_bytes(path.read_bytes()[:kept])
    metrics = Metrics.resume(tmp_path, offsets)
    (told,) = metrics.damage
    assert told.startswith(f"{path}: expected at least {offsets[path.name]} bytes of curves, got ")
    metrics.scalar("loss/train", 3, 3)
    offsets = metrics.offsets()
    metrics.close()
    assert [line["step"] for line in lines(tmp_path)] == [*range(2 if kept == -1 else 0), 3]
    metrics = Metrics.resume(tmp_path, offsets)
    metrics.close()
    assert metrics.damage == []


def test_events_that_were_removed_are_told_and_no_other_file_is_taken_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    offsets: dict[str, int] = {}
    for step in range(3):
        metrics = Metrics.resume(tmp_path, offsets)
        metrics.scalar("loss/train", step, step)
        offsets = metrics.offsets()
        metrics.close()
    first, *others = sorted(tmp_path.glob("events.*"))
    first.unlink()
    before = [path.read_bytes() for path in others]
    metrics = Metrics.resume(tmp_path, offsets)
    metrics.scalar("loss/train", 3, 3)
    metrics.close()
    assert [line.partition(":")[0] for line in metrics.damage] == [str(first)]
    assert [path.read_bytes() for path in others] == before
    assert curve(tmp_path, "loss/train") == [(1, 1.0), (2, 2.0), (3, 3.0)]


def test_events_of_another_program_are_left_alone(tmp_path: Path) -> None:
    foreign = tmp_path / "events.out.tfevents.1.host.7.0"
    foreign.write_bytes(b"x")
    Metrics.resume(tmp_path, {}).close()
    assert foreign.read_bytes() == b"x"


WRITER = """
import json, os, sys
from pathlib import Path
from rl.metrics import Metrics
folder = Path(sys.argv[1])
saved = folder / "state"
step, offsets = json.loads(saved.read_text()) if saved.exists() else (0, {})
metrics = Metrics.resume(folder, offsets)
while step < 100_000:
    metrics.scalar("loss/train", step, step)
    step += 1
    if step % 7 == 0:
        saved.with_suffix(".tmp").write_text(json.dumps([step, metrics.offsets()]))
        os.replace(saved.with_suffix(".tmp"), saved)
        print(step, flush=True)
"""


def test_curves_survive_kill_9(tmp_path: Path) -> None:
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        for _ in range(5):
            assert process.stdout.readline()
        time.sleep(0.003)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    step, offsets = json.loads((tmp_path / "state").read_text())
    Metrics.resume(tmp_path, offsets).close()
    assert step >= 3 * 5 * 7
    assert curve(tmp_path, "loss/train") == [(n, float(n)) for n in range(step)]
    assert [line["step"] for line in lines(tmp_path)] == list(range(step))


def test_a_clock_set_back_leaves_the_segments_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TensorBoard reads the files of a run in the order of their names."""
    metrics = Metrics(tmp_path)
    metrics.scalar("loss/train", 0, 0)
    offsets, now = metrics.offsets(), time.time()
    metrics.close()
    monkeypatch.setattr(time, "time", lambda: now - 90_000)
    metrics = Metrics.resume(tmp_path, offsets)
    metrics.scalar("loss/train", 1, 1)
    metrics.close()
    assert curve(tmp_path, "loss/train") == [(0, 0.0), (1, 1.0)]
