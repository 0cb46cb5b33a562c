"""Positions and games for property tests."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from engine.rules import Game, Position
from tests.oracle import boards
from tests.oracle.position import fen
from tests.oracle.rulesets import ENGLISH


def position_of(seed: int) -> Position:
    """Return a random English position: played out, scattered, or rich in kings."""
    return Position.from_fen("english", fen(boards.sample(ENGLISH, seed, 3)[seed % 3]))


def game_of(seed: int, plies: int) -> Game:
    """Play up to `plies` random moves from the start, or from a scattered position."""
    random = Random(f"game {seed}")
    game = Game(position_of(seed)) if seed % 2 else Game()
    for _ in range(plies):
        moves = game.position.legal_moves()
        if not moves:
            break
        game.push(random.choice(moves))
    return game


positions = st.integers(0, 2**32).map(position_of)
games = st.builds(game_of, st.integers(0, 2**32), st.integers(0, 120))
