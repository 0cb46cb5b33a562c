"""Everything a training run can be told, composed from the parts that use it.

A TOML file gives the base, the command line overrides single keys, the dataclasses give every
default and check every range. An error is one line that says which file or option, which key,
which value and what was expected. The resolved configuration of a run goes back to TOML, so that
the run can be started again from its folder.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from engine.evaluators.files import shipped, shipped_names
from engine.rules import ruleset as ruleset_named
from rl.checkpoints.changes import flatten
from rl.config.tables import Reader, format_table, parse_overrides, put
from rl.matches.config import GateConfig, MatchConfig
from rl.matches.openings import settle_openings
from rl.selfplay.config import SelfPlayConfig
from rl.selfplay.endings import check_endings
from rl.selfplay.job import ballots
from rl.selfplay.league import load_league
from rl.training.config import TrainingConfig
from rl.training.roster import PolynomialConfig

SUFFIX = ".toml"


@dataclass(frozen=True, kw_only=True)
class Config:
    """One training run."""

    name: str
    """Name of the run, and of its folder under `runs/`."""
    ruleset: str = "english"
    """The ruleset that is learned."""
    seed: int = 1
    """Root of every random choice of the run."""
    workers: int = 0
    """Native threads for games; 0 = every core this process may use. Changes no result."""
    generations: int = 4
    """Rounds of self-play, training and gate. A run, finished or not, can be given more of them."""
    start: str = ""
    """Network the first generation plays with: published, a file or a run folder. It is copied when
    the run is made; without one, material alone plays."""
    keep: int = 0
    """Generations whose files stay; of older ones champions and what the window needs. 0 = all."""
    selfplay: SelfPlayConfig = field(default_factory=SelfPlayConfig)
    """The games."""
    learner: Literal["network", "polynomial"] = "network"
    """What learns: a value network, or a polynomial of named terms, as in Samuel's program."""
    training: TrainingConfig = field(default_factory=TrainingConfig)
    """The network and how it is fitted."""
    polynomial: PolynomialConfig = field(default_factory=PolynomialConfig)
    """The polynomial, where one learns: its terms and how they come and go."""
    window: int = 2
    """Generations of samples a network is fitted to, the newest included."""
    warm_start: bool = False
    """Fit from the champion's weights; otherwise from material alone each time, which won by 22 and
    by 30 Elo (400 game pairs at 1,000 nodes a move, 20 either way)."""
    final_window: int = 0
    """Generations of samples, the newest included, that one more network is fitted to after the
    last generation, from material alone; it has to beat the champion like any other. 0 = none."""
    final_training: TrainingConfig = field(default_factory=TrainingConfig)
    """That network and how it is fitted."""
    gate: GateConfig = field(default_factory=GateConfig)
    """Challenger against champion: who survives."""
    baselines: MatchConfig = field(
        default_factory=lambda: MatchConfig(nodes=1000, pairs=50, openings="random")
    )
    """Champion of each generation against `material` and against `handcrafted`."""
    final_nodes: MatchConfig = field(default_factory=lambda: MatchConfig(nodes=5000))
    """Last champion against `handcrafted`, at equal nodes."""
    final_time: MatchConfig = field(default_factory=lambda: MatchConfig(time_s=0.005))
    """Last champion against `handcrafted`, at equal time."""

    def __post_init__(self) -> None:
        plain = self.name.strip() and self.name.isprintable() and not set(self.name) & set("/\\")
        if not plain or self.name.startswith("."):
            raise ValueError(f"name: expected a plain folder name, got {self.name!r}")
        try:
            object.__setattr__(self, "ruleset", ruleset_named(self.ruleset).name)
        except ValueError as error:
            raise ValueError(f"ruleset: {error}") from None
        if not 0 <= self.seed < 2**63:
            raise ValueError(f"seed: expected 0 to 2**63 - 1, got {self.seed}")
        if not 0 <= self.workers <= 1024:
            raise ValueError(f"workers: expected 0 to 1024, got {self.workers}")
        if not 1 <= self.generations <= 100:
            raise ValueError(f"generations: expected 1 to 100, got {self.generations}")
        if not 1 <= self.window <= 100:
            raise ValueError(f"window: expected 1 to 100, got {self.window}")
        if not 0 <= self.final_window <= 100:
            raise ValueError(f"final_window: expected 0 to 100, got {self.final_window}")
        if not 0 <= self.keep <= 100:
            raise ValueError(f"keep: expected 0 to 100, got {self.keep}")
        self._check_parts()

    def _check_parts(self) -> None:
        """Refuse now what would otherwise end the run when it comes to be played."""
        try:
            if self.selfplay.opening_share:
                ballots(self.selfplay.deck, self.ruleset)
            check_endings(self.selfplay, self.ruleset)
            load_league(self.selfplay.league, self.ruleset)
        except ValueError as error:
            raise ValueError(f"selfplay.{error}") from None
        for name in ("baselines", "final_nodes", "final_time"):
            try:
                getattr(self, name).check_limited(("nodes", "time_s"))
                settle_openings(getattr(self, name), self.ruleset)
            except ValueError as error:
                raise ValueError(f"{name}.{error}") from None

    def threads(self) -> int:
        """Return the number of native threads that `workers` stands for."""
        return self.workers or usable_cores()


def usable_cores() -> int:
    """Return the number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):  # Linux: what taskset and containers leave over
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def find_config(name: str) -> Path:
    """Return the TOML file that `name` stands for: a path, or the name of a shipped one."""
    path = Path(name)
    if path.suffix == SUFFIX or (path.exists() and not path.is_dir()):
        return path
    found = shipped("configs", name, SUFFIX)
    if found is None:
        names = ", ".join(shipped_names("configs", SUFFIX))
        raise ValueError(f"unknown configuration {name!r}: expected a {SUFFIX} file or {names}")
    return found


def load_config(path: Path, overrides: Sequence[str] = ()) -> Config:
    """Read a TOML file and apply overrides such as `["--selfplay.nodes", "2000"]`.

    Raises ValueError, in one line, on text that is not TOML, unknown keys, wrong types and
    values out of range.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: expected TOML: {error}") from None
    overridden = parse_overrides(overrides)
    for key, value in overridden.items():
        put(table, key, value)
    config: Config = Reader(Config, str(path), overridden).build(table)
    return config


def format_config(config: Config) -> str:
    """Write a configuration as TOML that `load_config` reads back to an equal one."""
    return "\n".join(format_table(config)) + "\n"


def default_values() -> dict[str, Any]:
    """Return the default of every key that has one, under its dotted name."""
    values = flatten(tomllib.loads(format_config(Config(name="default"))))
    del values["name"]
    return values


def hyper_parameters(config: Config) -> dict[str, Any]:
    """Return every value under its dotted key; lists become text."""
    flat = flatten(tomllib.loads(format_config(config)))
    return {key: str(value) if isinstance(value, list) else value for key, value in flat.items()}
