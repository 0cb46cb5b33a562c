"""Draughts movetext cut into tokens, from a string or a stream, in bounded memory.

A stream is read in pieces, and a token is given out only when what follows it cannot change it:
no more than one piece, or one comment of the length allowed, is ever held. Whatever is no token
becomes an ERROR, which says what was expected; nothing here raises. The pattern is written so that
no input makes it look at a character more than a few times (quantifiers that never give back,
errors that end with their line).
Source: the PDN 3.0 standard and grammar, https://pdn.fmjd.org and https://github.com/wiegerw/pdn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, TextIO

from engine.notation.squares import shorten

LONGEST_COMMENT = 1_000_000
"""Characters after which a comment that nobody closes is given up."""

_PIECE = 1 << 16
_AHEAD = 256
"""What follows a token at least, when it is given out before the end of the text."""

SQUARE = r"(?:[a-l][0-9]{1,2}|[0-9]{1,3})"
_SIGN = r"(?:\s{0,3}[-\u2013xX:]\s{0,3}|\*(?![0-9]+\.))"
_UNCLOSED = r"\{[^}\n]*+(?:\n(?![ \t]*+\[[ \t]*+\w+[ \t]*+\")[^}\n]*+)*+"
_TOKEN = re.compile(
    rf"""\s*+(?:
      (?P<RESULT>(?=[012][-/])(?:1/2-1/2|1-0|0-1|2-0|0-2|1-1|0-0)(?![0-9]|[-x:*][0-9]))
    | (?P<MOVE>{SQUARE}(?:{_SIGN}{SQUARE} | [a-l][0-9]{{1,2}}){{1,40}}+)
    | (?P<NUMBER>[0-9]{{1,9}}[ \t]*+\.++(?:[ \t]++\.++)*+ | [0-9]{{1,9}}(?=\s|$) | \.\.[.]*+)
    | (?P<COMMENT>{_UNCLOSED}\}})
    | (?P<TAG>\[[ \t]*+\w+[ \t]*+"(?:\\.|[^"\\\n])*+"[ \t]*+\]
            | \[[ \t]*+\w+[ \t]*+"[^\n]*"[ \t]*+\])
    | (?P<STRENGTH>\([!?]++\) | [!?]++)
    | (?P<OPEN>\() | (?P<CLOSE>\))
    | (?P<NAG>\$[0-9]{{1,9}})
    | (?P<ASTERISK>\*)
    | (?P<LINE>[%;][^\n]*+)
    | (?P<HUFF>h[0-9]{{1,2}}(?=\s{{1,3}}[0-9]))
    | (?P<SETUP>/[ \t]*+FEN[ \t]*+"[^"\n]*+"[ \t]*+/)
    | (?P<UNCLOSED>{_UNCLOSED})
    | (?P<WORD>\[[^\n]*+ | [^\s(){{}}]++ | .)
    | (?P<END>\Z))""",
    re.VERBOSE,
)


class Kind(Enum):
    """What a token of the movetext is; a TAG stands before it, an ERROR says what was expected."""

    TAG = "tag"
    MOVE = "move"
    HUFF = "huff"
    NUMBER = "number"
    COMMENT = "comment"
    STRENGTH = "strength"
    NAG = "nag"
    SETUP = "setup"
    OPEN = "("
    CLOSE = ")"
    RESULT = "result"
    ERROR = "error"


class Token(NamedTuple):
    """One piece of movetext; `text` is bare (no braces, quotes or spaces inside a move).

    The line does not count when tokens are compared.
    """

    kind: Kind
    text: str
    line: int = 0

    def __eq__(self, other: object) -> bool:
        """Compare kind and text."""
        return isinstance(other, Token) and self[:2] == other[:2]

    def __ne__(self, other: object) -> bool:
        """Compare kind and text."""
        return not self == other

    def __hash__(self) -> int:
        """Hash kind and text."""
        return hash(self[:2])


_KINDS = {kind.name: kind for kind in Kind} | {
    "ASTERISK": Kind.RESULT,
    "UNCLOSED": Kind.ERROR,
    "WORD": Kind.ERROR,
}


def lex(source: str | TextIO) -> Iterator[Token]:
    """Yield every token, tags among them as they stand."""
    line, rest = 1, ""
    for piece, last in _pieces(source):
        text = rest + piece
        limit = len(text) if last else _settled(text)
        place = done = 0
        for match in _TOKEN.finditer(text):
            group = match.lastgroup
            start = match.start(group or 0)
            if start >= limit or group is None or group == "END":
                break
            if group == "UNCLOSED" and _may_close(match, last):
                limit = start
                break
            done = match.end()
            if group != "LINE":
                line += text.count("\n", place, start)
                place = start
                if group == "MOVE" or group == "NUMBER":
                    yield Token(_KINDS[group], _tight(match[group]), line)
                else:
                    yield Token(_KINDS[group], _bare(group, match[group]), line)
        done = max(done, limit)
        line += text.count("\n", place, done)
        rest = text[done:]


def _pieces(source: str | TextIO) -> Iterator[tuple[str, bool]]:
    """Yield the text piece by piece, each with whether it is the last."""
    if isinstance(source, str):
        yield source.removeprefix("\ufeff"), True
        return
    piece, first = source.read(_PIECE), True
    while piece:
        following = source.read(_PIECE)
        yield piece.removeprefix("\ufeff") if first else piece, not following
        piece, first = following, False


def _settled(text: str) -> int:
    """Find the place before which tokens cannot change any more: a line's end, far enough back."""
    newline = text.rfind("\n", 0, max(len(text) - _AHEAD, 0))
    if newline >= 0:
        return newline + 1
    return 0 if len(text) <= 2 * _PIECE else len(text) - _AHEAD


def _may_close(match: re.Match[str], last: bool) -> bool:
    """Tell whether a comment that runs to the end of a piece may be closed in the next ones."""
    open_to_end = match.end() == len(match.string) and not last
    return open_to_end and match.end() - match.start() < LONGEST_COMMENT


@lru_cache(maxsize=1 << 14)
def _tight(text: str) -> str:
    """Write a move or a number without spaces, and its signs in one way."""
    return "".join(text.split()).replace("X", "x").replace("\u2013", "-")


def _bare(group: str, text: str) -> str:
    """Strip what only marks the token's kind; of an error, say what was expected."""
    if group == "COMMENT":
        return text[1:-1]
    if group == "SETUP":
        return text.split('"')[1]
    if group == "STRENGTH":
        return text.strip("()")
    if group == "HUFF":
        return text[1:]
    if group == "UNCLOSED":
        return f"expected '}}' at the end of a comment, got {shorten(text, 20)}"
    if group == "WORD":
        return f"expected a move, a comment or a result, got {shorten(text, 40)}"
    return text
