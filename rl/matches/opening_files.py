"""Openings from a file of one's own: lines of moves or FENs, games as PDN, or a deck as JSON.

- `.txt` and `.fen`: an opening a line, the moves from the start of the game (`11-15 23-19 8-11`,
  numbered or not) or a FEN; what follows a `#` is a comment.
- `.pdn`: the moves of each game.
- `.json`: what `crownhead openings make` writes.

Openings that lead to the same position count once. The first mistake in a file is a ValueError that
names the file and the place: a match from half of a file would not be the one that was asked for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.notation.files import open_pdn
from engine.rules import Game, Opening, Position, read_games
from engine.rules import ruleset as ruleset_named

SUFFIXES = (".pdn", ".txt", ".fen", ".json")

_FEN = re.compile(r"[WB]:")
_NUMBER = re.compile(r"[0-9]+\.+")


def is_openings_file(name: str) -> bool:
    """Tell whether the name of openings is that of a file, by its suffix."""
    return Path(name).suffix.lower() in SUFFIXES


def read_openings(path: Path, ruleset: str, plies: int = 0) -> tuple[Opening, ...]:
    """Read the openings of a file, no longer than `plies` where that is not 0.

    ValueError for anything that cannot be played, for openings of another ruleset, ones that end
    the game, and a file without any; OSError where it cannot be read.
    """
    suffix = path.suffix.lower()
    name = ruleset_named(ruleset).name
    try:
        if suffix == ".pdn":
            found = _from_pdn(path, name, plies)
        elif suffix == ".json":
            found = _from_deck(path, name, plies)
        else:
            found = _from_lines(path, name, plies)
        openings = _distinct(found)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if not openings:
        raise ValueError(f"{path}: expected openings of {name}, got none")
    return openings


def _from_lines(path: Path, ruleset: str, plies: int) -> Iterator[Opening]:
    with open_pdn(path) as file:
        for number, line in enumerate(file, 1):
            text = line.partition("#")[0].strip()
            if text:
                place = f"line {number}"
                yield _opening(number, place, _line_game(place, text, ruleset), plies)


def _line_game(place: str, text: str, ruleset: str) -> Game:
    """Play the line of a file: a FEN, or moves from the start."""
    if _FEN.match(text):
        try:
            return Game(Position.from_fen(ruleset, text))
        except ValueError as error:
            raise ValueError(f"{place}: expected a position of {ruleset}: {error}") from None
    return _played(place, Game(Position.start(ruleset)), _NUMBER.sub(" ", text).split())


def _played(place: str, game: Game, moves: Iterable[str]) -> Game:
    for ply, move in enumerate(moves, 1):
        try:
            game.push(move)
        except ValueError as error:
            name = game.start.ruleset.name
            raise ValueError(
                f"{place}, ply {ply}: expected a move of {name} or a FEN: {error}"
            ) from None
    return game


def _from_pdn(path: Path, ruleset: str, plies: int) -> Iterator[Opening]:
    with open_pdn(path) as file:
        for read in read_games(file, ruleset):
            if read.fault is not None:
                raise ValueError(str(read.fault))
            assert read.game is not None
            place = f"game {read.pdn.number}, line {read.pdn.line}"
            yield _opening(read.pdn.number, place, read.game, plies)


def _from_deck(path: Path, ruleset: str, plies: int) -> Iterator[Opening]:
    document = _parsed(path)
    if ruleset_named(str(document["ruleset"])).name != ruleset:
        raise ValueError(f"expected openings of {ruleset}, got ones of {document['ruleset']}")
    for number, row in enumerate(document["openings"], 1):
        place = f"opening {number}"
        moves = row.get("moves") if isinstance(row, dict) else None
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            raise ValueError(f"{place}: expected an object with a list of moves, got {row!r}")
        if set(row) - {"number", "moves"}:
            extra = ", ".join(sorted(set(row) - {"number", "moves"}))
            raise ValueError(f"{place}: expected number and moves, got {extra} as well")
        game = _played(place, Game(Position.start(ruleset)), moves)
        yield _opening(number, place, game, plies)


def _parsed(path: Path) -> dict[str, Any]:
    """Read the JSON of a deck as far as its outline."""
    try:
        document: Any = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"expected the JSON of a deck of openings: {error}") from None
    outline: dict[str, Any] = document if isinstance(document, dict) else {}
    rows, ruleset = outline.get("openings"), outline.get("ruleset")
    if not isinstance(rows, list) or not isinstance(ruleset, str):
        raise ValueError('expected a deck: {"ruleset": NAME, "openings": [{"moves": [...]}, ...]}')
    return outline


def _opening(number: int, place: str, game: Game, plies: int) -> Opening:
    """Turn the first plies of a game into an opening."""
    moves = game.moves[: plies or None]
    position = game.positions[len(moves)]
    played = Game(game.start)
    for move in moves:
        played.push(move)
    if played.outcome() is not None:
        raise ValueError(f"{place}: expected an opening, got one that ends the game")
    usual = game.start == Position.start(position.ruleset.name)
    text = " ".join(played.move_texts()) or position.fen()
    return Opening(f"{number}: {text}", moves, position, start=None if usual else game.start)


def _distinct(found: Iterable[Opening]) -> tuple[Opening, ...]:
    openings: dict[Position, Opening] = {}
    for opening in found:
        openings.setdefault(opening.position, opening)
    return tuple(openings.values())
