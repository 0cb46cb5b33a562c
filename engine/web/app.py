"""The web application: the page's files, and the WebSocket behind them.

It is for the person at this machine. The server listens on the loopback interface only; but other
web pages in the same browser can reach that, too, so every request has to name a loopback host (a
page of another site that has its name point here does not) and a WebSocket has to come from the
page itself (a browser says where it comes from, and scripts cannot change that).
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, MutableMapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.responses import FileResponse, PlainTextResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from engine.web.catalogue import Catalogue
from engine.web.connection import Connection
from engine.web.session import WATCHED_PAUSE_S
from engine.web.sessions import open_sessions
from engine.web.thinking import Thinking

STATIC = Path(__file__).parent / "static"
CONNECTIONS_MAX = 200
FULL = 1013
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


def make_app(
    catalogue: Catalogue, *, workers: int = 0, watched_pause_s: float = WATCHED_PAUSE_S
) -> Starlette:
    """Make the application; `workers` threads search, 0 for one a processor."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        thinking = Thinking(workers or os.cpu_count() or 1)
        app.state.sessions = open_sessions(catalogue, thinking, watched_pause_s)
        app.state.connections = 0
        try:
            yield
        finally:
            app.state.sessions.close()
            thinking.close()

    async def page(request: object) -> FileResponse:
        return FileResponse(STATIC / "index.html", media_type="text/html")

    async def talk(socket: WebSocket) -> None:
        state = socket.app.state
        if state.connections >= CONNECTIONS_MAX:
            await socket.close(FULL)
            return
        state.connections += 1
        try:
            await Connection(socket, state.sessions, catalogue).serve()
        finally:
            state.connections -= 1

    routes = [
        Route("/", page),
        Mount("/static", StaticFiles(directory=STATIC)),
        WebSocketRoute("/talk", talk),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.add_middleware(Guard)
    return app


class Guard:
    """Lets in what comes from this machine's own page, and adds the headers that keep it so."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = refusal_of(scope)
        if refusal and scope["type"] == "http":
            await PlainTextResponse(f"{refusal}\n", status_code=403)(scope, receive, send)
        elif refusal:
            await send({"type": "websocket.close", "code": 1008})  # before accepting: HTTP 403
        else:
            await self._app(scope, receive, _with_headers(send))


def refusal_of(scope: Scope) -> str:
    """Say why a request is not let in, empty where it is.

    A WebSocket without an Origin does not come from a browser, and any program on this machine may
    play; one with an Origin has to come from the host and port it is sent to.
    """
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    host = headers.get("host", "")
    if not is_loopback(host):
        return f"expected a Host on this machine ({', '.join(LOOPBACK)})"
    origin = headers.get("origin")
    if origin is not None and origin != f"http://{host}":
        return "expected a request from the page itself"
    return ""


def is_loopback(host: str) -> bool:
    """Tell whether a Host header names this machine.

    >>> is_loopback("localhost:8000"), is_loopback("[::1]:80"), is_loopback("localhost.evil.com")
    (True, True, False)
    """
    name, colon, port = host.rpartition(":")
    if not colon or host.endswith("]"):
        return host.lower() in LOOPBACK
    return name.lower() in LOOPBACK and port.isascii() and port.isdigit()


def _with_headers(send: Send) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            own = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
            message["headers"] = [*message.get("headers", []), *own]
        await send(message)

    return sending
