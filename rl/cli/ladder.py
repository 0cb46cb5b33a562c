"""Commands that rate several players at once: roundrobin, ladder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rl.cli.board import canonical, json_option, workers_option
from rl.cli.looking import MATCH_NODES

if TYPE_CHECKING:
    from rl.matches.config import MatchConfig

_OPTIONS = (
    click.option(
        "--openings",
        help="A deck, random, go-as-you-please, or a .pdn, .txt, .fen or .json file.  "
        "[default: the usual deck]",
    ),
    click.option(
        "--pairs",
        type=click.IntRange(1),
        default=50,
        show_default=True,
        help="Game pairs of each match.",
    ),
    click.option(
        "--time", "time_s", type=click.FloatRange(0, min_open=True), help="Seconds a move."
    ),
    click.option(
        "--nodes", type=click.IntRange(1), help=f"Nodes a move.  [default: {MATCH_NODES:,}]"
    ),
    click.option("--depth", type=click.IntRange(1), help="Plies a move."),
    click.option(
        "--table-mib",
        type=click.FloatRange(0, min_open=True),
        help="Table of each player.  [default: 16]",
    ),
    click.option(
        "--seed", type=click.IntRange(0), help="Seed of the order of the openings.  [default: 1]"
    ),
    click.option("--anchor", metavar="PLAYER", help="Whose Elo is 0.  [default: handcrafted]"),
    workers_option(),
    click.option("--quiet", is_flag=True, help="No progress, only the result."),
)


def match_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that all commands of many matches have."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@click.command()
@click.argument("players", nargs=-1, required=True)
@click.option(
    "--ruleset", callback=canonical, help="Ruleset; otherwise that of the networks, or english."
)
@match_options
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for the matches and the result; what is found there goes on.",
)
@json_option
def roundrobin(
    players: tuple[str, ...],
    ruleset: str | None,
    anchor: str | None,
    workers: int | None,
    quiet: bool,
    out: Path | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Let every two of several PLAYERS meet, and rate them all.

    Each is an evaluator, random or hub:COMMAND, with limits of its own behind an @ if need be. Elo
    is by maximum likelihood over all games, with 95 % intervals by game pairs; whoever won or lost
    everything has a bound.

    \b
    Example: crownhead roundrobin english handcrafted material@depth=4 random --pairs 20
    """
    from rl.config import usable_cores
    from rl.matches.players import parse_players
    from rl.matches.roundrobin import everybody, play_pairings
    from rl.matches.standings import (
        Standings,
        choose_anchor,
        format_standings,
        summarise_standings,
        write_standings,
    )

    joined = parse_players(players, ruleset)
    pairings = everybody(joined)
    anchored = choose_anchor([player.name for player in joined], anchor)
    results = play_pairings(
        pairings,
        _settings(given),
        out,
        workers=workers or usable_cores(),
        progress=not quiet,
        tell=_teller(quiet),
    )
    standings = Standings(results=results, anchor=anchored)
    title = f"round robin of {len(joined)} players, {standings.ruleset}"
    if out is not None:
        write_standings(out, standings, title)
    if as_json:
        click.echo(json.dumps(summarise_standings(standings), indent=2))
    else:
        click.echo(format_standings(standings, title), nl=False)


@click.command()
@click.argument("run", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--rung",
    "rungs",
    multiple=True,
    metavar="PLAYER",
    help="A player that never changes, weakest first; several times.  [default: random, "
    "material@depth=4, material, untuned, handcrafted]",
)
@match_options
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for the matches and the result; what is found there goes on.  "
    "[default: RUN/ladder]",
)
@json_option
def ladder(
    run: Path,
    rungs: tuple[str, ...],
    anchor: str | None,
    workers: int | None,
    quiet: bool,
    out: Path | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Rate all champions of a RUN folder on one scale.

    On it are players that never change, too. Each champion meets the one before it and every rung.
    Text, JSON, a picture of strength against generation, TensorBoard curves and the games are kept
    in RUN/ladder. The same command goes on with what was stopped, and after more generations plays
    what these add; the run may go on meanwhile.

    \b
    Example: crownhead ladder runs/english-quick --pairs 20
    """
    from rl.config import usable_cores
    from rl.matches.ladder import FOLDER, RUNGS, climb
    from rl.matches.ladder_report import format_ladder, summarise_ladder, write_ladder

    folder = out or run / FOLDER
    climbed = climb(
        run,
        _settings(given),
        folder,
        rungs=rungs or RUNGS,
        anchor=anchor,
        workers=workers or usable_cores(),
        progress=not quiet,
        tell=_teller(quiet),
    )
    missing = write_ladder(folder, climbed)
    if as_json:
        click.echo(json.dumps(summarise_ladder(climbed), indent=2))
    else:
        click.echo(format_ladder(climbed), nl=False)
    if missing:
        click.echo(
            f"no picture and no curves, which need {' and '.join(missing)}: "
            "pip install 'crownhead[train]'",
            err=True,
        )


def _settings(given: dict[str, Any]) -> MatchConfig:
    from rl.matches.config import MatchConfig

    chosen = {name: value for name, value in given.items() if value is not None}
    limits = {"time_s", "nodes", "depth"} & set(chosen)
    if len(limits) > 1:
        raise click.UsageError("expected one of --time S, --nodes N and --depth N")
    if not limits:
        chosen["nodes"] = MATCH_NODES
    return MatchConfig(**chosen)


def _teller(quiet: bool) -> Callable[[str], None] | None:
    """Return what says on standard error how far the matches are."""
    return None if quiet else lambda line: click.echo(line, err=True)
