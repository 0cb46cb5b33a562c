"""What takes effect during a search, and in what order the rest does."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from threading import Event

import pytest

from engine.protocols.hub_board import format_position
from engine.protocols.hub_lines import LONGEST_LINE
from engine.protocols.hub_loop import HubLoop, read_lines
from engine.rules import Position
from tests.engine.protocols.talk import Talk

START = f"pos pos={format_position(Position.start())}"


def begin(talk: Talk, mode: str, level: str = "level infinite") -> None:
    talk.ask("init", "ready")
    talk.send(START, level, f"go {mode}")


@pytest.mark.parametrize("mode", ["think", "ponder", "analyze"])
def test_stop_ends_a_search_without_end(mode: str) -> None:
    with Talk(variant="english") as talk:
        begin(talk, mode)
        talk.until("info")
        assert talk.ask("stop", "done")[-1].arguments["move"]


def test_stop_sent_together_with_go_is_not_lost() -> None:
    with Talk(variant="english") as talk:
        begin(talk, "think")
        assert talk.ask("stop", "done")[-1].arguments["move"]


def test_ping_is_answered_during_a_search_which_goes_on() -> None:
    with Talk(variant="english") as talk:
        begin(talk, "analyze")
        talk.until("info")
        assert talk.ask("ping", "pong")[-1].command == "pong"
        assert "done" not in [line.command for line in talk.until("info")]
        talk.ask("stop", "done")


def test_pondering_has_no_clock_until_the_move_is_played() -> None:
    with Talk(variant="english") as talk:
        begin(talk, "ponder", "level move-time=0.01")
        for _ in range(3):
            assert [line.command for line in talk.until("info")] == ["info"]
        assert talk.ask("ponder-hit", "done")[-1].arguments["move"]


@pytest.mark.parametrize("level", ["level depth=3", "level nodes=10"])
def test_pondering_that_has_seen_enough_ends_when_the_move_is_played(level: str) -> None:
    with Talk(variant="english") as talk:
        begin(talk, "ponder", level)
        talk.until("info")
        info = [line for line in talk.ask("ponder-hit", "done") if line.command == "info"][-1]
        assert int(info.arguments["depth"]) >= 3


def test_a_move_played_before_pondering_began_starts_an_ordinary_search() -> None:
    with Talk(variant="english") as talk:
        begin(talk, "ponder", "level depth=4")
        info = [line for line in talk.ask("ponder-hit", "done") if line.command == "info"][-1]
        assert int(info.arguments["depth"]) >= 4


def test_each_stop_ends_the_search_it_was_sent_behind() -> None:
    """A client may stop, and set up the next search, without waiting for the answer."""
    with Talk(variant="english") as talk:
        begin(talk, "think")
        talk.until("info")
        talk.send("stop", f"{START} moves=11-15", "level infinite", "go think")
        talk.until("done")
        talk.until("info")
        talk.send("stop")
        talk.until("done")
        talk.send("stop", "ponder-hit")
        assert [line.command for line in talk.ask("ping", "pong")] == ["pong"]


def test_three_searches_stopped_before_they_began_are_all_answered() -> None:
    with Talk(variant="english") as talk:
        talk.ask("init", "ready")
        talk.send(START, "level infinite", *3 * ["go think", "stop"])
        for _ in range(3):
            talk.until("done")


def test_one_stop_ends_all_searches_asked_for_before_it() -> None:
    """The protocol forbids a second `go` before the answer; the first must not run on for ever."""
    with Talk(variant="english") as talk:
        begin(talk, "think")
        talk.send("go think", "go ponder", "stop")
        for _ in range(3):
            talk.until("done")


def test_hundreds_of_searches_stopped_at_once_are_all_answered() -> None:
    """Wherever between `go` and the first depth a `stop` arrives, it holds."""
    with Talk(variant="english") as talk:
        talk.ask("init", "ready")
        talk.send(START, "level infinite")
        for number in range(300):
            talk.send(f"go {('think', 'ponder', 'analyze')[number % 3]}", "stop")
            talk.until("done")
        assert [line.command for line in talk.ask("ping", "pong")] == ["pong"]


@pytest.mark.parametrize("last", ["quit", None])
def test_quit_and_the_end_of_input_end_a_search(last: str | None) -> None:
    with Talk(variant="english") as talk:
        begin(talk, "analyze")
        talk.until("info")
        if last is not None:
            talk.send(last)


def test_commands_of_one_burst_are_obeyed_in_order() -> None:
    with Talk(variant="english") as talk:
        talk.send("hub", "set-param name=variant value=russian", "init", "nonsense", "ping")
        words = [line.command for line in talk.until("pong")]
        assert [word for word in words if word != "param"] == ["id", "wait", "ready", "pong"]


def test_a_bug_is_answered_by_an_error_and_the_engine_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("no such thing")

    with Talk(variant="english") as talk:
        monkeypatch.setattr("engine.protocols.hub_session.parse_level", fail)
        (answer,) = talk.ask("level depth=3", "error")
        assert answer.arguments["message"] == "internal error: AssertionError: no such thing"
        assert talk.ask("ping", "pong")


def test_a_client_that_reads_no_more_ends_the_loop() -> None:
    def refuse(text: str) -> None:
        raise BrokenPipeError

    def endless() -> Iterator[str]:
        while True:
            time.sleep(0.001)  # a thread that never waits would starve the other one
            yield "hub\n"

    left = Event()
    HubLoop(endless(), refuse, leave=left.set).serve()
    assert left.wait(10), "whoever reads for it has to end, too, or would read for ever"


def test_a_line_without_end_is_cut_and_the_next_is_read() -> None:
    source = io.BytesIO(b"x" * (3 * LONGEST_LINE) + b"\nhub\r\n\xff\xfe\nquit")
    lines = list(read_lines(source))
    assert [len(line) for line in lines] == [LONGEST_LINE, 5, 3, 4]
