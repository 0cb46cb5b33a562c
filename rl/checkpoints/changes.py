"""Which keys of its configuration may change while a run is under way, and the refusal of others.

A run goes on under the configuration it began with, or its curves would tell of two experiments.
Keys that change nothing but speed and what is kept may change at any time. A run may be made longer
or shorter as long as the generation in hand stays one of it and no last network is begun; what the
last network and the final matches are told may change as long as these lie ahead.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rl.checkpoints.files import write_atomic
from rl.checkpoints.state import State

CHANGEABLE_KEYS = frozenset({"workers", "keep"})
"""Keys that change no result."""
LENGTH = "generations"
FINAL_TABLES = ("final_nodes.", "final_time.")
LAST_NETWORK = ("final_window", "final_training.")
END = ("final", "done")
"""Stages behind the last generation."""


def keep_config(path: Path, text: str, state: State, defaults: Mapping[str, Any]) -> None:
    """Write the configuration of a run, after checking it against the one that is there.

    `defaults` stand for keys that the one there lacks. Raises ValueError, in one line, that lists
    every key whose change is refused with both values.
    """
    if path.exists():
        try:
            saved = flatten(tomllib.loads(path.read_text(encoding="utf-8")))
        except ValueError as error:
            raise ValueError(f"{path}: expected the TOML of this run: {error}") from None
        _check_same(path, {**defaults, **saved}, flatten(tomllib.loads(text)), state)
    write_atomic(path, text.encode())


def flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return a nested table as dotted keys."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            flat |= flatten(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = value
    return flat


def may_change(key: str, saved: Mapping[str, Any], given: Mapping[str, Any], state: State) -> bool:
    """Say whether a run that stands at `state` may take the value of `key` in `given`."""
    begun = state.generation + 1
    length = given.get(LENGTH, begun)
    last_begun = state.generation == saved.get(LENGTH)
    if key == LENGTH:
        return bool(length >= begun and not last_begun)
    if key.startswith(LAST_NETWORK):
        return not last_begun and (state.stage not in END or bool(length > begun))
    if key.startswith(FINAL_TABLES):
        return state.stage not in END or bool(length > begun)
    return key in CHANGEABLE_KEYS


def _check_same(
    path: Path, saved: Mapping[str, Any], given: Mapping[str, Any], state: State
) -> None:
    keys = [*given, *(key for key in saved if key not in given)]
    refused = [
        key
        for key in keys
        if saved.get(key) != given.get(key) and not may_change(key, saved, given, state)
    ]
    if not refused:
        return
    first, *others = refused
    listed = "".join(f"; {key} = {saved.get(key)!r}, got {given.get(key)!r}" for key in others)
    raise ValueError(
        f"{path}: expected {first} = {saved.get(first)!r}, as this run was started with, "
        f"got {given.get(first)!r}{listed}; use another name or remove the folder"
    )
