"""What an installation promises: one version, pins, light imports, clear failures."""

import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import engine
import rl
from engine.evaluators.files import shipped, shipped_names

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_installed_version_is_that_of_the_project_file() -> None:
    assert importlib.metadata.version("crownhead") == PROJECT["project"]["version"]


def test_command_prints_the_installed_version() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "rl", "--version"], capture_output=True, text=True, check=True
    )
    assert importlib.metadata.version("crownhead") in result.stdout


def direct_requirements() -> list[Requirement]:
    project = PROJECT["project"]
    lists = [PROJECT["build-system"]["requires"], project["dependencies"]]
    lists += project["optional-dependencies"].values()
    found = [Requirement(text) for requirements in lists for text in requirements]
    return [requirement for requirement in found if requirement.name != "crownhead"]


@pytest.mark.parametrize("requirement", direct_requirements(), ids=str)
def test_tested_set_pins_every_direct_dependency_within_its_range(requirement: Requirement) -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    assert requirement.specifier.contains(pins[requirement.name])


def test_tested_torch_carries_no_local_version() -> None:
    assert "torch==2.13.0" in (ROOT / "constraints.txt").read_text().splitlines()


def test_packages_hold_no_folder_but_their_own() -> None:
    folders = {Path(path).name for path in [*engine.__path__, *rl.__path__]}
    assert folders == {"engine", "rl"}


@pytest.mark.parametrize(
    ("kind", "suffix"), [("configs", ".toml"), ("checkpoints", ".safetensors")]
)
def test_every_shipped_file_is_found_by_its_name(kind: str, suffix: str) -> None:
    files = {path.stem: path for path in (ROOT / kind).glob(f"*{suffix}")}
    assert {name: shipped(kind, name, suffix) for name in shipped_names(kind, suffix)} == files


def test_published_networks_and_configs_travel_in_the_wheel() -> None:
    wheel = PROJECT["tool"]["scikit-build"]["wheel"]
    for kind in ("checkpoints", "configs"):
        assert wheel["packages"][f"rl/data/{kind}"] == kind
    assert not [pattern for pattern in wheel["exclude"] if not pattern.startswith("engine/native/")]
    ignored = (ROOT / ".gitignore").read_text().split()
    assert not {"checkpoints", "checkpoints/", "*.safetensors"} & set(ignored)


def test_the_config_that_make_train_runs_is_shipped() -> None:
    config = re.search(r"^CONFIG +\?= configs/(.+)\.toml$", (ROOT / "Makefile").read_text(), re.M)
    assert config is not None
    assert config[1] in shipped_names("configs", ".toml")


def test_the_engine_does_not_enter_by_its_own_front_door() -> None:
    door = re.compile(r"^\s*(from engine import (?!_native$)|import engine\b(?!\.))", re.MULTILINE)
    inside = [path for path in (ROOT / "engine").rglob("*.py") if path.parent != ROOT / "engine"]
    assert len(inside) > 10
    assert [path.name for path in inside if door.search(path.read_text())] == []


@pytest.mark.parametrize("door", ["engine", "rl.cli", "rl.config"])
def test_importing_leaves_what_only_training_needs_alone(door: str) -> None:
    code = f"import sys, {door}; print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = {name.partition(".")[0] for name in result.stdout.split()}
    assert loaded.isdisjoint({"torch", "tensorboard", "matplotlib"})
    assert door.partition(".")[0] in loaded


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("PYTHON=/no/such/python", r"needs Python 3\.11.*'/no/such/python'"),
        ("CXX=/no/such/compiler", r"needs a C\+\+20 compiler.*'/no/such/compiler'"),
    ],
)
def test_make_names_what_the_machine_lacks_in_one_line(setting: str, expected: str) -> None:
    alone = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", "test", setting]
    result = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True)
    assert result.returncode == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert re.search(expected, result.stderr)


def test_make_help_lists_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None
    result = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    listed = set(re.findall(r"^  make ([a-z-]+) ", result.stdout, re.MULTILINE))
    assert listed == set(phony[1].split())
