"""One name for an evaluator everywhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import _native
from engine.evaluators import Handcrafted, Material, Untuned, files, load, save_network
from engine.evaluators.handcrafted import term_names
from engine.rules import Position
from tests.oracle.network import random_network


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pretend that the packages lie in an empty folder."""
    monkeypatch.setattr(files, "_PACKAGES", tmp_path)
    return tmp_path


def published(folder: Path, name: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    save_network(folder / f"{name}.safetensors", random_network(0))


def test_handcrafted_and_material_are_there_for_every_ruleset() -> None:
    assert (load("handcrafted").name, load("handcrafted").ruleset) == ("handcrafted", "english")
    assert isinstance(load("material", "english"), Material)


def test_a_published_network_is_found_in_the_source_tree(packages: Path) -> None:
    published(packages / "checkpoints", "mine")
    (packages / "pyproject.toml").touch()
    assert load("mine").name == "mine"


def test_a_published_network_is_found_in_an_installed_wheel(packages: Path) -> None:
    published(packages / "rl" / "data" / "checkpoints", "mine")
    assert load("mine").ruleset == "english"


def test_a_folder_beside_installed_packages_is_not_ours(packages: Path) -> None:
    published(packages / "checkpoints", "mine")
    with pytest.raises(ValueError, match="unknown evaluator 'mine'"):
        load("mine")


def test_a_folder_that_is_no_run_does_not_hide_a_published_network(
    packages: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    published(packages / "rl" / "data" / "checkpoints", "mine")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "mine").mkdir()
    monkeypatch.chdir(elsewhere)
    assert load("mine").name == "mine"


def test_shipped_files_are_found_by_kind_and_name(packages: Path) -> None:
    folder = packages / "rl" / "data" / "configs"
    folder.mkdir(parents=True)
    (folder / "quick.toml").touch()
    assert files.shipped_names("configs", ".toml") == ["quick"]
    assert files.shipped("configs", "quick", ".toml") == folder / "quick.toml"
    assert files.shipped("configs", "slow", ".toml") is None
    assert files.shipped("checkpoints", "quick", ".toml") is None


def test_a_network_file_and_a_run_folder_are_found_by_path(tmp_path: Path) -> None:
    published(tmp_path, "champion")
    position = Position.start()
    by_folder = load(str(tmp_path))
    by_file = load(str(tmp_path / "champion.safetensors"), "english")
    assert by_folder.evaluate(position) == by_file.evaluate(position)
    assert by_folder.name == str(tmp_path)


def test_a_run_folder_without_a_champion_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"expected a run folder with a champion\.safetensors"):
        load(str(tmp_path))


def test_an_unknown_name_is_refused_with_what_would_do(packages: Path) -> None:
    published(packages / "rl" / "data" / "checkpoints", "mine")
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        load("mien")
    assert str(caught.value) == (
        "unknown evaluator 'mien': expected handcrafted, untuned, material, mine, "
        "a .safetensors or .toml file or a run folder"
    )


def test_a_path_where_nothing_is_says_so(tmp_path: Path) -> None:
    for name in (f"{tmp_path}/none", "runs/none", "./mine"):
        with pytest.raises(ValueError, match=f"^{re.escape(name)}: no such file or folder$"):
            load(name)


def test_a_network_for_another_ruleset_is_refused(tmp_path: Path) -> None:
    published(tmp_path, "champion")
    with pytest.raises(ValueError, match="expected a network for russian, got one for english"):
        load(str(tmp_path), "russian")


def test_an_unknown_ruleset_is_refused() -> None:
    for name in ["handcrafted", "untuned", "material"]:
        with pytest.raises(ValueError, match=r"unknown ruleset 'chess': expected one of"):
            load(name, "chess")


def test_material_is_the_untuned_evaluation_with_positional_terms_at_zero() -> None:
    ours, all_terms = _native.material_weights("english"), _native.untuned_weights("english")
    assert ours.shape == all_terms.shape == (len(term_names("english")), 2)
    assert ((ours == 0) | (ours == all_terms)).all()
    assert 0 < np.count_nonzero(ours) < np.count_nonzero(all_terms)


@pytest.mark.parametrize("kind", [Handcrafted, Untuned, Material])
def test_a_man_up_is_good_and_a_king_is_worth_more_than_a_man(kind: type[Handcrafted]) -> None:
    evaluator = kind()
    even = Position.from_fen("english", "W:W22,23,30,31:B2,3,10,11")
    up = Position.from_fen("english", "W:W22,23,30,31:B2,3,10")
    king_up = Position.from_fen("english", "W:WK22,23,30,31:B2,3,10,11")
    assert evaluator.evaluate(up) > evaluator.evaluate(even) + 50
    assert evaluator.evaluate(king_up) > evaluator.evaluate(even)


def test_material_sees_nothing_but_pieces() -> None:
    assert load("material").evaluate(Position.start()) == 0
    assert load("material").evaluate(Position.from_fen("english", "B:W21:B1,2,3")) == 200


@pytest.mark.parametrize("weights", [[1, 2, 3], np.full((102, 2), 0.5), np.zeros((2, 102), int)])
def test_handcrafted_weights_of_the_wrong_kind_are_refused(weights: Any) -> None:
    with pytest.raises(
        ValueError, match=r"whole numbers of shape .* as handcrafted weights for english, got"
    ):
        Handcrafted("english", weights)


def test_the_home_of_nobody_is_refused() -> None:
    with pytest.raises(ValueError, match="~no-such-user/x"):
        load("~no-such-user/x")
