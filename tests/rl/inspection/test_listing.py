"""A list of runs tells of every folder, whatever is in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("tensorboard")

from rl.checkpoints import Run
from rl.checkpoints.history import History
from rl.inspection.evaluators import find_subject
from rl.inspection.listing import list_runs

CONFIG = 'name = "a"\nruleset = "russian"\ngenerations = 4\n'
COUNTS = {
    "first": "a/g01",
    "wins": 3,
    "draws": 4,
    "losses": 1,
    "pairs": [0, 0, 2, 2, 0],
    "nodes": 1000,
    "time_s": 0.0,
}


def make_run(folder: Path, **changes: Any) -> None:
    with Run.open(folder, CONFIG, seed=1) as run:
        run.save(**changes)


def only(folder: Path) -> dict[str, Any]:
    (row,) = list_runs(folder)
    return row


def test_a_run_tells_how_far_and_how_strong_it_is(tmp_path: Path) -> None:
    make_run(tmp_path / "a", generation=1, stage="gate", champion="networks/g00.safetensors")
    with Run.open(tmp_path / "a", CONFIG, seed=1) as run:
        History(run.folder, run.state).note(0, baselines={"handcrafted": COUNTS}, time_s=5.0)
        row = only(tmp_path)
    assert (row["name"], row["ruleset"], row["state"]) == ("a", "russian", "running")
    assert (row["generation"], row["generations"], row["stage"]) == (1, 4, "gate")
    assert (row["strength"]["player"], row["strength"]["nodes"]) == ("g01", 1000)
    assert row["strength"]["elo"] == pytest.approx(88.7, abs=0.05)  # 400 log10(5 / 3)
    assert only(tmp_path)["state"] == "stopped"


def write_report(folder: Path) -> None:
    """Write the report of a run that won all its final games."""
    won = COUNTS | {"second": "handcrafted", "wins": 8, "draws": 0, "losses": 0}
    won |= {"pairs": [0, 0, 0, 0, 4], "config": {"nodes": 0, "time_s": 0.005}}
    nodes = won | {"config": {"nodes": 500, "time_s": 0.0}}
    report = {"matches": {"final_nodes": nodes, "final_time": won}}
    (folder / "report.json").write_text(json.dumps(report))


def test_a_final_match_at_equal_time_is_the_newest_result(tmp_path: Path) -> None:
    make_run(tmp_path / "a", generation=3, stage="done")
    write_report(tmp_path / "a")
    row = only(tmp_path)
    assert row["state"] == "finished"
    assert (row["strength"]["elo"], row["strength"]["time_s"]) == ("inf", 0.005)
    json.dumps(row, allow_nan=False)


def test_a_run_made_longer_is_no_more_what_its_report_says(tmp_path: Path) -> None:
    make_run(tmp_path / "a", generation=4, stage="selfplay")
    write_report(tmp_path / "a")
    assert only(tmp_path)["strength"] is None
    with Run.open(tmp_path / "a", CONFIG, seed=1) as run:
        History(run.folder, run.state).note(3, baselines={"handcrafted": COUNTS}, time_s=5.0)
    assert only(tmp_path)["strength"]["nodes"] == 1000


def test_a_run_without_a_match_is_not_measured(tmp_path: Path) -> None:
    make_run(tmp_path / "a")
    assert only(tmp_path)["strength"] is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("state.json", "{"),
        ("state.json", "[]"),
        ("config.toml", "name"),
        ("config.toml", 'generations = "x"'),
        ("config.toml", "ruleset = 3"),
        ("report.json", "[]"),
        ("report.json", '{"matches": {"final_time": {"second": "handcrafted"}}}'),
        ("report.json", '{"matches": 3}'),
        ("generations.json", "{}"),
    ],
)
def test_what_cannot_be_read_is_told_in_its_row(tmp_path: Path, name: str, text: str) -> None:
    make_run(tmp_path / "a", stage="done")
    make_run(tmp_path / "b", stage="done")
    (tmp_path / "a" / name).write_text(text)
    first, second = list_runs(tmp_path)
    assert (first["name"], first["state"]) == ("a", "unreadable")
    assert first["error"]
    assert second["state"] == "finished"
    with pytest.raises(ValueError, match=str(tmp_path / "a")):
        find_subject(str(tmp_path / "a"))


def test_a_run_whose_configuration_is_lost_says_so(tmp_path: Path) -> None:
    make_run(tmp_path / "a")
    (tmp_path / "a" / "config.toml").unlink()
    assert only(tmp_path)["error"] == f"{tmp_path}/a/config.toml: No such file or directory"


def test_a_run_whose_state_is_lost_says_so(tmp_path: Path) -> None:
    make_run(tmp_path / "a")
    (tmp_path / "a" / "state.json").unlink()
    assert only(tmp_path)["error"] == "nothing saved yet"
    (tmp_path / "a" / "samples").mkdir()
    assert only(tmp_path)["state"] == "unreadable"
    assert only(tmp_path)["error"] == "state.json is lost, for there is samples"


def test_a_run_that_only_has_its_manifest_left_is_one_whose_state_is_lost(tmp_path: Path) -> None:
    make_run(tmp_path / "a")
    for name in ("state.json", "config.toml"):
        (tmp_path / "a" / name).unlink()
    write_report(tmp_path / "a")
    assert only(tmp_path)["error"] == "state.json is lost, for there is report.json"


def test_a_folder_that_is_no_run_says_so(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("")
    assert only(tmp_path) == {"name": "empty", "state": "no run", "holds": None}
    assert list_runs(tmp_path / "nowhere") == []
