"""The end of a run: one report for people, one for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rl.checkpoints import MATERIAL, write_atomic
from rl.loop.session import Session
from rl.matches.match import MatchResult
from rl.matches.report import format_report, summarise
from rl.matches.statistics import MatchStatistics

TEXT, JSON = "report.txt", "report.json"


def write_summary(
    session: Session, results: Mapping[str, MatchResult], counters: Mapping[str, float]
) -> None:
    """Write the reports of a finished run into its folder."""
    state, config = session.run.state, session.config
    document = {
        "run": config.name,
        "ruleset": config.ruleset,
        "seed": config.seed,
        "champion": state.champion,
        "counters": dict(counters),
        "gates": state.ledger,
        "damaged": state.damaged,
        "matches": {part: summarise(match) for part, match in results.items()},
    }
    write_atomic(session.run.folder / JSON, (json.dumps(document, indent=2) + "\n").encode())
    write_atomic(session.run.folder / TEXT, _text(session, results, counters).encode())


def read_summary(folder: Path) -> dict[str, Any]:
    """Read the report of a finished run for programs."""
    path = folder / JSON
    try:
        document: dict[str, Any] = json.loads(path.read_bytes())
    except ValueError as error:
        raise ValueError(f"{path}: expected the JSON report of a run ({error})") from None
    return document


def _text(
    session: Session, results: Mapping[str, MatchResult], counters: Mapping[str, float]
) -> str:
    config, state = session.config, session.run.state
    spent = {name.removesuffix("_s"): s for name, s in counters.items() if name.endswith("_s")}
    lines = [
        f"run {config.name}: {config.ruleset}, seed {config.seed}",
        f"champion {state.champion} after {config.generations} generations",
        f"time {sum(spent.values()):.0f} s: "
        + ", ".join(f"{name} {seconds:.0f}" for name, seconds in spent.items()),
        "",
    ]
    for entry in state.ledger:
        victor = entry["challenger"] if entry["accepted"] else entry["champion"]
        elo = f", Elo {entry['elo']:+.0f}" if "elo" in entry else ""
        lines.append(
            f"gate {entry['generation']}: {entry['challenger']} v {entry['champion']}, "
            f"{entry['pairs']} pairs{elo}, LLR {entry['llr']:+.2f}: {victor} survives"
        )
    lines += [f"left out, for it was damaged: {name}" for name in state.damaged]
    titles = {"final_nodes": "equal nodes", "final_time": "equal time"}
    for part, match in results.items():
        lines += ["", f"{titles[part]}:", format_report(match).rstrip()]
    lines += ["", *_meaning(session, results["final_time"])]
    return "\n".join(lines) + "\n"


def _meaning(session: Session, match: MatchResult) -> list[str]:
    """Say what the run has come to, and how to play against it where something was learned."""
    if session.run.state.champion == MATERIAL:
        return ["no challenger beat material, which is champion still: nothing was learned"]
    ruleset, folder = session.config.ruleset, session.run.folder
    return [
        f"the learned evaluation {tell_apart(match.statistics, match.second)}",
        f"play it: crownhead play {ruleset} --evaluator {folder}",
    ]


def tell_apart(statistics: MatchStatistics, rival: str) -> str:
    """Say by the 95 % interval of Elo how a match at equal time went for its first player."""
    low, high = statistics.elo_interval or (-math.inf, math.inf)
    if low > 0:
        return f"beats {rival} at equal time"
    if high < 0:
        return f"loses to {rival} at equal time; a longer run learns more"
    return f"is not told apart from {rival} at equal time: 0 lies in the interval of Elo"
