"""What the commands that search have in common: which evaluator, how long, which endgame tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

MATCH_NODES = 1000
"""Nodes a move in a match for which nobody has named a limit."""
EVALUATORS = "handcrafted, untuned, material, a published name, a file or a run folder."

evaluator_option = click.option(
    "--evaluator", default="handcrafted", show_default=True, metavar="E", help=EVALUATORS
)


def tables_option(default: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option for endgame tables, which `find_endgames` loads."""
    return click.option(
        "--tables",
        default=default,
        show_default=True,
        metavar="T",
        help="Endgame tables: the folder of all tables, auto (the usual one, if it has any) or "
        "none.",
    )
