"""Outside engines that misbehave are named for what they did, and leave no process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.protocols.hub_client import (
    EngineCrashed,
    EngineError,
    EngineTimeout,
    HubEngine,
    IllegalMove,
    ProtocolError,
)
from engine.rules import Game, Position
from engine.search import GameClock, Limits
from tests.engine.protocols.fake_hub import HABITS, STUBBORN
from tests.engine.protocols.processes import alive, gone, noted

FAKE = Path(__file__).with_name("fake_hub.py")
ONE_NODE = Limits(nodes=1)
PATIENT_S = 30.0
"""For engines that answer, on a machine under any load."""
IMPATIENT_S = 1.0
"""For engines that never do, and for no more than the wait itself."""
START_S = 5.0
"""For engines that get half way."""

AT_START: dict[str, tuple[type[EngineError], str]] = {
    "dies-at-start": (EngineCrashed, "ended with exit code 3, 'no such book: opening.bin'"),
    "dies-of-a-signal": (EngineCrashed, "was ended by SIGSEGV"),
    "never-answers": (EngineTimeout, "gave no answer to 'start' in time, said nothing"),
    "never-ready": (EngineTimeout, "gave no answer to 'start' in time, last said 'wait'"),
    "other-game": (ProtocolError, "Fake does not play english: it offers 'frisian'"),
}
IN_SEARCH: dict[str, tuple[type[EngineError], str]] = {
    "dies-in-search": (EngineCrashed, "exit code 1, after 'go', last said 'info depth=7"),
    "hangs-in-search": (EngineTimeout, "gave no answer to 'go' in time, last said 'info depth=7"),
    "late": (EngineTimeout, "gave no answer to 'go' in time"),
    "garbage": (EngineTimeout, "last said 'best: 11-15, and ==== so on'"),
    "no-move": (IllegalMove, "expected a move such as 32-28 or 28x19x23, got ''"),
    "no-such-move": (IllegalMove, "got 'zz-9'"),
    "illegal": (IllegalMove, "Fake moved against the rules: '11-18' is not legal here"),
    "complains": (ProtocolError, "Fake complained: 'no position'"),
    "floods": (ProtocolError, "a line of more than 65,536 characters"),
    "floods-lines": (ProtocolError, "more than 4,194,304 characters and no 'done'"),
    "floods-unasked": (ProtocolError, "Fake wrote more than "),
    "closes-output": (EngineCrashed, "closed its output, after 'go'"),
    "reads-nothing": (EngineTimeout, "gave no answer to 'go' in time"),
}
HARMLESS = ("good", "binary", "floods-errors", "ignores-quit", *STUBBORN)


def fake(habit: str, *arguments: str) -> list[str]:
    """Return the command of an engine with a bad habit."""
    return [sys.executable, "-I", "-S", str(FAKE), habit, *arguments]


def patience(failure: type[EngineError]) -> float:
    return IMPATIENT_S if failure is EngineTimeout else PATIENT_S


def test_every_habit_of_the_fake_engine_is_tried() -> None:
    assert {*AT_START, *IN_SEARCH, *HARMLESS} == set(HABITS)


@pytest.mark.slow
@pytest.mark.parametrize("habit", AT_START)
def test_an_engine_that_does_not_get_ready_is_named_and_gone(habit: str, tmp_path: Path) -> None:
    failure, message = AT_START[habit]
    notes = tmp_path / "pids"
    timeout_s = START_S if habit == "never-ready" else patience(failure)
    with pytest.raises(failure) as caught:
        HubEngine(fake(habit, str(notes)), "english", timeout_s=timeout_s)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert gone(noted(notes, 1))


@pytest.mark.slow
@pytest.mark.parametrize("habit", IN_SEARCH)
def test_an_engine_that_gives_no_legal_move_is_named_and_gone(habit: str, tmp_path: Path) -> None:
    failure, message = IN_SEARCH[habit]
    notes = tmp_path / "pids"
    with HubEngine(fake(habit, str(notes)), "english", timeout_s=PATIENT_S) as engine:
        engine.timeout_s = patience(failure)
        with pytest.raises(failure) as caught:
            engine.choose(Game(), ONE_NODE)
        assert (engine.pid is None) == (failure is not IllegalMove)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert gone(noted(notes, 1))


@pytest.mark.slow
@pytest.mark.parametrize("habit", HARMLESS)
def test_an_engine_that_answers_is_taken_at_its_word_and_ended(habit: str, tmp_path: Path) -> None:
    notes = tmp_path / "pids"
    with HubEngine(fake(habit, str(notes)), "english", timeout_s=PATIENT_S) as engine:
        engine.new_game()
        chosen = engine.choose(Game(), GameClock(remaining_s=1.0, increment_s=0.1))
        pids = noted(notes, 2 if habit in ("grandchild", "orphan") else 1)
        assert all(map(alive, pids))
    position = Position.start()
    assert engine.name == "Fake"
    assert position.format_move(chosen.move) == "11-15"
    assert (chosen.score, chosen.depth, chosen.nodes) == (25, 9, 1234)
    assert position.format_line(chosen.pv) == ["11-15", "22-18"]
    assert 0 < chosen.time_s < PATIENT_S
    assert gone(pids)


@pytest.mark.slow
def test_an_engine_that_moved_against_the_rules_may_go_on() -> None:
    with HubEngine(fake("illegal"), "english", timeout_s=PATIENT_S) as engine:
        for _ in range(2):
            with pytest.raises(IllegalMove):
                engine.choose(Game(), ONE_NODE)


@pytest.mark.slow
def test_an_engine_that_crashed_says_so_when_it_is_asked_again() -> None:
    with HubEngine(fake("dies-in-search"), "english", timeout_s=PATIENT_S) as engine:
        with pytest.raises(EngineCrashed):
            engine.choose(Game(), ONE_NODE)
        with pytest.raises(EngineCrashed, match="Fake is not running any more"):
            engine.new_game()


DRIVER = """
import os, sys, time
from engine.protocols.hub_client import HubEngine
from engine.rules import Game
from engine.search import Limits
engine = HubEngine(sys.argv[2:], "english", timeout_s=600)
child = os.fork() if sys.argv[1] == "fork" else -1
if child == 0:  # holds all that its parent does
    time.sleep(600)
