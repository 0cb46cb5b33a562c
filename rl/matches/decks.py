"""Decks of random openings, drawn and screened once and from then on the same for everybody.

Random openings of a match are drawn by its seed and judged by material in an instant. A deck takes
longer and is kept as data, so that what is measured today can be compared with what is measured
later: a search by the untuned evaluation, which is no player whose strength is claimed, finds each
of its openings level. The same settings give the same file, byte for byte, as long as the core
gives the same moves and scores; the commit that last changed it is named.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from engine.evaluators import load
from engine.rules import Opening, Position
from rl.checkpoints.fingerprint import fingerprint
from rl.checkpoints.manifest import commit
from rl.matches.openings import level_by, random_openings

JUDGE = "untuned"
_CORE = "engine/native"
_TABLE_MIB = 16.0


@dataclass(frozen=True, kw_only=True)
class DeckConfig:
    """How a deck is drawn and screened."""

    count: int = 400
    """Openings in the deck."""
    seed: int = 1
    """Root of the random plies."""
    plies: tuple[int, int] = (6, 10)
    """Fewest and most uniformly random plies from the start."""
    score: int = 50
    """Largest score in hundredths of a man, either way, that the search may find."""
    nodes: int = 200_000
    """Nodes of that search. Of 100 openings that pass none failed at five times as many."""

    def __post_init__(self) -> None:
        fewest, most = self.plies
        if not 1 <= fewest <= most <= 60:
            raise ValueError(f"plies: expected 1 <= fewest <= most <= 60, got {fewest} and {most}")


def make_deck(
    ruleset: str, config: DeckConfig, found: Callable[[], object] | None = None
) -> dict[str, Any]:
    """Return the document of a deck, as `engine.rules.deck` reads it.

    `found` is called for every opening. Raises ValueError where there are too few.
    """
    judge, judged = load(JUDGE, ruleset), 0
    level = level_by(judge.native, config.score, config.nodes, _TABLE_MIB)

    def screen(position: Position) -> bool:
        nonlocal judged
        judged += 1
        passed = level(position)
        if passed and found is not None:
            found()
        return passed

    openings = random_openings(ruleset, config.seed, config.count, config.plies, screen)
    fewest, most = config.plies
    return {
        "about": f"Random openings of {ruleset}: {fewest} to {most} uniformly random plies from "
        f"the start to positions that all differ, kept where a search of {config.nodes:,} nodes by "
        f"the {JUDGE} evaluation finds at most {config.score} hundredths of a man, either way.",
        "sources": [f"crownhead openings make {ruleset} {_options(config)}"],
        "random": {
            **asdict(config),
            "plies": [fewest, most],
            "table_mib": _TABLE_MIB,
            "judge": JUDGE,
            "judge_fingerprint": fingerprint(judge),
            "judged": judged,
            "core_commit": commit(_CORE),
        },
        "ruleset": ruleset,
        "openings": [_row(number, opening) for number, opening in enumerate(openings, 1)],
    }


def format_deck(document: dict[str, Any]) -> str:
    """Return the JSON of a deck, a line to every opening and every fact about it."""
    facts = [
        f" {json.dumps(key)}: {json.dumps(value)},"
        for key, value in document.items()
        if key != "openings"
    ]
    rows = ",\n".join(f"  {json.dumps(row)}" for row in document["openings"])
    return "\n".join(["{", *facts, ' "openings": [', rows, " ]", "}"]) + "\n"


def _options(config: DeckConfig) -> str:
    fewest, most = config.plies
    return (
        f"--count {config.count} --seed {config.seed} --plies {fewest} {most} "
        f"--score {config.score} --nodes {config.nodes}"
    )


def _row(number: int, opening: Opening) -> dict[str, Any]:
    return {"number": number, "moves": opening.game().move_texts()}
