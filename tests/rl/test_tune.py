"""Tuning as a whole, with tiny numbers: what it writes, how it goes on, what it refuses."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rl.tune
from engine.evaluators.terms import SAMUEL
from engine.evaluators.tuned import load_weights
from rl.matches.config import MatchConfig
from rl.selfplay.job import run_job
from rl.training.regression import Fitted, fit
from rl.tune import TuneConfig, tune
from tests.rl.commands import answer, refusal, run

TINY = TuneConfig(games=20, nodes=60, match=MatchConfig(pairs=2, nodes=60))
OPTIONS = ("--games", "20", "--nodes", "60", "--pairs", "2", "--match-nodes", "60", "--quiet")


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure the speed on next to nothing."""
    monkeypatch.setattr(rl.tune, "SPEED_NODES", 100)


def tuned(folder: Path, config: TuneConfig = TINY, *, force: bool = False) -> list[str]:
    """Tune English in a folder; return what was said."""
    said: list[str] = []
    tune(["english"], config, out=folder / "out", work=folder / "work", force=force,
         progress=False, say=said.append)  # fmt: skip
    return said


def test_the_command_writes_weights_that_play(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folders = ("--out", str(tmp_path), "--work", str(tmp_path / "work"))
    code, out, err = run(capsys, "tune", "american", *OPTIONS, *folders)
    assert (code, err.count("english: ")) == (0, 3)
    assert out.startswith("english ")
    path = tmp_path / "english.toml"
    assert not set(SAMUEL) & set(tomllib.loads(path.read_text())["opening"])
    about = load_weights(path).provenance
    assert (about["games"], about["nodes"], about["seed"]) == (40, 60, 1)
    assert about["player"] == "untuned, then the weights fitted so far"
    assert about["positions"] > 500
    assert about["log_loss_after"] > 0
    assert str(about["match"]).startswith("v untuned, 2 pairs at 60 nodes a move: +")
    assert (
        answer(capsys, "inspect", str(path), "--no-calibration")["provenance"]["match"]
        == about["match"]
    )
    limits = ("--nodes", "60", "--pairs", "2", "--quiet")
    assert answer(capsys, "match", str(path), "untuned", *limits)["games"] == 4
    code, out, err = run(capsys, "tune", *OPTIONS, *folders, "--json")
    assert (code, json.loads(out)) == (0, [{"ruleset": "english", "file": str(path), **about}])
    assert err == f"english: {path} is there already; --force tunes it anew\n"


def test_weights_that_predict_worse_than_the_untuned_ones_are_said_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not [line for line in tuned(tmp_path / "better") if "worse" in line]

    def misfit(*arguments: Any, **options: Any) -> Fitted:
        found = fit(*arguments, **options)
        return replace(found, loss_after=found.loss_before + 0.01)

    monkeypatch.setattr(rl.tune, "fit", misfit)
    (line,) = [line for line in tuned(tmp_path / "worse") if "worse" in line]
    assert line.startswith("english: the weights found predict these games worse than the untuned")


@pytest.mark.slow
def test_weights_that_are_there_are_kept_unless_forced(tmp_path: Path) -> None:
    tuned(tmp_path)
    path = tmp_path / "out" / "english.toml"
    first = path.read_bytes()
    path.write_bytes(first + b"# mine\n")
    assert tuned(tmp_path) == [f"english: {path} is there already; --force tunes it anew"]
    assert path.read_bytes() == first + b"# mine\n"
    tuned(tmp_path, force=True)
    text = path.read_text().splitlines()
    changing = ("relative_speed", "date")
    kept = [line for line in first.decode().splitlines() if not line.startswith(changing)]
    assert [line for line in text if not line.startswith(changing)] == kept


@pytest.mark.slow
def test_a_tuning_that_was_killed_goes_on_and_ends_as_if_it_had_not_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunks = replace(TINY, games=15, chunk=10)
    tuned(tmp_path / "whole", chunks)
    played: list[object] = []

    def killed(*arguments: Any, **options: Any) -> None:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(run_job(*arguments, **options))

    monkeypatch.setattr(rl.tune, "run_job", killed)
    with pytest.raises(KeyboardInterrupt):
        tuned(tmp_path / "parts", chunks)
    assert list((tmp_path / "parts" / "out").iterdir()) == []
    monkeypatch.setattr(rl.tune, "run_job", lambda *a, **o: played.append(run_job(*a, **o)))
    tuned(tmp_path / "parts", chunks)
    assert len(played) == 4
    whole, parts = (
        load_weights(tmp_path / name / "out" / "english.toml") for name in ("whole", "parts")
    )
    assert (whole.weights == parts.weights).all()
    assert whole.provenance["match"] == parts.provenance["match"]


def test_another_match_is_of_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tuned(tmp_path)
    path = tmp_path / "out" / "english.toml"
    before = load_weights(path)
    path.unlink()
    monkeypatch.delattr(rl.tune, "run_job")
    monkeypatch.delattr(rl.tune, "fit")
    tuned(tmp_path, replace(TINY, match=MatchConfig(pairs=1, nodes=40)))
    after = load_weights(path)
    assert (after.weights == before.weights).all()
    assert "1 pairs at 40 nodes" in after.provenance["match"]


def test_a_damaged_chunk_of_games_is_named(tmp_path: Path) -> None:
    tuned(tmp_path)
    (tmp_path / "out" / "english.toml").unlink()
    shard = next((tmp_path / "work").glob("english-*/*.npy"))
    shard.write_bytes(shard.read_bytes()[:-1] + b"x")
    with pytest.raises(ValueError, match=rf"{shard.name}: its SHA-256 differs"):
        tuned(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "unknown ruleset 'chess'"),
        (["english", "--all"], "expected rulesets or --all, got both"),
        (["--time", "1", "--match-nodes", "1"], "expected one of --time S and --match-nodes N"),
        (["--score-share", "2"], "2.0 is not in the range 0<=x<=1"),
        (["--openings", "x"], "openings: expected one of three-move"),
    ],
)
def test_what_cannot_be_tuned_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert said in refusal(capsys, "tune", *arguments)


def test_openings_of_another_ruleset_are_refused_before_a_game_is_played(tmp_path: Path) -> None:
    config = TuneConfig(match=MatchConfig(pairs=1, nodes=1, openings="three-move"))
    with pytest.raises(ValueError, match="three-move"):
        tune(["russian"], config, out=tmp_path / "out", work=tmp_path / "work")
    assert list(tmp_path.iterdir()) == []


def test_weights_that_are_there_stay_until_others_replace_them(tmp_path: Path) -> None:
    """Tuning that fails on its way, here for want of a folder for its games, loses nothing."""
    weights, work = tmp_path / "english.toml", tmp_path / "work"
    weights.write_text("kept")
    work.write_text("no folder")
    with pytest.raises(OSError, match="work"):
        tune(["english"], TuneConfig(), out=tmp_path, work=work, force=True)
    assert weights.read_text() == "kept"
