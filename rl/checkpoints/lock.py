"""Whether a process is at work in a run folder, asked without disturbing it."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

LOCK = ".lock"
"""The file in a run folder that the process training there holds."""


def is_held(folder: Path) -> bool:
    """Tell whether some process holds the lock of a run folder.

    A shared lock is taken for an instant; one that is starting waits for it (`Run.open`).
    """
    try:
        descriptor = os.open(folder / LOCK, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False
