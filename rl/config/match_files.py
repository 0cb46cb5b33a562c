"""A match as a TOML file and the command line ask for it: who plays, and every setting.

The keys of a file are those of `MatchPlan`, which are those of `rl.matches.config.MatchConfig` and
a few more; shipped files lie in `configs/matches`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from engine.evaluators.files import shipped, shipped_names
from engine.rules import ruleset as ruleset_named
from rl.config.tables import Reader, put
from rl.matches.config import LIMITS, MatchConfig
from rl.matches.sprt import SprtConfig

SUFFIX = ".toml"
FOLDER = "configs/matches"
_OF_LIMITS = (*LIMITS, "increment_s")


@dataclass(frozen=True, kw_only=True)
class MatchPlan(MatchConfig):
    """A match that somebody asks for."""

    first: str
    """The player from whom the result is seen: an evaluator, `random` or `hub:COMMAND`, with limits
    of its own behind an `@` if it has some (see `rl.matches.players`)."""
    second: str
    """The other player."""
    ruleset: str = ""
    """The ruleset; where it is empty, that of the networks, or English."""
    sprt: SprtConfig = field(default_factory=SprtConfig)
    """A sequential test that may end the match early."""
    workers: int = 0
    """Games played at once; 0 = one for every core this process may use."""
    out: str = ""
    """Folder for games, report and curves, where a match that was stopped goes on; none where this
    is empty."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.workers <= 1024:
            raise ValueError(f"workers: expected 0 to 1024, got {self.workers}")
        if self.ruleset:
            try:
                object.__setattr__(self, "ruleset", ruleset_named(self.ruleset).name)
            except ValueError as error:
                raise ValueError(f"ruleset: {error}") from None

    @property
    def config(self) -> MatchConfig:
        """Return the settings of the match alone."""
        return MatchConfig(**{item.name: getattr(self, item.name) for item in fields(MatchConfig)})


def find_match(name: str) -> Path:
    """Return the file that `name` stands for: a path, or the name of a shipped match."""
    path = Path(name)
    if path.suffix == SUFFIX or path.is_file():
        return path
    found = shipped(FOLDER, name, SUFFIX)
    if found is None:
        names = ", ".join(shipped_names(FOLDER, SUFFIX))
        raise ValueError(
            f"unknown match {name!r}: expected a {SUFFIX} file, {names}, or two players"
        )
    return found


def read_match(path: Path) -> dict[str, Any]:
    """Return the keys of a match file, unchecked; ValueError for text that is not TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: expected TOML: {error}") from None


def plan_match(table: dict[str, Any], source: str, overrides: Mapping[str, Any]) -> MatchPlan:
    """Return the match that a table of keys from `source` describes, with dotted keys overridden.

    A limit among the overrides takes the place of any other in the table. ValueError, in one line,
    for an unknown key, naming the nearest, a wrong type or a value out of range.
    """
    if any(key in LIMITS for key in overrides):
        table = {key: value for key, value in table.items() if key not in _OF_LIMITS}
    for key, value in overrides.items():
        put(table, key, value)
    plan: MatchPlan = Reader(MatchPlan, source, overrides).build(table)
    return plan
