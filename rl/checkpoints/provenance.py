"""How a network came about, gathered from its run folder and from matches played afterwards."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.evaluators import Network
from engine.evaluators.network import digest
from rl.checkpoints.files import read_json
from rl.checkpoints.fingerprint import fingerprint
from rl.checkpoints.state import State, load_state

SCHEMA = 1
VOLUME = {"games": "games", "positions": "kept", "nodes": "nodes"}
"""Counters of self-play, and what the description of a shard calls them."""
_RESULT = ("wins", "draws", "losses", "score", "elo", "elo_interval", "nelo", "nelo_interval")
PARTS = ("gate", "baseline", "final", "afterwards")
"""What a match was played for, in the order of a generation."""
_SETTINGS = ("nodes", "time_s", "table_mib", "openings", "seed")


def describe_run(run: Path, network: Network, matches: Sequence[Path] = ()) -> dict[str, Any]:
    """Return all that a stranger needs to judge or repeat what a run made of `network`.

    Keys: `schema`; `network`, its digest; `run`, its name; `stage` and `generation` the run had
    reached; `champion`, the file in the run; `config`, TOML; `seed`; `start`, the network started
    from, or null; `commits`, `platform`, `cores`, `versions`; `games`, `positions` and `nodes` of
    self-play in all; `time_s` by stage; `damaged`, shards left out; `matches`, a list, each with
    `part` (gate, baseline, final or afterwards), `name`, `first`, `second`, `line` and numbers.
    """
    manifest, state = read_json(run / "manifest.json"), load_state(run / "state.json")
    sessions = manifest["sessions"]
    counted = {key: seconds for key, seconds in state.counters.items() if key.endswith("_s")}
    document = {
        "schema": SCHEMA,
        "network": digest(network.weights),
        "run": run.resolve().name,
        "stage": state.stage,
        "generation": state.generation,
        "champion": state.champion,
        "config": _config_text(run / "config.toml"),
        "seed": manifest["seed"],
        "start": manifest.get("start"),
        "commits": list(dict.fromkeys(session["commit"] for session in sessions)),
        **{key: sessions[-1][key] for key in ("platform", "cores", "versions")},
        **_volume(run, state),
        "time_s": {key.removesuffix("_s"): round(value, 1) for key, value in counted.items()},
        "damaged": state.damaged,
        "matches": [*_own_matches(run), *(_afterwards(path, network) for path in matches)],
    }
    plain: dict[str, Any] = json.loads(json.dumps(document))  # tuples would not compare as read
    return plain


def _config_text(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8")
        tomllib.loads(text)
    except ValueError as error:
        raise ValueError(f"{path}: expected the TOML of this run: {error}") from None
    return text


def _volume(run: Path, state: State) -> dict[str, int]:
    """Return the volume of self-play; a run of an older version tells it by its shards alone."""
    if set(VOLUME) <= set(state.counters):
        return {name: int(state.counters[name]) for name in VOLUME}
    total = dict.fromkeys(VOLUME, 0)
    for path in sorted((run / "samples").glob("*.json")):
        result = _read_report(path, "result")["result"]
        for name, called in VOLUME.items():
            total[name] += int(result[called])
    return total


def _own_matches(run: Path) -> Iterator[dict[str, Any]]:
    """Yield the gates, baselines and final matches of a run in the order they were played."""
    reports = [(_place(path.parent.name), path) for path in (run / "matches").glob("*/report.json")]
    for (_, part, _), path in sorted(reports):
        yield _entry(path, PARTS[part])


def _place(folder: str) -> tuple[float, int, str]:
    """Return generation, index in PARTS and name of the folder of a match, to sort by."""
    generation = re.match(r"(?:g|final)(\d+)-", folder)
    if folder.endswith("-gate"):
        part = PARTS.index("gate")
    else:
        part = PARTS.index("baseline" if "-v-" in folder else "final")
    first = math.inf if part == PARTS.index("final") else -1
    return (int(generation[1]) if generation else first), part, folder


def _afterwards(folder: Path, network: Network) -> dict[str, Any]:
    """Return the result of a match of `network` that was played outside its run."""
    for name in ("match.json", "report.json"):
        if not (folder / name).is_file():
            raise ValueError(
                f"{folder}: expected a folder that `crownhead match --out` finished, "
                f"found no {name} in it"
            )
    players = read_json(folder / "match.json")
    own = fingerprint(network)
    sides = [side for side in ("first", "second") if players[side]["fingerprint"] == own]
    entry = _entry(folder / "report.json", "afterwards")
    if not sides or any(entry[side] != players[side]["name"] for side in ("first", "second")):
        raise ValueError(
            f"{folder}: expected a match of the network to be published, got one of "
            f"{players['first']['name']} v {players['second']['name']}"
        )
    return {**entry, "network": sides[0]}


def _entry(path: Path, part: str) -> dict[str, Any]:
    """Return what an account says of a match; ValueError, naming the file, where it is damaged."""
    report = _read_report(path, "first", "second", "config", "openings_digest", *_RESULT)
    try:
        return _told(report, path.parent.name, part)
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"{path}: expected the report of a match, found {error!r}") from None


def _told(report: dict[str, Any], name: str, part: str) -> dict[str, Any]:
    return {
        "part": part,
        "name": name,
        "first": report["first"],
        "second": report["second"],
        "line": _line(report),
        **{key: report[key] for key in _RESULT},
        **{key: report["config"].get(key) for key in _SETTINGS},
        "openings_digest": report["openings_digest"],
    }


def _line(report: dict[str, Any]) -> str:
    config = report["config"]
    limit = f"{config['nodes']} nodes" if config["nodes"] else f"{1000 * config['time_s']:g} ms"
    line = (
        f"{report['first']} v {report['second']}: "
        f"+{report['wins']} ={report['draws']} -{report['losses']}"
    )
    if report["elo"] is not None and report["elo_interval"] is not None:
        elo, low, high = (float(value) for value in (report["elo"], *report["elo_interval"]))
        line += f", Elo {elo:+.0f} [{low:+.0f}, {high:+.0f}]"
    return f"{line}, {limit}, {config['openings']}"


def _read_report(path: Path, *keys: str) -> dict[str, Any]:
    try:
        document = json.loads(path.read_bytes())
        missing = [key for key in keys if key not in document]
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path}: expected a JSON report ({error})") from None
    if missing:
        raise ValueError(f"{path}: expected a report with {missing[0]!r}, found none in it")
    return dict(document)
