"""The facts of each game, as seen from Python.

The rules themselves live in the core, one short cited struct a ruleset; this is what the layers
above need to know about one: its board, how its squares are named, who starts, when it is drawn.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from functools import cache

from engine import _native
from engine._native import Colour
from engine.notation import Squares, parse_game_type

ALIASES = {
    "american": "english",
    "checkers": "english",
    "dam": "malaysian12",
    "dam8": "malaysian8",
}
"""Other names that people type, and the rulesets they stand for."""


@dataclass(frozen=True)
class Ruleset:
    """One game: its board, pieces and counters.

    `board` names squares; `men` is a side's number of men at the start; `game_type` is the PDN
    GameType; `no_progress_plies` without a capture or man move, `repetitions` of a position and
    `equal_kings_plies` without a capture while both sides have equally many kings make a draw, each
    0 where the game has no such rule; where it `removes_at_once` a piece leaves the board as it is
    taken, else when the turn is over.
    """

    name: str
    board: Squares
    men: int
    first_mover: Colour
    game_type: str
    capture_sign: str
    no_progress_plies: int
    repetitions: int
    equal_kings_plies: int
    removes_at_once: bool

    @property
    def rows(self) -> int:
        """Return the rows of the board."""
        return self.board.rows

    @property
    def cols(self) -> int:
        """Return the columns of the board."""
        return self.board.cols

    @property
    def squares(self) -> int:
        """Return the number of playable squares."""
        return self.board.count

    @property
    def game_type_number(self) -> int:
        """Return the number by which PDN knows this game."""
        return parse_game_type(self.game_type).number


def ruleset(name: str) -> Ruleset:
    """Find a ruleset by its name or an alias; ValueError lists the names and says the nearest.

    >>> english = ruleset("english")
    >>> english.squares, english.men, english.first_mover.name
    (32, 12, 'BLACK')
    >>> ruleset("checkers") is english
    True
    """
    found = _rulesets().get(ALIASES.get(name, name))
    if found is None:
        names = [*ruleset_names(), *ALIASES]
        nearest = difflib.get_close_matches(name, names, n=1, cutoff=0)[0]
        expected = f"expected one of {', '.join(names)}; the nearest is {nearest}"
        raise ValueError(f"unknown ruleset {name!r}: {expected}")
    return found


def aliases(name: str) -> list[str]:
    """List the other names of a ruleset."""
    return [alias for alias, own in ALIASES.items() if own == name]


def ruleset_names() -> list[str]:
    """List the names of all rulesets."""
    return list(_rulesets())


@cache
def _rulesets() -> dict[str, Ruleset]:
    return {native.name: _describe(native) for native in _native.rulesets()}


def _describe(native: _native.Ruleset) -> Ruleset:
    dense = native.squares == native.rows * native.cols
    game_type = parse_game_type(native.game_type, dense)
    return Ruleset(
        name=native.name,
        board=game_type.squares,
        men=native.men,
        first_mover=native.first_mover,
        game_type=native.game_type,
        capture_sign=game_type.capture_sign,
        no_progress_plies=native.no_progress_plies,
        repetitions=native.repetitions,
        equal_kings_plies=native.equal_kings_plies,
        removes_at_once=native.removes_at_once,
    )
