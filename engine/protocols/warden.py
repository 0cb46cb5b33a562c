"""Run a program that shall not outlive its owner: `python -I -S warden.py FD PROGRAM ARGUMENT...`.

FD is the reading end of a pipe that the owner keeps open and never writes to. When it is closed,
which the owner's end does too, be it by `kill -9`, the program and all that it has started are
killed. The owner, which is the parent, is looked after besides, for its forks hold the pipe too.
When the program ends by itself, so is all that it leaves behind; the exit code is its own, or 128
and the number of the signal that ended it.

A process of its own, because what a badly behaved program leaves behind (it ignores the end of its
input and SIGTERM, its children sit in another session) is found only by the one that orphans fall
to. Linux has that, and ends a program whose warden was killed; elsewhere its process group is what
can be reached. Only the standard library, and little of it, so that it starts at once.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import sys
import time
from pathlib import Path
from typing import NoReturn

SET_PARENT_DEATH_SIGNAL, SET_CHILD_SUBREAPER = 1, 36
"""Requests of prctl(2), from linux/prctl.h."""
SWEEP_S = 5.0
"""Longest time to go after what multiplies as fast as it is killed."""
LOOK_S = 1.0
"""Time between looks whether the owner is still the parent."""
NOT_FOUND = 127
"""Exit code of shells for a command that cannot be run."""


def main(control: int, command: list[str]) -> int:
    """Run a program until it ends or the owner does."""
    wake = wake_on_child()
    on_linux(SET_CHILD_SUBREAPER, 1)
    os.set_inheritable(control, False)
    owner, own, program = os.getppid(), os.getpid(), os.fork()
    if program == 0:
        start(command, own)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.setpgid(program, program)  # the program does so too; whichever comes first
    let_go_of_streams()
    code = None
    while code is None and os.getppid() == owner:
        if control in select.select([control, wake], [], [], LOOK_S)[0]:
            break
        with contextlib.suppress(BlockingIOError):
            os.read(wake, 4096)
        code = reap(program)
    kill_group(program)
    return sweep(program, code)


def start(command: list[str], warden: int) -> NoReturn:
    """Become the program, in a process group of its own, as any other would start it."""
    os.setpgid(0, 0)
    on_linux(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != warden:
        os._exit(NOT_FOUND)  # the warden died before it could be asked for
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    os._exit(NOT_FOUND)


def wake_on_child() -> int:
    """Return a file descriptor that can be read when a child has ended."""
    reading, writing = os.pipe()
    for end in (reading, writing):
        os.set_blocking(end, False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    return reading


def let_go_of_streams() -> None:
    """Leave the standard streams to the program alone, so that their ends are its own."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def reap(program: int) -> int | None:
    """Collect the children that have ended; return the program's exit code if it is among them."""
    code = None
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == program:
                status = os.waitstatus_to_exitcode(ended[1])
                code = status if status >= 0 else 128 - status
    return code


def sweep(program: int, code: int | None) -> int:
    """Kill what is left, which falls to this process as its parents die; return the exit code."""
    end = time.monotonic() + SWEEP_S
    while time.monotonic() < end:
        found = reap(program)
        code = found if found is not None else code
        left = children()
        if not left and code is not None:
            break
        for pid in left:
            kill_group(pid)
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)
    return 128 + signal.SIGKILL if code is None else code


def children() -> list[int]:
    """List the processes whose parent is this one; none where there is no /proc."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = status.read_text(errors="replace").rpartition(")")[2].split()
            if int(fields[1]) == os.getpid() and fields[0] != "Z":
                found.append(int(status.parent.name))
    return found


def kill_group(leader: int) -> None:
    """Kill a process group that bears the number of its first process, if there is one."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def on_linux(request: int, value: int) -> None:
    """Ask Linux for something about this process, or nobody elsewhere."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(request, value, 0, 0, 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
