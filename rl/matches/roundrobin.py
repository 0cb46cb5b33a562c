"""Many matches as one undertaking: who meets whom, each pairing in a folder of its own.

A pairing is a match of `play_match`, so what a kill can cost is a block of game pairs, and a player
that joins later costs the games against it and no other. All pairings begin from the same openings:
everybody sits the same examination.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from itertools import combinations
from pathlib import Path

from rl.checkpoints.description import check_kind
from rl.checkpoints.files import sweep_temporaries
from rl.checkpoints.lock import held
from rl.matches.config import MatchConfig
from rl.matches.match import MatchResult, play_match
from rl.matches.movers import try_engine
from rl.matches.openings import choose_openings
from rl.matches.players import Player, check_limited, repeats
from rl.matches.report import JSON, write_report
from rl.matches.statistics import result_line

Pairing = tuple[Player, Player]
Tell = Callable[[str], object]

SUMMARIES = ("ladder.json", "standings.json")
"""What matches come to, in their folder, as `ladder_report` and `standings` name it."""

_BLOCK = re.compile(r"pairs-(\d+)-(\d+)\.npz")  # as `rl.matches.blocks` names them
_PLAIN = re.compile(r"[^A-Za-z0-9@=._-]+")
_NAME_MAX = 60


def everybody(players: Sequence[Player]) -> list[Pairing]:
    """Return every two of the players, who are of one ruleset and have names that all differ."""
    if len(players) < 2:
        named = ", ".join(player.name for player in players)
        raise ValueError(f"players: expected two or more, got {named or 'none'}")
    return list(combinations(players, 2))


def play_pairings(
    pairings: Sequence[Pairing],
    config: MatchConfig,
    folder: Path | None = None,
    *,
    workers: int = 1,
    progress: bool = True,
    tell: Tell | None = None,
) -> list[MatchResult]:
    """Play matches of the same settings one after the other, going on with those in `folder`.

    `tell` gets a line about each that is over, with the time left. Raises ValueError as
    `play_match` does, where a name occurs twice, and where another process plays in the folder.
    """
    if folder is not None:
        check_kind(folder, "matches of several players", *SUMMARIES)
    _check(pairings, config)
    # One pairing that would repeat refuses all, before the first game of any.
    repeating = any(repeats(pairing, config) for pairing in pairings)
    openings = choose_openings(config, pairings[0][0].ruleset, repeating)
    folders = [None if folder is None else folder / pairing_name(*pair) for pair in pairings]
    forecast = _Forecast([config.pairs - _pairs_kept(path) for path in folders])
    _try_engines([pair for at, pair in enumerate(pairings) if forecast.is_fresh(at)], config)
    results = []
    with held(folder, "playing in this folder") if folder else nullcontext():
        if folder is not None:
            sweep_temporaries(folder)
        for number, ((first, second), path) in enumerate(zip(pairings, folders, strict=True)):
            result = play_match(
                first, second, openings, config, path, workers=workers, progress=progress
            )
            if path is not None and (forecast.is_fresh(number) or not (path / JSON).exists()):
                write_report(path, result)
            left = forecast.finish(number)
            if tell is not None:
                tell(f"{number + 1}/{len(pairings)} {_line(result)}{left}")
            results.append(result)
    return results


def pairing_name(first: Player, second: Player) -> str:
    """Return the name of the folder of a pairing; names that files cannot have are made plain.

    >>> from rl.matches.players import parse_player
    >>> pairing_name(parse_player("material@depth=4"), parse_player("random"))
    'material@depth=4-v-random'
    """
    return f"{_plain(first.name)}-v-{_plain(second.name)}"


class _Forecast:
    """How long the pairings still to be played will take, at the pace of those played so far."""

    def __init__(self, missing: Sequence[int]) -> None:
        """Begin with so many pairs of games missing of each pairing."""
        self._missing = list(missing)
        self._left = sum(missing)
        self._played = 0
        self._begun = time.monotonic()

    def is_fresh(self, number: int) -> bool:
        """Tell whether games of a pairing were missing."""
        return self._missing[number] > 0

    def finish(self, number: int) -> str:
        """Count a pairing as over; return the words for the time left, if any is."""
        self._played += self._missing[number]
        self._left -= self._missing[number]
        if not self._left or not self._played:
            return ""
        seconds = (time.monotonic() - self._begun) / self._played * self._left
        return f"; {self._left} pairs left, about {_duration(seconds)}"


def _check(pairings: Sequence[Pairing], config: MatchConfig) -> None:
    """Refuse, before the first game, what would end in the middle."""
    if not pairings:
        raise ValueError("players: expected two or more, got none")
    players: dict[str, Player] = {}
    for player in (player for pairing in pairings for player in pairing):
        if players.setdefault(player.name, player) is not player:
            raise ValueError(f"players: expected names that all differ, got {player.name} twice")
        check_limited(player, config)
    folders: dict[str, str] = {}
    for pairing in pairings:
        name, words = pairing_name(*pairing), " v ".join(player.name for player in pairing)
        if name in folders:
            raise ValueError(
                f"pairings: expected a folder for each, got {name} for {folders[name]} and {words}"
            )
        folders[name] = words


def _try_engines(pairings: Sequence[Pairing], config: MatchConfig) -> None:
    """Start every engine that is still to play once, and end it again."""
    for player in {player.name: player for pairing in pairings for player in pairing}.values():
        try_engine(player, config)


def _pairs_kept(folder: Path | None) -> int:
    """Return how many pairs of a match are on disk."""
    names = folder.glob("pairs-*.npz") if folder is not None else ()
    blocks = (_BLOCK.fullmatch(path.name) for path in names)
    return sum(int(block[2]) - int(block[1]) + 1 for block in blocks if block)


def _plain(name: str) -> str:
    plain = _PLAIN.sub("-", name).strip("-.")
    if plain == name.replace("/", "-") and len(plain) <= _NAME_MAX:
        return plain
    return f"{plain[:_NAME_MAX]}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def _line(result: MatchResult) -> str:
    return f"{result.first} v {result.second}: {result_line(result.statistics)}"


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{round(seconds) // 60}:{round(seconds) % 60:02}"
    return f"{minutes // 60}h{minutes % 60:02}"
