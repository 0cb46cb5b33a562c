from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from rl.checkpoints.files import read_json, sweep_temporaries, write_atomic, write_json


def test_a_document_is_read_back_as_written(tmp_path: Path) -> None:
    write_json(tmp_path / "a.json", {"step": 3, "score": 0.1, "names": ["b"]})
    assert read_json(tmp_path / "a.json") == {"step": 3, "score": 0.1, "names": ["b"]}


def test_truncated_json_is_refused_and_named(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_json(path, {"step": 3})
    os.truncate(path, path.stat().st_size // 2)
    with pytest.raises(ValueError, match=r"a\.json: expected a JSON document"):
        read_json(path)


def test_one_changed_digit_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_json(path, {"step": 3})
    path.write_text(path.read_text().replace("3", "4", 1))
    with pytest.raises(ValueError, match=r"a\.json: expected content with digest"):
        read_json(path)


def test_a_failed_write_leaves_the_old_file_and_no_temporary(tmp_path: Path) -> None:
    """A file size limit stands in for a full disk: the write fails half-way in the same way."""
    path = tmp_path / "a.bin"
    write_atomic(path, b"old")
    code = (
        "import resource, sys; from pathlib import Path\n"
        "from rl.checkpoints.files import write_atomic\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, (1000, {resource.RLIM_INFINITY}))\n"
        "try: write_atomic(Path(sys.argv[1]), b'x' * 100_000)\n"
        "except OSError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True)
    assert done.stdout == f"[Errno 27] File too large: '{path}'\n"
    assert path.read_bytes() == b"old"
    assert [item.name for item in tmp_path.iterdir()] == ["a.bin"]


def test_leftovers_of_a_killed_process_are_swept(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / ".a.npz.123.tmp").write_bytes(b"half")
    (tmp_path / "games" / "b.npz").write_bytes(b"whole")
    (tmp_path / "games" / ".theirs.tmp").write_bytes(b"not ours")
    sweep_temporaries(tmp_path)
    left = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert left == [".theirs.tmp", "b.npz"]
