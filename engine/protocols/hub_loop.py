"""Serve the Hub protocol on standard input and output.

One thread reads, so that `stop`, `ponder-hit`, `ping`, `quit` and the end of input are answered
while another searches; that other obeys all commands in order. What else the process writes is kept
from both streams, for clients read them as one.
"""

from __future__ import annotations

import fcntl
import os
import queue
import sys
import termios
import threading
import time
import traceback
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, TextIO

from engine.evaluators import Evaluator
from engine.protocols.hub_lines import LONGEST_LINE, HubLine, parse_line
from engine.protocols.hub_parameters import HubSettings
from engine.protocols.hub_session import HubSession, make_go
from engine.protocols.hub_thinking import Go

LEAVE_S = 5.0
"""Longest time between the end of input and that of the process, whatever it is doing."""
READ_WITHIN_S = 5.0
"""Longest time that a line waits for the one before it to be read."""

_Task = tuple[HubLine, Go | None]


class HubLoop:
    """Obeys lines from one stream and answers on another, until `quit` or the end of input."""

    def __init__(
        self,
        lines: Iterator[str],
        write: Callable[[str], None],
        settings: HubSettings | None = None,
        *,
        evaluator: Evaluator | None = None,
        leave: Callable[[], None] = lambda: None,
        log: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Serve with these settings; `leave` is called by the reader when it is time to go."""
        self._lines, self._write, self._leave, self._log = lines, write, leave, log
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._writing = threading.Lock()
        self._session = HubSession(self._say, settings, evaluator)
        self._going: list[Go] = []
        self._over = threading.Event()

    def serve(self) -> None:
        """Read in another thread, obey in this one."""
        threading.Thread(target=self._read, name="hub reader", daemon=True).start()
        try:
            while (task := self._tasks.get()) is not None:
                self._obey(*task)
        except BrokenPipeError:
            pass
        finally:
            self._over.set()

    def _obey(self, line: HubLine, go: Go | None) -> None:
        try:
            self._session.obey(line, go)
        except BrokenPipeError:
            raise
        except Exception as error:  # a bug must not leave the client without an answer
            self._log(traceback.format_exc())
            self._session.complain(f"internal error: {type(error).__name__}: {error}")

    def _read(self) -> None:
        """Take lines until they end or nobody reads the answers."""
        try:
            for text in self._lines:
                self._log(f"> {text.rstrip()}\n")
                line = parse_line(text)
                if self._over.is_set() or (line is not None and line.command == "quit"):
                    break
                if line is not None:
                    self._take(line)
        finally:
            for go in self._going:
                go.stop()
            self._tasks.put(None)
            self._leave()

    def _take(self, line: HubLine) -> None:
        """Do at once what belongs to a search that runs or waits, leave the rest in order."""
        self._going = [go for go in self._going if not go.over.is_set()]
        if line.command == "go":
            self._going.append(make_go(line))
            self._tasks.put((line, self._going[-1]))
        elif self._going and line.command == "stop":
            for go in self._going:  # a client may send `go` again before it has the answer
                go.stop()
        elif self._going and line.command == "ponder-hit":
            for go in self._going:
                go.hit()
        elif self._going and line.command == "ping":
            self._say("pong")
        else:
            self._tasks.put((line, None))

    def _say(self, text: str) -> None:
        with self._writing:
            self._log(f"< {text}\n")
            self._write(text + "\n")


def serve_process(
    settings: HubSettings,
    *,
    evaluator: Evaluator | None = None,
    line_delay_s: float = 0.0,
    log: Path | None = None,
) -> None:
    """Serve a client over standard input and output; does not return, but ends the process.

    `line_delay_s` passes after each line, and until it has been read, for clients that lose lines
    which arrive together.
    """
    journal = None if log is None else log.open("a", encoding="utf-8", buffering=1)
    source, sink = _own_streams()

    def write(text: str) -> None:
        sink.write(text)
        sink.flush()
        if line_delay_s:
            time.sleep(line_delay_s)
            _await_reader(sink.fileno())

    def leave() -> None:
        time.sleep(LEAVE_S)
        os._exit(0)

    def note(text: str) -> None:
        if journal is not None:
            with suppress(OSError):  # a game is worth more than its log, say on a full disk
                journal.write(text)

    loop = HubLoop(read_lines(source), write, settings, evaluator=evaluator, leave=leave, log=note)
    try:
        loop.serve()
    except KeyboardInterrupt:
        os._exit(130)
    os._exit(0)  # at once: nothing is left to be saved, and the reader may be waiting for input


def read_lines(source: BinaryIO) -> Iterator[str]:
    """Read lines; of one that is too long the beginning is taken and the rest left out."""
    while data := source.readline(LONGEST_LINE):
        rest = data
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST_LINE)
        yield data.decode("utf-8", "replace")


def _await_reader(pipe: int) -> None:
    """Wait until all has been read from a pipe, but not for ever, where the system can tell."""
    unread, end = array("i", [1]), time.monotonic() + READ_WITHIN_S
    with suppress(OSError):
        while unread[0] and time.monotonic() < end:
            fcntl.ioctl(pipe, termios.FIONREAD, unread)
            time.sleep(0.001)


def _own_streams() -> tuple[BinaryIO, TextIO]:
    """Keep standard output for the protocol: what else writes to it, or to errors, is lost."""
    sys.stdout.flush()
    source = os.fdopen(os.dup(0), "rb")
    sink = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    return source, sink
