"""Strength of a run against opponents that never change, as its table keeps it.

A match is kept as counts of games and pairs: score, Elo and intervals all follow from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rl.checkpoints.history import Row
from rl.matches.match import MatchResult
from rl.matches.statistics import MatchStatistics, evaluate_counts
from rl.training.plots import Measurement


def result_counts(match: MatchResult) -> dict[str, Any]:
    """Return what a match is kept as in a row."""
    statistics = match.statistics
    return {
        "first": match.first,
        "nodes": match.config.nodes,
        "time_s": match.config.time_s,
        "wins": statistics.wins,
        "draws": statistics.draws,
        "losses": statistics.losses,
        "pairs": list(statistics.pairs),
    }


def read_counts(counts: Mapping[str, Any]) -> MatchStatistics:
    """Return the statistics of a match that a row has the counts of."""
    pairs = tuple(counts["pairs"])
    return evaluate_counts(counts["wins"], counts["draws"], counts["losses"], pairs)


def strength_curves(rows: Iterable[Row]) -> dict[str, list[Measurement]]:
    """Return what each opponent was met with over the time of the run, by its name."""
    curves: dict[str, list[Measurement]] = {}
    for row in rows:
        for name, counts in row.get("baselines", {}).items():
            found = read_counts(counts)
            if found.elo is not None and found.elo_interval is not None:
                low, high = found.elo_interval
                point = Measurement(time_s=row["time_s"], elo=found.elo, low=low, high=high)
                curves.setdefault(name, []).append(point)
    return curves
