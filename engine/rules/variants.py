"""Which ruleset a recorded game was played by, and how its squares are named.

A ruleset is never guessed. PDN's numbers (GameType 20 to 40) say it; the numbers from 51 up are
this program's own, other programs use the same ones for other games, so that they count only beside
a `[Variant "name"]` or where the reader asks for that very ruleset. A game that names none is read
as the ruleset asked for, and refused where none was.
Source: the PDN 3.0 standard, https://pdn.fmjd.org (GameType).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache

from engine._native import Colour
from engine.notation import (
    NotationError,
    Squares,
    parse_game_type,
    parse_game_type_number,
    shorten,
)
from engine.rules.ruleset import Ruleset, ruleset, ruleset_names

FIRST_PRIVATE = 51
"""The GameType numbers from here on are assigned to no game."""


def ruleset_of(tags: Mapping[str, str], asked: str | None = None) -> Ruleset:
    """Find the ruleset that tags name; NotationError where that is none, or not the one asked for.

    >>> ruleset_of({"GameType": "25"}).name, ruleset_of({"Variant": "Malaysian12"}).name
    ('russian', 'malaysian12')
    """
    wanted = ruleset(asked) if asked is not None else None
    found = _by_variant(tags)
    if "GameType" in tags:
        found = _by_game_type(tags["GameType"], found, wanted)
    elif found is None and "Variant" in tags:
        names = ", ".join(ruleset_names())
        raise NotationError(f"Variant {shorten(tags['Variant'])}: expected one of {names}")
    if wanted is not None and found is not None and found != wanted:
        named = f"GameType {tags['GameType']!r}" if "GameType" in tags else "Variant"
        expected = f"expected {wanted.game_type_number} ({wanted.name})"
        raise NotationError(f"{named} is {found.name}: {expected}")
    if found is None and wanted is None:
        raise NotationError("expected a GameType or a Variant tag, or to be told the ruleset")
    return found or wanted or ruleset("english")


def naming_of(tags: Mapping[str, str], rules: Ruleset) -> Squares:
    """Return how a game's texts name squares: as its full GameType says, else as usual."""
    text = tags.get("GameType", "")
    if "," not in text:
        return usual_naming(rules)
    read = _parse_game_type(text, rules.board.dense)
    if replace(read.squares, algebraic=rules.board.algebraic) != rules.board:
        raise NotationError(f"GameType {text!r}: expected the board of {rules.game_type!r}")
    if (read.starts == "W") != (rules.first_mover == Colour.WHITE):
        expected = f"expected {rules.first_mover.name.title()} to start ({rules.name})"
        raise NotationError(f"GameType {text!r}: {expected}")
    return read.written


def usual_naming(rules: Ruleset) -> Squares:
    """Return how the texts of a game usually name squares.

    >>> usual_naming(ruleset("spanish")).format(1)
    '32'
    """
    return _parse_game_type(rules.game_type, rules.board.dense).written


_parse_game_type = lru_cache(maxsize=64)(parse_game_type)


@cache
def _numbered() -> dict[int, Ruleset]:
    return {rules.game_type_number: rules for rules in map(ruleset, ruleset_names())}


def _by_variant(tags: Mapping[str, str]) -> Ruleset | None:
    name = tags.get("Variant", "").strip().lower()
    return ruleset(name) if name in ruleset_names() else None


def _by_game_type(text: str, variant: Ruleset | None, wanted: Ruleset | None) -> Ruleset:
    number = parse_game_type_number(text)
    found = _numbered().get(number)
    if found is None:
        known = ", ".join(f"{n} ({rules.name})" for n, rules in sorted(_numbered().items()))
        raise NotationError(f"GameType {text!r}: expected one of {known}")
    if variant is not None and variant != found:
        raise NotationError(f"GameType {text!r} is {found.name}, but Variant {variant.name!r}")
    if number >= FIRST_PRIVATE and found not in (variant, wanted):
        expected = f'expected [Variant "{found.name}"] beside a number that PDN does not assign'
        raise NotationError(f"GameType {text!r}: {expected}")
    return found
