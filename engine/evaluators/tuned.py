"""Weights of the handcrafted evaluation as TOML: written by `crownhead tune`, open to be edited.

A file names its ruleset, says where its numbers come from, and gives every term twice: `[opening]`
on the full board, `[ending]` on the empty one, in hundredths of a man. Tables are drawn as boards,
the far row first. There is no digest, for a person may change a number; instead every term has to
be there, and nothing else. Samuel's terms alone may be left out, in both sections, and then weigh
nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import _native
from engine.evaluators.files import write_atomically
from engine.evaluators.terms import SAMUEL
from engine.rules.ruleset import ruleset as ruleset_named

SCHEMA = "crownhead-weights-1"
SUFFIX = ".toml"
WEIGHT_MAX = 1000
"""Hundredths of a man, either way: ten men."""
FOLDER = Path(__file__).with_name("tuned_weights")
"""Where the weights that `handcrafted` stands for lie, a file a ruleset."""
_PHASES = ("opening", "ending")


@dataclass(frozen=True, eq=False)
class WeightsFile:
    """What a file of weights holds."""

    ruleset: str
    weights: NDArray[np.int32]
    """On the full and on the empty board, `[W, 2]`, in the order of the core's terms."""
    provenance: Mapping[str, Any]
    """How they were made, as TOML took it."""


def shipped_weights(ruleset: str) -> Path | None:
    """Return the file of the weights tuned for a ruleset, None where there is none."""
    path = FOLDER / f"{ruleset}{SUFFIX}"
    return path if path.is_file() else None


def load_weights(path: Path | str) -> WeightsFile:
    """Read a file of weights; ValueError, one line, where anything in it is not as it should be."""
    path = Path(path)
    if not path.is_file():
        raise ValueError(f"{path}: no such file")
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: expected TOML: {error}") from None
    try:
        return _parse(document)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def save_weights(
    path: Path, ruleset: str, weights: NDArray[np.int32], provenance: Mapping[str, Any]
) -> None:
    """Write weights to a file, whole or not at all."""
    write_atomically(path, format_weights(ruleset, weights, provenance).encode())


def format_weights(ruleset: str, weights: NDArray[np.int32], provenance: Mapping[str, Any]) -> str:
    """Return the text of a file of weights; `provenance` holds text and numbers."""
    lines = [f'schema = "{SCHEMA}"', f'ruleset = "{ruleset}"', "", "[provenance]"]
    lines += [f"{key} = {_literal(value)}" for key, value in provenance.items()]
    for column, phase in enumerate(_PHASES):
        lines += ["", f"[{phase}]"]
        place = 0
        for name, size in _native.handcrafted_terms(ruleset).items():
            rows = weights[place : place + size]
            values = rows[:, column].tolist()
            if name not in SAMUEL or rows.any():
                lines.append(f"{name} = {values[0] if size == 1 else _table(ruleset, values)}")
            place += size
    return "\n".join(lines) + "\n"


def _table(ruleset: str, values: list[int]) -> str:
    known = ruleset_named(ruleset)
    width = known.squares // known.rows if len(values) == known.squares else 8
    width = min(width, len(values))
    rows = (values[start : start + width] for start in range(0, len(values), width))
    text = "".join(f"    {' '.join(f'{value:>4},' for value in row)}\n" for row in rows)
    return f"[\n{text}]"


def _literal(value: str | float) -> str:
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{" ".join(escaped.split())}"'
    return repr(value)


def _parse(document: dict[str, Any]) -> WeightsFile:
    schema = document.pop("schema", None)
    if schema != SCHEMA:
        raise ValueError(f"expected weights of schema {SCHEMA!r}, got {schema!r}")
    named = document.pop("ruleset", None)
    if not isinstance(named, str):
        raise ValueError(f"ruleset: expected the name of one, got {named!r}")
    name = ruleset_named(named).name
    provenance = _section(document, "provenance")
    sections = {phase: _section(document, phase) for phase in _PHASES}
    if document:
        raise ValueError(f"unknown key {next(iter(document))!r}")
    without = [term for term in SAMUEL if not any(term in given for given in sections.values())]
    columns = [_column(name, phase, given, without) for phase, given in sections.items()]
    return WeightsFile(name, np.array(columns, dtype=np.int32).T.copy(), provenance)


def _section(document: dict[str, Any], name: str) -> dict[str, Any]:
    section = document.pop(name, None)
    if not isinstance(section, dict):
        raise ValueError(f"expected a section [{name}]")
    return section


def _column(ruleset: str, phase: str, section: dict[str, Any], without: list[str]) -> list[int]:
    terms = _native.handcrafted_terms(ruleset)
    for name in section:
        if name not in terms:
            raise ValueError(f"{phase}.{name}: unknown term; there are {', '.join(terms)}")
    column: list[int] = []
    for name, size in terms.items():
        if name in without:
            column.append(0)
            continue
        if name not in section:
            raise ValueError(f"{phase}.{name}: missing")
        column += _values(f"{phase}.{name}", size, section[name])
    return column


def _values(key: str, size: int, given: Any) -> list[int]:
    values = [given] if size == 1 else given
    expected = "a whole number" if size == 1 else f"a list of {size} whole numbers"
    if not isinstance(values, list) or len(values) != size:
        raise ValueError(f"{key}: expected {expected}, got {_brief(given)}")
    for value in values:
        if type(value) is not int or abs(value) > WEIGHT_MAX:
            raise ValueError(
                f"{key}: expected {expected} from -{WEIGHT_MAX} to {WEIGHT_MAX}, got {value!r}"
            )
    return values


def _brief(given: Any) -> str:
    return f"{len(given)} values" if isinstance(given, list) else repr(given)
