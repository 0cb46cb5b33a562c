"""A bad connection between page and server: bytes arrive late, or not at all."""

from __future__ import annotations

import contextlib
import socket
import threading
import time


class Proxy:
    """Passes connections on to a port, each piece `delay_s` later; `cut` ends them all."""

    def __init__(self, port: int, delay_s: float = 0.0) -> None:
        self._target = port
        self.delay_s = delay_s
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = []
        self.is_away = False
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """Return the address of the page through this connection."""
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}/"

    def __enter__(self) -> Proxy:
        """Return itself."""
        return self

    def __exit__(self, *raised: object) -> None:
        """End all connections."""
        self._listening.close()
        self.cut()

    def cut(self) -> None:
        """End all connections there are, as if the cable were pulled."""
        for one in self._sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._sockets.clear()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                page, _ = self._listening.accept()
                if self.is_away:
                    page.close()
                    continue
                server = socket.create_connection(("127.0.0.1", self._target))
                self._sockets += [page, server]
                for ends in ((page, server), (server, page)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(65536):
                time.sleep(self.delay_s)
                target.sendall(piece)
            target.shutdown(socket.SHUT_WR)
