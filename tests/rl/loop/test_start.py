"""What a run remembers of the network it started from."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("tensorboard")

from engine.evaluators import save_network
from engine.evaluators.network import digest
from rl.checkpoints import Run, read_json
from rl.config import format_config
from rl.loop import train
from rl.loop.start import NETWORK
from tests.oracle.network import random_network
from tests.rl.tiny import tiny_config


def test_a_manifest_begun_anew_is_told_the_start_again(tmp_path: Path) -> None:
    config = tiny_config("--start", "given.safetensors")
    with Run.open(tmp_path, format_config(config), seed=1) as run:
        save_network(run.path(*NETWORK.split("/")), random_network(0))
        run.save(champion=NETWORK, stage="done", generation=config.generations)
    (tmp_path / "report.json").write_text("{}")
    (tmp_path / "manifest.json").unlink()
    train(config, tmp_path, progress=False, say=lambda line: None)
    assert read_json(tmp_path / "manifest.json")["start"] == {
        "source": "given.safetensors",
        "digest": digest(random_network(0)),
    }
    save_network(tmp_path / NETWORK, random_network(1))
    with pytest.raises(ValueError, match=r"start\.safetensors: expected the network "):
        train(config, tmp_path, progress=False, say=lambda line: None)


@pytest.mark.parametrize("part", ["baselines", "final_nodes", "final_time"])
def test_endgame_tables_that_are_not_there_are_refused_before_anything_is_played(
    tmp_path: Path, part: str
) -> None:
    config = tiny_config(f"--{part}.tables", f'"{tmp_path}"')
    with pytest.raises(ValueError, match=rf"^{part}\.tables: .*: no endgame tables; make "):
        train(config, tmp_path / "run", progress=False, say=lambda line: None)
    assert not (tmp_path / "run").exists()
