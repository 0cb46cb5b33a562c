"""Decks of openings from which match games begin.

English draughts balances games by ballot: three plies drawn from a deck. The data file names its
public sources; its digest is checked, since a changed deck would quietly change every match.
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
_DECKS = {
    "three-move": (
        "three_move.json",
        "8f526d0f190714706a86f1bcffeac576fb68552ae5c2c7c73ac49970f542b964",
    )
}


@dataclass(frozen=True)
class Opening:
    """An opening: its moves from the start of the game and the position they lead to.

    `barred` ones are judged lost for one side and are not played.
    """

    name: str
    moves: tuple[Move, ...]
    position: Position
    barred: bool = False

    def game(self) -> Game:
        """Begin a game whose first moves are this opening."""
        game = Game(Position.start(self.position.ruleset.name))
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
    if name not in _DECKS:
        raise ValueError(f"unknown deck {name!r}: expected one of {', '.join(_DECKS)}")
    return tuple(opening for opening in _load(name) if barred or not opening.barred)


@cache
def _load(name: str) -> tuple[Opening, ...]:
    file, digest = _DECKS[name]
    data = json.loads((DATA / file).read_text(encoding="utf-8"))
    check_digest(file, data["ballots"], digest)
    return tuple(_opening(row, data["ruleset"]) for row in data["ballots"])


def check_digest(file: str, rows: list[dict[str, Any]], digest: str) -> None:
    """Raise ValueError unless the sha256 of the rows, as canonical JSON, is the digest expected."""
    canonical = json.dumps(rows, sort_keys=True, separators=(",", ":"))
    found = hashlib.sha256(canonical.encode()).hexdigest()
    if found != digest:
        raise ValueError(f"{file}: expected sha256 {digest[:12]}, got {found[:12]}; reinstall it")


def _opening(row: dict[str, Any], ruleset: str) -> Opening:
    game = Game(Position.start(ruleset))
    for text in row["moves"]:
        game.push(text)
    name = f"{row['number']}: {' '.join(row['moves'])}"
    return Opening(name, game.moves, game.position, row["barred"])
