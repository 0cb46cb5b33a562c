"""Endgame tables for tests, made once in a session, and a slow second opinion on them."""

from __future__ import annotations

import atexit
import itertools
import json
import random
import shutil
from collections.abc import Iterator
from functools import cache
from math import comb
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from engine import Colour, Endgames, Position
from engine.evaluators.endgame_build import build
from engine.rules.ruleset import ruleset as ruleset_named

PUBLISHED: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data" / "endgames.json").read_text()
)
Value = tuple[int, int]


@cache
def tables(ruleset: str, pieces: int) -> Endgames:
    """Make tables in a folder of their own, gone with the session."""
    folder = mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return build(ruleset, pieces, folder, workers=2)


def one_sided(pieces: int) -> int:
    """Count English arrangements of so many pieces of one side, the other being bare."""
    arrangements = sum(comb(28, men) * comb(32 - men, pieces - men) for men in range(pieces + 1))
    return 2 * arrangements  # of White and of Black


def ruleset_squares(name: str) -> int:
    return ruleset_named(name).squares


def random_positions(ruleset: str, pieces: int, count: int) -> Iterator[Position]:
    """Yield positions of so many pieces, some of each side, scattered over the board."""
    rng = random.Random(f"{ruleset} {pieces}")
    squares = range(1, ruleset_squares(ruleset) + 1)
    while count:
        sides: dict[str, list[str]] = {"W": [], "B": []}
        for number, square in enumerate(rng.sample(squares, pieces)):
            side = "WB"[number] if number < 2 else rng.choice("WB")
            sides[side].append(rng.choice(["K", ""]) + str(square))
        fen = f"{rng.choice('WB')}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"
        try:
            yield Position.from_fen(ruleset, fen)
        except ValueError:
            continue
        count -= 1


def two_piece_positions(ruleset: str) -> Iterator[Position]:
    """Yield every position with one piece a side."""
    squares = range(1, ruleset_squares(ruleset) + 1)
    for turn, white, black in itertools.product("WB", "K ", "K "):
        for one, other in itertools.permutations(squares, 2):
            fen = f"{turn}:W{white.strip()}{one}:B{black.strip()}{other}"
            try:
                yield Position.from_fen(ruleset, fen)
            except ValueError:  # a man on the row where it is crowned
                continue


def solve_slowly(ruleset: str) -> dict[Position, Value | None]:
    """Solve two pieces by going over all positions again and again; None for a draw.

    Written from the definition and over the public interface, it shares nothing with the tables but
    the rules: wins in the order of their length, each after a look at every move.
    """
    following = {
        position: [position.push(move) for move in position.legal_moves()]
        for position in two_piece_positions(ruleset)
    }
    values: dict[Position, Value] = {p: (-1, 0) for p, after in following.items() if not after}
    plies = 0
    while True:
        plies += 1
        found: dict[Position, Value] = {}
        for position in following.keys() - values.keys():
            replies = [_reply(after, values) for after in following[position]]
            if any(reply is not None and reply[0] < 0 for reply in replies):
                found[position] = (1, plies)
            elif all(reply is not None for reply in replies):
                found[position] = (-1, plies)
        if not found and plies > 3:
            return {position: values.get(position) for position in following}
        values |= found


def _reply(position: Position, values: dict[Position, Value]) -> Value | None:
    """Return the value of a position, or of one in which a side has nothing left."""
    for side, outcome in ((position.turn, -1), (opponent(position.turn), 1)):
        if not position.men(side) and not position.kings(side):
            return outcome, 0 if outcome < 0 else 1
    return values.get(position)


def opponent(colour: Colour) -> Colour:
    return Colour.BLACK if colour == Colour.WHITE else Colour.WHITE


def best_of_moves(endgames: Endgames, position: Position) -> Value | None:
    """Return what the tables say of the best move of a position."""
    best: Value | None = None
    for move in position.legal_moves():
        after = endgames.probe(position.push(move))
        if after is None:
            return None
        here = (-after.outcome, after.plies + 1 if after.outcome else 0)
        if best is None or _rating(here) > _rating(best):
            best = here
    return best or (-1, 0)


def _rating(value: Value) -> int:
    outcome, plies = value
    return outcome * (100_000 - plies)
