"""A run that is made longer keeps what ended the shorter one."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tensorboard")

from rl.checkpoints import Run
from rl.config import format_config
from rl.loop.lengthen import FINALS, lengthen
from rl.loop.session import Session
from tests.rl.tiny import tiny_config


@pytest.mark.parametrize("renamed", [0, 1, 2])
def test_matches_that_a_kill_left_under_their_new_name_make_room(
    tmp_path: Path, renamed: int
) -> None:
    """Killed between renaming and saving, then taken to the end of the shorter run once more."""
    config = tiny_config("--generations", "3", "--final_window", "0")
    with Run.open(tmp_path, format_config(config), seed=1) as run:
        run.save(stage="done", generation=1)
        for name in (*FINALS, *(f"g01-{name}" for name in FINALS[:renamed])):
            folder = tmp_path / "matches" / name
            folder.mkdir(parents=True)
            (folder / "report.txt").write_text(name)
        lengthen(Session(config, run, progress=False, tell=lambda line: None))
        assert (run.state.stage, run.state.generation) == ("selfplay", 2)
    kept = {path.parent.name: path.read_text() for path in tmp_path.glob("matches/*/report.txt")}
    assert kept == {f"g01-{name}": name for name in FINALS}
