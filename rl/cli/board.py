"""Commands that play draughts and learn nothing: rulesets, perft, moves, search."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from engine import _native
    from engine.rules import Position, Ruleset

ruleset_argument = click.argument("ruleset")
fen_option = click.option(
    "--fen", metavar="F", help="Position to start from, instead of the first."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")


@click.command()
@json_option
def rulesets(as_json: bool) -> None:
    """List the rulesets: board, men, who starts, and when a game is drawn.

    \b
    Example: crownhead rulesets
    """
    from engine.rules import ruleset, ruleset_names

    rows = [_facts(ruleset(name)) for name in ruleset_names()]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    for row in rows:
        click.echo(
            f"{row['name']:<12} {row['rows']}x{row['cols']}, {row['men']} men a side, "
            f"{row['first_mover']} starts, drawn after {row['no_progress_plies']} plies without "
            f"progress or {row['repetitions']} repetitions, GameType {row['game_type']}"
        )


@click.command()
@ruleset_argument
@click.option("--depth", type=click.IntRange(1), required=True, help="Deepest ply to count.")
@fen_option
@click.option("--paths", is_flag=True, help="Count every path of a capture as a move (slow).")
@json_option
def perft(ruleset: str, depth: int, fen: str | None, paths: bool, as_json: bool) -> None:
    """Count the move sequences of each length up to --depth.

    \b
    Example: crownhead perft english --depth 8
    """
    from engine import _native

    position = read_position(ruleset, fen)
    counts = {}
    for length in range(1, depth + 1):
        counts[str(length)] = (
            _count_paths(position.native, length)
            if paths
            else _native.perft(position.native, length)
        )
        if not as_json:
            click.echo(f"{length:>3}  {counts[str(length)]:,}")
    if as_json:
        click.echo(json.dumps(counts))


@click.command()
@ruleset_argument
@fen_option
@json_option
def moves(ruleset: str, fen: str | None, as_json: bool) -> None:
    """List the legal moves of a position.

    \b
    Example: crownhead moves english --fen "W:W27,K10:B7,15,23"
    """
    position = read_position(ruleset, fen)
    if as_json:
        listed = [
            {
                "move": position.full_path(move),
                "from": move.from_square,
                "to": move.to_square,
                "captured": list(move.captured),
                "promoted": move.promoted,
                "fen": position.push(move).fen(),
            }
            for move in position.legal_moves()
        ]
        click.echo(json.dumps(listed, indent=2))
        return
    click.echo(str(position))
    click.echo(" ".join(position.format_move(move) for move in position.legal_moves()) or "no move")


@click.command()
@ruleset_argument
@fen_option
@click.option(
    "--evaluator",
    default="handcrafted",
    show_default=True,
    metavar="E",
    help="handcrafted, material, a published name, a checkpoint or a run folder.",
)
@click.option("--depth", type=click.IntRange(1), help="Search this many plies.")
@click.option("--nodes", type=click.IntRange(1), help="Search this many nodes.")
@click.option(
    "--time", "time_s", type=click.FloatRange(0, min_open=True), help="Search for S seconds."
)
@json_option
def search(
    ruleset: str,
    fen: str | None,
    evaluator: str,
    depth: int | None,
    nodes: int | None,
    time_s: float | None,
    as_json: bool,
) -> None:
    """Find the best move of a position.

    \b
    Example: crownhead search english --time 2
    """
    from engine import Limits, load_evaluator
    from engine import search as run_search

    if depth is None and nodes is None and time_s is None:
        raise click.UsageError("expected a limit: --depth N, --nodes N or --time S")
    position = read_position(ruleset, fen)
    limits = Limits(depth=depth or 0, nodes=nodes or 0, time_s=time_s or 0.0)
    found = run_search(position, evaluator=load_evaluator(evaluator, ruleset), limits=limits)
    line = position.format_line(found.pv)
    if as_json:
        best = None if found.move is None else position.full_path(found.move)
        answer = {"move": best, "score": found.score, "depth": found.depth, "nodes": found.nodes}
        click.echo(json.dumps({**answer, "time_s": round(found.time_s, 6), "pv": line}))
        return
    rate = found.nodes / found.time_s / 1e6 if found.time_s else 0.0
    click.echo(f"move   {line[0] if line else 'none'}")
    click.echo(f"score  {found.score / 100:+.2f} men for the side to move")
    click.echo(f"depth  {found.depth}")
    click.echo(f"nodes  {found.nodes:,} in {found.time_s:.3f} s ({rate:.1f} M/s)")
    click.echo(f"line   {' '.join(line)}")


def read_position(ruleset: str, fen: str | None) -> Position:
    """Return the position of `--fen`, or the one a game starts from."""
    from engine.rules.position import Position

    return Position.start(ruleset) if fen is None else Position.from_fen(ruleset, fen)


def _facts(ruleset: Ruleset) -> dict[str, object]:
    names = (
        "name",
        "rows",
        "cols",
        "squares",
        "men",
        "game_type",
        "no_progress_plies",
        "repetitions",
    )
    facts = {name: getattr(ruleset, name) for name in names}
    return {**facts, "first_mover": ruleset.first_mover.name.lower()}


def _count_paths(position: _native.Position, depth: int) -> int:
    total = 0
    for move in position.legal_moves():
        ways = len(position.paths(move))
        total += ways * (1 if depth == 1 else _count_paths(position.push(move), depth - 1))
    return total
