"""Files that are either whole or absent, whatever instant the process dies at.

Written to a temporary name beside the target, forced to disk, renamed; a temporary that a killed
process left behind is swept by the next one. JSON documents carry a digest, so that damage on disk
is told apart from a state the program never wrote.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rl.samples import write_atomically

_TEMPORARY = re.compile(r"\..+\.[0-9]+\.tmp")  # as `write_atomically` names them, with a process id


def write_atomic(path: Path, data: bytes) -> None:
    """Replace the file at `path` by `data`, creating its folder.

    Raises OSError that names `path`; the file that was there before is then untouched.
    """
    write_atomically(path, lambda file: file.write(data))


def write_json(path: Path, document: Mapping[str, Any]) -> None:
    """Replace the file at `path` by `document` and the digest of its content."""
    write_atomic(path, f"{seal(document, indent=2)}\n".encode())


def read_json(path: Path) -> dict[str, Any]:
    """Return what `write_json` wrote; a damaged or foreign file is a ValueError that names it."""
    return unseal(path.read_bytes(), str(path))


def seal(document: Mapping[str, Any], indent: int | None = None) -> str:
    """Return `document` as JSON together with the digest of its content."""
    body = {**document, "digest": _digest(document)}
    return json.dumps(body, indent=indent, allow_nan=False)


def unseal(text: str | bytes, source: str) -> dict[str, Any]:
    """Return what `seal` wrote; damaged or foreign text is a ValueError that names `source`."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(
            f"{source}: expected a JSON document, got damaged text ({error})"
        ) from None
    if not isinstance(document, dict) or "digest" not in document:
        raise ValueError(f"{source}: expected a JSON object with a digest")
    written = document.pop("digest")
    found = _digest(document)
    if written != found:
        raise ValueError(f"{source}: expected content with digest {written}, got {found}")
    return document


def sweep_temporaries(folder: Path) -> None:
    """Remove what a killed process was in the middle of writing anywhere under `folder`."""
    for path in folder.rglob(".*.tmp"):
        if _TEMPORARY.fullmatch(path.name):
            path.unlink(missing_ok=True)


def _digest(document: Mapping[str, Any]) -> str:
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()
