"""The commands about endgame tables, as a user or a program reads them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.rl.commands import answer, refusal, run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that the commands use where none is named."""
    monkeypatch.setenv("CROWNHEAD_TABLES", str(tmp_path))
    return tmp_path


def test_tables_are_built_listed_and_verified(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    code, out, err = run(capsys, "tables", "build", "english", "--pieces", "3", "--quiet", "--json")
    assert (code, err) == (0, "")
    built = json.loads(out)
    assert built["positions"] == {"2": 3488, "3": 196032}
    assert (built["ruleset"], built["pieces"], built["slices"]) == ("english", 3, 16)
    verified = answer(capsys, "tables", "verify", "english")
    assert verified == {key: built[key] for key in verified}
    rows = answer(capsys, "tables", "list", "english")
    assert sum(row["bytes"] for row in rows) == built["bytes"]
    assert rows[0] == {
        "slice": "K-K", "wins": 230, "losses": 108, "draws": 654, "longest_win": 11,
        "longest_wins": 34, "longest_example": rows[0]["longest_example"],
        "bytes": rows[0]["bytes"], "digest": rows[0]["digest"],
    }  # fmt: skip
    _, listed, _ = run(capsys, "tables", "list", "english")
    assert max(map(len, listed.splitlines())) <= 100
    assert len(listed.splitlines()) == 17


def test_the_progress_of_a_build_is_shown_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    code, out, err = run(capsys, "tables", "build", "english", "--pieces", "2")
    assert (code, err) == (0, "")
    assert "2 pieces     3,488 positions" in out


def test_a_search_uses_the_tables_there_are(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    won = ["search", "english", "--fen", "W:WK1,K2:BK14", "--nodes", "500"]
    assert "win in 33 plies for" not in run(capsys, *won)[1]
    run(capsys, "tables", "build", "english", "--pieces", "3", "--quiet")
    assert "win in 33 plies for" in run(capsys, *won)[1]
    assert "win in 33 plies for" in run(capsys, *won, "--tables", str(folder))[1]
    assert "win in 33 plies for" not in run(capsys, *won, "--tables", "none")[1]
    counted = [*won[:3], "W:WK1,K2:BK14:H60", *won[4:]]
    assert "win in 33 plies without draw rules for" in run(capsys, *counted)[1]


def test_tables_that_are_asked_for_and_missing_are_refused(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    named = ["search", "english", "--nodes", "500", "--tables", str(folder)]
    for command in (named, ["tables", "verify", "english"], ["tables", "list", "english"]):
        assert refusal(capsys, *command) == (
            f"{folder}/english: no endgame tables; "
            "make them with: crownhead tables build english --pieces 4"
        )


def test_a_damaged_file_is_named(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    run(capsys, "tables", "build", "english", "--pieces", "2", "--quiet")
    path = folder / "english" / "K-m.safetensors"
    path.write_bytes(path.read_bytes()[:-1] + b"\xff")
    said = f"{path}: its content does not match the digest written with it"
    assert refusal(capsys, "tables", "verify", "english") == said
    assert refusal(capsys, "search", "english", "--nodes", "500") == said


def test_a_ruleset_that_can_have_no_tables_says_why(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    assert refusal(capsys, "tables", "build", "frisian", "--pieces", "3") == (
        "no endgame tables for 'frisian': there the pieces alone do not say what is legal"
    )


def test_a_plan_says_what_six_pieces_take(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    """The index has some room for two men on one square, so there are a few fewer positions."""
    planned = answer(capsys, "tables", "plan", "english", "--pieces", "6")
    assert planned["slices"] == 155
    assert 2_503_611_964 < planned["positions"] < 2_800_000_000
    assert planned["memory_bytes"] < 2**30 * 4
    assert (
        "6 pieces of english: 2,7" in run(capsys, "tables", "plan", "english", "--pieces", "6")[1]
    )


def test_more_pieces_than_can_be_built_are_refused_with_what_they_would_take(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    said = refusal(capsys, "tables", "build", "english", "--pieces", "8")
    assert said.startswith("too much to build: 8 pieces of english: 48")
    assert "GiB of files" in said


def test_a_search_without_being_asked_leaves_out_tables_that_are_not_complete(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    answer(capsys, "tables", "build", "english", "--pieces", "2", "--quiet")
    (folder / "english" / "K-K.safetensors").unlink()
    assert answer(capsys, "search", "english", "--depth", "3")["table_hits"] == 0


def test_verifying_misses_neither_a_lacking_file_nor_one_that_stands_beside_the_gap(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    answer(capsys, "tables", "build", "english", "--pieces", "3", "--quiet")
    lacking, damaged = (folder / "english" / f"{name}.safetensors" for name in ("mm-m", "Km-K"))
    lacking.unlink()
    assert refusal(capsys, "tables", "verify", "english") == (
        f"{lacking}: no such file, though there are others of 3 pieces; "
        "go on with: crownhead tables build english --pieces 3"
    )
    content = bytearray(damaged.read_bytes())
    content[-1] ^= 1
    damaged.write_bytes(content)
    assert refusal(capsys, "tables", "verify", "english").startswith(f"{damaged}: ")
