"""One process at a time in a folder, and whether there is one, asked without disturbing it.

The lock is `flock` on a file: the kernel drops it when the process dies, however it dies.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCK = ".lock"
"""The file in a folder that the process at work there holds."""


def acquire(folder: Path, work: str) -> int:
    """Take the lock of a folder and return the descriptor that holds it until it is closed.

    ValueError, saying what `work` is under way, where another process holds it.
    """
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    for wait_s in (0.02, 0.1, None):  # `is_held` may be looking, for microseconds
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return lock
        except BlockingIOError:
            if wait_s is not None:
                time.sleep(wait_s)
    os.close(lock)
    raise ValueError(f"{folder}: another process is {work}")


@contextmanager
def held(folder: Path, work: str) -> Iterator[None]:
    """Hold the lock of a folder, which is made where there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = acquire(folder, work)
    try:
        yield
    finally:
        os.close(lock)


def is_held(folder: Path) -> bool:
    """Tell whether some process holds the lock of a folder.

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
