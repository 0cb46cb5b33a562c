"""Death by SIGKILL between any two steps of a write, at the same place whenever it is repeated.

An audit hook counts the files that a process opens for writing, renames, cuts and removes, and
kills it in front of one of them.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

TOUCHES = {"open", "os.rename", "os.remove", "os.truncate"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def die_before(folder: Path, touches: int) -> None:
    """Let this process be killed just before it touches files in `folder` so many times."""
    left = touches

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal left
        if event not in TOUCHES or not str(arguments[0]).startswith(str(folder)):
            return
        if event == "open" and not arguments[2] & WRITING:
            return
        if event == "os.remove" and str(arguments[0]).endswith(".tmp"):
            return  # asked for after every write, whether it is there or not
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
