"""Published numbers and games that the tests compare with; each file names its source."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parent.parent / "data"
TWINS = {"english-white-first": "english", "portuguese": "spanish"}
"""Rulesets with the published numbers of another, the first with the board turned round."""


def perft_entries(ruleset: str) -> list[dict[str, Any]]:
    """Return published perft numbers of a ruleset, those from the start first."""
    return _entries("perft.json", "entries", ruleset)


def worked_cases(ruleset: str) -> list[dict[str, Any]]:
    """Return positions of a ruleset with all their turns and what follows."""
    return _entries("cases.json", "cases", ruleset)


def reports(ruleset: str) -> list[dict[str, Any]]:
    """Return positions of a ruleset in which users of other programs met a fault."""
    return _entries("reports.json", "reports", ruleset)


def acf_sample() -> str:
    """Return 200 games of the ACF archive as PDN."""
    return (DATA / "acf_sample.pdn").read_text()


def _entries(file: str, key: str, ruleset: str) -> list[dict[str, Any]]:
    found = json.loads((DATA / file).read_text())[key]
    return [entry for entry in found if entry["ruleset"] == ruleset]


class Written(NamedTuple):
    """A turn as the data files write it: `h11 15-10`, `9x2 (6)=K`, `11-15 loses 15`, `9x18x27`."""

    squares: tuple[int, ...]
    captured: frozenset[int] | None  # None where the squares alone tell
    promoted: bool
    huffed: int
    lost: int


def read_turn(text: str) -> Written:
    """Read a turn of the data files."""
    form = r"(?:h(\d+) )?([\dx-]+)(?: \(([\d,]+)\))?(=K)?(?: loses (\d+))?"
    match = re.fullmatch(form, text)
    assert match, text
    huffed, squares, captured, promoted, lost = match.groups()
    return Written(
        tuple(map(int, re.split("[x-]", squares))),
        frozenset(map(int, captured.split(","))) if captured else None,
        bool(promoted),
        int(huffed or 0),
        int(lost or 0),
    )
