"""All sessions: found again by id and token, bounded in number, the longest unused let go of."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable

from engine.web.catalogue import Catalogue
from engine.web.judging import Judges
from engine.web.protocol import Join
from engine.web.session import Session
from engine.web.thinking import Thinking

SESSIONS_MAX = 500
"""Games held at once. A page that was closed may come back as long as its game is among them."""


class Sessions:
    """Opens sessions and finds them again."""

    def __init__(self, make: Callable[[], Session], most: int = SESSIONS_MAX) -> None:
        """Take what makes a session."""
        self._make = make
        self._most = most
        self._sessions: dict[str, Session] = {}

    def __len__(self) -> int:
        """Count the sessions."""
        return len(self._sessions)

    def join(self, request: Join) -> tuple[Session, bool]:
        """Find a session, or make one where there is none of this id and token; tells which."""
        found = self._sessions.get(request.session)
        if found is not None and hmac.compare_digest(
            found.token.encode(), request.token.encode("utf-8", "replace")
        ):
            return found, True
        if len(self._sessions) >= self._most:
            self._forget_one()
        session = self._make()
        self._sessions[session.id] = session
        return session, False

    def close(self) -> None:
        """End all searches."""
        for session in self._sessions.values():
            session.stop()

    def _forget_one(self) -> None:
        """Let go of the session longest unused, of one without a page if there is any."""
        oldest = min(self._sessions.values(), key=lambda session: (session.is_open, session.used))
        oldest.stop()
        del self._sessions[oldest.id]


def open_sessions(catalogue: Catalogue, thinking: Thinking, watched_pause_s: float) -> Sessions:
    """Return the sessions of the running event loop."""
    loop, judges = asyncio.get_running_loop(), Judges(catalogue)
    return Sessions(lambda: Session(catalogue, thinking, loop, watched_pause_s, judges))
