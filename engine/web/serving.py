"""Run the play page: a socket on the loopback interface, uvicorn on it, a browser before it."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from engine.web.app import make_app
from engine.web.catalogue import Catalogue
from engine.web.protocol import LONGEST_MESSAGE

HOST = "127.0.0.1"
PORT = 8036


def serve(
    catalogue: Catalogue,
    *,
    port: int = PORT,
    workers: int = 0,
    browser: bool = False,
    ready: Callable[[str], object] = lambda url: None,
    started: Callable[[uvicorn.Server], object] = lambda server: None,
) -> None:
    """Serve until interrupted or told to exit; OSError where the port is taken, 0 takes any.

    `ready` is told the address, and `started` is given the server, which ends when its
    `should_exit` is set.
    """
    listening = socket.create_server((HOST, port))
    url = f"http://{HOST}:{listening.getsockname()[1]}/"
    config = uvicorn.Config(
        make_app(catalogue, workers=workers),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )
    ready(url)
    if browser:
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
    server = uvicorn.Server(config)
    started(server)
    server.run(sockets=[listening])
