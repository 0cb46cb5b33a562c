"""Commands that measure: match for strength, bench for speed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rl.cli.board import canonical, json_option

if TYPE_CHECKING:
    from engine import Evaluator


@click.command()
@click.argument("first")
@click.argument("second")
@click.option(
    "--ruleset", callback=canonical, help="Ruleset; otherwise that of the networks, or english."
)
@click.option("--openings", help="A deck, random or go-as-you-please.  [default: the usual deck]")
@click.option("--pairs", type=click.IntRange(1), help="Game pairs.  [default: 100]")
@click.option("--time", "time_s", type=click.FloatRange(0, min_open=True), help="Seconds a move.")
@click.option("--nodes", type=click.IntRange(1), help="Nodes a move.")
@click.option("--table-mib", type=click.FloatRange(0, min_open=True), help="Table of each player.")
@click.option("--seed", type=click.IntRange(0), help="Seed of the order of the openings.")
@click.option("--workers", type=click.IntRange(0), default=0, help="Threads; 0 = every core.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for report and PDN; a match found there goes on.",
)
@click.option("--quiet", is_flag=True, help="No progress bar.")
@json_option
def match(
    first: str,
    second: str,
    ruleset: str | None,
    openings: str | None,
    pairs: int | None,
    time_s: float | None,
    nodes: int | None,
    table_mib: float | None,
    seed: int | None,
    workers: int,
    out: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Match two evaluators inside the same search: game pairs with colours swapped.

    \b
    Example: crownhead match runs/english-quick handcrafted --time 0.02 --pairs 500
    """
    from rl.config import usable_cores
    from rl.matches.config import MatchConfig
    from rl.matches.match import play_match
    from rl.matches.openings import choose_openings
    from rl.matches.report import format_report, summarise, write_report

    if (time_s is None) == (nodes is None):
        raise click.UsageError("expected one of --time S and --nodes N")
    given = {
        "openings": openings,
        "pairs": pairs,
        "time_s": time_s,
        "nodes": nodes,
        "table_mib": table_mib,
        "seed": seed,
    }
    chosen: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    settings = MatchConfig(**chosen)
    player, opponent = load_players(first, second, ruleset)
    result = play_match(
        player,
        opponent,
        choose_openings(settings, player.ruleset),
        settings,
        out,
        workers=workers or usable_cores(),
        progress=not quiet,
    )
    if out is not None:
        write_report(out, result)
    click.echo(
        json.dumps(summarise(result), indent=2) if as_json else format_report(result), nl=as_json
    )


def load_players(first: str, second: str, ruleset: str | None) -> tuple[Evaluator, Evaluator]:
    """Return two evaluators of one ruleset: the one given, else that of a file, else English."""
    from engine import load_evaluator
    from engine.evaluators.loading import BUILT_IN

    players = [load_evaluator(name, ruleset) for name in (first, second)]
    own = next((player.ruleset for player in players if player.name not in BUILT_IN), ruleset)
    return load_evaluator(first, own), load_evaluator(second, own)


@click.command()
@click.option(
    "--ruleset",
    default="english",
    show_default=True,
    callback=canonical,
    help="Ruleset to measure with.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.1),
    default=3.0,
    show_default=True,
    help="Time to spend on each measurement.",
)
@json_option
def bench(ruleset: str, seconds: float, as_json: bool) -> None:
    """Measure move generation, search, self-play and training on this machine.

    \b
    Example: crownhead bench
    """
    from rl.bench import measure

    rows = {}
    for row in measure(ruleset, seconds):
        rows[row.name] = row
        if not as_json:
            digits = 0 if row.value >= 1000 else 1
            click.echo(f"{row.title:<40} {row.value:>10,.{digits}f} {row.unit}")
    if as_json:
        click.echo(
            json.dumps(
                {name: {"value": row.value, "unit": row.unit} for name, row in rows.items()},
                indent=2,
            )
        )
