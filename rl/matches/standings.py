"""What many matches come to: Elo of every player, and who scored what against whom.

Told as text for people and as JSON for programs. A player that lost every game to all that anybody
else beat has no Elo but a bound, written `< -800`; see `rl.matches.likelihood`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rl.checkpoints.files import write_atomic
from rl.matches.config import MatchConfig
from rl.matches.likelihood import Meeting, Rating, difference, meeting, rate
from rl.matches.match import MatchResult
from rl.matches.openings import openings_digest
from rl.matches.report import format_limit
from rl.matches.statistics import MatchStatistics

TEXT, JSON = "standings.txt", "standings.json"
ANCHOR = "handcrafted"
"""Whose Elo is 0 where nobody says otherwise."""

_NAME_MIN = 6


@dataclass(frozen=True, kw_only=True)
class Standings:
    """The results of matches with the same settings."""

    results: Sequence[MatchResult]
    anchor: str
    """The player whose Elo is 0."""

    @property
    def ruleset(self) -> str:
        return self.results[0].ruleset

    @property
    def config(self) -> MatchConfig:
        return self.results[0].config

    @cached_property
    def statistics(self) -> list[MatchStatistics]:
        """What each match says, in the order of the results."""
        return [result.statistics for result in self.results]

    @cached_property
    def meetings(self) -> list[Meeting]:
        """The matches as the likelihood takes them."""
        return [
            meeting(result.first, result.second, found.pairs)
            for result, found in zip(self.results, self.statistics, strict=True)
        ]

    @cached_property
    def ratings(self) -> list[Rating]:
        """The players, strongest first."""
        return rate(self.meetings, self.anchor)

    def rating(self, player: str) -> Rating:
        """Return the rating of a player."""
        return next(rating for rating in self.ratings if rating.player == player)

    def gain(self, player: str, other: str) -> Rating:
        """Return how much stronger a player is than another, by all matches."""
        return difference(self.meetings, player, other)

    def points(self, player: str) -> tuple[float, int]:
        """Return the points a player scored, and in how many games."""
        scored, games = 0.0, 0
        for item in self.meetings:
            if player in (item.first, item.second):
                scored += item.total if item.first == player else item.trials - item.total
                games += 2 * int(item.trials)
        return 2 * scored, games

    def scores(self) -> dict[tuple[str, str], float]:
        """Return what the first of two players that met scored against the second, in 0..1."""
        shares: dict[tuple[str, str], float] = {}
        for item in self.meetings:
            shares[item.first, item.second] = item.total / item.trials
            shares[item.second, item.first] = 1.0 - item.total / item.trials
        return shares


def write_standings(folder: Path, standings: Standings, title: str) -> None:
    """Write the standings into a folder, as text and as JSON."""
    write_atomic(folder / TEXT, format_standings(standings, title).encode())
    summary = summarise_standings(standings)
    document = json.dumps(summary, indent=2, allow_nan=False, ensure_ascii=False)
    write_atomic(folder / JSON, f"{document}\n".encode())


def choose_anchor(names: Sequence[str], wanted: str | None = None) -> str:
    """Return whose Elo is 0: the player wanted, else handcrafted if it plays, else the first."""
    if wanted is None:
        return ANCHOR if ANCHOR in names else names[0]
    if wanted not in names:
        raise ValueError(f"anchor: expected one of {', '.join(names)}, got {wanted}")
    return wanted


def format_standings(standings: Standings, title: str) -> str:
    """Write the table of players, the cross table of scores and how the games were played."""
    config = standings.config
    digest = openings_digest(standings.results[0].openings)
    facts = [
        ("Elo", f"of {standings.anchor} = 0, by maximum likelihood; 95 % intervals, by pairs"),
        ("matches", f"{len(standings.results)} of {config.pairs} game pairs each"),
        ("limits", f"{format_limit(config)}, table {config.table_mib:g} MiB"),
        (
            "openings",
            f"{config.openings}, seed {config.seed}, sha256 {digest[:16]}; the same for all",
        ),
    ]
    lines = [title, *(f"  {name:<9} {text}" for name, text in facts), ""]
    return "\n".join([*lines, *_players(standings), "", *_cross_table(standings)]) + "\n"


def format_rating(rating: Rating) -> str:
    """Write an Elo with its interval, or the bound that is known.

    >>> format_rating(Rating(player="a", elo=61.6, low=20.2, high=105.0))
    '+62 [+20, +105]'
    >>> format_rating(Rating(player="a", elo=-math.inf, low=-math.inf, high=-800.1))
    '< -800'
    """
    if rating.elo is None:
        return "no telling"
    if math.isinf(rating.elo):
        return f"> {round(rating.low):+}" if rating.elo > 0 else f"< {round(rating.high):+}"
    if rating.low == rating.high:
        return "0"
    return f"{round(rating.elo):+} [{round(rating.low):+}, {round(rating.high):+}]"


def summarise_standings(standings: Standings) -> dict[str, Any]:
    """Return the standings as JSON takes them; numbers not defined are null, infinite ones text."""
    return {
        "ruleset": standings.ruleset,
        "anchor": standings.anchor,
        "players": [
            {"rank": rank, **summarise_rating(rating), **_score(standings, rating.player)}
            for rank, rating in enumerate(standings.ratings, 1)
        ],
        "meetings": [
            {
                "first": result.first,
                "second": result.second,
                "wins": found.wins,
                "draws": found.draws,
                "losses": found.losses,
                "pairs": list(found.pairs),
                "score": found.score,
                "distinct_games": result.distinct_games,
                "games_digest": result.records.digest(),
            }
            for result, found in zip(standings.results, standings.statistics, strict=True)
        ],
        "openings_digest": openings_digest(standings.results[0].openings),
        "config": asdict(standings.config),
    }


def summarise_rating(rating: Rating) -> dict[str, Any]:
    """Return a rating as JSON takes it."""
    return {
        "player": rating.player,
        "elo": _number(rating.elo),
        "low": _number(rating.low),
        "high": _number(rating.high),
    }


def _players(standings: Standings) -> Iterator[str]:
    width = _width(standings)
    elos = [format_rating(rating) for rating in standings.ratings]
    elo_width = max(len("Elo [95 %]"), *map(len, elos))
    yield f"{'':>3} {'player':<{width}}  {'Elo [95 %]':<{elo_width}}  {'games':>6}  {'score':>7}"
    for rank, (rating, elo) in enumerate(zip(standings.ratings, elos, strict=True), 1):
        points, games = standings.points(rating.player)
        score = f"{100 * points / games:.1f} %"
        yield (f"{rank:>3} {rating.player:<{width}}  {elo:<{elo_width}}  {games:>6}  {score:>7}")


def _cross_table(standings: Standings) -> Iterator[str]:
    """Write the score of each player in the row against each in the column, in per cent."""
    names = [rating.player for rating in standings.ratings]
    width, scores = _width(standings), standings.scores()
    yield f"{'score in %':<{width + 4}}" + "".join(f"{n:>6}" for n in range(1, len(names) + 1))
    for rank, row in enumerate(names, 1):
        cells = (_cell(scores.get((row, column)), row == column) for column in names)
        yield f"{rank:>3} {row:<{width}}" + "".join(cells)


def _cell(score: float | None, own: bool) -> str:
    if score is None:
        return f"{'-' if own else '.':>6}"
    return f"{100 * score:6.1f}"


def _width(standings: Standings) -> int:
    return max(_NAME_MIN, *(len(rating.player) for rating in standings.ratings))


def _score(standings: Standings, player: str) -> dict[str, Any]:
    points, games = standings.points(player)
    return {"games": games, "points": points, "score": points / games}


def _number(value: float | None) -> float | str | None:
    """Return a number that JSON has; it knows no infinity."""
    return str(value) if value is not None and math.isinf(value) else value
