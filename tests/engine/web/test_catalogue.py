"""Evaluators a page may choose from: listed names, never files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.evaluators.files import shipped
from engine.web.catalogue import Catalogue


def network(name: str) -> bytes:
    path = shipped("checkpoints", name, ".safetensors")
    assert path is not None
    return path.read_bytes()


def test_champions_of_runs_are_offered_for_their_ruleset(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "champion.safetensors").write_bytes(network("russian"))
    catalogue = Catalogue(tmp_path)
    assert catalogue.names("russian") == ["russian", "runs/mine", "handcrafted", "material"]
    assert catalogue.names("english") == ["english", "handcrafted", "material"]
    assert catalogue.evaluator("russian", "runs/mine").ruleset == "russian"


def test_a_new_champion_is_read_when_a_page_is_opened(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    (tmp_path / "mine").mkdir()
    champion = tmp_path / "mine" / "champion.safetensors"
    champion.write_bytes(network("russian"))
    catalogue.refresh()
    first = catalogue.evaluator("russian", "runs/mine")
    catalogue.refresh()
    assert catalogue.evaluator("russian", "runs/mine") is first
    os.utime(champion, (1, 1))
    catalogue.refresh()
    assert catalogue.evaluator("russian", "runs/mine") is not first


def test_a_broken_file_is_left_out_and_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "champion.safetensors").write_bytes(b"no network")
    catalogue = Catalogue(tmp_path)
    catalogue.refresh()
    assert catalogue.names("english") == ["english", "handcrafted", "material"]
    assert len([record for record in caplog.records if "left out" in record.message]) == 1


@pytest.mark.parametrize("name", ["../secret.safetensors", "/etc/passwd", "russian", "", "nothing"])
def test_a_name_that_is_not_listed_is_no_file(name: str) -> None:
    with pytest.raises(ValueError, match="for english: expected one of english, handcrafted, mat"):
        Catalogue().evaluator("english", name)


def test_an_evaluator_of_the_command_line_has_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no such file"):
        Catalogue(added=[str(tmp_path / "none.safetensors")])
