"""The command that lets a person play in a terminal: play."""

from __future__ import annotations

import codecs
import os
import secrets
import shutil
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rl.cli.board import canonical, fen_option, read_position
from rl.cli.keyboard import Keyboard
from rl.cli.looking import EVALUATORS, tables_option

if TYPE_CHECKING:
    from engine import Evaluator
    from engine.protocols.terminal import Dialogue
    from engine.protocols.terminal_board import Style


@click.command()
@click.argument("ruleset", required=False, callback=canonical)
@click.option(
    "--evaluator",
    metavar="E",
    help=f"{EVALUATORS}  "
    "[default: the network published under the ruleset's name, else handcrafted]",
)
@click.option(
    "--level",
    default="medium",
    show_default=True,
    metavar="L",
    help="Strength of the computer: easy, medium or hard.",
)
@click.option(
    "--colour",
    type=click.Choice(["white", "black", "both", "none"]),
    help="What persons play; none lets the computer play itself.  [default: the side to move]",
)
@fen_option
@click.option(
    "--pdn",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="OUT",
    help="File for the game, saved after every move; otherwise it is printed at the end.",
)
@click.option("--force", is_flag=True, help="Overwrite the file of --pdn.")
@click.option("--flip", is_flag=True, help="Turn the board; without it your side is at the bottom.")
@click.option("--ascii", "plain", is_flag=True, help="Draw with ASCII characters alone.")
@click.option(
    "--seed", type=click.IntRange(0), help="Seed of the slips of easy.  [default: random]"
)
@tables_option("auto")
def play(
    ruleset: str | None,
    evaluator: str | None,
    level: str,
    colour: str | None,
    fen: str | None,
    pdn: Path | None,
    force: bool,
    flip: bool,
    plain: bool,
    seed: int | None,
    tables: str,
) -> None:
    """Play against the computer in the terminal.

    Moves are typed as PDN writes them or by their number in a list; help lists what else there is.
    Ctrl-C makes the computer move at once, a second one ends the game.

    \b
    Example: crownhead play russian --level easy
             crownhead play --evaluator runs/english-quick --colour white
             crownhead play malaysian12 --colour both --pdn game.pdn
    """
    from engine import Colour, Player
    from engine.evaluators import find_endgames
    from engine.protocols.terminal import Dialogue

    if force and pdn is None:
        raise click.UsageError("expected --pdn OUT with --force")
    if pdn is not None and pdn.exists() and not force:
        raise click.UsageError(f"{pdn}: expected a new file; --force overwrites this one")
    chosen = _load_evaluator(evaluator, ruleset)
    position = read_position(chosen.ruleset, fen)
    player = Player(
        chosen.ruleset,
        level,
        evaluator=chosen,
        endgames=find_endgames(tables, chosen.ruleset),
        seed=secrets.randbelow(10**6) if seed is None else seed,
    )
    sides = {"white": {Colour.WHITE}, "black": {Colour.BLACK}, "both": set(Colour), "none": set()}
    keyboard = Keyboard()
    dialogue = Dialogue(
        position,
        player,
        sides[colour] if colour else {position.turn},
        date=f"{date.today():%Y.%m.%d}",
        style=_style(plain),
        flipped=flip,
        think=keyboard.think,
    )
    _converse(dialogue, keyboard, _Record(pdn))


def _converse(dialogue: Dialogue, keyboard: Keyboard, record: _Record) -> None:
    """Lead a dialogue to its end, which is quit, the end of input or a second Ctrl-C."""
    interrupted = False
    try:
        record.keep(dialogue.pdn())
        click.echo(dialogue.begin())
        while not dialogue.closed:
            if not dialogue.waits:
                click.echo(dialogue.advance())
                if keyboard.interrupted and (said := dialogue.pause()):
                    click.echo(said)
            elif (line := keyboard.read(dialogue.prompt)) is None:
                break
            elif said := dialogue.enter(line):
                click.echo(said)
            record.keep(dialogue.pdn())
    except KeyboardInterrupt:
        click.echo("")
        interrupted = True
    record.close(dialogue.pdn())
    if interrupted:
        raise click.Abort


class _Record:
    """The PDN on its way to a file, after every move, or to the screen at the end."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._kept = ""

    def keep(self, text: str) -> None:
        """Save what is new; OSError where not even the beginning can be saved."""
        from rl.checkpoints.files import write_atomic

        if self._path is None or text == self._kept:
            return
        try:
            write_atomic(self._path, text.encode())
        except OSError as error:
            if not self._kept:
                raise
            click.echo(f"{self._path}: {error.strerror}: not saved; the game goes on", err=True)
        else:
            self._kept = text

    def close(self, text: str) -> None:
        """Save or print the whole; print it, too, where it cannot be saved."""
        if self._path is None:
            click.echo(text, nl=False)
            return
        self.keep(text)
        if text == self._kept:
            click.echo(f"The game is saved in {self._path}.")
            return
        click.echo(text, nl=False)
        raise click.ClickException(f"{self._path}: could not be saved; the game is printed above")


def _load_evaluator(name: str | None, ruleset: str | None) -> Evaluator:
    """Return the evaluator named, else the network published for the ruleset, else handcrafted."""
    from engine import load_evaluator
    from engine.evaluators.files import shipped_names
    from engine.evaluators.loading import SUFFIX

    if name is None:
        ruleset = ruleset or "english"
        name = ruleset if ruleset in shipped_names("checkpoints", SUFFIX) else "handcrafted"
    return load_evaluator(name, ruleset)


def _style(plain: bool) -> Style:
    """Return what the terminal can show; a dumb one, and a stream of ASCII, get no more than that.

    Output that goes elsewhere than to a terminal is as wide as one usually is.
    """
    from engine.protocols.terminal_board import Style

    width = shutil.get_terminal_size().columns - 1
    known = codecs.lookup(getattr(sys.stdout, "encoding", None) or "ascii").name.startswith("utf")
    return Style(known and not plain and os.environ.get("TERM") != "dumb", max(width, 20))
