"""Ctrl-C and lines at a keyboard, in `crownhead play`: by script, and in a real terminal."""

from __future__ import annotations

import io
import os
import pty
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import Game, Limits, Position, search
from engine.rules import read_games
from engine.search import SearchResult
from rl.cli.keyboard import Keyboard
from tests.rl.commands import run

ROOT = Path(__file__).parents[3]
PATIENCE_S = 20.0
"""How long a terminal may show nothing new before that means something."""


class Interrupting(io.StringIO):
    """Standard input in which a line of ^C stands for Ctrl-C."""

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        line = super().readline(-1 if size is None else size)
        if line == "^C\n":
            raise KeyboardInterrupt
        return line


def test_ctrl_c_warns_and_the_second_ends_the_game_with_its_record(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Interrupting("9-13\n^C\n22-18\n^C\n^C\n13-17\n"))
    code, out, err = run(capsys, "play", "english", "--colour", "both")
    assert (code, err) == (130, "crownhead: interrupted\n")
    assert out.count("Ctrl-C again, or quit, ends the game.") == 2
    assert out.endswith("1. 9-13 22-18 *\n")


def thinking(interrupts: int) -> SearchResult | None:
    """Interrupt a search that ends only when it is told to; None where the game ends, too."""
    told = threading.Event()

    def endless() -> SearchResult:
        for _ in range(interrupts):
            signal.raise_signal(signal.SIGINT)
            time.sleep(0.1)
        assert told.wait(20)
        return search(Game(), limits=Limits(depth=1))

    try:
        return Keyboard().think(endless, told.set)
    except KeyboardInterrupt:
        return None


def test_ctrl_c_ends_a_search_that_still_moves() -> None:
    found = thinking(1)
    assert found is not None
    assert found.move in Position.start().legal_moves()


def test_ctrl_c_twice_in_a_search_ends_the_game() -> None:
    assert thinking(2) is None


def test_an_error_in_a_search_is_raised_where_it_is_waited_for() -> None:
    def fail() -> SearchResult:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Keyboard().think(fail, lambda: None)


class Terminal:
    """A program in a terminal of its own, whose keys are pressed and whose screen is read."""

    def __init__(self, *arguments: str, term: str) -> None:
        self._keys, terminal = pty.openpty()
        self._screen = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rl", *arguments],
            stdin=terminal, stdout=terminal, stderr=terminal, cwd=ROOT, close_fds=True,
            env={**os.environ, "TERM": term, "PYTHONUTF8": "1"}, preexec_fn=_take_terminal,
        )  # fmt: skip
        os.close(terminal)

    def press(self, keys: str) -> None:
        os.write(self._keys, keys.encode())

    def read_until(self, text: str) -> str:
        """Read what is shown, up to a text; all that is left where it does not come."""
        while text not in self._screen and self._read_more():
            pass
        read, found, self._screen = self._screen.partition(text)
        return read + found

    def interrupt_until(self, text: str) -> str:
        """Press Ctrl-C at a prompt and read up to a text.

        Once more where nothing comes of it: between writing the prompt and waiting for a key,
        CPython's readline lets one lie until the next.
        """
        for _ in range(3):
            self.press("\x03")
            while text not in self._screen and self._read_more():
                pass
            if text in self._screen:
                break
        return self.read_until(text)

    def _read_more(self) -> bool:
        """Read on; False where nothing comes for long, or the program has gone."""
        if not select.select([self._keys], [], [], PATIENCE_S)[0]:
            return False
        try:
            self._screen += os.read(self._keys, 4096).decode().replace("\r", "")
        except OSError:  # the program has gone
            return False
        return True

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._keys)


def _take_terminal() -> None:
    """Make the terminal on standard input that of a new session, so that its Ctrl-C arrives."""
    os.setsid()
    os.close(os.open(os.ttyname(0), os.O_RDWR))


@pytest.fixture
def opened() -> Iterator[list[Terminal]]:
    terminals: list[Terminal] = []
    yield terminals
    for terminal in terminals:
        terminal.close()


@pytest.mark.slow
def test_in_a_terminal_ctrl_c_moves_at_once_and_the_second_ends(
    opened: list[Terminal], tmp_path: Path
) -> None:
    """The terminal is a dumb one, and shows the board in ASCII."""
    path = tmp_path / "game.pdn"
    command = ["play", "english", "--level", "hard", "--colour", "white", "--pdn", str(path)]
    terminal = Terminal(*command, term="dumb")
    opened.append(terminal)
    begun = terminal.read_until("thinking; Ctrl-C makes it move at once")
    assert "w White   b Black   K king" in begun
    assert begun.isascii()
    terminal.press("\x03")
    assert "Black plays " in terminal.read_until("White> ")
    terminal.press("zzz\n")
    assert "got 'zzz'" in terminal.read_until("White> ")
    warned = terminal.interrupt_until("Ctrl-C again, or quit, ends the game.")
    assert "White> " not in warned
    assert terminal.read_until("White> ").endswith("White> ")
    assert "crownhead: interrupted" in terminal.interrupt_until("interrupted")
    assert terminal.process.wait(30) == 130
    assert next(read_games(path.read_text())).pdn.result == "*"


@pytest.mark.slow
def test_in_a_terminal_the_end_of_input_ends_the_game(opened: list[Terminal]) -> None:
    terminal = Terminal("play", "english", "--colour", "both", term="xterm")
    opened.append(terminal)
    assert "○ White   ● Black   K king" in terminal.read_until("Black> ")
    terminal.press("9-13\n")
    assert "Black plays 9-13\n" in terminal.read_until("White> ")
    terminal.press("\x04")
    assert terminal.read_until("1. 9-13 *\n").endswith("\n\n1. 9-13 *\n")
    assert terminal.process.wait(30) == 0
