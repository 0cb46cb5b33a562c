"""The evaluator that a run folder stands for is its champion, whatever became of the copy."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("tensorboard")

from engine import Network, load_evaluator
from engine.evaluators import Handcrafted, save_network
from engine.evaluators.network import digest, load_network
from engine.evaluators.tuned import shipped_weights
from rl.checkpoints import Run
from rl.config import format_config
from rl.loop import train
from rl.loop.champion import copy_champion
from tests.oracle.network import random_network
from tests.rl.tiny import tiny_config

CHAMPION = "networks/g00.safetensors"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a finished run whose champion is a network that has its copy."""
    with Run.open(tmp_path, format_config(tiny_config()), seed=1) as run:
        save_network(run.path(*CHAMPION.split("/")), random_network(0))
        copy_champion(run.folder, CHAMPION)
        run.save(
            champion=CHAMPION,
            champion_digest=digest(random_network(0)),
            stage="done",
            generation=tiny_config().generations,
        )
    (tmp_path / "report.json").write_text("{}")
    return tmp_path


def go_on(folder: Path) -> list[str]:
    told: list[str] = []
    train(tiny_config(), folder, progress=False, say=told.append)
    return told


def stands_for(folder: Path) -> str:
    found = load_evaluator(str(folder))
    assert isinstance(found, Network)
    return digest(found.weights)


@pytest.mark.parametrize("damage", ["lost", "flipped", "ahead"])
def test_a_copy_that_is_not_the_champion_is_made_anew(folder: Path, damage: str) -> None:
    copy = folder / "champion.safetensors"
    if damage == "lost":
        copy.unlink()
    elif damage == "flipped":
        copy.write_bytes(copy.read_bytes()[:-1] + b"\xff")
    else:
        save_network(copy, random_network(1))
    go_on(folder)
    assert stands_for(folder) == digest(random_network(0))


@pytest.mark.parametrize("damage", ["lost", "flipped", "another"])
def test_a_damaged_champion_is_made_anew_by_its_copy(folder: Path, damage: str) -> None:
    path = folder / CHAMPION
    whole = path.read_bytes()
    if damage == "lost":
        path.unlink()
    elif damage == "flipped":
        path.write_bytes(whole[:-1] + b"\xff")
    else:
        save_network(path, random_network(1))
    said = [line for line in go_on(folder) if " damage " in line]
    assert len(said) == 1
    assert said[0].endswith("g00.safetensors: made anew by its copy champion.safetensors")
    assert path.read_bytes() == whole
    assert stands_for(folder) == digest(random_network(0))


def test_a_champion_is_not_made_anew_by_another_network(folder: Path) -> None:
    """The copy is ahead of the state when a kill comes between the two."""
    path = folder / CHAMPION
    path.write_bytes(path.read_bytes()[:-1] + b"\xff")
    save_network(folder / "champion.safetensors", random_network(1))
    go_on(folder)  # a finished run does without
    assert stands_for(folder) == digest(random_network(1))
    save_network(path, random_network(2))
    with pytest.raises(ValueError, match=r"g00\.safetensors: expected the champion \w+, got "):
        go_on(folder)


def test_a_run_of_an_older_version_keeps_the_copy_of_a_damaged_champion(folder: Path) -> None:
    with Run.open(folder, format_config(tiny_config()), seed=1) as run:
        run.save(champion_digest="")
    path = folder / CHAMPION
    path.write_bytes(path.read_bytes()[:-1] + b"\xff")
    go_on(folder)
    assert stands_for(folder) == digest(random_network(0))


def test_a_polynomial_that_beats_the_network_it_started_from_takes_its_place(folder: Path) -> None:
    weights = shipped_weights("english")
    assert weights is not None
    (folder / "polynomials").mkdir()
    (folder / "polynomials" / "g00.toml").write_bytes(weights.read_bytes())
    copy_champion(folder, "polynomials/g00.toml")
    assert isinstance(load_evaluator(str(folder)), Handcrafted)
    assert load_network(folder / CHAMPION).width  # the network itself stays
