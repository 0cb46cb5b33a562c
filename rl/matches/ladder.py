"""The ladder of a run: every champion it had, and players that never change, on one scale of Elo.

A champion meets the one before it and every fixed rung, the rungs meet their neighbours. So a new
generation costs its own matches and no other. Of the run folder only `ladder/` is written.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from rl.checkpoints.state import load_state
from rl.matches.config import MatchConfig
from rl.matches.likelihood import Rating
from rl.matches.players import Player, parse_player
from rl.matches.roundrobin import Pairing, Tell, play_pairings
from rl.matches.standings import Standings, choose_anchor

FOLDER = "ladder"
"""Where the ladder of a run lies in its folder."""
RUNGS = ("random", "material@depth=4", "material", "untuned", "handcrafted")
"""Weakest first. The second looks four plies ahead at material, as the first programs of the 1950s
did; the last is the handcrafted evaluation with tuned weights."""
START_GENERATION = -1

_FILES = ("networks/{}.safetensors", "polynomials/{}.toml")
_START = "start"


@dataclass(frozen=True, kw_only=True)
class Champion:
    """An evaluator that no other of its run had beaten for a while."""

    generation: int
    """The one it came from; `START_GENERATION` for what the run started from."""
    path: Path

    @property
    def label(self) -> str:
        return self.path.stem


@dataclass(frozen=True, kw_only=True)
class Ladder:
    """The standings of champions and rungs."""

    run: str
    champions: Sequence[Champion]
    """Oldest first."""
    rungs: Sequence[str]
    """Weakest first."""
    standings: Standings

    @cached_property
    def ratings(self) -> list[Rating]:
        """The ratings of the champions."""
        return [self.standings.rating(_name(self.run, item)) for item in self.champions]

    @cached_property
    def gains(self) -> list[Rating | None]:
        """How much stronger each champion is than the one before it; None for the first."""
        names = [rating.player for rating in self.ratings]
        return [None, *(self.standings.gain(later, early) for early, later in pairwise(names))]


def climb(
    run: Path,
    config: MatchConfig,
    folder: Path | None = None,
    *,
    rungs: Sequence[str] = RUNGS,
    anchor: str | None = None,
    workers: int = 1,
    progress: bool = True,
    tell: Tell | None = None,
) -> Ladder:
    """Play the ladder of a run, going on with the matches in `folder`, else in its own.

    Raises ValueError where the run has no champion, and as `play_pairings` does.
    """
    champions, name = find_champions(run), _run_name(run)
    players = [replace(parse_player(str(item.path)), name=_name(name, item)) for item in champions]
    fixed = [parse_player(rung, players[0].ruleset) for rung in rungs]
    anchored = choose_anchor([player.name for player in (*fixed, *players)], anchor)
    results = play_pairings(
        ladder_pairings(players, fixed),
        config,
        folder or run / FOLDER,
        workers=workers,
        progress=progress,
        tell=tell,
    )
    return Ladder(
        run=name,
        champions=champions,
        rungs=[player.name for player in fixed],
        standings=Standings(results=results, anchor=anchored),
    )


def find_champions(run: Path) -> list[Champion]:
    """Return the champions of a run, oldest first.

    Raises ValueError where the folder is no run, has no champion yet or lacks the file of one.
    """
    if not (run / "state.json").is_file():
        raise ValueError(f"{run}: expected a run folder, found no state.json in it")
    found = [
        Champion(
            generation=entry["generation"],
            path=_file(run, entry["challenger"].rpartition("/")[2]),
        )
        for entry in load_state(run / "state.json").ledger
        if entry["accepted"]
    ]
    if (run / _FILES[0].format(_START)).is_file():
        found.insert(0, Champion(generation=START_GENERATION, path=_file(run, _START)))
    if not found:
        raise ValueError(f"{run}: expected a run with a champion; none has beaten material yet")
    return found


def ladder_pairings(champions: Sequence[Player], rungs: Sequence[Player]) -> list[Pairing]:
    """Return who meets whom; champions are given oldest first, rungs weakest first.

    What the newest champion takes part in comes last: it is what a longer run adds.
    """
    pairings: list[Pairing] = [(upper, lower) for lower, upper in pairwise(rungs)]
    for place, champion in enumerate(champions):
        pairings += [(champion, rung) for rung in rungs]
        if place:
            pairings.append((champion, champions[place - 1]))
    return pairings


def _run_name(run: Path) -> str:
    """Return the name in the configuration of a run, which stays where its folder is moved."""
    path = run / "config.toml"
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8")).get("name")
    except ValueError as error:
        raise ValueError(f"{path}: expected the TOML of this run: {error}") from None
    return str(found or run.resolve().name)


def _name(run: str, champion: Champion) -> str:
    return f"{run}/{champion.label}"


def _file(run: Path, stem: str) -> Path:
    paths = [run / form.format(stem) for form in _FILES]
    for path in paths:
        if path.is_file():
            return path
    raise ValueError(f"{paths[0]}: expected the file of a champion, found none")
