"""Which processes live."""

from __future__ import annotations

import os
import time
from pathlib import Path

PATIENCE_S = 30.0


def alive(pid: int) -> bool:
    """Tell whether a process runs; one that only waits to be collected does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    try:
        return status.read_text(errors="replace").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return not Path("/proc/self/stat").exists()


def gone(pids: list[int]) -> bool:
    """Wait until none of these processes runs; False where one does not go."""
    end = time.monotonic() + PATIENCE_S
    while any(map(alive, pids)):
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def noted(file: Path, count: int) -> list[int]:
    """Wait until so many process ids stand in a file."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        found = file.read_text().split() if file.exists() else []
        if len(found) >= count:
            return [int(pid) for pid in found]
        time.sleep(0.01)
    raise AssertionError(f"{file} never held {count} process ids")
