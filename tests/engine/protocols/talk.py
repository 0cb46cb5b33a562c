"""A Hub engine in threads of this process, and what it says."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from types import TracebackType

from engine.protocols.hub_lines import HubLine, parse_line
from engine.protocols.hub_loop import HubLoop
from engine.protocols.hub_parameters import HubSettings

PATIENCE_S = 60.0


class Talk:
    """Lines to and from a loop, which ends with the block."""

    def __init__(self, **settings: object) -> None:
        """Start a loop; without tables, which this machine may or may not have."""
        self._to: queue.Queue[str | None] = queue.Queue()
        self._from: queue.Queue[str] = queue.Queue()
        chosen = HubSettings(**{"tables": "none", "table_mib": 1.0, **settings})  # type: ignore[arg-type]
        self._loop = HubLoop(self._lines(), self._from.put, chosen)
        self._thread = threading.Thread(target=self._loop.serve)

    def __enter__(self) -> Talk:
        """Begin."""
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the input, upon which the loop has to end."""
        self._to.put(None)
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()

    def send(self, *lines: str) -> None:
        """Send lines."""
        for line in lines:
            self._to.put(line + "\n")

    def ask(self, line: str, word: str) -> list[HubLine]:
        """Send a line and return the answers up to the one that is waited for."""
        self.send(line)
        return self.until(word)

    def until(self, word: str) -> list[HubLine]:
        """Return what is said up to a line that begins with a word."""
        found: list[HubLine] = []
        while not found or found[-1].command != word:
            text = self._from.get(timeout=PATIENCE_S)
            line = parse_line(text)
            assert line is not None
            assert text.endswith("\n")
            found.append(line)
        return found

    def left(self) -> list[str]:
        """Return what is said and was not asked for."""
        found = []
        while not self._from.empty():
            found.append(self._from.get())
        return found

    def _lines(self) -> Iterator[str]:
        while (line := self._to.get()) is not None:
            yield line
