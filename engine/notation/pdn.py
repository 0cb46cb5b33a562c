"""Games as text: portable draughts notation, as tags and tokens, without any game logic.

Reading is liberal, because files in the wild are: captures with `x`, `:`, `*` or `-`, spaces in a
move, leading zeros, comments, `%` and `;` lines, NAGs, strength marks, nested variations, a huff as
`h11` before the move, a position set up with `/FEN "..."/`, results or `*` at the end, tag values
with stray quotes. What cannot be read becomes an ERROR token, so one bad game does not hide the
others of its file.

Why no library: the one that reads PDN in Python, pydraughts 0.6.7, was tried. It installs itself
as the package `draughts`; it reads moves out of `%` lines, leaves the backslashes in quoted tags,
takes a `)` in a comment for the end of a variation (`(1. 9-14 {:)} 22-18)`), guesses a ruleset
where none is named, holds a whole file at once, and splits it in quadratic time: 604 games/s over
200 games of the ACF archive, 157 over 800, without replaying one.
Source: the PDN 3.0 standard and grammar, https://pdn.fmjd.org and https://github.com/wiegerw/pdn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TextIO

from engine.notation.lexer import Kind, Token, lex
from engine.notation.squares import NotationError, shorten

RESULTS = ("1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*")
"""The texts that end a game, never moves: `1-0` and `1-1` are results, `1-18` is a move."""

LONGEST_GAME = 2_000_000
"""Characters of tags and tokens after which a game is given up and the next one looked for."""

_MOVE, _NUMBER, _TAGGED = Kind.MOVE, Kind.NUMBER, Kind.TAG  # looked up a million times a file
_BEGINNINGS = (Kind.TAG, Kind.MOVE, Kind.HUFF, Kind.NUMBER)
_TAG = re.compile(r'\[[ \t]*(\w+)[ \t]*"(.*)"[ \t]*\]')


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

    def main_line(self) -> Iterator[Token]:
        """Yield the tokens outside variations; NotationError at the first that cannot be read."""
        opened: list[int] = []
        for token in self.tokens:
            kind = token.kind
            if kind is Kind.OPEN:
                opened.append(token.line)
            elif kind is Kind.CLOSE:
                if not opened:
                    raise NotationError(f"line {token.line}: expected '(' before ')'")
                opened.pop()
            elif not opened:
                if kind is Kind.ERROR:
                    raise NotationError(f"line {token.line}: {token.text}")
                yield token
        if opened:
            expected = "expected ')' at the end of a variation, got the end of the game"
            raise NotationError(f"line {opened[0]}: {expected}")


def read_pdn(source: str | TextIO) -> Iterator[PdnGame]:
    """Split a text or an open text file into its games, one at a time.

    A game ends at its result, at `*` or where the next tags begin. Files may be of any size: one
    game is held at a time, at most LONGEST_GAME characters of it. A text without any game is a
    NotationError, an empty one has no games.

    >>> [list(game.main_line())[1].text for game in read_pdn('[Event "a"] 1. 11-15 (1. 9-14) 1-0')]
    ['11-15']
    """
    game, number, stray = _Reading(), 0, ""
    for token in lex(source):
        kind = token.kind
        if kind is _TAGGED or game.ended:
            if game.in_moves and kind in _BEGINNINGS:
                if game.is_whole():
                    number += 1
                    yield game.close(number)
                game = _Reading()
            if game.ended:
                continue
        game.take(token)
        if not number and not stray and kind is Kind.ERROR:
            stray = f"line {token.line}: {token.text}"
    if game.is_whole():
        yield game.close(number + 1)
    elif number == 0 and stray:
        raise NotationError(f"no game found: {stray}")


def write_pdn(game: PdnGame, width: int = 79) -> str:
    """Write a game: tags, a blank line, movetext folded at `width`, a final newline."""
    head = [f'[{name} "{_escape(value)}"]' for name, value in game.tags.items()]
    lines: list[str] = []
    line: list[str] = []
    length = 0
    for word in map(_word, game.tokens):
        length += len(word) + 1
        if length > width + 1 and line:
            lines.append(" ".join(line))
            line, length = [], len(word) + 1
        line.append(word)
    return "\n".join([*head, "", *lines, " ".join(line), ""])


class _Reading:
    """The game being read: what there is of it so far."""

    def __init__(self) -> None:
        self.in_moves = self.ended = False
        self._tags: dict[str, str] = {}
        self._tokens: list[Token] = []
        self._line = self._depth = self._size = 0

    def take(self, token: Token) -> None:
        """Add a token; beyond the longest game, what comes is dropped."""
        kind, text, line = token
        self._size += len(text) + 1
        if self._size > LONGEST_GAME:
            self._overflow(line)
        elif (kind is _MOVE or kind is _NUMBER) and self.in_moves:
            self._tokens.append(token)
            return
        elif kind is Kind.TAG:
            match = _TAG.fullmatch(text)
            assert match is not None
            value = match[2]
            self._tags[match[1]] = re.sub(r"\\(.)", r"\1", value) if "\\" in value else value
        else:
            self._tokens.append(token)
        if kind is Kind.OPEN:
            self._depth += 1
        elif kind is Kind.CLOSE:
            self._depth -= 1
        elif kind is Kind.RESULT:
            self.ended = self._depth <= 0
        # A broken tag does not part the tags around it.
        if not self.in_moves:
            self._line = self._line or line
            self.in_moves = kind is not Kind.TAG and kind is not Kind.ERROR

    def is_whole(self) -> bool:
        """Tell whether this is a game, and not prose between games."""
        return bool(self._tags) or any(
            token.kind is Kind.MOVE or token.kind is Kind.SETUP for token in self._tokens
        )

    def close(self, number: int) -> PdnGame:
        """Return the game."""
        return PdnGame(self._tags, tuple(self._tokens), number, self._line)

    def _overflow(self, line: int) -> None:
        """Put one error in the place of all that is too much."""
        if not self._tokens or self._tokens[-1].kind is not Kind.ERROR:
            expected = f"expected a game of at most {LONGEST_GAME:,} characters"
            self._tokens.append(Token(Kind.ERROR, expected, line))


def _escape(value: str) -> str:
    if "\n" in value or "\r" in value:
        raise NotationError(f"expected a tag value on one line, got {shorten(value)}")
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _word(token: Token) -> str:
    """Write a token so that reading the word gives it back."""
    kind, text = token.kind, token.text
    if kind is _MOVE or kind is _NUMBER:
        return text
    if kind is Kind.COMMENT:
        if "}" in text or re.search(r"\n[ \t]*\[[ \t]*\w+[ \t]*\"", text):
            raise NotationError(f"expected a comment without '}}' or a tag, got {shorten(text)}")
        return f"{{{text}}}"
    if kind is Kind.SETUP:
        return f'/FEN "{text}"/'
    if kind is Kind.HUFF:
        return f"h{text}"
    if kind is Kind.ERROR:
        raise NotationError(f"cannot write what could not be read: {text}")
    return text