print("ready", engine.pid, child, flush=True)
engine.choose(Game(), Limits(nodes=1))
print("done", flush=True)
sys.stdin.read()
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("habit", "forks"),
    [("hangs-in-search", "fork"), *((habit, "") for habit in ("floods-unasked", *STUBBORN))],
)
def test_no_engine_outlives_the_kill_of_its_client(habit: str, forks: str, tmp_path: Path) -> None:
    """U073: kill -9 while engines think; also those that ignore the end of input and SIGTERM."""
    notes = tmp_path / "pids"
    command = [sys.executable, "-c", DRIVER, forks, *fake(habit, str(notes))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as client:
        assert client.stdout is not None
        warden, child = map(int, client.stdout.readline().split()[1:])
        pids = noted(notes, 2 if habit in ("grandchild", "orphan") else 1)
        assert all(map(alive, [warden, *pids]))
        os.kill(client.pid, signal.SIGKILL)
    assert gone([warden, *pids])
    if forks:
        assert alive(child)
        os.kill(child, signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a program with its parent")
def test_no_engine_outlives_the_kill_of_its_warden(tmp_path: Path) -> None:
    notes = tmp_path / "pids"
    with HubEngine(fake("hangs-in-search", str(notes)), "english", timeout_s=PATIENT_S) as engine:
        assert engine.pid is not None
        os.kill(engine.pid, signal.SIGKILL)
        with pytest.raises(EngineCrashed, match="was ended by SIGKILL"):
            engine.choose(Game(), ONE_NODE)
    assert gone(noted(notes, 1))


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "expected the command of an engine, got nothing"),
        ("no-such-engine hub", "'no-such-engine': expected a program that can be run, found none"),
        ("/dev/null hub", "'/dev/null': expected a program that can be run, found none"),
        ("engine 'hub", 'command "engine \'hub": No closing quotation'),
    ],
)
def test_a_command_that_cannot_be_run_is_refused_before_anything_starts(
    command: str, message: str
) -> None:
    with pytest.raises(ValueError, match=r"engine|expected") as caught:
        HubEngine(command, "english")
    assert not isinstance(caught.value, EngineError)
    assert str(caught.value) == message


@pytest.mark.slow
def test_games_of_another_ruleset_and_limits_without_end_are_not_sent() -> None:
    with HubEngine(fake("good"), "english", timeout_s=PATIENT_S) as engine:
        with pytest.raises(ValueError, match="Fake plays english, got russian"):
            engine.choose(Game(Position.start("russian")), ONE_NODE)
        with pytest.raises(ValueError, match="expected limits that end a search"):
            engine.choose(Game(), Limits(infinite=True))
        with pytest.raises(ValueError, match="expected a position with a legal move"):
            engine.choose(Game(Position.from_fen("english", "B:W32:B")), ONE_NODE)
