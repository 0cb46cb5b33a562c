"""The command that publishes what a run has made."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rl.cli.board import json_option
from rl.cli.runs import runs_option

folder_type = click.Path(path_type=Path, file_okay=False)


@click.command()
@click.argument("run")
@click.argument("name")
@click.option("--out", type=folder_type, help="Folder to publish in.  [default: checkpoints]")
@click.option(
    "--match",
    "matches",
    type=folder_type,
    multiple=True,
    help="Folder of a match of this network, from `match --out`; may be given again.",
)
@click.option("--unfinished", is_flag=True, help="Publish the champion of a run under way.")
@click.option("--force", is_flag=True, help="Replace what is published under this name.")
@runs_option
@json_option
def publish(
    run: str,
    name: str,
    out: Path | None,
    matches: tuple[Path, ...],
    unfinished: bool,
    force: bool,
    runs_folder: Path,
    as_json: bool,
) -> None:
    """Publish the champion of a run as NAME.

    The account of how it was made goes with it.

    \b
    Example: crownhead publish runs/english-quick quick --match runs/matches/quick-v-handcrafted
    """
    from rl.checkpoints.publish import publish, read_provenance

    folder = Path(run) if "/" in run or Path(run).is_dir() else runs_folder / run
    path = publish(folder, name, out=out, matches=matches, unfinished=unfinished, force=force)
    provenance = read_provenance(path)
    if as_json:
        click.echo(json.dumps({"path": str(path), **provenance}, indent=2))
        return
    click.echo(
        f"{path}: {path.stat().st_size:,} bytes, {len(provenance['matches'])} matches, "
        f"digest {provenance['network']}"
    )
