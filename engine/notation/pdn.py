"""Games as text: portable draughts notation, as tags and tokens, without any game logic.

Reading is liberal, because files in the wild are: captures with `x`, `:`, `*` or `-`, spaces inside
a move, leading zeros, comments, `%` and `;` lines, NAGs, strength marks, nested variations, a
position set up with `/FEN "..."/`, results or `*` at the end, tag values with stray quotes. What
cannot be read becomes an `ERROR` token, so one bad game does not hide the others of its file.
Source: the PDN 3.0 standard and grammar, https://pdn.fmjd.org and https://github.com/wiegerw/pdn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from engine.notation.squares import NotationError, Squares

RESULTS = ("1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*")
"""The texts that end a game, never moves: `1-0` and `1-1` are results, `1-18` is a move."""

_SQUARE = r"(?:[a-l]\d{1,2}|\d{1,3})"
_SIGN = r"(?:\s*[-\u2013xX:]\s*|\*(?!\d+\.))"
_TOKEN = re.compile(
    rf"""(?P<SPACE>\s+)
    | (?P<LINE>[%;][^\n]*)
    | (?P<TAG>\[\s*\w+\s+"(?:\\.|[^"\\\n])*"\s*\] | \[\s*\w+\s+"[^\n]*"\s*\])
    | (?P<COMMENT>\{{[^}}]*\}})
    | (?P<SETUP>/\s*FEN\s*"[^"\n]*"\s*/)
    | (?P<STRENGTH>\([!?]+\) | [!?]+)
    | (?P<OPEN>\() | (?P<CLOSE>\))
    | (?P<NAG>\$\d+)
    | (?P<RESULT>(?:1/2-1/2|1-0|0-1|2-0|0-2|1-1|0-0)(?!\d|[-x:*]\d))
    | (?P<MOVE>{_SQUARE}(?:{_SIGN}{_SQUARE} | [a-l]\d{{1,2}})+)
    | (?P<NUMBER>\d+\s*\.[.\s]* | \d+(?=\s|$) | \.\.+)
    | (?P<END>\*)
    | (?P<ERROR>\{{[^}}]*$ | [^\s(){{}}]+ | .)""",
    re.VERBOSE,
)
_TAG = re.compile(r'\[\s*(\w+)\s+"(.*)"\s*\]')


class Kind(Enum):
    """What a token of the movetext is."""

    MOVE = "move"
    NUMBER = "number"
    COMMENT = "comment"
    STRENGTH = "strength"
    NAG = "nag"
    SETUP = "setup"
    OPEN = "("
    CLOSE = ")"
    RESULT = "result"
    ERROR = "error"


@dataclass(frozen=True)
class Token:
    """One piece of movetext; `text` is bare (no braces, quotes or spaces inside a move)."""

    kind: Kind
    text: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class PdnGame:
    """A game as written: tags, all tokens in order, its place in the text (from 1)."""

    tags: Mapping[str, str]
    tokens: tuple[Token, ...]
    number: int = field(default=1, compare=False)
    line: int = field(default=1, compare=False)

    @property
    def result(self) -> str:
        """Return the result that ends the moves, else the Result tag, else `*`."""
        last = self.tokens[-1] if self.tokens else None
        if last is not None and last.kind is Kind.RESULT and last.text != "*":
            return last.text
        return self.tags.get("Result", "*")

    def main_line(self) -> list[Token]:
        """List the tokens outside variations; NotationError at the first that cannot be read."""
        depth, line = 0, []
        for token in self.tokens:
            depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            if depth < 0:
                raise NotationError(f"line {token.line}: expected '(' before ')'")
            if depth == 0 and token.kind is Kind.ERROR:
                raise NotationError(f"line {token.line}: {_complaint(token.text)}")
            if depth == 0 and token.kind is not Kind.CLOSE:
                line.append(token)
        if depth:
            raise NotationError("expected ')' at the end of a variation, got the end of the game")
        return line


def read_pdn(text: str) -> Iterator[PdnGame]:
    """Split a text into its games; a game ends at its result, at `*` or where the next tags begin.

    >>> [game.main_line()[1].text for game in read_pdn('[Event "a"] 1. 11-15 (1. 9-14) 1-0')]
    ['11-15']
    """
    tags: dict[str, str] = {}
    tokens: list[Token] = []
    number, line, depth, ended = 0, 1, 0, False
    for token in _tokens(text):
        starts = isinstance(token, _Tag) or (ended and token.kind in (Kind.MOVE, Kind.NUMBER))
        if starts and (tokens or ended):
            if _is_game(tags, tokens):
                number += 1
                yield PdnGame(tags, tuple(tokens), number, line)
            tags, tokens, depth, ended = {}, [], 0, False
        if not tags and not tokens:
            line = token.line
        if isinstance(token, _Tag):
            tags[token.name] = token.value
        elif not ended:
            depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            tokens.append(token)
            ended = token.kind is Kind.RESULT and depth <= 0
    if _is_game(tags, tokens):
        yield PdnGame(tags, tuple(tokens), number + 1, line)


def write_pdn(game: PdnGame, width: int = 79) -> str:
    """Write a game: tags, a blank line, movetext folded at `width`, a final newline."""
    head = [f'[{name} "{_escape(value)}"]' for name, value in game.tags.items()]
    lines, line = [], ""
    for word in _words(game.tokens):
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*head, "", *lines, line, ""])


def parse_move_text(text: str, squares: Squares) -> tuple[int, ...]:
    """Read the squares a move names, two or more; the signs between them carry no meaning.

    >>> parse_move_text("11 x 18x25", Squares(8, 8)), parse_move_text("c3d4", Squares(8, 8))
    ((11, 18, 25), (22, 18))
    >>> parse_move_text("11x34", Squares(8, 8))
    Traceback (most recent call last):
    engine.notation.squares.NotationError: expected a square 1-32 after 'x', got '11x34'
    """
    match = _TOKEN.fullmatch(text.strip())
    bare = "".join(text.split())
    if match is None or match.lastgroup not in ("MOVE", "RESULT"):
        raise NotationError(f"expected a move such as '11-15' or '11x18', got {text!r}")
    found = []
    for name in re.finditer(_SQUARE, bare):
        try:
            found.append(squares.parse(name[0]))
        except NotationError:
            place = f"after {bare[name.start() - 1]!r}" if found else "first"
            expected = f"expected a square 1-{squares.count} {place}"
            raise NotationError(f"{expected}, got {text!r}") from None
    return tuple(found)


@dataclass(frozen=True)
class _Tag:
    name: str
    value: str
    line: int


def _tokens(text: str) -> Iterator[_Tag | Token]:
    line = 1
    for match in _TOKEN.finditer(text.removeprefix("\ufeff")):
        group, found = str(match.lastgroup), match[0]
        if group == "TAG":
            yield _read_tag(found, line)
        elif group == "END":
            yield Token(Kind.RESULT, "*", line)
        elif group not in ("SPACE", "LINE"):
            yield Token(Kind[group], _bare(group, found), line)
        line += found.count("\n")


def _read_tag(text: str, line: int) -> _Tag:
    match = _TAG.fullmatch(text)
    assert match is not None
    return _Tag(match[1], re.sub(r"\\(.)", r"\1", match[2]), line)


def _bare(group: str, text: str) -> str:
    """Strip what only marks the token's kind."""
    if group == "COMMENT":
        return text[1:-1]
    if group == "SETUP":
        return text.split('"')[1]
    if group == "STRENGTH":
        return text.strip("()")
    if group == "ERROR" and text.startswith("{"):
        return "{"
    if group == "MOVE":
        return "".join(text.split()).replace("X", "x").replace("\u2013", "-")
    return "".join(text.split()) if group == "NUMBER" else text


def _complaint(text: str) -> str:
    if text == "{":
        return "expected '}' at the end of a comment, got the end of the text"
    return f"expected a move, a comment or a result, got {text!r}"


def _is_game(tags: Mapping[str, str], tokens: list[Token]) -> bool:
    return bool(tags) or any(token.kind in (Kind.MOVE, Kind.SETUP) for token in tokens)


def _escape(value: str) -> str:
    if "\n" in value:
        raise NotationError(f"expected a tag value on one line, got {value!r}")
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _words(tokens: tuple[Token, ...]) -> Iterator[str]:
    """Write tokens so that reading the words gives the tokens back."""
    for token in tokens:
        if token.kind is Kind.COMMENT:
            if "}" in token.text:
                raise NotationError(f"expected a comment without '}}', got {token.text!r}")
            yield f"{{{token.text}}}"
        elif token.kind is Kind.SETUP:
            yield f'/FEN "{token.text}"/'
        elif token.kind is Kind.ERROR:
            raise NotationError(f"expected movetext, got {token.text!r}")
        else:
            yield token.text
