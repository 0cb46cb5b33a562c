"""`crownhead hub` as a process: what it writes where, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.evaluators import load, save_network
from engine.evaluators.loading import CHAMPION
from engine.protocols.hub_board import format_position
from engine.protocols.hub_client import HubEngine, ProtocolError
from engine.rules import Game, Position
from engine.search import GameClock, Limits, search
from tests.engine.protocols.processes import gone
from tests.oracle.network import random_network

pytestmark = pytest.mark.slow

HUB = [sys.executable, "-m", "rl", "hub", "--tables=none"]
WORDS = {"id", "param", "wait", "ready", "info", "done", "pong", "error"}
START = format_position(Position.start())


def talk(*lines: str, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """Give an engine all lines at once and return what it says to them."""
    text = "".join(f"{line}\n" for line in lines)
    return subprocess.run([*HUB, *options], input=text, capture_output=True, text=True, check=False)


def test_standard_output_holds_the_protocol_alone_and_standard_error_nothing() -> None:
    """U068: no banner, no board."""
    ended = talk("", "hub", "set-param name=variant value=english", "init", "nonsense", "pos pos=x",
                 f"pos pos={START}", "level depth=2", "go think", "ping", "quit")  # fmt: skip
    words = [line.split()[0] for line in ended.stdout.splitlines()]
    assert (ended.returncode, ended.stderr) == (0, "")
    assert set(words) == WORDS
    assert words[-1] in ("done", "pong")


def test_the_end_of_input_ends_the_process_at_once() -> None:
    ended = talk(f"pos pos={START}", "level infinite", "go analyze", options=("--variant=english",))
    assert (ended.returncode, ended.stderr) == (0, "")


def test_options_and_arguments_that_clients_add_are_ignored() -> None:
    ended = talk("hub", options=("--initial-time=60", "--bb-size", "6", "extra"))
    assert ended.stdout.splitlines()[-1] == "wait"


def test_an_option_is_the_value_that_the_client_finds() -> None:
    ended = talk("hub", options=("--variant=russian", "--square-order", "a1", "--threads=2"))
    lines = ended.stdout.splitlines()
    for name, value in (("variant", "russian"), ("square-order", "a1"), ("threads", "2")):
        assert [line for line in lines if line.startswith(f"param name={name} value={value} ")]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--level=hardest",), "level: expected one of full, easy, medium, hard, got 'hardest'"),
        (("--threads=0",), "threads: expected a whole number of 1 to 256, got '0'"),
        (("--evaluator=nobody",), "unknown evaluator 'nobody'"),
        (("--evaluator=runs/none", "--variant=english"), "runs/none: no such file or folder"),
        (("--evaluator=english", "--variant=russian"), "english: expected a network for russian"),
        (("--tables=no/tables",), "--tables no/tables: expected a folder, auto or none"),
        (("--tables=~no-such-user/x",), "~no-such-user/x: "),
        (("--line-delay=9",), "9.0 is not in the range 0<=x<=1"),
    ],
)
def test_a_wrong_option_is_one_line_before_anything_is_said(
    options: tuple[str, ...], message: str
) -> None:
    ended = talk("hub", options=options)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert message in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_what_a_run_has_learned_is_played_by_naming_its_folder(tmp_path: Path) -> None:
    """U097: one command, without an export; the ruleset is that of the network."""
    save_network(tmp_path / CHAMPION, random_network(0))
    with HubEngine([*HUB, f"--evaluator={tmp_path}"], "english", timeout_s=60) as engine:
        chosen = engine.choose(Game(), Limits(nodes=100))
    expected = search(Game(), evaluator=load(str(tmp_path)), limits=Limits(nodes=100))
    assert chosen.move == expected.move
    declared = talk("hub", options=(f"--evaluator={tmp_path}",)).stdout
    assert "param name=variant value=english " in declared


def test_every_line_of_both_sides_can_be_logged(tmp_path: Path) -> None:
    log = tmp_path / "hub.log"
    talk("hub", "init", "pos pos=x", options=(f"--log={log}",))
    lines = log.read_text().splitlines()
    assert lines[0] == "> hub"
    assert {"< wait", "> init", "< ready", "> pos pos=x"} <= set(lines)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_log_that_cannot_be_written_does_not_end_the_game() -> None:
    ended = talk("hub", "ping", options=("--log=/dev/full",))
    assert ended.stdout.splitlines()[-2:] == ["wait", "pong"]
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="the wait for the reader is tried on Linux")
def test_lines_may_come_one_by_one_however_slowly_they_are_read() -> None:
    """U071: one read from the pipe is one line."""
    words = [*HUB, "--line-delay=0.001"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write(b"hub\n")
        engine.stdin.flush()
        read = [os.read(engine.stdout.fileno(), 65_536)]
        while not read[-1].startswith(b"wait"):
            time.sleep(0.02)
            read.append(os.read(engine.stdout.fileno(), 65_536))
        engine.stdin.close()
    assert len(read) > 5
    assert {text.count(b"\n") for text in read} == {1}


def test_an_engine_whose_client_was_killed_ends_while_it_thinks() -> None:
    """U073: the end of its input is enough."""
    with subprocess.Popen(
        HUB, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write(f"set-param name=variant value=english\npos pos={START}\n")
        engine.stdin.write("level infinite\ngo think\n")
        engine.stdin.flush()
        assert engine.stdout.readline().startswith("info ")
        engine.stdin.close()
        assert gone([engine.pid])
    assert engine.returncode == 0


def test_an_engine_that_is_interrupted_says_nothing() -> None:
    with subprocess.Popen(
        HUB, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write("ping\n")
        engine.stdin.flush()
        assert engine.stdout.readline() == "pong\n"
        os.kill(engine.pid, signal.SIGINT)
        assert engine.stdout.read() == ""
    assert engine.returncode == 130


def test_our_client_plays_our_engine_by_nodes_depth_time_and_clock() -> None:
    limits = (Limits(nodes=500), Limits(depth=5), Limits(time_s=0.05), GameClock(remaining_s=1.0))
    with HubEngine(HUB, "english", timeout_s=60) as engine:
        game = Game()
        for limit in limits:
            chosen = engine.choose(game, limit)
            assert chosen.pv[0] == chosen.move
            assert chosen.depth is not None
            assert chosen.score is not None
            game.push(chosen.move)
        assert engine.name == "crownhead"


def test_our_engine_repeats_a_search_by_nodes() -> None:
    with HubEngine(HUB, "english", timeout_s=60) as engine:
        first = engine.choose(Game(), Limits(nodes=3000))
        engine.new_game()
        second = engine.choose(Game(), Limits(nodes=3000))
    assert (first.move, first.score, first.pv) == (second.move, second.score, second.pv)


def test_our_engine_that_cannot_load_its_evaluator_says_so_to_our_client() -> None:
    """The network's ruleset is that of the engine until the client sets another."""
    with pytest.raises(ProtocolError, match="crownhead complained: 'english: expected a network"):
        HubEngine([*HUB, "--evaluator=english"], "russian", timeout_s=60)
