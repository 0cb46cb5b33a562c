"""The parameters of this program as a Hub engine: what it declares and what it accepts."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine.notation import shorten
from engine.rules import ruleset, ruleset_names
from engine.search import LEVELS

NORMAL = "normal"
"""What the protocol calls international draughts."""
CLIENT_NAMES = {NORMAL: "international", "standard": "international"}
"""Names that clients send and the rulesets they mean; "standard" is that of lidraughts."""
NO_LEVEL = "full"


@dataclass(frozen=True, kw_only=True)
class HubSettings:
    """The values of all parameters; each field is one, written with hyphens."""

    variant: str = "international"
    """The ruleset. Clients that know no variants play international draughts."""
    evaluator: str = "handcrafted"
    """Name, file or run folder of the evaluator."""
    tables: str = "auto"
    """Endgame tables: the folder of all, `auto` for the usual one, or `none`."""
    table_mib: float = 64.0
    """Transposition table, in MiB."""
    threads: int = 1
    """Threads that search."""
    level: str = NO_LEVEL
    """Level of play; `full` looks as far as the client's limits allow."""
    seed: int = 0
    """Seed of the slips of a level that slips."""
    square_order: str = "board"
    """How the squares of moves count: like those of positions, or from `a1`."""
    side_letter: str = "auto"
    """Whether clients write positions of games that Black begins as if White began them."""

    def given(self, name: str, value: str) -> HubSettings:
        """Return these settings with another value; KeyError where there is no such parameter.

        ValueError where the value is none that it can have.

        >>> HubSettings().given("variant", "standard").variant
        'international'
        """
        changed: dict[str, Any] = {name.replace("-", "_"): PARAMETERS[name].read(name, value)}
        return replace(self, **changed)

    def declarations(self) -> list[dict[str, object]]:
        """List the arguments of each `param` line."""
        found = []
        for name, parameter in PARAMETERS.items():
            value = getattr(self, name.replace("-", "_"))
            text = f"{value:g}" if isinstance(value, float) else value
            found.append({"name": name, "value": text, **parameter.declared()})
        return found


@dataclass(frozen=True)
class _Choice:
    """One of some names, others being read too."""

    names: Callable[[], list[str]]
    also: Callable[[str], str] = str

    def read(self, name: str, value: str) -> str:
        """Return the name meant by a value."""
        meant = self.also(value.strip().lower())
        if meant not in self.names():
            expected = f"expected one of {', '.join(self.names())}"
            raise ValueError(f"{name}: {expected}, got {shorten(value)}")
        return meant

    def declared(self) -> dict[str, object]:
        """Return what a `param` line adds to name and value."""
        return {"type": "enum", "values": " ".join(self.names())}


@dataclass(frozen=True)
class _Text:
    """Any text but an empty one."""

    def read(self, name: str, value: str) -> str:
        """Return the text."""
        if not value.strip():
            raise ValueError(f"{name}: expected a name or a path, got {shorten(value)}")
        return value.strip()

    def declared(self) -> dict[str, object]:
        """Return what a `param` line adds to name and value."""
        return {"type": "string"}


@dataclass(frozen=True)
class _Number:
    """A number within bounds, whole where its lower bound is."""

    least: float
    most: int

    def read(self, name: str, value: str) -> float:
        """Return the number."""
        whole = isinstance(self.least, int)
        try:
            number = int(value) if whole else float(value)
        except ValueError:
            number = math.nan
        if not self.least <= number <= self.most:
            kind = "a whole number of" if whole else "a number of"
            expected = f"expected {kind} {self.least} to {self.most}"
            raise ValueError(f"{name}: {expected}, got {shorten(value)}")
        return number

    def declared(self) -> dict[str, object]:
        """Return what a `param` line adds to name and value."""
        kind = "int" if isinstance(self.least, int) else "real"
        return {"type": kind, "min": self.least, "max": self.most}


def _variants() -> list[str]:
    return [*ruleset_names(), NORMAL]


def _variant(name: str) -> str:
    """Return the ruleset that clients call so; others come back as they are."""
    try:
        return ruleset(CLIENT_NAMES.get(name, name)).name
    except ValueError:
        return name


PARAMETERS: dict[str, _Choice | _Text | _Number] = {
    "variant": _Choice(_variants, _variant),
    "evaluator": _Text(),
    "tables": _Text(),
    "table-mib": _Number(0.01, 65_536),
    "threads": _Number(1, 256),
    "level": _Choice(lambda: [NO_LEVEL, *(level.name for level in LEVELS)]),
    "seed": _Number(0, 2**63 - 1),
    "square-order": _Choice(lambda: ["board", "a1"]),
    "side-letter": _Choice(lambda: ["auto", "standard", "inverted"]),
}
"""What clients may set, in the order in which they are told."""
