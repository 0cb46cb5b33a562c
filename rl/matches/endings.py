"""How the games of a match ended, and what its players spent on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from engine.rules import Forfeit, parse_reason
from rl.matches.match import MatchResult


def count_reasons(match: MatchResult) -> dict[str, int]:
    """Count the games by how they ended, most frequent first."""
    counts = Counter(int(reason) for reason in match.records.reasons)
    return {_name(reason): count for reason, count in counts.most_common()}


def format_forfeits(forfeits: Sequence[Mapping[str, str]]) -> str:
    """Write who lost how many games outside the rules, and the first thing said of it."""
    counts = Counter((item["player"], item["reason"]) for item in forfeits)
    listed = ", ".join(f"{player}: {reason} {n}" for (player, reason), n in counts.items())
    first = next((item for item in forfeits if item["said"]), None)
    return listed if first is None else f"{listed}; game {first['game']}: {first['said']}"


def format_endings(match: MatchResult) -> str:
    """Write how the games ended, and how long they were."""
    listed = ", ".join(f"{name} {count}" for name, count in count_reasons(match).items())
    return f"{listed or 'none'}; {mean_plies(match):.0f} plies a game"


def mean_plies(match: MatchResult) -> float:
    """Return the mean length of a game."""
    return float(match.records.lengths.mean()) if len(match.records) else 0.0


def list_forfeits(match: MatchResult) -> list[dict[str, str]]:
    """List the games that were lost outside the rules: which, by whom, how, and what was said."""
    return [
        {
            "game": f"{number // 2 + 1}.{number % 2 + 1}",
            "player": match.second if match.results[number] > 0 else match.first,
            "reason": _name(reason),
            "said": match.records.notes.get(number, ""),
        }
        for number, reason in enumerate(map(int, match.records.reasons))
        if isinstance(parse_reason(reason), Forfeit)
    ]


def mean_effort(match: MatchResult, player: int) -> dict[str, float]:
    """Return the mean seconds and nodes of the moves that a player, 0 or 1, had to choose."""
    records, chosen = match.records, match.records.times > 0.0
    own = np.zeros(len(chosen), np.bool_)
    for game in range(len(records)):
        plies = records.plies(game)
        own[plies.start + (game + player) % 2 : plies.stop : 2] = True
    own &= chosen
    if not own.any():
        return {"time_s": 0.0, "nodes": 0.0}
    return {
        "time_s": float(records.times[own].mean()),
        "nodes": float(records.nodes[own].mean()),
    }


def _name(reason: int) -> str:
    return parse_reason(reason).name.lower().replace("_", " ")
