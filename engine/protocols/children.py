"""A program in a process of its own that is spoken to in lines, and that does not outlive this one.

Waiting is bounded in time and what it writes in memory; nothing here blocks on a program that
neither reads nor writes. Of what it writes to its standard error the end is kept, apart.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from engine.evaluators.files import expand_home
from engine.notation import shorten

WARDEN = Path(__file__).with_name("warden.py")
REMEMBERED = 2000
"""Bytes of standard error that are kept."""
CHUNK = 1 << 16
ENDED_WITHIN_S, KILLED_WITHIN_S = 5.0, 10.0
"""What the warden takes at most to follow its program, and to kill it; a machine under load takes
long to schedule it."""


class ChildEndedError(Exception):
    """The program has ended, or closed its output; says how."""


class ChildFloodError(Exception):
    """The program writes more than can be an answer."""


def find_program(command: str | Sequence[str]) -> list[str]:
    """Split a command as a shell does; ValueError where there is no such program to run.

    >>> find_program("no-such-engine hub")
    Traceback (most recent call last):
    ValueError: 'no-such-engine': expected a program that can be run, found none
    """
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise ValueError(f"command {shorten(str(command))}: {error}") from None
    if not words:
        raise ValueError("expected the command of an engine, got nothing")
    found = shutil.which(str(expand_home(words[0])) if "/" in words[0] else words[0])
    if found is None:
        raise ValueError(f"{shorten(words[0])}: expected a program that can be run, found none")
    return [found, *words[1:]]


class Child:
    """A running program; one thread at a time."""

    def __init__(self, command: Sequence[str], *, longest_line: int) -> None:
        """Start a program under its warden."""
        self._longest = longest_line
        self._lines = bytearray()
        self._errors = bytearray()
        reading, self._leash = os.pipe()
        try:
            words = [sys.executable, "-I", "-S", str(WARDEN), str(reading), *command]
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=[reading],
                start_new_session=True,  # out of reach of a Ctrl-C, which is for this process
            )
        except BaseException:
            os.close(self._leash)
            raise
        finally:
            os.close(reading)
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._stdin, self._stdout, self._stderr = (one.fileno() for one in streams if one)
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream, False)
        self._readable = selectors.DefaultSelector()
        self._readable.register(self._stdout, selectors.EVENT_READ)
        self._readable.register(self._stderr, selectors.EVENT_READ)

    @property
    def pid(self) -> int:
        """Return the process id of the warden, which ends after all that it guards."""
        return self._process.pid

    def send(self, line: str, deadline: float) -> None:
        """Write a line; TimeoutError at `deadline` (of time.monotonic) where nobody reads it."""
        data = memoryview(f"{line}\n".encode())
        with selectors.DefaultSelector() as writable:
            writable.register(self._stdin, selectors.EVENT_WRITE)
            while data:
                if not writable.select(_left(deadline)):
                    raise TimeoutError
                try:
                    data = data[os.write(self._stdin, data) :]
                except BlockingIOError:
                    continue
                except BrokenPipeError:
                    raise ChildEndedError(self.ending()) from None

    def receive(self, deadline: float) -> str:
        """Return the next line; TimeoutError at `deadline`, ChildEndedError where none comes."""
        while (end := self._lines.find(b"\n")) < 0:
            if len(self._lines) > self._longest:
                raise ChildFloodError(f"a line of more than {self._longest:,} characters")
            if not self._fill(_left(deadline)):
                raise TimeoutError
        line = self._lines[:end].decode("utf-8", "replace")
        del self._lines[: end + 1]
        return line.rstrip("\r")

    def drain(self) -> None:
        """Forget what it has written unasked."""
        passed = 0
        with contextlib.suppress(ChildEndedError):
            while self._fill(0):
                passed += len(self._lines)
                self._lines.clear()
                if passed > 16 * CHUNK:
                    raise ChildFloodError(f"more than {passed:,} characters unasked")
        self._lines.clear()

    def ending(self) -> str:
        """Say how it ended, and the last that it wrote to its standard error."""
        with contextlib.suppress(OSError):
            self._keep_errors()
        said = self._errors.decode("utf-8", "replace").strip().rpartition("\n")[2]
        try:
            code = self._process.wait(ENDED_WITHIN_S)
        except subprocess.TimeoutExpired:
            how = "closed its output"
        else:
            number = code - 128 if code > 128 else -code
            known = number in signal.valid_signals()
            how = f"was ended by {signal.Signals(number).name}" if known else ""
            how = how or f"ended with exit code {code}"
        return f"{how}, {shorten(said, 200)}" if said else how

    def kill(self) -> None:
        """Have it killed with all that it has started, from any thread; close it all the same."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            if self._leash >= 0:
                os.dup2(nowhere, self._leash, inheritable=False)
        finally:
            os.close(nowhere)

    def close(self, grace_s: float = 0.0) -> None:
        """End its input, wait, and kill it with all that it has started where it goes on."""
        if self._leash < 0:
            return
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None and (stream is self._process.stdin or not grace_s):
                stream.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(grace_s)
        os.close(self._leash)
        self._leash = -1
        try:
            self._process.wait(KILLED_WITHIN_S)
        except subprocess.TimeoutExpired:  # the warden itself was stopped; its program dies with it
            self._process.kill()
            self._process.wait()
        self._readable.close()
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def _fill(self, seconds: float) -> bool:
        """Take what has been written; False where nothing came in time."""
        ready = [key.fd for key, _ in self._readable.select(seconds)]
        if self._stderr in ready:
            self._keep_errors()
        if self._stdout in ready:
            data = os.read(self._stdout, CHUNK)
            if not data:
                raise ChildEndedError(self.ending())
            self._lines += data
        return bool(ready)

    def _keep_errors(self) -> None:
        data = os.read(self._stderr, CHUNK)
        self._errors += data
        del self._errors[:-REMEMBERED]
        if not data and self._stderr in self._readable.get_map():
            self._readable.unregister(self._stderr)


def _left(deadline: float) -> float:
    return max(deadline - time.monotonic(), 0.0)
