"""A person at the keyboard: lines typed in, and Ctrl-C, of which the second in a row counts."""

from __future__ import annotations

import io
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from engine import SearchResult

LONGEST_LINE = 1000
"""Characters of a line that are read; what follows them is passed over."""
_PATIENCE_S = 0.05
"""How long a search is waited for before Ctrl-C is looked for."""


class Keyboard:
    """Lines typed in, and Ctrl-C, which ends a search or warns once and is raised the next time."""

    def __init__(self) -> None:
        self.interrupted = False
        self._source = sys.stdin or io.StringIO()
        self._terminal = self._source.isatty()
        if self._terminal:
            with suppress(ImportError):
                import readline  # noqa: F401  # lines can be edited, where it is to be had
        for stream in (self._source, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")

    def read(self, prompt: str) -> str | None:
        """Read a line, None at the end of input."""
        while True:
            try:
                line = input(prompt) if self._terminal else self._read_piped(prompt)
                self.interrupted = False
                return line[:LONGEST_LINE]
            except EOFError:
                click.echo("")
                return None
            except KeyboardInterrupt:
                if self._is_second():
                    raise
                click.echo("\nCtrl-C again, or quit, ends the game.")

    def think(self, search: Callable[[], SearchResult], stop: Callable[[], None]) -> SearchResult:
        """Search in a thread of its own, so that Ctrl-C can end the search and keep its move."""
        found: list[SearchResult | BaseException] = []
        thread = threading.Thread(target=lambda: found.append(_caught(search)))
        pressed: list[bool] = []
        with _on_ctrl_c(lambda: pressed.append(self._is_second())):
            if self._terminal:
                click.echo("thinking; Ctrl-C makes it move at once")
            thread.start()
            while thread.is_alive():
                thread.join(_PATIENCE_S)
                if pressed:  # more than once, for it may come before the search has begun
                    stop()
        if any(pressed):
            raise KeyboardInterrupt
        if isinstance(found[0], BaseException):
            raise found[0]
        return found[0]

    def _is_second(self) -> bool:
        """Count a Ctrl-C; a line typed since makes it a first one."""
        second, self.interrupted = self.interrupted, True
        return second

    def _read_piped(self, prompt: str) -> str:
        """Read a line that no terminal shows, and show it."""
        line = rest = self._source.readline(LONGEST_LINE)
        if not line:
            raise EOFError
        while rest and not rest.endswith("\n"):
            rest = self._source.readline(LONGEST_LINE)
        line = line.rstrip("\n")
        click.echo(prompt + (line if line.isprintable() else repr(line)))
        return line


def _caught(search: Callable[[], SearchResult]) -> SearchResult | BaseException:
    """Run a search and return what it raises, for the thread that waits to raise."""
    try:
        return search()
    except BaseException as error:
        return error


@contextmanager
def _on_ctrl_c(react: Callable[[], object]) -> Iterator[None]:
    """Have Ctrl-C call this, and raise nothing; only the main thread may say what it does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: react())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
