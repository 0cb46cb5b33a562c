"""Endgame tables as files: what is written reads back, and what is not whole is refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import load_file, save_file

from engine import Endgames
from engine.evaluators.endgame_files import read_slice, slice_path, tables_folder
from tests.engine.evaluators.tables import tables


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the tables of two and three pieces."""
    made = tables("english", 3).files[0].path.parent
    shutil.copytree(made, tmp_path / "english")
    return tmp_path


def refusal(folder: Path, path: Path) -> str:
    """Return what loading says of a file, without the path it begins with."""
    with pytest.raises(ValueError, match=rf"^{path}: ") as caught:
        Endgames.load("english", folder)
    message = str(caught.value)
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def rewritten(path: Path, **changes: object) -> None:
    """Write a file again that says something else of itself; None takes an entry out."""
    with safe_open(path, framework="numpy") as file:
        said = json.loads(file.metadata()["endgames"]) | changes
    kept = {key: value for key, value in said.items() if value is not None}
    save_file(load_file(path), path, {"endgames": json.dumps(kept)})


def test_tables_read_back(folder: Path) -> None:
    made, again = tables("english", 3), Endgames.load("english", folder)
    assert again.slices == made.slices
    assert again.pieces == 3
    for one, other in zip(made.files, again.files, strict=True):
        assert (one.digest, one.size_bytes) == (other.digest, other.size_bytes)
        assert np.array_equal(one.directory, other.directory)
        assert np.array_equal(one.words, other.words)


def test_arrays_are_mapped_and_not_copied(folder: Path) -> None:
    file = read_slice(slice_path(folder, "english", "KK-K"), "english")
    for array in (file.directory, file.words):
        assert isinstance(array, np.memmap)
        assert not array.flags.writeable


@pytest.mark.parametrize("kept", [0, 5, 300, 6000])
def test_a_truncated_file_is_refused(folder: Path, kept: int) -> None:
    path = slice_path(folder, "english", "KK-K")
    path.write_bytes(path.read_bytes()[:kept])
    assert refusal(folder, path).startswith("expected a whole safetensors file: ")


@pytest.mark.parametrize("back", [1, 4000, 8000])
def test_a_changed_bit_is_found_by_the_digest(folder: Path, back: int) -> None:
    path = slice_path(folder, "english", "KK-K")
    data = bytearray(path.read_bytes())
    data[-back] ^= 1
    path.write_bytes(data)
    assert refusal(folder, path) == "its content does not match the digest written with it"


def test_a_changed_count_is_found_by_the_digest(folder: Path) -> None:
    path = slice_path(folder, "english", "KK-K")
    rewritten(path, wins=14847)
    assert refusal(folder, path) == "its content does not match the digest written with it"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"schema": "crownhead-network-1"},
         "expected endgames of schema 'crownhead-endgames-1', got 'crownhead-network-1'"),
        ({"ruleset": "russian"}, "expected endgames of ruleset 'english', got 'russian'"),
        ({"wins": None}, "expected 'wins' in the file of a slice"),
    ],
)  # fmt: skip
def test_a_file_of_something_else_is_refused(
    folder: Path, changes: dict[str, object], said: str
) -> None:
    path = slice_path(folder, "english", "KK-K")
    rewritten(path, **changes)
    assert refusal(folder, path) == said


def test_a_slice_under_the_name_of_another_is_refused(folder: Path) -> None:
    path = slice_path(folder, "english", "KK-K")
    shutil.copy(slice_path(folder, "english", "K-KK"), path)
    assert refusal(folder, path) == "expected the slice of this name, got 'K-KK'"


def test_of_an_unfinished_number_of_pieces_nothing_is_taken(folder: Path) -> None:
    slice_path(folder, "english", "mm-K").unlink()
    assert Endgames.load("english", folder).pieces == 2


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"CROWNHEAD_TABLES": "/a"}, "/a"),
        ({"XDG_DATA_HOME": "/b"}, "/b/crownhead/tables"),
        ({"HOME": "/c"}, "/c/.local/share/crownhead/tables"),
    ],
)
def test_the_usual_folder_is_the_users(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], expected: str
) -> None:
    for name in ("CROWNHEAD_TABLES", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert str(tables_folder()) == expected
    assert str(tables_folder("/d")) == "/d"
