"""The description that makes a folder of results one piece of work, and its identity.

Whoever goes on with a folder has to describe the same work; what was kept for another one carries
another digest, so that it cannot be taken for a part of this.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from rl.checkpoints.changes import flatten
from rl.checkpoints.files import read_json, sweep_temporaries, write_json

KINDS = {
    "state.json": "a run",
    "match.json": "a match",
    "study.json": "a study",
    "ladder.json": "a ladder",
    "standings.json": "a round robin",
}
"""What a folder holds, by the file it is known by."""
_UNSAID = "its default"  # what came to be described later is so only where it differs from that


def open_described(path: Path, description: dict[str, Any], work: str) -> None:
    """Make the folder of `path` that of the work described, or see that it is.

    What a kill left half made is removed. Raises ValueError, naming the first key that differs,
    where `path` describes another `work`, which is a noun for people, and where the folder is that
    of work of another kind, whose reports would be overwritten.
    """
    check_kind(path.parent, f"a {work}", path.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    sweep_temporaries(path.parent)
    if not path.exists():
        write_json(path, description)
        return
    here, there = flatten(description), flatten(read_json(path))
    for key in here | there:
        if there.get(key) != here.get(key):
            raise ValueError(
                f"{path}: expected the {work} to go on with, got one whose {key} is "
                f"{there.get(key, _UNSAID)} instead of {here.get(key, _UNSAID)}"
            )


def check_kind(folder: Path, work: str, *own: str) -> None:
    """Raise ValueError for the folder of other work, whose reports and curves would be overwritten.

    `own` are the files by which the `work` itself is known.
    """
    for name, other in KINDS.items():
        if name not in own and (folder / name).exists():
            raise ValueError(f"{folder}: expected a folder for {work}, got one that holds {other}")


def description_digest(description: dict[str, Any]) -> str:
    """Return the SHA-256 of a description, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(description, sort_keys=True).encode()).hexdigest()
