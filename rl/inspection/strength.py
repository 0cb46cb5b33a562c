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
    """Return what each opponent was met with over the time of the run, by its name and limit."""
    curves: dict[str, list[Measurement]] = {}
    for row in rows:
        for name, counts in row.get("baselines", {}).items():
            point = _measurement(row["time_s"], read_counts(counts))
            if point is not None:
                curves.setdefault(f"{name}, {format_limit(counts)}", []).append(point)
    return curves


def final_points(results: Iterable[MatchResult], time_s: float) -> dict[str, list[Measurement]]:
    """Return the final matches as curves of one point each, as `strength_curves` has them."""
    curves = {}
    for match in results:
        point = _measurement(time_s, match.statistics)
        if point is not None:
            curves[f"{match.second}, final, {format_limit(result_counts(match))}"] = [point]
    return curves


def format_limit(counts: Mapping[str, Any]) -> str:
    """Write what a move was limited by.

    >>> format_limit({"nodes": 5000, "time_s": 0.0}), format_limit({"nodes": 0, "time_s": 0.005})
    ('5,000 nodes', '5 ms')
    """
    return f"{counts['nodes']:,} nodes" if counts["nodes"] else f"{1000 * counts['time_s']:g} ms"


def _measurement(time_s: float, found: MatchStatistics) -> Measurement | None:
    if found.elo is None or found.elo_interval is None:
        return None
    low, high = found.elo_interval
    return Measurement(time_s=time_s, elo=found.elo, low=low, high=high)
