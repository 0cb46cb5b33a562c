"""The command that fits the handcrafted evaluation: tune."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from rl.cli.board import json_option, workers_option
from rl.cli.learn import say_aside


@click.command()
@click.argument("rulesets", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Every ruleset.")
@click.option("--rounds", type=click.IntRange(1), help="Rounds of self-play.  [default: 2]")
@click.option("--games", type=click.IntRange(1), help="Games in a round.  [default: 4000]")
@click.option("--nodes", type=click.IntRange(1), help="Nodes a move in them.  [default: 1500]")
@click.option("--seed", type=click.IntRange(0), help="Seed of the games.  [default: 1]")
@click.option(
    "--score-share",
    type=click.FloatRange(0, 1),
    help="Share of the search score in the target.  [default: 0.7]",
)
@click.option("--pairs", type=click.IntRange(1), help="Game pairs of the match.  [default: 200]")
@click.option(
    "--time",
    "time_s",
    type=click.FloatRange(0, min_open=True),
    help="Seconds a move in it.  [default: 0.01]",
)
@click.option(
    "--match-nodes", type=click.IntRange(1), help="Nodes a move in it instead of seconds."
)
@click.option("--openings", help="Openings of the match.  [default: the usual deck]")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("runs/tune"),
    show_default=True,
    help="Folder for the weights, a file a ruleset.",
)
@click.option(
    "--work",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("runs/tune"),
    show_default=True,
    help="Folder for games and matches, from which a killed tuning goes on.",
)
@workers_option()
@click.option("--force", is_flag=True, help="Begin anew where there are weights or games already.")
@click.option("--quiet", is_flag=True, help="No progress bars.")
@json_option
def tune(
    rulesets: tuple[str, ...],
    every: bool,
    rounds: int | None,
    games: int | None,
    nodes: int | None,
    seed: int | None,
    score_share: float | None,
    pairs: int | None,
    time_s: float | None,
    match_nodes: int | None,
    openings: str | None,
    out: Path,
    work: Path,
    workers: int | None,
    force: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Fit the weights of the handcrafted evaluation to games.

    What is found meets the untuned evaluation in a match. English where no ruleset is named. The
    file that is written is an evaluator like any other.

    \b
    Example: crownhead tune english russian --games 4000
    """
    from engine.rules import ruleset_names
    from rl.config import usable_cores
    from rl.tune import TuneConfig, checked_rulesets, tune

    if time_s is not None and match_nodes is not None:
        raise click.UsageError("expected one of --time S and --match-nodes N")
    if every and rulesets:
        raise click.UsageError("expected rulesets or --all, got both")
    settings = TuneConfig(
        **_given(rounds=rounds, games=games, nodes=nodes, seed=seed, score_share=score_share),
    )
    limits = {} if time_s is None else {"time_s": time_s}
    if match_nodes is not None:
        limits = {"time_s": 0.0, "nodes": match_nodes}
    match = replace(settings.match, **_given(pairs=pairs, openings=openings, **limits))
    reports = tune(
        checked_rulesets(ruleset_names() if every else rulesets or ["english"]),
        replace(settings, match=match),
        out=out,
        work=work,
        workers=workers or usable_cores(),
        force=force,
        progress=not quiet,
        say=say_aside,
    )
    if as_json:
        click.echo(json.dumps(reports, indent=2, default=str))
        return
    for report in reports:
        click.echo(
            f"{report['ruleset']:<20} {report.get('positions', 0):>9,} positions, log-loss "
            f"{report.get('log_loss_before')} to {report.get('log_loss_after')}, "
            f"{report.get('match')}"
        )


def _given(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}
