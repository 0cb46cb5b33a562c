"""`crownhead train`: which run it goes on with."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tensorboard")
pytest.importorskip("torch")

from rl.checkpoints import Run
from rl.config import format_config, load_config
from rl.loop.summary import JSON, TEXT
from tests.rl.commands import run
from tests.rl.tiny import SMOKE


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """Return a folder of runs with a finished one, `smoke`."""
    config = load_config(SMOKE)
    with Run.open(tmp_path / "smoke", format_config(config), seed=config.seed) as opened:
        opened.save(stage="done", generation=config.generations)
    (tmp_path / "smoke" / JSON).write_text("{}")
    (tmp_path / "smoke" / TEXT).write_text("the report\n")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "options", "hint"),
    [
        ("smoke.toml", (), ""),
        ("mine.toml", (), "; --name mine would begin one of its own"),
        ("mine.toml", ("--name", "smoke"), ""),
    ],
)
def test_a_run_that_is_there_is_named_with_the_file_that_asks_for_it(
    capsys: pytest.CaptureFixture[str],
    finished: Path,
    name: str,
    options: tuple[str, ...],
    hint: str,
) -> None:
    copy = finished / name
    copy.write_bytes(SMOKE.read_bytes())
    code, out, err = run(capsys, "train", str(copy), "--runs", str(finished), "--quiet", *options)
    assert (code, out) == (0, "the report\n")
    folder = finished / "smoke"
    assert err.splitlines()[0] == f"{folder}: this run is finished (run smoke of {copy}{hint})"
