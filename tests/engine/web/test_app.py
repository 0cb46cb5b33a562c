"""The server as it runs: on the loopback interface, for its own page only, within bounds."""

from __future__ import annotations

import http.client
import json
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from engine.web import serving
from engine.web.app import STATIC, is_loopback
from engine.web.catalogue import Catalogue
from engine.web.protocol import LONGEST_MESSAGE

WAIT_S = 30


@pytest.fixture(scope="module")
def server() -> Iterator[int]:
    """Serve in a thread and tell the port."""
    ready = threading.Event()
    told: list[str] = []

    def tell(url: str) -> None:
        told.append(url)
        ready.set()

    running: list[Any] = []
    thread = threading.Thread(
        target=serving.serve,
        args=(Catalogue(),),
        kwargs={"port": 0, "workers": 1, "ready": tell, "started": running.append},
    )
    thread.start()
    assert ready.wait(WAIT_S)
    port = int(told[0].rsplit(":", 1)[1].strip("/"))
    yield port
    running[0].should_exit = True
    thread.join(WAIT_S)
    assert not thread.is_alive()


def get(port: int, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
    connection.putrequest("GET", path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, {k.lower(): v for k, v in answer.getheaders()}, body


def talk(port: int, **options: Any) -> ClientConnection:
    url = f"ws://127.0.0.1:{port}/talk"
    socket: ClientConnection = connect(url, open_timeout=WAIT_S, **options)
    return socket


def receive(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=WAIT_S))
        if message["type"] == kind:
            return message


def test_the_page_is_served_with_headers_that_keep_others_out(server: int) -> None:
    status, headers, body = get(server, "/")
    assert status == 200
    assert b"<main>" in body
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"


def test_every_file_that_the_page_names_is_there(server: int) -> None:
    _, _, page = get(server, "/")
    modules = [path.read_text() for path in STATIC.glob("*.js")]
    named = set(re.findall(r'"/static/([\w.]+)"', page.decode()))
    named |= {name for text in modules for name in re.findall(r'from "\./([\w.]+)"', text)}
    assert {path.name for path in STATIC.iterdir()} == named | {"index.html"}
    for name in named:
        status, headers, _ = get(server, f"/static/{name}")
        assert status == 200
        assert headers["content-type"].split("/")[0] in ("text", "image", "application")


def test_nothing_is_named_from_outside() -> None:
    for path in STATIC.iterdir():
        urls = set(re.findall(r"https?://[^\s\"'`]+", path.read_text()))
        assert urls <= {"http://www.w3.org/2000/svg"}, path.name


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/app.py", "/etc"])
def test_no_other_file_is_served(server: int, path: str) -> None:
    assert get(server, path)[0] == 404


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.:80", ""])
def test_a_page_whose_name_points_here_is_refused(server: int, host: str) -> None:
    """DNS rebinding: the browser sends the other page's own host."""
    status, _, body = get(server, "/", Host=host)
    assert status in (400, 403)
    assert b"<main>" not in body
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    key = {"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
    assert get(server, "/talk", Host=host, **upgrade, **key)[0] in (400, 403)


@pytest.mark.parametrize("host", ["localhost:{}", "127.0.0.1:{}", "[::1]:{}", "localhost:1234"])
def test_every_name_of_this_machine_is_let_in(server: int, host: str) -> None:
    assert get(server, "/", Host=host.format(server))[0] == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:{}", "http://127.0.0.1:1"]
)
def test_another_page_in_the_same_browser_is_refused(server: int, origin: str) -> None:
    origin = origin.format(server)
    with pytest.raises(InvalidStatus, match="403"):
        talk(server, origin=origin)
    assert get(server, "/", Origin=origin)[0] == 403


def test_the_page_itself_may_talk(server: int) -> None:
    with talk(server, origin=f"http://127.0.0.1:{server}") as socket:
        socket.send('{"type": "join"}')
        assert receive(socket, "catalogue")["known"] is False
        assert receive(socket, "position")["ply"] == 0


def test_nothing_is_done_before_a_session_is_joined(server: int) -> None:
    with talk(server) as socket:
        socket.send('{"type": "undo"}')
        assert receive(socket, "refused")["words"] == "expected 'join' before anything else"
        socket.send('{"type": "join"}')
        receive(socket, "position")
        socket.send('{"type": "join"}')
        assert "has a session already" in receive(socket, "refused")["words"]


def test_nonsense_is_refused_and_the_connection_stays(server: int) -> None:
    with talk(server) as socket:
        socket.send('{"type": "join"}')
        for nonsense in ("{", "[]", '{"type": "fly"}', b"\x00\xff"):
            socket.send(nonsense)
            assert "expected" in receive(socket, "refused")["words"]
        socket.send('{"type": "ping"}')
        receive(socket, "pong")


def test_a_message_that_is_too_long_ends_the_connection(server: int) -> None:
    with talk(server) as socket:
        socket.send('{"type": "join"}')
        receive(socket, "position")
        socket.send("x" * (LONGEST_MESSAGE + 1))
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=WAIT_S)
    with talk(server) as socket:
        socket.send('{"type": "join"}')
        receive(socket, "position")


def test_a_session_is_taken_up_again_with_its_token(server: int) -> None:
    with talk(server) as socket:
        socket.send('{"type": "join"}')
        board = receive(socket, "board")
        seats = {"white": {"player": "person"}, "black": {"player": "person"}}
        socket.send(json.dumps({"type": "new", "ruleset": "turkish", **seats}))
        receive(socket, "position")
    with talk(server) as socket:
        again = {"type": "join", "session": board["session"], "token": board["token"]}
        socket.send(json.dumps(again))
        assert receive(socket, "catalogue")["known"] is True
        assert receive(socket, "board")["ruleset"] == "turkish"


def test_only_the_loopback_interface_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, int]] = []

    def create(address: tuple[str, int]) -> socket.socket:
        made.append(address)
        raise OSError("enough")

    monkeypatch.setattr(socket, "create_server", create)
    with pytest.raises(OSError, match="enough"):
        serving.serve(Catalogue())
    assert made == [("127.0.0.1", serving.PORT)]


@pytest.mark.parametrize(
    ("host", "ours"),
    [("LOCALHOST:1", True), ("[::1]", True), ("127.0.0.1", True), ("::1", False), ("a:b", False)],
)
def test_a_host_is_read_with_and_without_port(host: str, ours: bool) -> None:
    assert is_loopback(host) == ours


def test_a_port_in_use_is_said_in_one_line(server: int, capsys: pytest.CaptureFixture[str]) -> None:
    from rl.cli import main

    assert main(["serve", "--no-browser", "--port", str(server)]) == 2
    assert capsys.readouterr().err == (
        f"crownhead: --port: {server} is taken; perhaps the play page runs already, at "
        f"http://127.0.0.1:{server}/; --port 0 takes a free one\n"
    )


def test_without_the_extra_the_command_says_which_to_install(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "sys.modules['starlette'] = sys.modules['uvicorn'] = None\n"
        "from rl.cli import main\n"
        "sys.exit(main(['serve', '--no-browser', '--port', '0']))"
    )
    root = STATIC.parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "pip install 'crownhead[web]'" in done.stderr
    assert done.stderr.count("\n") == 1
