"""Commands about openings: openings make."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from rl.cli.board import json_option, ruleset_argument
from rl.cli.groups import Group


@click.group(cls=Group)
def openings() -> None:
    """Make decks of openings.

    \b
    Example: crownhead openings make turkish --out turkish_random.json
    """


@openings.command()
@ruleset_argument
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="File for the deck; one that is there already is kept.",
)
@click.option(
    "--count", type=click.IntRange(1, 100_000), help="Openings in the deck.  [default: 400]"
)
@click.option("--seed", type=click.IntRange(0), help="Seed of the random plies.  [default: 1]")
@click.option(
    "--plies",
    type=click.IntRange(1, 60),
    nargs=2,
    metavar="FEWEST MOST",
    help="Random plies.  [default: 6 10]",
)
@click.option(
    "--score",
    type=click.IntRange(0, 30000),
    help="Most that a side may be ahead, in hundredths of a man.  [default: 50]",
)
@click.option(
    "--nodes", type=click.IntRange(1), help="Nodes of the search that judges.  [default: 200000]"
)
@click.option("--quiet", is_flag=True, help="No progress bar.")
@json_option
def make(
    ruleset: str,
    out: Path,
    count: int | None,
    seed: int | None,
    plies: tuple[int, int] | None,
    score: int | None,
    nodes: int | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Make a deck of random openings that are about level.

    A search of the untuned evaluation judges them. The same options give the same file. What is
    printed is its digest as canonical JSON.

    \b
    Example: crownhead openings make turkish --count 200 --out turkish_random.json
    """
    from tqdm import tqdm

    from engine.rules.openings import document_digest
    from rl.checkpoints import write_atomic
    from rl.matches.decks import DeckConfig, format_deck, make_deck

    if out.exists():
        raise click.UsageError(f"{out}: there is such a file already; name another or remove it")
    given = {"count": count, "seed": seed, "plies": plies, "score": score, "nodes": nodes}
    chosen: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    config = DeckConfig(**chosen)
    with tqdm(
        total=config.count, unit="opening", disable=quiet or None, leave=False, file=sys.stderr
    ) as bar:
        document = make_deck(ruleset, config, bar.update)
    write_atomic(out, format_deck(document).encode())
    facts = {
        "file": str(out),
        "ruleset": ruleset,
        "openings": config.count,
        "judged": document["random"]["judged"],
        "sha256": document_digest(document),
    }
    click.echo(
        json.dumps(facts, indent=2)
        if as_json
        else f"{out}: {config.count} of {facts['judged']} judged, sha256 {facts['sha256']}"
    )
