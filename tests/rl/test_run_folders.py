"""What becomes of the files of a run: where it starts, what it keeps, what it does without."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("tensorboard")

import rl.checkpoints
from engine.evaluators import save_network
from engine.evaluators.network import digest, load_network
from rl.checkpoints import load_state, read_json
from rl.matches.match import GateResult, play_gate
from tests.oracle.network import random_network
from tests.rl.lives import run, stop_at
from tests.rl.tiny import curve_points, fingerprint

ONE = ["--generations", "1"]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "whole"
    run(folder, "--workers", "1")
    return folder


@pytest.fixture
def network(tmp_path: Path) -> Path:
    path = tmp_path / "given.safetensors"
    save_network(path, random_network(0, width=64))
    return path


def files_of(folder: Path) -> set[str]:
    """Return the kinds of the files in a run folder, in the words of the documentation."""
    kinds = set()
    for path in folder.rglob("*"):
        if path.is_file():
            name = re.sub(r"(g|final)\d\d", r"\g<1>00", str(path.relative_to(folder)))
            name = re.sub(r"-\d{4}\.", "-0000.", name)
            name = re.sub(r"pairs-\d+-\d+", "pairs-000001-000008", name)
            name = re.sub(r"^matches/[^/]+", "matches/NAME", name)
            kinds.add(re.sub(r"tfevents\..*", "tfevents.*", name))
    return kinds


@pytest.mark.slow
def test_a_run_folder_holds_what_the_documentation_lists(
    tmp_path: Path, finished: Path, network: Path
) -> None:
    """U096: a reader is told what is kept; what is listed is there, and nothing else."""
    listed = set(re.findall(r"^    (\S+) ", rl.checkpoints.__doc__ or "", re.MULTILINE))
    stop_at(tmp_path / "a", "train", "--start", str(network), done=2)
    under_way = files_of(tmp_path / "a")
    assert under_way | files_of(finished) | {"champion.safetensors"} == listed
    assert "training/g00.safetensors" in under_way
    assert "training/g00.safetensors" not in files_of(finished)


@pytest.mark.slow
def test_the_number_of_workers_changes_no_network_and_no_shard(
    tmp_path: Path, finished: Path
) -> None:
    run(tmp_path / "a", "--workers", "2")
    assert fingerprint(tmp_path / "a") == fingerprint(finished)


@pytest.mark.slow
def test_a_run_starts_from_a_network_and_keeps_its_own_copy(tmp_path: Path, network: Path) -> None:
    """Another shape may be given, for each generation begins from material."""
    folder, given = tmp_path / "a", digest(load_network(network))
    stop_at(folder, "train", "--start", str(network))
    save_network(network, random_network(9, width=64))  # published anew meanwhile
    copy = folder / "networks" / "start.safetensors"
    assert digest(load_network(copy)) == given
    assert (folder / "champion.safetensors").read_bytes() == copy.read_bytes()
    manifest = read_json(folder / "manifest.json")
    assert manifest["start"] == {"source": str(network), "digest": given}
    job = json.loads((folder / "samples" / "g00-0000.json").read_text())["job"]
    assert job["player"] == given
    network.unlink()
    report = run(folder, "--start", str(network), "--generations", "1")
    assert report["gates"][0]["champion"] == "smoke/start"
    save_network(copy, random_network(9, width=64))
    with pytest.raises(ValueError, match=rf"start\.safetensors: expected the network {given}"):
        run(folder, "--start", str(network), "--generations", "1")


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        (["--start", "nothing"], "start: unknown evaluator 'nothing': expected "),
        (["--start", "no.safetensors"], r"start: no\.safetensors: no such file"),
        (["--start", "material"], "start: material: expected a network, got material"),
        (["--start", "NETWORK", "--ruleset", "russian"],
         "start: .*: expected a network for russian, got one for english"),
        (["--start", "NETWORK", "--warm_start", "true"],
         "start: starting network: expected width 32, got 64"),
    ],
)  # fmt: skip
def test_a_network_that_cannot_start_a_run_is_refused_before_there_is_one(
    tmp_path: Path, network: Path, overrides: list[str], message: str
) -> None:
    given = [str(network) if word == "NETWORK" else word for word in overrides]
    with pytest.raises(ValueError, match=f"^{message}") as caught:
        run(tmp_path / "a", *given)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "a").exists()


def reject(*args: Any, **kwargs: Any) -> GateResult:
    return replace(play_gate(*args, **kwargs), accepted=False)


@pytest.mark.slow
def test_generations_that_nothing_needs_are_removed(
    tmp_path: Path, network: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rejected in every gate: of the networks only the last and the champion stay."""
    monkeypatch.setattr("rl.loop.play_gate", reject)
    folder = tmp_path / "a"
    overrides = [
        "--start", str(network), "--keep", "1", "--window", "2", "--training.passes", "1",
        "--final_window", "0",
    ]  # fmt: skip
    removals = []
    unlink = Path.unlink

    def note(self: Path, missing_ok: bool = False) -> None:
        if self.parent.name in ("samples", "networks") and self.name.startswith("g"):
            state = load_state(folder / "state.json")
            removals.append((self.name[:3], state.generation, state.stage))
        unlink(self, missing_ok)

    monkeypatch.setattr(Path, "unlink", note)
    report = run(folder, *overrides, "--generations", "3")
    monkeypatch.undo()
    names = {path.name for path in (folder / "networks").iterdir()}
    assert names == {"start.safetensors", "g02.safetensors"}
    kept = {path.name[:3] for kind in ("samples", "games") for path in (folder / kind).iterdir()}
    assert kept == {"g01", "g02"}
    needed_until = {"g00": [(2, "selfplay")], "g01": [(2, "final")]}
    for name, generation, stage in removals:
        assert (generation, stage) in needed_until[name]
    assert {name for name, _, _ in removals} == {"g00", "g01"}
    assert report["champion"] == "networks/start.safetensors"


