"""A Hub engine that misbehaves as its first argument says: `python fake_hub.py HABIT [PID_FILE]`.

It knows no rules and answers everything with the move 11-15. Into PID_FILE it writes its process id
and those of what it starts.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

HABITS = (
    "good",
    "dies-at-start",
    "dies-of-a-signal",
    "dies-in-search",
    "never-answers",
    "hangs-in-search",
    "never-ready",
    "late",
    "garbage",
    "binary",
    "no-move",
    "no-such-move",
    "illegal",
    "complains",
    "floods",
    "floods-lines",
    "floods-unasked",
    "floods-errors",
    "closes-output",
    "other-game",
    "ignores-quit",
    "stubborn",
    "grandchild",
    "orphan",
    "reads-nothing",
)
STUBBORN = ("stubborn", "grandchild", "orphan")


def say(text: str) -> None:
    """Write a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def note(pid: int) -> None:
    """Write a process id down."""
    if len(sys.argv) > 2:
        with Path(sys.argv[2]).open("a") as file:
            file.write(f"{pid}\n")


def hang() -> None:
    """Go on for ever, whatever happens."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(60)


def start_others(habit: str) -> None:
    """Fork a child that hangs, or one in a session of its own whose parent is gone at once."""
    child = os.fork()
    if child == 0 and habit == "orphan":
        os.setsid()
        child = os.fork()
        if child:
            os._exit(0)
    if child == 0:
        note(os.getpid())
        hang()


def introduce(habit: str) -> None:
    """Answer `hub`."""
    if habit == "dies-at-start":
        sys.stderr.write("no such book: opening.bin\n")
        sys.exit(3)
    if habit == "dies-of-a-signal":
        os.kill(os.getpid(), signal.SIGSEGV)
    if habit == "never-answers":
        hang()
    say('id name=Fake version=1 author="nobody at all" country=""')
    values = "frisian" if habit == "other-game" else "english russian"
    say(f'param name=variant value=english type=enum values="{values}"')
    say("wait")


def get_ready(habit: str) -> None:
    """Answer `init`."""
    if habit in ("grandchild", "orphan"):
        start_others(habit)
    if habit == "never-ready":
        hang()
    if habit == "reads-nothing":
        say("ready")
        hang()
    say("loading tables")
    say("ready")
    if habit == "floods-unasked":
        while True:
            say("info depth=1 " + "x" * 1000)


def search(habit: str) -> None:
    """Answer `go`."""
    if habit == "dies-in-search":
        say("info depth=7 score=0.10")
        sys.exit(1)
    if habit == "hangs-in-search":
        say("info depth=7 score=0.10")
        hang()
    if habit == "late":
        time.sleep(1.5)
    if habit == "garbage":
        say("best: 11-15, and ==== so on")
        hang()
    if habit == "binary":
        sys.stdout.buffer.write(bytes(range(128, 256)) + b"\n")
    while habit == "floods":
        sys.stdout.write("x" * 1000)
    while habit == "floods-lines":
        say("info depth=1 " + "x" * 1000)
    if habit == "floods-errors":
        sys.stderr.write("x" * 1_000_000 + "\n")
    if habit == "complains":
        say('error message="no position"')
    if habit == "closes-output":
        os.close(1)
        hang()
    say('info depth=9 score=0.25 nodes=1234 time=0.010 nps=0.123 pv="11-15 22-18 1-2"')
    moves = {"no-move": "done", "no-such-move": "done move=zz-9", "illegal": "done move=11-18"}
    say(moves.get(habit, "done move=11-15 ponder=22-18"))


def main(habit: str) -> None:
    """Behave, but for one habit."""
    note(os.getpid())
    for text in sys.stdin:
        command = text.split()[0] if text.split() else ""
        if command == "hub":
            introduce(habit)
        elif command == "init":
            get_ready(habit)
        elif command == "go":
            search(habit)
        elif command == "quit" and habit not in ("ignores-quit", *STUBBORN):
            return
    if habit in STUBBORN:
        hang()


if __name__ == "__main__":
    main(sys.argv[1])
