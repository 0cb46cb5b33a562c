"""Lines of the Hub protocol: a command, then arguments as `name=value`.

A value that is empty or holds a space or `=` stands in double quotes, for which there is no escape.
Source: the Hub protocol, version 2, by Fabien Letouzey (`protocol.txt` of Scan 3.1).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

LONGEST_LINE = 1 << 16
"""Characters. A game of a thousand captures is shorter; what is longer is no line of Hub."""

_ARGUMENT = re.compile(r'([^\s="]+)(?:=(?:"([^"]*)"?|(\S*)))?')
_NEEDS_QUOTES = re.compile(r"[\s=]|^$")


@dataclass(frozen=True)
class HubLine:
    """A command and its arguments; the value of a flag, which has none, is empty."""

    command: str
    arguments: Mapping[str, str] = field(default_factory=dict)


def parse_line(text: str) -> HubLine | None:
    """Read a line, None where it holds no command; what is no argument is passed over.

    >>> parse_line('level infinite depth=3 note="a b"').arguments
    {'infinite': '', 'depth': '3', 'note': 'a b'}
    """
    words = text.split(None, 1)
    if not words:
        return None
    found = _ARGUMENT.finditer("".join(words[1:]))
    return HubLine(words[0], {match[1]: match[2] or match[3] or "" for match in found})


def format_line(command: str, arguments: Mapping[str, object] | None = None) -> str:
    """Write a line; an argument that is None becomes a flag. Quotes in values become apostrophes.

    >>> format_line("id", {"name": "crownhead", "author": "a b", "country": ""})
    'id name=crownhead author="a b" country=""'
    """
    words = [command]
    for name, value in (arguments or {}).items():
        words.append(name if value is None else f"{name}={_quoted(str(value))}")
    return " ".join(words)


def _quoted(value: str) -> str:
    plain = value.replace('"', "'").replace("\n", " ").replace("\r", " ")
    return f'"{plain}"' if _NEEDS_QUOTES.search(plain) else plain
