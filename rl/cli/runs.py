"""Commands that look at what is there: runs, inspect."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from rl.cli.board import canonical, json_option

runs_option = click.option(
    "--runs",
    "runs_folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("runs"),
    show_default=True,
    help="Folder that holds the run folders.",
)
_HEADS = ("name", "ruleset", "generation", "stage", "state", "champion")
_HEADS_RIGHT = ("v handcrafted, Elo [95 %]", "time", "saved")


@click.command()
@runs_option
@json_option
def runs(runs_folder: Path, as_json: bool) -> None:
    """List the runs: how far they are and how strong.

    Strength is the newest result against the handcrafted evaluation, and what a move was limited
    by; `saved` is the time since the run last saved itself. A run that cannot be read says so in
    its row; folders that hold something else are named below the table.

    \b
    Example: crownhead runs
    """
    from rl.inspection.listing import NO_RUN, list_runs

    rows = list_runs(runs_folder)
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    found = [row for row in rows if row["state"] != NO_RUN]
    if found:
        _print_runs(found)
    else:
        click.echo(f"no run in {runs_folder}")
    others = [
        f"{row['name']} ({row['holds']})" if row["holds"] else row["name"]
        for row in rows
        if row["state"] == NO_RUN
    ]
    if others:
        click.echo(f"not runs: {', '.join(others)}")


@click.command()
@click.argument("checkpoint")
@click.option(
    "--ruleset",
    callback=canonical,
    help="Ruleset of an evaluator that knows several.  [default: english]",
)
@click.option(
    "--calibration/--no-calibration",
    default=True,
    show_default=True,
    help="Compare predicted and actual results.",
)
@json_option
def inspect(checkpoint: str, ruleset: str | None, calibration: bool, as_json: bool) -> None:
    """Show what an evaluator knows and where it comes from.

    CHECKPOINT is a network, a file of weights, a run folder, whose champion is taken, a published
    name, or handcrafted, untuned or material. Scores are hundredths of a man for the side to move.
    Predictions are compared with the results of held-out games of the run where its folder is at
    hand, else with those of a few games of the evaluator against itself: some seconds.

    \b
    Example: crownhead inspect runs/english-quick
    """
    from rl.inspection.evaluators import find_subject, inspect_evaluator

    facts = inspect_evaluator(find_subject(checkpoint, ruleset), calibration=calibration)
    if as_json:
        click.echo(json.dumps(facts, indent=2))
    else:
        from rl.inspection.text import format_facts

        click.echo(format_facts(facts))


def _print_runs(rows: Sequence[dict[str, Any]]) -> None:
    cells = [_run_cells(row) for row in rows if "error" not in row]
    table = [[*_HEADS, *_HEADS_RIGHT], *cells]
    widths = [max(len(line[column]) for line in table) for column in range(len(table[0]))]
    readable = iter(table[1:])
    names = max([widths[0], *(len(row["name"]) for row in rows)])
    widths[0] = names
    click.echo(_line(table[0], widths))
    for row in rows:
        if "error" in row:
            click.echo(f"{row['name']:<{names}}  {row['state']}: {row['error']}")
        else:
            click.echo(_line(next(readable), widths))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()


def _run_cells(row: dict[str, Any]) -> list[str]:
    from rl.inspection.text import format_age, format_generation, format_strength

    return [
        row["name"],
        row["ruleset"],
        format_generation(row),
        row["stage"],
        row["state"],
        Path(row["champion"]).stem,
        format_strength(row["strength"]),
        format_age(row["time_s"]),
        f"{format_age(row['age_s'])} ago",
    ]
