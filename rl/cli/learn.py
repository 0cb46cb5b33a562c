"""The command that trains: train."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from rl.cli.board import json_option
from rl.cli.runs import runs_option


@click.command(context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
@click.argument("config")
@runs_option
@click.option("--quiet", is_flag=True, help="No progress bars.")
@click.option("--verbose", is_flag=True, help="Print a line for each finished stage, too.")
@json_option
@click.pass_context
def train(
    context: click.Context,
    config: str,
    runs_folder: Path,
    quiet: bool,
    verbose: bool,
    as_json: bool,
) -> None:
    """Train by self-play; goes on with a run that was stopped.

    CONFIG is a TOML file or the name of a shipped one. Any key of it can be set behind it, as --KEY
    VALUE.

    \b
    Example: crownhead train configs/english-quick.toml --seed 2 --selfplay.nodes 2000
    """
    from rl.config import find_config, load_config
    from rl.loop import TEXT_REPORT, train

    path = find_config(config)
    settings = load_config(path, context.args)
    folder = runs_folder / settings.name
    try:
        report = train(
            settings,
            folder,
            progress=not quiet,
            verbose=verbose,
            say=say_aside,
            source=_source(path, settings.name, context.args),
        )
    except KeyboardInterrupt:
        say_aside(f"{folder}: stopped; the same command goes on from here")
        raise
    if as_json:
        click.echo(json.dumps(report, indent=2))
    else:
        click.echo((folder / TEXT_REPORT).read_text(encoding="utf-8"), nl=False)


def _source(path: Path, name: str, overrides: Sequence[str]) -> str:
    """Name the file that asks for a run, and what would begin one of its own.

    A copy of a configuration often keeps the `name` of the run that it was copied from.
    """
    from rl.config.tables import parse_overrides

    if path.stem == name or "name" in parse_overrides(overrides):
        return str(path)
    return f"{path}; --name {path.stem} would begin one of its own"


def say_aside(line: str) -> None:
    from tqdm import tqdm

    tqdm.write(line, file=sys.stderr)
    sys.stderr.flush()
