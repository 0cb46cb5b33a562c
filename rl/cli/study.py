"""The command that holds an evaluator against recorded games: study."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rl.cli.board import canonical, json_option, workers_option
from rl.cli.looking import evaluator_option, tables_option

if TYPE_CHECKING:
    from engine import Evaluator
    from rl.study.source import Source


@click.command()
@click.argument("games", type=click.Path(path_type=Path, dir_okay=False))
@evaluator_option
@click.option(
    "--ruleset",
    callback=canonical,
    help="Ruleset; otherwise that of the network, or what the games name.",
)
@click.option("--depth", type=click.IntRange(1), help="Search this many plies at each look.")
@click.option("--nodes", type=click.IntRange(1), help="Search this many nodes.  [default: 2000]")
@click.option(
    "--time", "time_s", type=click.FloatRange(0, min_open=True), help="Search for S seconds."
)
@click.option(
    "--table-mib",
    type=click.FloatRange(0, min_open=True),
    help="Table of each search.  [default: what the nodes fill, at most 16]",
)
@tables_option("none")
@click.option(
    "--games",
    "count",
    type=click.IntRange(1),
    metavar="N",
    help="Study N games spread evenly over the file.  [default: all]",
)
@click.option(
    "--critical", type=click.IntRange(0), help="Critical positions to list.  [default: 20]"
)
@workers_option()
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for report and annotated PDN; a study found there goes on.",
)
@click.option("--quiet", is_flag=True, help="No progress bar.")
@json_option
def study(
    games: Path,
    evaluator: str,
    ruleset: str | None,
    depth: int | None,
    nodes: int | None,
    time_s: float | None,
    table_mib: float | None,
    tables: str,
    count: int | None,
    critical: int | None,
    workers: int | None,
    out: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Look at every move of recorded games.

    Tells how many the evaluator's search agrees with, what the others cost, the worst of them, and
    what its scores were worth in the results. Loss is the score behind the best move less that
    behind the move played, each looked at alike.
    A game that does not replay is named and left out.

    \b
    Example: crownhead study games.pdn --nodes 2000 --out runs/study
             crownhead study games.pdn --evaluator english --games 500
    """
    from engine.evaluators import find_endgames
    from rl.checkpoints.description import check_kind
    from rl.checkpoints.lock import held
    from rl.config import usable_cores
    from rl.study.chunks import DESCRIPTION, Study
    from rl.study.config import StudyConfig
    from rl.study.report import format_report, summarise
    from rl.study.source import find_source
    from rl.study.study import CRITICAL, run_study, write_study

    if sum(limit is not None for limit in (depth, nodes, time_s)) > 1:
        raise click.UsageError("expected one of --depth, --nodes and --time, got several")
    if depth is None and time_s is None:
        nodes = nodes or 2000
    settings = StudyConfig(
        depth=depth or 0,
        nodes=nodes or 0,
        time_s=time_s or 0.0,
        table_mib=table_mib or 0.0,
        games=count or 0,
    )
    source = find_source(games)
    chosen = _evaluator(evaluator, ruleset, source)
    looked = Study(source, chosen, settings, find_endgames(tables, chosen.ruleset))
    if out is not None:
        check_kind(out, "a study", DESCRIPTION)
    with held(out, "studying games in this folder") if out is not None else nullcontext():
        result = run_study(
            looked,
            out,
            critical=CRITICAL if critical is None else critical,
            workers=workers or usable_cores(),
            progress=not quiet,
        )
        if out is not None:
            write_study(out, result)
    click.echo(
        json.dumps(summarise(result), indent=2) if as_json else format_report(result), nl=as_json
    )


def _evaluator(name: str, ruleset: str | None, source: Source) -> Evaluator:
    """Return the evaluator for the ruleset given, else its own, else that of the games."""
    from engine import load_evaluator
    from engine.evaluators.loading import BUILT_IN

    if ruleset is None and name in BUILT_IN:
        ruleset = source.ruleset
        if ruleset is None:
            raise click.UsageError(
                f"expected --ruleset: no game of {source.path} names one by GameType or Variant"
            )
    return load_evaluator(name, ruleset)
