"""The command that looks for the best moves of a position: search."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from rl.cli.board import fen_option, json_option, read_position, ruleset_argument
from rl.cli.looking import evaluator_option, tables_option

if TYPE_CHECKING:
    from engine import Line, SearchResult
    from engine.rules import Position

SECONDS = 1.0
"""How long is searched where nobody has named a limit."""


@click.command()
@ruleset_argument
@fen_option
@evaluator_option
@click.option("--depth", type=click.IntRange(1), help="Search this many plies.")
@click.option("--nodes", type=click.IntRange(1), help="Search this many nodes.")
@click.option(
    "--time",
    "time_s",
    type=click.FloatRange(0, min_open=True),
    help=f"Search for S seconds.  [default: {SECONDS:g}, where nothing else ends the search]",
)
@click.option("--level", metavar="L", help="Move as a player of this level: easy, medium or hard.")
@click.option("--seed", type=click.IntRange(0), help="Seed of the slips of a level.  [default: 0]")
@click.option("--infinite", is_flag=True, help="Search until Ctrl-C; shows itself as it goes.")
@click.option("--lines", type=click.IntRange(1), help="Find the best N moves and the line of each.")
@click.option(
    "--threads", type=click.IntRange(1), default=1, show_default=True, help="Search with N threads."
)
@click.option(
    "--table-mib",
    type=click.FloatRange(0, min_open=True),
    help="Memory for positions seen; long searches want more.  [default: 16]",
)
@tables_option("auto")
@click.option("--follow", is_flag=True, help="Show the lines after each depth, too.")
@json_option
def search(
    ruleset: str,
    fen: str | None,
    evaluator: str,
    depth: int | None,
    nodes: int | None,
    time_s: float | None,
    level: str | None,
    seed: int | None,
    infinite: bool,
    lines: int | None,
    threads: int,
    table_mib: float | None,
    tables: str,
    follow: bool,
    as_json: bool,
) -> None:
    """Find the best move of a position.

    With --level it is the one that such a player chooses. In JSON, --lines adds `lines`, each with
    `move`, `score`, `depth` and `pv`; --follow prints an object for each depth before that of the
    result.

    \b
    Example: crownhead search english
             crownhead search english --time 10 --lines 3 --threads 2 --follow
             crownhead search english --level easy --seed 7
    """
    from engine import Limits, load_evaluator
    from engine import search as run_search
    from engine.evaluators import find_endgames
    from engine.search import DEFAULT_TABLE_MIB, choose

    own = {"--depth": depth, "--nodes": nodes, "--time": time_s, "--infinite": infinite}
    given = [name for name, value in own.items() if value]
    _check_limits(given, level, seed)
    if level is None and not given:
        time_s = SECONDS
    if level is not None and (lines or follow or table_mib or threads > 1):
        raise click.UsageError(
            "expected no --lines, --follow, --table-mib or --threads with --level"
        )
    position, chosen = read_position(ruleset, fen), load_evaluator(evaluator, ruleset)
    endgames = find_endgames(tables, ruleset)
    show = _show_json if as_json else _show
    reported = 0

    def report(progress: SearchResult) -> None:
        nonlocal reported
        if progress.depth > reported:
            reported = progress.depth
            show(position, progress, lines is not None)

    if level is not None:
        found = choose(position, level, evaluator=chosen, endgames=endgames, seed=seed or 0)
    else:
        found = run_search(
            position,
            evaluator=chosen,
            limits=Limits(
                depth=depth or 0, nodes=nodes or 0, time_s=time_s or 0.0, infinite=infinite
            ),
            lines=lines or 1,
            follow=report if follow or infinite else None,
            endgames=endgames,
            table_mib=table_mib or DEFAULT_TABLE_MIB,
            threads=threads,
        )
    if as_json:
        _show_json(position, found, lines is not None)
    else:
        _conclude(position, found)


def _check_limits(given: list[str], level: str | None, seed: int | None) -> None:
    """Raise click.UsageError where a search is to end in ways that do not go together."""
    if level is not None and given:
        raise click.UsageError("expected --level or limits of your own, got both")
    if level is None and seed is not None:
        raise click.UsageError("expected --seed only with --level: other searches draw no lots")
    if "--infinite" in given and len(given) > 1:
        raise click.UsageError("expected no --depth, --nodes or --time with --infinite")


def _show(position: Position, found: SearchResult, several: bool) -> None:
    """Print what is known after a depth: a row for each line."""
    for place, line in enumerate(found.lines, 1):
        number = f"{place:>3}" if several else ""
        score = describe_score(line.score)
        moves = " ".join(position.format_line(line.pv))
        clock = f"{found.nodes:>15,} {found.time_s:>8.2f} s"
        click.echo(f"{line.depth:>3}{number} {score:>15} {clock}  {moves}")


def _show_json(position: Position, found: SearchResult, several: bool) -> None:
    best = _line_facts(position, found)
    answer = {
        "move": best["move"],
        "score": found.score,
        "depth": found.depth,
        "nodes": found.nodes,
        "table_hits": found.table_hits,
        "time_s": round(found.time_s, 6),
        "pv": best["pv"],
    }
    if several:
        answer["lines"] = [_line_facts(position, line) for line in found.lines]
    click.echo(json.dumps(answer))


def _line_facts(position: Position, line: Line) -> dict[str, Any]:
    return {
        "move": None if line.move is None else position.full_path(line.move),
        "score": line.score,
        "depth": line.depth,
        "pv": position.format_line(line.pv),
    }


def _conclude(position: Position, found: SearchResult) -> None:
    line = position.format_line(found.pv)
    rate = found.nodes / found.time_s / 1e6 if found.time_s else 0.0
    click.echo(f"move   {line[0] if line else 'none'}")
    click.echo(f"score  {describe_score(found.score)} for the side to move")
    click.echo(f"depth  {found.depth}")
    click.echo(f"nodes  {found.nodes:,} in {found.time_s:.3f} s ({rate:.1f} M/s)")
    if found.table_hits:
        click.echo(f"tables {found.table_hits:,} positions known from endgame tables")
    click.echo(f"line   {' '.join(line)}")
    for other in found.lines[1:]:
        moves = " ".join(position.format_line(other.pv))
        click.echo(f"       {moves}  ({describe_score(other.score)})")


def describe_score(score: int) -> str:
    """Return a score in men, or the plies to a forced end."""
    from engine.search import expected_plies, win_plies

    for plies, rules in (
        (win_plies(score), ""),
        (expected_plies(score), " without draw rules"),
    ):
        if plies is not None:
            unit = "ply" if abs(plies) == 1 else "plies"
            return f"{'win' if plies > 0 else 'loss'} in {abs(plies)} {unit}{rules}"
    return f"{score / 100:+.2f} men"
