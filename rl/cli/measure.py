"""Commands that measure: levels for strength, bench for speed."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from rl.cli.board import canonical, json_option, workers_option

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine import Level
    from rl.matches.levels import Pairing


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
    """Measure the speed of games, search and training here.

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


@click.command()
@click.argument("ruleset", required=False, callback=canonical)
@click.option("--measure", is_flag=True, help="Play every two of the players against each other.")
@click.option("--games", type=click.IntRange(2), help="Games of every two.  [default: 40]")
@click.option("--players", metavar="A,B", help="Levels, and random.  [default: all of them]")
@click.option(
    "--rate",
    type=click.IntRange(1),
    metavar="N",
    help="Search N nodes for each second of a level's time, repeatably; else the clock counts.",
)
@click.option("--seed", type=click.IntRange(0), help="Seed of openings and slips.  [default: 1]")
@workers_option(1)
@click.option("--quiet", is_flag=True, help="No progress bar.")
@json_option
def levels(
    ruleset: str | None,
    measure: bool,
    games: int | None,
    players: str | None,
    rate: int | None,
    seed: int | None,
    workers: int | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """List the levels of play, or measure them.

    Levels are the same in every RULESET; measured in one, english if none is named, they meet each
    other and a random mover. Games come in pairs from one opening and are played to their end. By
    the clock, a game of hard takes minutes.

    \b
    Example: crownhead levels
             crownhead levels russian --measure --games 20 --rate 200000
    """
    from engine.search import LEVELS
    from rl.config import usable_cores
    from rl.matches.levels import measure_levels

    settings = (ruleset, games, players, rate, seed, workers)
    if not measure:
        if any(setting is not None for setting in settings):
            raise click.UsageError(
                "levels are the same in every ruleset; expected RULESET, --games, --players, "
                "--rate, --seed and --workers only with --measure"
            )
        _list_levels(LEVELS, as_json)
        return
    games = 40 if games is None else games
    if games % 2:
        raise click.UsageError(f"expected an even number of --games, got {games}")
    pairings = measure_levels(
        ruleset or "english",
        games // 2,
        players=players.split(",") if players is not None else (),
        rate=rate or 0,
        seed=1 if seed is None else seed,
        workers=1 if workers is None else workers or usable_cores(),
        progress=not quiet,
    )
    _tell_pairings(pairings, as_json)


def _list_levels(listed: Iterable[Level], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps([asdict(level) for level in listed], indent=2))
        return
    for level in listed:
        click.echo(f"{level.name:<8} {level.description}")


def _tell_pairings(pairings: Iterable[Pairing], as_json: bool) -> None:
    """Print each result as it comes and the table at the end; in JSON, all at the end."""
    from rl.matches.levels import format_pairing, format_table, summarise_pairing

    found = []
    for pairing in pairings:
        found.append(pairing)
        if not as_json:
            click.echo(format_pairing(pairing))
    if as_json:
        click.echo(json.dumps([summarise_pairing(pairing) for pairing in found], indent=2))
    else:
        click.echo(f"\n{format_table(found)}")
