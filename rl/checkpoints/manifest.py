"""What made a run: code, machine and library versions, one entry a session.

A run that was resumed under another commit or another torch says so here; its curves cannot.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path
from typing import Any

from rl.checkpoints.files import read_json, write_json

PACKAGES = ("crownhead", "numpy", "torch", "tensorboard", "safetensors")


def note_session(path: Path, *, seed: int) -> None:
    """Add this process to the manifest at `path`, creating it."""
    manifest: dict[str, Any] = read_json(path) if path.exists() else {"seed": seed}
    write_json(path, {**manifest, "sessions": [*manifest.get("sessions", []), session()]})


def note_start(path: Path, source: str, digest: str) -> None:
    """Note in the manifest at `path` which network the run starts from."""
    write_json(path, {**read_json(path), "start": {"source": source, "digest": digest}})


def session() -> dict[str, Any]:
    """Return the facts about this process that a later reader may need."""
    return {
        "started": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "commit": commit(),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cores": os.cpu_count(),
        "versions": {name: version(name) for name in PACKAGES},
        "command": sys.argv,
    }


def version(package: str) -> str | None:
    """Return the installed version of a package, without importing it."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def commit(*paths: str) -> str | None:
    """Return the commit of the source tree, `+` marking local changes; None outside a clone.

    With `paths`, relative to its top, the last commit that changed anything in these.
    """
    root = Path(__file__).resolve().parents[2]
    if not (root / ".git").exists():
        return None
    head = _git(root, "log", "-1", "--format=%H", "--", *paths)
    changed = _git(root, "status", "--porcelain", "--untracked-files=no", "--", *paths)
    return f"{head}+" if head and changed else head


def _git(root: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, text=True, timeout=10
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