@pytest.mark.slow
def test_what_a_kill_left_to_remove_goes_at_the_next_start(tmp_path: Path, finished: Path) -> None:
    folder = tmp_path / "a"
    shutil.copytree(finished, folder)
    run(folder, "--workers", "1", "--keep", "1", "--window", "2")
    assert {path.name[:3] for path in (folder / "samples").iterdir()} == {"g00", "g01"}
    assert fingerprint(folder)["curves"] == fingerprint(finished)["curves"]


@pytest.mark.slow
def test_a_finished_run_goes_on_when_it_is_given_more_generations(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    run(folder, "--final_window", "0")
    before = fingerprint(folder)
    report = run(folder, "--generations", "3", "--workers", "1", "--final_window", "0")
    assert [entry["generation"] for entry in report["gates"]] == [0, 1, 2]
    assert report["gates"][:2] == before["gates"]
    state = load_state(folder / "state.json")
    assert (state.stage, state.generation) == ("done", 2)
    assert (folder / "matches" / "g01-final-nodes" / "report.json").is_file()
    assert (folder / "matches" / "final-nodes" / "report.json").is_file()
    last: dict[str, int] = {}
    for tag, step, _ in curve_points(folder):
        assert step > last.get(tag, -1), tag
        last[tag] = step
    with pytest.raises(ValueError, match=r"expected generations = 3, .* got 2; use another name"):
        run(folder, "--workers", "1", "--final_window", "0")


@pytest.mark.slow
def test_a_run_that_ended_with_a_last_network_is_not_made_longer(finished: Path) -> None:
    with pytest.raises(ValueError, match=r"expected generations = 2, .* got 3; use another name"):
        run(finished, "--generations", "3")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run that died when its games were played."""
    folder = tmp_path_factory.mktemp("runs") / "played"
    stop_at(folder, "train", *ONE)
    return folder


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-40] ^= 4
    path.write_bytes(data)


def _cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _cut_description(path: Path) -> None:
    _cut(path.with_suffix(".json"))


def _alter_description(path: Path) -> None:
    beside = path.with_suffix(".json")
    beside.write_text(beside.read_text().replace('"draws": ', '"draws": 1'))


def _remove_description(path: Path) -> None:
    path.with_suffix(".json").unlink()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (_flip, "g00-0001.npy: its SHA-256 differs from the one in its description"),
        (_cut, "g00-0001.npy: expected "),
        (Path.unlink, "g00-0001.npy: no such shard"),
        (_cut_description, "g00-0001.json: expected the description of a shard"),
        (_alter_description, "g00-0001.json: its SHA-256 differs"),
        (_remove_description, "g00-0001.npy: not a finished shard, g00-0001.json is missing"),
    ],
)
def test_a_damaged_shard_is_named_and_left_out(
    tmp_path: Path, played: Path, damage: Callable[[Path], None], reason: str
) -> None:
    folder, told = tmp_path / "a", list[str]()
    shutil.copytree(played, folder)
    damage(folder / "samples" / "g00-0001.npy")
    stop_at(folder, "gate", *ONE, told=told)
    named = [line for line in told if " damage " in line]
    assert len(named) == 1
    assert f"/samples/{reason}" in named[0]
    assert named[0].endswith("; left out")
    assert load_state(folder / "state.json").damaged == ["g00-0001.npy"]
    rows = json.loads((folder / "samples" / "g00-0000.json").read_text())["rows"]
    points = curve_points(folder)
    assert [value for tag, _, value in points if tag == "data/window_positions"] == [rows]
    events = b"".join(path.read_bytes() for path in sorted(folder.glob("events*")))
    assert reason.encode() in events


@pytest.mark.slow
@pytest.mark.parametrize("passes", [1, 2], ids=["before", "after"])  # the trainer saved its state
def test_damage_in_the_middle_of_a_training_begins_it_again(
    tmp_path: Path, played: Path, passes: int
) -> None:
    """The passes that saw the shard do not count; the steps of the curves go on."""
    interrupted, alone = tmp_path / "a", tmp_path / "b"
    shutil.copytree(played, interrupted)
    shutil.copytree(played, alone)
    stop_at(interrupted, "train", *ONE, done=passes)
    for folder in (interrupted, alone):
        _flip(folder / "samples" / "g00-0001.npy")
        stop_at(folder, "gate", *ONE)
    networks = [
        digest(load_network(folder / "networks" / "g00.safetensors"))
        for folder in (interrupted, alone)
    ]
    assert networks[0] == networks[1]
    steps = [step for tag, step, _ in curve_points(interrupted) if tag == "loss/train"]
    assert len(steps) == passes + 2
    assert steps == sorted(set(steps))


@pytest.mark.slow
def test_without_a_sound_shard_there_is_nothing_to_train_on(tmp_path: Path, played: Path) -> None:
    folder = tmp_path / "a"
    shutil.copytree(played, folder)
    for path in (folder / "samples").glob("*.npy"):
        _cut(path)
    with pytest.raises(ValueError, match=r"every shard is damaged: .*g00-0000\.npy: .*0001\.npy"):
        run(folder, *ONE)


@pytest.mark.slow
def test_damage_before_the_games_are_summed_up_is_named_too(tmp_path: Path) -> None:
    folder, told = tmp_path / "a", list[str]()
    stop_at(folder, "selfplay", *ONE, done=2)
    _cut_description(folder / "samples" / "g00-0001.npy")
    _cut(folder / "games" / "g00-0000.npz")
    report = run(folder, *ONE, told=told)
    damage = [line for line in told if " damage " in line]
    assert len(damage) == 2
    assert "g00-0000.npz: its SHA-256 differs" in damage[0]
    assert "g00-0001.json: expected the description" in damage[1]
    assert report["damaged"] == ["g00-0001.npy"]
    assert "left out, for it was damaged: g00-0001.npy" in (folder / "report.txt").read_text()
