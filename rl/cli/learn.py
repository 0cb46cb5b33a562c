"""Commands about training runs: train, runs, inspect."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from rl.cli.board import json_option

runs_option = click.option(
    "--runs",
    "runs_folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("runs"),
    show_default=True,
    help="Folder that holds the run folders.",
)


@click.command(context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
@click.argument("config")
@runs_option
@click.option("--quiet", is_flag=True, help="No progress bars.")
@json_option
@click.pass_context
def train(
    context: click.Context, config: str, runs_folder: Path, quiet: bool, as_json: bool
) -> None:
    """Train by self-play from a TOML file, or the name of a shipped one; resumes by itself.

    Any key of the configuration can be set behind it, as --KEY VALUE.

    \b
    Example: crownhead train configs/english-quick.toml --seed 2 --selfplay.nodes 2000
    """
    from rl.config import find_config, load_config
    from rl.loop import TEXT_REPORT, train

    settings = load_config(find_config(config), context.args)
    folder = runs_folder / settings.name
    try:
        report = train(settings, folder, progress=not quiet, say=say_aside)
    except KeyboardInterrupt:
        say_aside(f"{folder}: stopped; the same command goes on from here")
        raise
    if as_json:
        click.echo(json.dumps(report, indent=2))
    else:
        click.echo((folder / TEXT_REPORT).read_text(encoding="utf-8"), nl=False)


@click.command()
@runs_option
@json_option
def runs(runs_folder: Path, as_json: bool) -> None:
    """List the runs: how far they are and who survives.

    \b
    Example: crownhead runs
    """
    rows = [_run_row(path.parent) for path in sorted(runs_folder.glob("*/state.json"))]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    if not rows:
        click.echo(f"no run in {runs_folder}")
    for row in rows:
        click.echo(
            f"{row['name']:<20} generation {row['generation']}, {row['stage']:<9} "
            f"champion {row['champion']}"
        )


@click.command()
@click.argument("checkpoint")
@json_option
def inspect(checkpoint: str, as_json: bool) -> None:
    """Show what a network, a file of tuned weights or a run folder holds.

    \b
    Example: crownhead inspect runs/english-quick
    """
    path = Path(checkpoint)
    facts = _run_facts(path) if (path / "state.json").is_file() else _network_facts(checkpoint)
    if as_json:
        click.echo(json.dumps(facts, indent=2))
        return
    for name, value in facts.items():
        click.echo(f"{name:<12} {value}")


def say_aside(line: str) -> None:
    from tqdm import tqdm

    tqdm.write(line, file=sys.stderr)
    sys.stderr.flush()


def _run_row(folder: Path) -> dict[str, Any]:
    from rl.checkpoints import load_state

    state = load_state(folder / "state.json")
    return {
        "name": folder.name,
        "generation": state.generation,
        "stage": state.stage,
        "champion": state.champion,
        "gates": state.ledger,
    }


def _run_facts(folder: Path) -> dict[str, Any]:
    from rl.checkpoints import read_json

    manifest = read_json(folder / "manifest.json")
    return {
        **_run_row(folder),
        "seed": manifest["seed"],
        "sessions": len(manifest["sessions"]),
        "commit": manifest["sessions"][-1]["commit"],
        "versions": manifest["sessions"][-1]["versions"],
    }


def _network_facts(name: str) -> dict[str, Any]:
    from engine import Network, load_evaluator
    from engine.evaluators.network import digest
    from engine.evaluators.tuned import SUFFIX, load_weights, shipped_weights

    evaluator = load_evaluator(name)
    if not isinstance(evaluator, Network):
        facts = {"name": evaluator.name, "ruleset": evaluator.ruleset, "kind": "handcrafted terms"}
        path = Path(name) if name.endswith(SUFFIX) else shipped_weights(evaluator.ruleset)
        tuned = path is not None and name not in ("untuned", "material")
        return {**facts, **load_weights(path).provenance} if path and tuned else facts
    weights = evaluator.weights
    return {
        "name": evaluator.name,
        "ruleset": weights.ruleset,
        "kind": "network",
        "width": weights.width,
        "perspectives": weights.perspectives,
        "skip": bool(weights.skip.any()),
        "buckets": int(weights.output_weights.shape[0]),
        "weights": int(sum(array.size for array in weights.arrays().values())),
        "scale_cp": weights.scale_cp,
        "digest": digest(weights),
    }
