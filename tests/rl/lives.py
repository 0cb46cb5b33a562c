"""Runs of a few seconds, and their death at a place of one's choice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rl.checkpoints import Run
from rl.loop import train
from tests.rl.tiny import tiny_config

SMALLER = ["--selfplay.games", "[16]", "--selfplay.chunk", "8", "--gate.max_pairs", "2"]


class Killed(BaseException):
    """Stands for the death of the process: nothing in the program catches it."""


def run(folder: Path, *overrides: str, told: list[str] | None = None) -> dict[str, Any]:
    """Run a tiny configuration to its end; what it says goes to `told`."""
    say = (lambda line: None) if told is None else told.append
    return train(tiny_config(*SMALLER, *overrides), folder, progress=False, say=say)


def stop_at(
    folder: Path,
    stage: str,
    *overrides: str,
    generation: int = 0,
    done: int = 0,
    told: list[str] | None = None,
) -> None:
    """Run until this much of a stage is done and saved, then die."""
    save = Run.save

    def mortal(self: Run, **changes: Any) -> None:
        save(self, **changes)
        if (self.state.stage, self.state.generation, self.state.done) == (stage, generation, done):
            raise Killed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Run, "save", mortal)
        with pytest.raises(Killed):
            run(folder, *overrides, told=told)


def die_around_every_save(patch: pytest.MonkeyPatch, live: Callable[[], object]) -> int:
    """Call `live` until it comes to its end, and return how often it died before.

    Each session dies before its second save, or right after its first, in turn.
    """
    save, sessions, saves = Run.save, 0, 0

    def mortal(self: Run, **changes: Any) -> None:
        nonlocal saves
        if saves == 1 and sessions % 2:
            raise Killed
        save(self, **changes)
        saves += 1
        if saves == 1 and not sessions % 2:
            raise Killed

    patch.setattr(Run, "save", mortal)
    while True:
        saves = 0
        try:
            live()
        except Killed:
            sessions += 1
        else:
            return sessions
