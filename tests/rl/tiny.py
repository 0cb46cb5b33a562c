"""A whole run in a few seconds, and what has to be equal in two runs that are the same."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from engine.evaluators.network import digest, load_network
from rl.checkpoints.history import read_history
from rl.config import Config, load_config

OVERRIDES = [
    "--selfplay.games", "[32, 32]", "--selfplay.chunk", "16", "--selfplay.nodes", "60",
    "--training.passes", "2", "--gate.max_pairs", "6", "--gate.block_pairs", "4",
    "--gate.random.nodes", "60", "--gate.nodes", "60", "--baselines.pairs", "2",
    "--baselines.random.nodes", "60", "--baselines.nodes", "60", "--final_nodes.pairs", "4",
    "--final_nodes.block_pairs", "2", "--final_nodes.nodes", "60", "--final_time.pairs", "2",
    "--final_time.time_s", "0.0005", "--final_time.adjudication.ply_cap", "60",
]  # fmt: skip
SMOKE = Path(__file__).parents[2] / "configs" / "smoke.toml"

_TIMED = ("time_s", "counters", "nodes_per_s")


def tiny_config(*overrides: str) -> Config:
    """Return the smoke configuration with even smaller numbers."""
    return load_config(SMOKE, [*OVERRIDES, *overrides])


def fingerprint(folder: Path) -> dict[str, Any]:
    """Return all that a run must reproduce: files, decisions and curves, but nothing timed."""
    report = json.loads((folder / "report.json").read_bytes())
    return {
        "files": {
            str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for kind in ("samples", "games")
            for path in sorted((folder / kind).iterdir())
        },
        "networks": {
            path.stem: digest(load_network(path)) for path in sorted(folder.glob("networks/*"))
        },
        "champion": report["champion"],
        "gates": report["gates"],
        "rows": [
            {name: value for name, value in row.items() if name not in _TIMED}
            for row in read_history(folder)
        ],
        "final": report["matches"]["final_nodes"]["games_digest"],
        "blocks": _node_limited_blocks(folder),
        "curves": [line for line in curve_points(folder) if not _is_timed(line[0])],
    }


def curve_points(folder: Path) -> list[tuple[str, int, float]]:
    """Return every line of `metrics.jsonl` as tag, step and value."""
    lines = map(json.loads, (folder / "metrics.jsonl").read_text().splitlines())
    return [(line["tag"], line["step"], line["value"]) for line in lines]


def _node_limited_blocks(folder: Path) -> dict[str, str]:
    digests = {}
    for path in sorted(folder.glob("matches/*/*.npz")):
        if path.parent.name != "final-time":
            with np.load(path) as archive:
                columns = [archive[name] for name in sorted(archive.files) if name != "times"]
            digests[f"{path.parent.name}/{path.name}"] = hashlib.sha256(
                b"".join(np.ascontiguousarray(column).tobytes() for column in columns)
            ).hexdigest()
    return digests


def _is_timed(tag: str) -> bool:
    return tag.startswith(("time/", "final/time_")) or tag.endswith("_per_s")
