"""The command that serves a client of the Hub protocol: hub."""

from __future__ import annotations

from pathlib import Path

import click

from rl.cli.looking import EVALUATORS


@click.command(context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
@click.option(
    "--variant",
    metavar="V",
    help="The ruleset; normal and standard are international.  [default: that of the evaluator "
    "where it is a file, a run folder or a published name, else international]",
)
@click.option(
    "--evaluator",
    metavar="E",
    help=f"{EVALUATORS}  [default: handcrafted]",
)
@click.option("--tables", metavar="T", help="Endgame tables: a folder, auto or none.")
@click.option("--table-mib", metavar="N", help="Memory for positions seen.  [default: 64]")
@click.option("--threads", metavar="N", help="Search with N threads.  [default: 1]")
@click.option("--level", metavar="L", help="full, easy, medium or hard.  [default: full]")
@click.option("--seed", metavar="N", help="Seed of the slips of a level.  [default: 0]")
@click.option(
    "--square-order",
    metavar="O",
    help="How moves number squares: board, as positions do, or a1, row by row from White's left.",
)
@click.option(
    "--side-letter",
    metavar="S",
    help="Where Black begins: standard, inverted (positions are written as if White began) or "
    "auto, told by moves and start position.",
)
@click.option(
    "--line-delay",
    type=click.FloatRange(0, 1),
    default=0.0,
    metavar="S",
    help="Seconds to wait after each line, and until it is read, for clients that lose lines which "
    "arrive together: 0.03 for py-draughts.",
)
@click.option(
    "--log", type=click.Path(dir_okay=False, path_type=Path), help="Append all lines to a file."
)
def hub(line_delay: float, log: Path | None, **given: str | None) -> None:
    """Play for a program that speaks the Hub protocol.

    That is version 2 of it, on standard input and output. All options but the last two are
    parameters too, which the client may set before `init`. Other options and arguments are ignored,
    as clients add some.

    \b
    Beyond the protocol, which is silent on it:
    - Positions have a letter for each square: 33 characters on 32 squares, 51 on 50, 65 on 64, 73
      on 72. Squares count from 1 at the top left, whatever the game's own notation does.
    - A move that huffs names the piece first: h11/15-19. The piece that is lost for refusing to
      capture follows from the move, and is not named.
    - Moves behind a position give what it cannot hold: repetitions, counters, what may be huffed.
    - Scores: 99.93 is a win in 7 plies, 89.93 one by endgame tables that draw rules may prevent.
    - go without level takes one second; go infinite ends early where all is known.

    \b
    Example: crownhead hub --evaluator runs/english-quick
             crownhead hub --variant russian --square-order a1    (for pydraughts 0.6)
    """
    from engine.evaluators.endgame_files import tables_folder
    from engine.evaluators.loading import BUILT_IN, load
    from engine.protocols.hub_loop import serve_process
    from engine.protocols.hub_parameters import HubSettings

    settings = HubSettings()
    for name, value in given.items():
        if value is not None:
            settings = settings.given(name.replace("_", "-"), value)
    named = given["variant"] is not None or settings.evaluator in BUILT_IN
    evaluator = load(settings.evaluator, settings.variant if named else None)
    settings = settings.given("variant", evaluator.ruleset)
    if settings.tables not in ("auto", "none") and not tables_folder(settings.tables).is_dir():
        raise click.UsageError(f"--tables {settings.tables}: expected a folder, auto or none")
    serve_process(settings, evaluator=evaluator, line_delay_s=line_delay, log=log)
