"""A run with champions of no great strength, and a ladder that is killed as often as can be.

`python -m tests.rl.matches.ladders RUN OUT` climbs the ladder in lives that end by SIGKILL at a
touch of its files, until one comes to the end, and prints how many did not.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
from pathlib import Path

import engine
from engine.evaluators import save_network
from rl.checkpoints import Run
from rl.matches.config import MatchConfig
from rl.matches.ladder import Ladder, climb
from rl.matches.ladder_report import write_ladder
from tests.oracle.network import random_network
from tests.rl.deaths import die_before

CONFIG = 'name = "tiny"\nruleset = "english"\n'
SETTINGS = MatchConfig(pairs=2, nodes=40, block_pairs=1, table_mib=0.1)
RUNGS = ("random", "material")
MOST_LIVES, MOST_TOUCHES = 100, 12
WEIGHTS = Path(engine.__file__).parent / "evaluators" / "tuned_weights" / "english.toml"


def make_run(folder: Path, generations: int = 2, rejected: tuple[int, ...] = ()) -> Path:
    """Make a run, or more of it: its first champion is a polynomial, the others are networks."""
    ledger = []
    with Run.open(folder, CONFIG, seed=1) as run:
        for number in range(generations):
            name = f"g{number:02d}"
            if number == 0:
                shutil.copy(WEIGHTS, run.path("polynomials", f"{name}.toml"))
            else:
                network = random_network(number, width=32)
                save_network(run.path("networks", f"{name}.safetensors"), network)
            accepted = number not in rejected
            entry = {"generation": number, "challenger": f"tiny/{name}", "accepted": accepted}
            ledger.append(entry)
        run.save(generation=generations, ledger=ledger)
    return folder


def climb_and_write(run: Path, out: Path) -> Ladder:
    """Climb the ladder of a run and write down what came of it."""
    ladder = climb(run, SETTINGS, out, rungs=RUNGS, progress=False)
    write_ladder(out, ladder)
    return ladder


def main(run: Path, out: Path) -> None:
    """Let lives follow each other until one comes to the end."""
    source = random.Random(5)
    for life in range(MOST_LIVES):
        touches, child = source.randint(1, MOST_TOUCHES), os.fork()
        if child == 0:
            die_before(out, touches)
            climb_and_write(run, out)
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status == 0:
            print(life)
            return
        if status != -signal.SIGKILL:
            sys.exit(f"a life ended with {status}")
    sys.exit(f"still not finished after {MOST_LIVES} lives")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
