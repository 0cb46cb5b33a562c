"""Making endgame tables: repeatable, resumed after any death, and never too large by accident."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.evaluators.endgame_build import build, plan
from engine.evaluators.endgame_files import slice_path
from tests.engine.evaluators.tables import tables


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.safetensors")}


def made(pieces: int) -> Path:
    return tables("english", pieces).files[0].path.parent


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    """The session's tables are made by two."""
    build("english", 3, tmp_path, workers=1)
    assert contents(tmp_path / "english") == contents(made(3))


def test_what_is_there_and_whole_is_kept(tmp_path: Path) -> None:
    build("english", 2, tmp_path)
    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "english").iterdir()}
    build("english", 3, tmp_path)
    after = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "english").iterdir()}
    assert before.items() <= after.items()
    assert contents(tmp_path / "english") == contents(made(3))


def test_what_is_damaged_or_missing_is_made_again(tmp_path: Path) -> None:
    build("english", 3, tmp_path)
    path = slice_path(tmp_path, "english", "KK-K")
    path.write_bytes(path.read_bytes()[:-1] + b"\xff")
    slice_path(tmp_path, "english", "mm-K").unlink()
    build("english", 3, tmp_path)
    assert contents(tmp_path / "english") == contents(made(3))


def test_progress_tells_every_slice_and_adds_up(tmp_path: Path) -> None:
    told: list[tuple[str, int]] = []
    endgames = build("english", 3, tmp_path, progress=lambda *news: told.append(news))
    assert [name for name, _ in told] == [facts.slice for facts in endgames.slices]
    assert sum(size for _, size in told) == plan("english", 3).positions


@pytest.mark.slow
def test_a_killed_build_goes_on_and_ends_as_one_that_was_not(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rl", "tables", "build", "english", "--pieces", "4"]
    command += ["--folder", str(tmp_path), "--workers", "1", "--quiet"]
    process = subprocess.Popen(command, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})
    while len(contents(tmp_path / "english")) < 18:  # the first of four pieces
        assert process.poll() is None
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    left = contents(tmp_path / "english")
    assert 18 <= len(left) < 41
    (tmp_path / "english" / ".KKK-K.safetensors.1.tmp").write_bytes(b"half")
    build("english", 4, tmp_path)
    assert contents(tmp_path / "english") == contents(made(4))
    assert not list((tmp_path / "english").glob(".*.tmp"))


def test_two_builds_do_not_share_a_folder(tmp_path: Path) -> None:
    def second(name: str, size: int) -> None:
        build("english", 2, tmp_path)

    with pytest.raises(ValueError, match=r"english: another process is making these tables$"):
        build("english", 2, tmp_path, progress=second)


def test_what_would_take_too_much_is_refused_and_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^too much to build: 8 pieces of english: ") as caught:
        build("english", 8, tmp_path)
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_a_plan_counts_what_will_be_built() -> None:
    planned, endgames = plan("english", 3), tables("english", 3)
    assert planned.slices == len(endgames.files) == 16
    assert planned.file_bytes == sum(file.size_bytes for file in endgames.files)
    assert planned.positions >= sum(facts.positions for facts in endgames.slices)
