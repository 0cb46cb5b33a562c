"""Whole games over the Hub protocol: our engine on both sides, and our rules as the referee."""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import pytest

from engine.protocols.hub_client import HubEngine
from engine.rules import Game, Position, ruleset_names
from engine.search import Limits

HUB = [sys.executable, "-m", "rl", "hub", "--tables=none", "--table-mib=1"]
MOST_PLIES = 400
PATIENT_S = 120.0


def opening(name: str, seed: int, plies: int = 4) -> Game:
    """Begin a game by random moves."""
    game, random = Game(Position.start(name)), Random(f"{name} {seed}")
    for _ in range(plies):
        game.push(random.choice(game.position.legal_moves()))
    return game


def play(game: Game, first: HubEngine, second: HubEngine, nodes: int) -> str:
    """Play a game out; every move is checked by the client. Return how it ended."""
    for engine in (first, second):
        engine.new_game()
    movers = [first, second]
    while (outcome := game.outcome()) is None and len(game.moves) < MOST_PLIES:
        chosen = movers[len(game.moves) % 2].choose(game, Limits(nodes=nodes))
        assert chosen.pv[0] == chosen.move
        game.push(chosen.move)
    return "too long" if outcome is None else outcome.reason.name


@pytest.mark.long
@pytest.mark.parametrize("name", ruleset_names())
def test_a_whole_game_of_every_ruleset_is_played(name: str) -> None:
    with HubEngine(HUB, name, timeout_s=PATIENT_S) as first:
        with HubEngine([*HUB, "--evaluator=material"], name, timeout_s=PATIENT_S) as second:
            assert play(opening(name, 1), first, second, 100)


@pytest.mark.long
def test_our_engine_plays_forty_games_against_itself() -> None:
    endings: Counter[str] = Counter()
    lengths = []
    with HubEngine(HUB, "english", timeout_s=PATIENT_S) as one:
        with HubEngine([*HUB, "--evaluator=material"], "english", timeout_s=PATIENT_S) as other:
            for pair in range(20):
                for first, second in ((one, other), (other, one)):
                    game = opening("english", pair)
                    endings[play(game, first, second, 100)] += 1
                    lengths.append(len(game.moves))
    assert endings.total() == 40
    assert endings["NO_MOVE"] > 20
    assert max(lengths) > 40
