"""Endings played out by the engine on both sides, without tables: won ones won, drawn ones held.

The level is medium, but with a fixed number of nodes for a move so that the games repeat: fewer
than the three to five million that half a second brings on one core. A won game has to end before
the counter of plies without progress does, and before a position occurs for the third time. The
positions and what is true of them: tests/data/finishing.json, which names its sources.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

import pytest

from engine import Colour, Game, Outcome, Player, Position
from engine.search import level
from tests.oracle.endings import king_against_king

FEW, MANY = 200_000, 1_000_000
"""Nodes a move: few are enough to win, but for the longest win; some traps of kings that step are
60 plies deep, and only many see them. No win of three flying kings against one takes more than 25
plies."""
LONG = 80
"""Plies of a win beyond which a move needs many nodes."""
DATA = Path(__file__).parents[2] / "data" / "finishing.json"


@dataclass(frozen=True)
class Ending:
    """A position and its value for the side to move; `plies` to the win with best play."""

    ruleset: str
    pieces: str
    fen: str
    value: str
    plies: int = 0

    def __str__(self) -> str:
        return f"{self.ruleset} {self.pieces} {self.fen}"


ENDINGS = [Ending(**row) for row in json.loads(DATA.read_text(encoding="utf-8"))["positions"]]
WON = [ending for ending in ENDINGS if ending.value == "win"]
DRAWN = [ending for ending in ENDINGS if ending.value == "draw"]


def sample(endings: list[Ending]) -> list[Ending]:
    """Return the first ending of each kind."""
    return [next(group) for _, group in groupby(endings, lambda item: (item.ruleset, item.pieces))]


def played_out(ending: Ending, nodes: int) -> tuple[Game, Outcome]:
    """Play an ending, each side by a player of its own."""
    game = Game(Position.from_fen(ending.ruleset, ending.fen))
    medium = replace(level("medium"), time_s=0.0, nodes=nodes)
    players = {colour: Player(ending.ruleset, medium) for colour in Colour}
    while (outcome := game.outcome()) is None:
        move = players[game.position.turn].choose(game).move
        assert move is not None
        game.push(move)
    return game, outcome


def assert_won(ending: Ending) -> None:
    game, outcome = played_out(ending, MANY if ending.plies > LONG else FEW)
    said = outcome.describe(game.position.ruleset)
    assert outcome.winner == game.start.turn, f"{said} after {' '.join(game.move_texts())}"


def assert_held(ending: Ending, nodes: int) -> None:
    game, outcome = played_out(ending, nodes)
    said = outcome.describe(game.position.ruleset)
    held = outcome.winner in (None, game.start.turn)
    assert held, f"{said} after {' '.join(game.move_texts())}"


def test_there_are_two_hundred_endings_of_every_kind() -> None:
    kinds = Counter((ending.ruleset, ending.pieces, ending.value) for ending in ENDINGS)
    assert sum(kinds.values()) == len({ending.fen for ending in ENDINGS}) > 200
    assert kinds["english", "3 kings v 1 king", "win"] >= 30
    assert kinds["english", "2 kings v 1 king", "win"] >= 30
    assert kinds["english", "3 kings v 2 kings", "win"] >= 20
    assert kinds["english", "2 kings v 3 kings", "draw"] >= 10
    assert {Position.from_fen(item.ruleset, item.fen).turn for item in ENDINGS} == set(Colour)


def test_king_against_king_is_drawn_where_the_oracle_draws_it() -> None:
    values = king_against_king()
    for ending in DRAWN:
        if (ending.ruleset, ending.pieces) == ("english", "1 king v 1 king"):
            position = Position.from_fen("english", ending.fen)
            (own,), (other,) = (position.kings(colour) for colour in Colour)
            if position.turn == Colour.BLACK:
                own, other = 33 - other, 33 - own
            assert (own, other) not in values


@pytest.mark.slow
@pytest.mark.parametrize("ending", sample(WON), ids=str)
def test_an_ending_of_each_won_kind_is_won(ending: Ending) -> None:
    assert_won(ending)


@pytest.mark.slow
@pytest.mark.parametrize("ending", sample(DRAWN), ids=str)
def test_an_ending_of_each_drawn_kind_is_held(ending: Ending) -> None:
    assert_held(ending, FEW)


@pytest.mark.long
@pytest.mark.parametrize("ending", WON, ids=str)
def test_every_won_ending_is_won(ending: Ending) -> None:
    assert_won(ending)


@pytest.mark.long
@pytest.mark.parametrize("ending", DRAWN, ids=str)
def test_every_drawn_ending_is_held(ending: Ending) -> None:
    assert_held(ending, MANY if ending.ruleset == "english" else FEW)
