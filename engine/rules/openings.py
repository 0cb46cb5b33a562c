"""Decks of openings from which match games begin.

Draughts balances games by ballot: the first plies are drawn from a deck. Rulesets without ballots
have a deck of random plies, made once by `crownhead openings make`. Each data file names its
ruleset, its public sources and what of them was left out, or how its plies were drawn; its digest
is checked, since a changed deck would quietly change every match.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine._native import Move
from engine.rules.game import Game
from engine.rules.position import Position

DATA = Path(__file__).parent / "data"
USUAL = "usual"
"""Stands for the first deck of a ruleset, wherever a deck is asked for by name."""
_DECKS = {
    "three-move": (
        "english",
        "30e4b5e4dee894d1451c44e4757a14d16e75e1727fca41fdaca70c1df4be3a1b",
    ),
    "two-move": (
        "english",
        "da24abf3392b0816ffea2d9922506779db14efb756531f59025dd644e21893c3",
    ),
    "eleven-man": (
        "english",
        "53a670f61ef05784b546bba9f8489f20e9930873b4294290ec7e1be6b4c33f61",
    ),
    "english-random": (
        "english",
        "d55de2b3bac039a77e2b73ba66a0df999c0e6314184326ec37a61eb56dea5fdc",
    ),
    "russian-basic": (
        "russian",
        "ead6676d74e3cbc7398aa615f0a565167e08281cefbfa8cd8ffd643460dc1ee1",
    ),
    "russian-table": (
        "russian",
        "ecbc28e40f6564780b04a64924f17f39c60cf76dcd479efccabdaded5b7cbda7",
    ),
    "russian-random": (
        "russian",
        "bf718cfde90c1432dd3034947e5f1edd57c026c4ee74f6a4becbe4379f40d791",
    ),
    "malaysian8-random": (
        "malaysian8",
        "f3a83d4e3fa1680ededcb9eaa85994259bf431af53814b6915c46e10de0dc9c9",
    ),
    "queens8-random": (
        "queens8",
        "20b24695d787e6bbf57d54bba4a69ecc311825cb371bb83db0d15c5b96cfc2c4",
    ),
    "malaysian12-random": (
        "malaysian12",
        "7e546161dc91e5de3b3c0074dad2d6b36042a34a1fd356630b605098dd4f87a9",
    ),
    "english-huff-random": (
        "english-huff",
        "281aa6498893455a33aae5af7e7fe3893b00028d4ec100c9461017cf794d4ac4",
    ),
    "queens10-random": (
        "queens10",
        "d5d2fd535daac4cdf5189fa4245c8a5e4bae808fdd9e03cac389e99a03e2b28c",
    ),
}
"""The ruleset and the SHA-256 of each; the first of a ruleset is its usual one."""


@dataclass(frozen=True)
class Opening:
    """An opening: its moves and the position they lead to.

    The moves begin at `start`, or at the start of the game where that is None. `barred` openings
    are judged lost for one side and are not played.
    """

    name: str
    moves: tuple[Move, ...]
    position: Position
    barred: bool = False
    start: Position | None = None

    def game(self) -> Game:
        """Begin a game whose first moves are this opening."""
        game = Game(self.start or Position.start(self.position.ruleset.name))
        for move in self.moves:
            game.push(move)
        return game


def deck(name: str = "three-move", *, barred: bool = False) -> tuple[Opening, ...]:
    """List the openings of a deck, the barred ones only on request.

    >>> len(deck("three-move")), len(deck("three-move", barred=True))
    (156, 174)
    >>> deck("three-move")[0].name
    '1: 9-13 21-17 5-9'
    """
    return tuple(opening for opening in _openings(name) if barred or not opening.barred)


def deck_names(ruleset: str | None = None) -> list[str]:
    """List the decks, of one ruleset or of all; the first of a ruleset is its usual one.

    >>> deck_names("english"), deck_names("turkish")
    (['three-move', 'two-move', 'eleven-man', 'english-random'], [])
    """
    return [name for name in _DECKS if ruleset in (None, deck_ruleset(name))]


def ballot_names(ruleset: str) -> list[str]:
    """List the decks of a ruleset that were not drawn at random; training may begin from these.

    >>> ballot_names("russian"), ballot_names("queens8")
    (['russian-basic', 'russian-table'], [])
    """
    return [name for name in deck_names(ruleset) if "random" not in _document(name)]


def deck_ruleset(name: str) -> str:
    """Return the ruleset that a deck is for; ValueError lists the decks there are."""
    return _entry(name)[0]


def _entry(name: str) -> tuple[str, str]:
    if name not in _DECKS:
        raise ValueError(f"unknown deck {name!r}: expected one of {', '.join(_DECKS)}")
    return _DECKS[name]


@cache
def _document(name: str) -> dict[str, Any]:
    file, digest = f"{name.replace('-', '_')}.json", _entry(name)[1]
    document: dict[str, Any] = json.loads((DATA / file).read_text(encoding="utf-8"))
    check_digest(file, document, digest)
    return document


@cache
def _openings(name: str) -> tuple[Opening, ...]:
    document = _document(name)
    return tuple(_opening(row, document["ruleset"]) for row in document["openings"])


def check_digest(file: str, document: dict[str, Any], digest: str) -> None:
    """Raise ValueError unless this is the sha256 of the document, as canonical JSON."""
    found = document_digest(document)
    if found != digest:
        raise ValueError(f"{file}: expected sha256 {digest[:12]}, got {found[:12]}; reinstall it")


def document_digest(document: dict[str, Any]) -> str:
    """Return the sha256 of a document as canonical JSON."""
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _opening(row: dict[str, Any], ruleset: str) -> Opening:
    start, text = Position.start(ruleset), " ".join(row["moves"])
    if "without" in row:
        start = _without(start, row["without"])
        text = f"without {' and '.join(map(str, row['without']))}; {text}"
    game = Game(start)
    for move in row["moves"]:
        game.push(move)
    return Opening(
        name=f"{row['number']}: {text}",
        moves=game.moves,
        position=game.position,
        barred=row.get("barred", False),
        start=start if "without" in row else None,
    )


def _without(position: Position, taken: list[int]) -> Position:
    """Take men off the board before the first move."""
    native = position.native
    white, black = (
        [square for square in men if square not in taken]
        for men in (native.white_men, native.black_men)
    )
    return Position(type(native)(native.ruleset.name, native.turn, white, [], black, []))
