"""A run killed at many instants of every stage ends as one that was left alone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("tensorboard")

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from engine.evaluators import save_network
from rl.loop import train
from tests.oracle.network import random_network
from tests.rl.tiny import SMOKE, fingerprint, tiny_config


@pytest.mark.slow
def test_sigkill_between_any_two_writes_of_any_stage_changes_nothing(tmp_path: Path) -> None:
    """Networks, shards, gates, blocks, curves and their steps; also what `keep` has removed."""
    save_network(tmp_path / "start.safetensors", random_network(0, width=32))
    overrides = ["--start", str(tmp_path / "start.safetensors"), "--keep", "1", "--window", "1",
                 "--selfplay.games", "[16]", "--selfplay.chunk", "8", "--workers", "1"]  # fmt: skip
    alone, killed = tmp_path / "alone", tmp_path / "killed"
    train(tiny_config(*overrides), alone, progress=False, say=lambda line: None)
    command = [sys.executable, "-m", "tests.rl.kills", str(killed), *overrides]
    done = subprocess.run(command, capture_output=True, text=True, cwd=SMOKE.parents[1])
    assert done.returncode == 0, done.stderr
    deaths = Counter(json.loads(done.stdout.splitlines()[-1]))
    assert {"selfplay", "train", "gate", "baselines", "final"} <= set(deaths)
    assert deaths.total() >= 10
    found, expected = fingerprint(killed), fingerprint(alone)
    for part in expected:
        assert found[part] == expected[part], part
    assert scalars(killed) == scalars(alone)


def scalars(folder: Path) -> dict[str, list[int]]:
    """Return the steps of every curve as TensorBoard shows it, but for what the clock decides."""
    events = EventAccumulator(str(folder), size_guidance={"scalars": 0}).Reload()
    tags = [tag for tag in events.Tags()["scalars"] if not tag.startswith("final/time_")]
    return {tag: [event.step for event in events.Scalars(tag)] for tag in tags}
