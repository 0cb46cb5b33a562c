"""Commands about endgame tables: tables plan, build, list, verify."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rl.cli.board import json_option, ruleset_argument, workers_option
from rl.cli.groups import Group

if TYPE_CHECKING:
    from engine.evaluators.endgame_files import SliceFile
    from engine.evaluators.endgames import Endgames

pieces_option = click.option(
    "--pieces", type=click.IntRange(2, 8), required=True, help="Most pieces on the board."
)
folder_option = click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of all tables.  [default: $CROWNHEAD_TABLES, else crownhead/tables in the folder "
    "of the user's data]",
)


@click.group(cls=Group)
def tables() -> None:
    """Make endgame tables and look at them.

    They tell what every position with few pieces is worth and how long it takes, under best play
    and without draw rules.

    \b
    Example: crownhead tables build english --pieces 4
    """


@tables.command()
@ruleset_argument
@pieces_option
@json_option
def plan(ruleset: str, pieces: int, as_json: bool) -> None:
    """Tell what tables would take, and make none.

    Those of three pieces are made in memory to judge by.

    \b
    Example: crownhead tables plan english --pieces 6
    """
    from engine.evaluators import endgame_build

    planned = endgame_build.plan(ruleset, pieces)
    click.echo(json.dumps(asdict(planned), indent=2) if as_json else planned.describe())


@tables.command()
@ruleset_argument
@pieces_option
@folder_option
@workers_option()
@click.option("--quiet", is_flag=True, help="No progress bar.")
@json_option
def build(
    ruleset: str, pieces: int, folder: Path | None, workers: int | None, quiet: bool, as_json: bool
) -> None:
    """Make the tables of a ruleset, or what is missing of them.

    Stopped or killed, the same command goes on where it was.

    \b
    Example: crownhead tables build english --pieces 4
    """
    from tqdm import tqdm

    from engine.evaluators import endgame_build
    from rl.config import usable_cores

    began, began_cpu = time.perf_counter(), time.process_time()
    total = endgame_build.total_size(ruleset, pieces)
    with tqdm(
        total=total, unit="pos", unit_scale=True, disable=quiet or None, file=sys.stderr
    ) as bar:

        def note(name: str, positions: int) -> None:
            bar.set_postfix_str(name, refresh=False)
            bar.update(positions)

        made = endgame_build.build(
            ruleset, pieces, folder, workers=workers or usable_cores(), progress=note
        )
    spent = {
        "wall_s": round(time.perf_counter() - began, 3),
        "cpu_s": round(time.process_time() - began_cpu, 3),
    }
    _report(made, as_json, spent)


@tables.command("list")
@ruleset_argument
@folder_option
@json_option
def list_tables(ruleset: str, folder: Path | None, as_json: bool) -> None:
    """List the slices there are, their counts and digests.

    Wins and losses are those of the side named first, which is to move.

    \b
    Example: crownhead tables list english
    """
    from engine.evaluators.endgames import Endgames

    loaded = Endgames.load(ruleset, folder)
    if as_json:
        click.echo(json.dumps([_slice_facts(file) for file in loaded.files], indent=2))
        return
    click.echo(
        f"{'slice':<12}{'wins':>13}{'losses':>13}{'draws':>13}{'longest':>9}{'bytes':>13}  sha256"
    )
    for file in loaded.files:
        facts = file.facts
        click.echo(
            f"{facts.slice:<12}{facts.wins:>13,}{facts.losses:>13,}{facts.draws:>13,}"
            f"{facts.longest_win:>9}{file.size_bytes:>13,}  {file.digest[:16]}"
        )


@tables.command()
@ruleset_argument
@folder_option
@json_option
def verify(ruleset: str, folder: Path | None, as_json: bool) -> None:
    """Check that no file is lacking or damaged.

    Each has to be as its digest says.

    \b
    Example: crownhead tables verify english
    """
    from engine.evaluators.endgames import verify_files

    _report(verify_files(ruleset, folder), as_json, {})


def _slice_facts(file: SliceFile) -> dict[str, Any]:
    return {**asdict(file.facts), "bytes": file.size_bytes, "digest": file.digest}


def _report(loaded: Endgames, as_json: bool, spent: dict[str, float]) -> None:
    """Say what tables hold by number of pieces, and what it took to make them."""
    by_pieces = {
        n: sum(facts.positions for facts in loaded.slices if facts.pieces == n)
        for n in range(2, loaded.pieces + 1)
    }
    size = sum(file.size_bytes for file in loaded.files)
    longest = max(loaded.slices, key=lambda facts: facts.longest_win)
    if as_json:
        facts = {"ruleset": loaded.ruleset, "pieces": loaded.pieces, "slices": len(loaded.files)}
        answer = {**facts, "positions": by_pieces, "bytes": size, **spent}
        click.echo(json.dumps(answer, indent=2))
        return
    for n, positions in by_pieces.items():
        click.echo(f"{n} pieces     {positions:,} positions with both sides on the board")
    click.echo(f"slices       {len(loaded.files)}, every one as its digest says")
    click.echo(
        f"size         {size:,} bytes, {8 * size / sum(by_pieces.values()):.2f} bits a position"
    )
    click.echo(f"longest win  {longest.longest_win} plies, {longest.longest_example}")
    if spent:
        click.echo(
            f"time         {spent['wall_s']:.1f} s, {spent['cpu_s']:.1f} s of processor time"
        )
