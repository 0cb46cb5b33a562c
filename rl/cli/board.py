"""Commands that know the rules and nothing more: rulesets, perft, moves."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from engine import Move
    from engine.rules import Position, Ruleset


def canonical(context: click.Context, parameter: click.Parameter, name: str | None) -> str | None:
    """Return the ruleset's own name for the one that was typed; a click callback."""
    from engine.rules import ruleset

    return None if name is None else ruleset(name).name


ruleset_argument = click.argument("ruleset", callback=canonical)
fen_option = click.option(
    "--fen", metavar="F", help="Position to start from, instead of the first."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")


def workers_option(default: int = 0) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option for how many threads work; None where it is not given."""
    return click.option(
        "--workers",
        type=click.IntRange(0),
        metavar="N",
        help=f"Work with N threads; 0 = one for every core.  [default: {default}]",
    )


@click.command()
@click.argument("name", required=False, callback=canonical)
@json_option
def rulesets(name: str | None, as_json: bool) -> None:
    """List the rulesets, or print the rules of one.

    Each has its board and men, who begins, how kings move, which captures bind and when a game is
    drawn.

    \b
    Example: crownhead rulesets
             crownhead rulesets russian
    """
    from engine.rules import ruleset, ruleset_names
    from engine.rules.text import rules_page

    if name is not None:
        facts = {**_facts(ruleset(name)), "rules": list(rules_page(name).paragraphs)}
        click.echo(json.dumps(facts, indent=2) if as_json else rules_page(name).text, nl=as_json)
        return
    rows = [_facts(ruleset(name)) for name in ruleset_names()]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    click.echo("\n".join(_summary(row) for row in rows))


@click.command()
@ruleset_argument
@click.option("--depth", type=click.IntRange(1), required=True, help="Deepest ply to count.")
@fen_option
@click.option(
    "--paths",
    is_flag=True,
    help="Count a capture once for each order and direction in which it can take its pieces, "
    "not once in all; slower.",
)
@json_option
def perft(ruleset: str, depth: int, fen: str | None, paths: bool, as_json: bool) -> None:
    """Count the move sequences of each length up to --depth.

    \b
    Example: crownhead perft english --depth 8
    """
    from engine.rules import perft as count

    position = read_position(ruleset, fen)
    counts = {}
    for length in range(1, depth + 1):
        counts[str(length)] = count(position, length, paths=paths)
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

    In JSON, `huffed` is the square of the piece huffed before the move, `lost` that of the own
    piece lost for refusing to capture, null where there is none.

    \b
    Example: crownhead moves english --fen "W:W27,K10:B7,15,23"
    """
    position = read_position(ruleset, fen)
    if as_json:
        listed = [_move_facts(position, move) for move in position.legal_moves()]
        click.echo(json.dumps(listed, indent=2))
        return
    click.echo(str(position))
    texts = (
        position.format_move(move)
        + (f" (loses {position.ruleset.board.format(move.lost)})" if move.lost else "")
        for move in position.legal_moves()
    )
    click.echo(", ".join(texts) or "no move")


def read_position(ruleset: str, fen: str | None) -> Position:
    """Return the position of `--fen`, or the one a game starts from."""
    from engine.rules.position import Position

    return Position.start(ruleset) if fen is None else Position.from_fen(ruleset, fen)


def _facts(ruleset: Ruleset) -> dict[str, Any]:
    from engine.rules.ruleset import aliases
    from engine.rules.text import rules_page

    page = rules_page(ruleset.name)
    return {
        "name": ruleset.name,
        "title": page.title,
        "aliases": aliases(ruleset.name),
        "rows": ruleset.rows,
        "cols": ruleset.cols,
        "squares": ruleset.squares,
        "men": ruleset.men,
        "first_mover": ruleset.first_mover.name.lower(),
        "kings": page.kings,
        "captures": page.captures,
        "draws": page.draws,
        "no_progress_plies": ruleset.no_progress_plies,
        "repetitions": ruleset.repetitions,
        "equal_kings_plies": ruleset.equal_kings_plies,
        "game_type": ruleset.game_type,
    }


def _summary(facts: dict[str, Any]) -> str:
    names = " or ".join([facts["name"], *facts["aliases"]])
    board = f"{facts['rows']}x{facts['cols']}, {facts['men']} men a side"
    begins = f"{facts['first_mover'].capitalize()} begins"
    lines = [f"{names}: {board}, {begins}, GameType {facts['game_type']}"]
    for label in ("kings", "captures", "draws"):
        first = f"    {label + ':':<10}"
        lines += textwrap.wrap(
            facts[label], 98, initial_indent=first, subsequent_indent=" " * len(first)
        )
    return "\n".join(lines)


def _move_facts(position: Position, move: Move) -> dict[str, object]:
    return {
        "move": position.full_path(move),
        "from": move.from_square,
        "to": move.to_square,
        "captured": list(move.captured),
        "promoted": move.promoted,
        "lost": move.lost or None,
        "huffed": move.huffed or None,
        "fen": position.push(move).fen(),
    }
