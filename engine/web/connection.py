"""One WebSocket: reads requests into a session and sends what the session tells.

A page that reads too slowly must not hold up the others: what it is told waits in a bounded queue,
from which news of a search are left out first; a page that falls behind for good is cut off, and
comes back by itself to be told all anew.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from engine.web.catalogue import Catalogue
from engine.web.protocol import LONGEST_MESSAGE, Join, RequestError, parse_request
from engine.web.session import Session
from engine.web.sessions import Sessions
from engine.web.view import JSON, catalogue_view

QUEUE_MAX = 100
PASSING = ("thinking", "pong", "queued")
"""What is left out where a page reads slowly."""

TOO_SLOW, TOO_BIG = 4000, 1009


class Outbox:
    """What waits to be sent to one page."""

    def __init__(self) -> None:
        self._waiting: deque[JSON] = deque()
        self._something = asyncio.Event()
        self.overflown = False

    def put(self, message: JSON) -> None:
        """Add a message; returns at once."""
        if message["type"] == "thinking" and self._waiting:
            last = self._waiting[-1]
            if last["type"] == "thinking":
                self._waiting.pop()
        if len(self._waiting) >= QUEUE_MAX:
            if message["type"] in PASSING:
                return
            self.overflown = True
        else:
            self._waiting.append(message)
        self._something.set()

    async def get(self) -> JSON | None:
        """Wait for the next message; None when too many have waited."""
        while not (self._waiting or self.overflown):
            self._something.clear()
            await self._something.wait()
        return None if self.overflown else self._waiting.popleft()


class Connection:
    """Serves one page."""

    def __init__(self, socket: WebSocket, sessions: Sessions, catalogue: Catalogue) -> None:
        self._socket, self._sessions, self._catalogue = socket, sessions, catalogue
        self._outbox = Outbox()
        self._session: Session | None = None

    async def serve(self) -> None:
        """Serve until the page goes or falls behind."""
        await self._socket.accept()
        sending = asyncio.create_task(self._send())
        try:
            await self._receive()
        except WebSocketDisconnect:
            pass
        finally:
            if self._session is not None:
                self._session.leave(self._outbox.put)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def _receive(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                self._refuse("expected text, got bytes")
            elif len(text) > LONGEST_MESSAGE:
                await self._socket.close(TOO_BIG)
                return
            else:
                self._ask(text)

    def _ask(self, text: str) -> None:
        try:
            request = parse_request(text)
            if isinstance(request, Join):
                self._join(request)
            elif self._session is None:
                raise RequestError("expected 'join' before anything else")
            else:
                self._session.ask(request, self._outbox.put)
        except RequestError as error:
            self._refuse(str(error))

    def _join(self, request: Join) -> None:
        if self._session is not None:
            raise RequestError("join: this connection has a session already")
        self._catalogue.refresh()
        self._session, known = self._sessions.join(request)
        self._outbox.put(catalogue_view(self._catalogue) | {"known": known})
        self._session.listen(self._outbox.put)

    def _refuse(self, words: str) -> None:
        self._outbox.put({"type": "refused", "request": "", "words": words})

    async def _send(self) -> None:
        while (message := await self._outbox.get()) is not None:
            await self._socket.send_text(json.dumps(message, separators=(",", ":")))
        if self._socket.client_state is WebSocketState.CONNECTED:
            await self._socket.close(TOO_SLOW)
