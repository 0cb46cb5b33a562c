"""Evaluators by name: the same names everywhere, on the command line, in configs and in code."""

from __future__ import annotations

from pathlib import Path

from engine.evaluators.evaluator import Evaluator
from engine.evaluators.files import shipped, shipped_names
from engine.evaluators.handcrafted import Handcrafted, Material
from engine.evaluators.network import Network
from engine.rules.ruleset import ruleset as ruleset_named

SUFFIX = ".safetensors"
CHAMPION = f"champion{SUFFIX}"
"""The file in a run folder that holds the network no other has beaten yet."""


def load(name: str, ruleset: str | None = None) -> Evaluator:
    """Find an evaluator by its name.

    `handcrafted`, `material`, the name of a published network, a `.safetensors` file or a run
    folder, whose champion is taken. `ruleset` is that of the network, else English, unless given;
    ValueError where the two differ or nothing has this name.
    """
    if ruleset is not None:
        ruleset = ruleset_named(ruleset).name
    if name == "handcrafted":
        return Handcrafted(ruleset or "english")
    if name == "material":
        return Material(ruleset or "english")
    network = Network.load(_find(name), name=name)
    if ruleset is not None and network.ruleset != ruleset:
        raise ValueError(f"{name}: expected a network for {ruleset}, got one for {network.ruleset}")
    return network


def _find(name: str) -> Path:
    """Find the file a network's name stands for."""
    try:
        path = Path(name).expanduser()
    except RuntimeError as error:  # a user who does not exist
        raise ValueError(f"{name}: {error}") from None
    if path.suffix == SUFFIX:
        return path
    if path.is_dir():
        if not (path / CHAMPION).is_file():
            raise ValueError(f"{name}: expected a run folder with a {CHAMPION}, found none in it")
        return path / CHAMPION
    published = shipped("checkpoints", name, SUFFIX)
    if published is None:
        names = ", ".join(["handcrafted", "material", *shipped_names("checkpoints", SUFFIX)])
        raise ValueError(
            f"unknown evaluator {name!r}: expected {names}, a {SUFFIX} file or a run folder"
        )
    return published
