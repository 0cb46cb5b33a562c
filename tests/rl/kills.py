"""Many lives of one run, each ended by SIGKILL at a touch of its files: `python -m tests.rl.kills`.

The lives are forks of one process, for torch is slow to load.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from pathlib import Path

from rl.checkpoints import load_state
from rl.loop import train
from tests.rl.deaths import die_before
from tests.rl.tiny import tiny_config

MOST_TOUCHES = 40  # the longest unit, both baselines with their reports, takes 25 of them
MOST_LIVES = 100


def live(folder: Path, touches: int, overrides: list[str]) -> None:
    """Train until just before the files in `folder` are touched for that many times, then die."""
    die_before(folder, touches)
    train(tiny_config(*overrides), folder, progress=False, say=lambda line: None)


def main(folder: Path, overrides: list[str]) -> None:
    """Let lives follow each other until one comes to the end; print where each of them died."""
    source = random.Random(3)
    deaths: list[str] = []
    while len(deaths) < MOST_LIVES:
        touches, child = source.randint(1, MOST_TOUCHES), os.fork()
        if child == 0:
            live(folder, touches, overrides)
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status == 0:
            print(json.dumps(deaths))
            return
        if status != -signal.SIGKILL:
            sys.exit(f"a life ended with {status}")
        state = folder / "state.json"
        deaths.append(load_state(state).stage if state.exists() else "none")
    sys.exit(f"still not finished after {MOST_LIVES} lives; they died in {deaths}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
