"""Runs in a folder: how far each is, whether it is alive, how strong its champion was found.

Nothing is opened for writing and no lock is kept, so that a run in progress does not notice. What
cannot be read is told in the row of its folder.
"""

from __future__ import annotations

import json
import time
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rl.checkpoints import load_state
from rl.checkpoints.description import KINDS
from rl.checkpoints.history import complete_rows, read_history, seconds_spent
from rl.checkpoints.lock import is_held
from rl.checkpoints.run import traces
from rl.inspection.strength import read_counts

RIVAL = "handcrafted"
NO_RUN = "no run"
_OF_A_RUN = ("config.toml", "manifest.json")
_OTHERS = KINDS | {
    "*/match.json": "matches",
    "*/games-*.json": "a tuning",
    "*/state.json": "runs",
}
"""What folders without a state are known by: their own files, or those below them."""
_FINALS = ("final_time", "final_nodes")
Facts = dict[str, Any]


def list_runs(folder: Path) -> list[Facts]:
    """Return the facts of every folder in `folder`, by name.

    Of a run that cannot be read they are why; of what is no run, what it `holds`, if that is known.
    """
    if not folder.is_dir():
        return []
    found = sorted(path for path in folder.iterdir() if path.is_dir() and path.name[0] != ".")
    return [_row(path) for path in found]


def run_facts(folder: Path) -> Facts:
    """Return what is known of a run; a ValueError names what cannot be read."""
    try:
        return _facts(folder)
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(
            f"{folder}: expected the files of a run, found damage: {error!r}"
        ) from None


def _facts(folder: Path) -> Facts:
    state_path = folder / "state.json"
    state, config = load_state(state_path), _config(folder)
    return {
        "name": folder.name,
        "ruleset": config.get("ruleset", "english"),
        "state": _life(folder, finished=state.stage == "done"),
        "generation": state.generation,
        "generations": config.get("generations"),
        "stage": state.stage,
        "champion": state.champion,
        "strength": newest_strength(folder, finished=state.stage == "done"),
        "time_s": round(seconds_spent(state.counters), 1),
        "age_s": round(max(0.0, time.time() - state_path.stat().st_mtime), 1),
    }


def newest_strength(folder: Path, *, finished: bool) -> Facts | None:
    """Return the newest result against the handcrafted evaluation; None where there is none.

    Of the final matches that is the one at equal time, else the last generation's. While a run that
    was made longer is under way, its report is that of the shorter one.
    """
    report = folder / "report.json"
    matches = _parsed(report).get("matches", {}) if finished and report.is_file() else {}
    for part in _FINALS:
        if matches.get(part, {}).get("second") == RIVAL:
            return _strength(matches[part], matches[part]["config"])
    for row in reversed(complete_rows(read_history(folder))):
        if RIVAL in row.get("baselines", {}):
            counts = row["baselines"][RIVAL]
            return _strength(counts, counts)
    return None


def _row(folder: Path) -> Facts:
    if not (folder / "state.json").exists():
        return {"name": folder.name, **_stateless(folder)}
    try:
        return run_facts(folder)
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}"
    except ValueError as error:
        reason = str(error)
    return {"name": folder.name, "state": "unreadable", "error": reason}


def _stateless(folder: Path) -> Facts:
    """Return what is known of a folder that has no state of a run."""
    if not any((folder / name).is_file() for name in _OF_A_RUN):
        return {"state": NO_RUN, "holds": _holds(folder)}
    found = traces(folder)
    if found:
        lost = f"state.json is lost, for there is {found[0]}"
        return {"state": "unreadable", "error": lost}
    return {"state": _life(folder, finished=False), "error": "nothing saved yet"}


def _holds(folder: Path) -> str | None:
    """Return what a folder holds that is no run, None where nothing tells."""
    found = (kind for pattern, kind in _OTHERS.items() if next(folder.glob(pattern), None))
    return next(found, None)


def _life(folder: Path, *, finished: bool) -> str:
    if is_held(folder):
        return "running"
    return "finished" if finished else "stopped"


def _strength(counts: Mapping[str, Any], limits: Mapping[str, Any]) -> Facts:
    found = read_counts(counts)
    return {
        "player": counts["first"].rpartition("/")[2],
        "games": found.games,
        "score": found.score,
        "elo": _number(found.elo),
        "elo_interval": None if found.elo_interval is None else [*map(_number, found.elo_interval)],
        "nodes": int(limits["nodes"]),
        "time_s": float(limits["time_s"]),
    }


def _number(value: float | None) -> float | str | None:
    """Return a number that JSON has; it knows no infinity."""
    return str(value) if value is not None and abs(value) == float("inf") else value


def _config(folder: Path) -> Facts:
    path = folder / "config.toml"
    try:
        config = tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path}: expected the TOML of this run: {error}") from None
    for key, kind in (("ruleset", str), ("generations", int)):
        if key in config and not isinstance(config[key], kind):
            raise ValueError(f"{path}: {key}: expected that of this run, got {config[key]!r}")
    return config


def _parsed(path: Path) -> Facts:
    try:
        document = json.loads(path.read_bytes())
    except ValueError as error:
        raise ValueError(f"{path}: expected the JSON report of a run ({error})") from None
    if not isinstance(document, dict):
        raise ValueError(f"{path}: expected the JSON report of a run")
    return document
