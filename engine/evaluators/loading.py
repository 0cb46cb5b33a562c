"""Evaluators by name: the same names everywhere, on the command line, in configs and in code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.evaluators.evaluator import Evaluator
from engine.evaluators.files import expand_home, shipped, shipped_names
from engine.evaluators.handcrafted import Handcrafted, Material, Untuned
from engine.evaluators.network import Network
from engine.evaluators.tuned import SUFFIX as WEIGHTS_SUFFIX
from engine.evaluators.tuned import load_weights
from engine.rules.ruleset import ruleset as ruleset_named

SUFFIX = ".safetensors"
CHAMPION = f"champion{SUFFIX}"
"""The file in a run folder that holds the network no other has beaten yet."""
CHAMPIONS = (CHAMPION, f"champion{WEIGHTS_SUFFIX}")
"""The same, or the polynomial where one is learned instead of a network."""


BUILT_IN: dict[str, Callable[[str], Evaluator]] = {
    "handcrafted": Handcrafted,
    "untuned": Untuned,
    "material": Material,
}
"""The evaluators that need no file named; the first takes the weights tuned for the ruleset."""


def load(name: str, ruleset: str | None = None) -> Evaluator:
    """Find an evaluator by its name.

    `handcrafted`, `untuned`, `material`, a `.toml` file of weights of these, the name of a
    published network, a `.safetensors` file or a run folder, whose champion is taken. `ruleset` is
    that of the file or network, else English, unless given; ValueError where the two differ or
    nothing has this name.
    """
    if ruleset is not None:
        ruleset = ruleset_named(ruleset).name
    if name in BUILT_IN:
        return BUILT_IN[name](ruleset or "english")
    path = _find(name)
    found: Evaluator
    if path.suffix == WEIGHTS_SUFFIX:
        file = load_weights(path)
        found = Handcrafted(file.ruleset, file.weights, name=name)
    else:
        found = Network.load(path, name=name)
    if ruleset is not None and found.ruleset != ruleset:
        kind = "weights" if path.suffix == WEIGHTS_SUFFIX else "a network"
        got = "ones" if path.suffix == WEIGHTS_SUFFIX else "one"
        raise ValueError(f"{name}: expected {kind} for {ruleset}, got {got} for {found.ruleset}")
    return found


def _find(name: str) -> Path:
    """Find the file a name stands for."""
    path = expand_home(name)
    if path.suffix in (SUFFIX, WEIGHTS_SUFFIX):
        return path
    for champion in CHAMPIONS:
        if (path / champion).is_file():
            return path / champion
    published = shipped("checkpoints", name, SUFFIX)
    if published is None:
        if path.is_dir():
            expected = " or ".join(CHAMPIONS)
            raise ValueError(f"{name}: expected a run folder with a {expected}, found none in it")
        if "/" in name and not path.exists():
            raise ValueError(f"{name}: no such file or folder")
        names = ", ".join([*BUILT_IN, *shipped_names("checkpoints", SUFFIX)])
        raise ValueError(
            f"unknown evaluator {name!r}: expected {names}, a {SUFFIX} or {WEIGHTS_SUFFIX} file "
            "or a run folder"
        )
    return published
