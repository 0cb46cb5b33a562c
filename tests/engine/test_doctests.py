"""Every example in the engine's docstrings does what it shows."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import engine


def modules() -> list[str]:
    """List the engine's modules that are written in Python."""
    found = pkgutil.walk_packages(engine.__path__, "engine.")
    return ["engine", *(module.name for module in found if module.name != "engine._native")]


@pytest.mark.parametrize("name", modules())
def test_the_examples_of_a_module_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    counts = [doctest.testmod(importlib.import_module(name)).attempted for name in modules()]
    assert sum(counts) > 30
