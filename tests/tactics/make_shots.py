"""Make the suite of shots: mine games for them, then choose.

    python -m tests.tactics.make_shots mine FOLDER english --batches 200 --nodes 20000
    python -m tests.tactics.make_shots mine FOLDER english --archive --batches 20 --nodes 50000
    python -m tests.tactics.make_shots choose FOLDER

Every batch is a file of FOLDER, whole or absent, and depends on what its name says alone: a run
broken off goes on where it was when the same command is given again, and runs with different
batches may share FOLDER. `choose` measures what was found and writes tests/data/shots.json.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from engine import ruleset_names
from engine.rules import Position, read_games
from tests.oracle.published import acf_sample
from tests.tactics.finding import EASY, Mine, played, shots_of
from tests.tactics.measure import measured, nodes_needed, table
from tests.tactics.shots import Shot, load_shots, save_shots

QUOTAS = {"english": 36}
QUOTA = 8
"""Shots to keep of a ruleset, English being the one that everything is tuned on, and of others."""

HARDEST = 600_000
"""Nodes beyond which a shot makes the suite too slow to be run at every change."""

GAMES = 10
"""Games of a batch."""


def mine(folder: Path, where: Mine, batches: Iterable[int], archive: bool) -> None:
    """Write the shots of each batch that has no file yet."""
    for batch in batches:
        kind = "archive" if archive else f"{'scattered' if where.scattered else 'seed'}{where.seed}"
        path = folder / f"{where.ruleset}-{kind}-{where.nodes}-{batch:03}.json"
        if path.exists():
            continue
        numbers = range(batch * GAMES, (batch + 1) * GAMES)
        games = archived(numbers) if archive else (played(where, number) for number in numbers)
        shots = list(shots_of(where, games))
        save_shots(shots, path)
        print(f"{path.name}: {len(shots)} shots", flush=True)


def archived(numbers: range) -> Iterable[Sequence[Position]]:
    """Replay games of the archive sample."""
    games = [read.game for read in read_games(acf_sample(), "english") if read.game]
    return [game.positions for game in games[numbers.start : numbers.stop]]


def choose(folder: Path) -> dict[Shot, int]:
    """Keep of each ruleset what its quota allows, with the nodes needed."""
    found: dict[str, dict[Shot, int]] = {}
    for path in sorted(folder.glob("*.json")):
        for shot in load_shots(path):
            nodes = nodes_needed(shot, HARDEST)
            if nodes and EASY <= nodes <= HARDEST:
                found.setdefault(shot.ruleset, {})[shot] = nodes
    return {
        shot: shots[shot]
        for name, shots in sorted(found.items(), key=lambda item: (item[0] != "english", item[0]))
        for shot in spread(differing(shots), QUOTAS.get(name, QUOTA))
    }


def differing(shots: dict[Shot, int]) -> list[Shot]:
    """Order shots from the easiest to the hardest, leaving out those that end as another does."""
    endings = {shot.line[1:]: shot for shot in sorted(shots, key=lambda shot: shots[shot])}
    return list(endings.values())


def spread(shots: Sequence[Shot], number: int) -> list[Shot]:
    """Take half of the number from the hard end, and the others evenly from the rest."""
    hard = min(number // 2, len(shots))
    rest, hardest = shots[: len(shots) - hard], shots[len(shots) - hard :]
    even = min(number - hard, len(rest))
    return [*(rest[at * len(rest) // even] for at in range(even)), *hardest]


def main(arguments: Sequence[str] | None = None) -> None:
    """Mine or choose, as the first argument says."""
    parser = argparse.ArgumentParser(prog="python -m tests.tactics.make_shots", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    commands = parser.add_subparsers(dest="command", required=True)
    mining, choosing = (commands.add_parser(name) for name in ("mine", "choose"))
    for command in (mining, choosing):
        command.add_argument("folder", type=Path, help="where the batches are kept")
    mining.add_argument("ruleset", choices=ruleset_names(), metavar="ruleset")
    mining.add_argument("--seed", type=int, default=1)
    mining.add_argument("--first", type=int, default=0, help="the first batch")
    mining.add_argument("--batches", type=int, default=10)
    mining.add_argument("--nodes", type=int, default=10_000, help="of each deep search")
    mining.add_argument("--archive", action="store_true", help="the ACF archive's games, English")
    mining.add_argument("--scattered", action="store_true", help="games from scattered men")
    options = parser.parse_args(arguments)
    if options.command == "choose":
        chosen = choose(options.folder)
        if not chosen:
            parser.error(f"{options.folder}: expected batches of shots, found none")
        print(*table(chosen), sep="\n")
        save_shots(measured(chosen))
        return
    if options.archive and options.ruleset != "english":
        parser.error(f"--archive: its games are English, got {options.ruleset}")
    where = Mine(
        ruleset=options.ruleset,
        seed=options.seed,
        nodes=options.nodes,
        scattered=options.scattered,
    )
    batches = range(options.first, options.first + options.batches)
    mine(options.folder, where, batches, options.archive)


if __name__ == "__main__":
    main()
