"""The command line: `crownhead COMMAND`, also `python -m rl COMMAND`.

Nothing heavy is imported before a command needs it, so `--version` and `--help` answer at once.
Every failure a user can cause is one line on standard error and exit code 2; Ctrl-C is 130.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import metadata

import click

from rl.cli.board import moves, perft, rulesets
from rl.cli.groups import Sections
from rl.cli.hub import hub
from rl.cli.ladder import ladder, roundrobin
from rl.cli.learn import train
from rl.cli.match import match
from rl.cli.measure import bench, levels
from rl.cli.openings import openings
from rl.cli.play import play
from rl.cli.publish import publish
from rl.cli.runs import inspect, runs
from rl.cli.search import search
from rl.cli.serve import serve
from rl.cli.study import study
from rl.cli.tables import tables
from rl.cli.tuning import tune

SECTIONS = {
    "Play": (play, serve, hub),
    "Learn": (train, tune, publish),
    "Compare": (match, roundrobin, ladder, study, levels),
    "Look": (runs, inspect, search, moves, rulesets),
    "Tools": (perft, bench, openings, tables),
}
"""Every command, by what people want of it."""
EXTRAS = {
    "torch": "train",
    "tensorboard": "train",
    "matplotlib": "train",
    "starlette": "web",
    "uvicorn": "web",
    "websockets": "web",
}
"""The extra that brings each optional package."""
TRACEBACK = "CROWNHEAD_TRACEBACK"
"""Environment variable that shows where an error was raised, for those who change the code."""


def installed_version() -> str:
    """Return the version that is installed; a bare source tree has none."""
    try:
        return metadata.version("crownhead")
    except metadata.PackageNotFoundError:
        return "not installed"


@click.group(
    cls=Sections,
    sections=SECTIONS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(installed_version(), message="crownhead %(version)s")
def cli() -> None:
    """Train, match and inspect evaluators for draughts.

    \b
    Example: crownhead train configs/english-quick.toml
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    try:
        code = cli.main(args=arguments, prog_name="crownhead", standalone_mode=False)
        print(end="", flush=True)  # standard output, which is None where it was closed, as by >&-
        return code if isinstance(code, int) else 0
    except SystemExit:  # how click ends when the reader of our output, say `head`, has gone
        return 0
    except (click.Abort, KeyboardInterrupt):
        return _fail("interrupted", 130)
    except click.ClickException as error:
        return _fail(error.format_message())
    except ModuleNotFoundError as error:
        return _fail(_missing(error))
    except OSError as error:
        return _fail_system(error)
    except MemoryError as error:  # the core says std::bad_alloc, numpy what it wanted
        return _fail(f"out of memory; try smaller tables or batches ({error})")
    except ValueError as error:
        if TRACEBACK in os.environ:
            raise
        return _fail(str(error))


def _fail(message: str, code: int = 2) -> int:
    print(f"crownhead: {' '.join(message.split())}", file=sys.stderr)
    return code


def _fail_system(error: OSError) -> int:
    reason = error.strerror or str(error)
    return _fail(reason if error.filename is None else f"{error.filename}: {reason}")


def _missing(error: ModuleNotFoundError) -> str:
    name = (error.name or "").partition(".")[0]
    if name not in EXTRAS:
        raise error
    return f"this command needs {name}; install it with: pip install 'crownhead[{EXTRAS[name]}]'"
