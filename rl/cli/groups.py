"""Groups of commands: without arguments each is its own help; the commands of one, by purpose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

SUMMARY_MAX = 60
"""Longest first sentence of a command's description, which a list of commands shows whole."""


class Group(click.Group):
    """A group that answers no arguments as it answers --help.

    From version 8.2 click raises that as an error instead, which would become one line.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words behind the group."""
        return super().parse_args(ctx, args or [ctx.help_option_names[-1]])


class Sections(Group):
    """A group whose help lists its commands under headings, in the order given."""

    def __init__(
        self, *args: Any, sections: Mapping[str, Sequence[click.Command]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._sections = sections
        for commands in sections.values():
            for command in commands:
                self.add_command(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a list for each section, all with their descriptions in one column."""
        width = max(map(len, self.commands))
        for title, commands in self._sections.items():
            with formatter.section(title):
                formatter.write_dl(
                    [
                        (f"{command.name:<{width}}", command.get_short_help_str(SUMMARY_MAX))
                        for command in commands
                    ]
                )

    def invoke(self, ctx: click.Context) -> object:
        """Run the command that was asked for.

        The last word on Ctrl-C is left to the caller; click would add an empty line.
        """
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise click.Abort from None
