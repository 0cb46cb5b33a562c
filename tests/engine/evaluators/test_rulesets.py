"""Evaluators of every ruleset: boards of 32, 50, 64 and 72 squares, and up to 60 pieces."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine import _native
from engine.evaluators import Handcrafted, Material, Network
from engine.evaluators.handcrafted import term_names
from engine.evaluators.network import forward, quantise
from engine.rules import Position, ruleset, ruleset_names
from tests.oracle.boards import scattered
from tests.oracle.network import random_network, whole_number_scores
from tests.oracle.position import fen
from tests.oracle.rulesets import RULESETS

of_every_ruleset = pytest.mark.parametrize("name", ruleset_names())


def positions(name: str) -> list[Position]:
    """Scatter pieces, from few to as many as the game has, rarely and mostly kings."""
    random = Random(name)
    kings = [0.2, 0.9, 0.0]
    texts = [fen(scattered(RULESETS[name], random, kings[index % 3])) for index in range(45)]
    return [Position.start(name), *(Position.from_fen(name, text) for text in texts)]


@of_every_ruleset
@pytest.mark.parametrize("perspectives", [1, 2])
def test_the_core_computes_the_whole_numbers_and_they_are_the_floats(
    name: str, perspectives: int
) -> None:
    boards = positions(name)
    planes = np.stack([position.native.planes() for position in boards])
    assert planes.shape[1:] == (4, ruleset(name).squares)
    weights = random_network(3, 32, ruleset=name, perspectives=perspectives)
    scores = [Network(weights).evaluate(position) for position in boards]
    assert scores == whole_number_scores(quantise(weights), planes)
    # The more pieces, the coarser the sums that cannot overflow, and the more of them are added.
    assert np.abs(scores - forward(weights, planes)).max() <= 2 * ruleset(name).men / 12


@of_every_ruleset
@pytest.mark.parametrize("seed", [1, 2])
def test_the_sums_kept_up_move_by_move_are_those_worked_out_afresh(name: str, seed: int) -> None:
    network = Network(random_network(seed, 32, ruleset=name))
    assert _native.check_accumulator(network.native, seed=seed, plies=3000) == 0


@of_every_ruleset
def test_turning_the_board_and_the_sides_changes_no_score(name: str) -> None:
    squares = ruleset(name).squares
    networks = [random_network(5, 32, ruleset=name, perspectives=number) for number in (1, 2)]
    evaluators = [Handcrafted(name), *map(Network, networks)]
    for position in positions(name):
        native = position.native
        white_men, white_kings, black_men, black_kings = (
            [squares + 1 - square for square in pieces]
            for pieces in (
                native.white_men, native.white_kings, native.black_men, native.black_kings,
            )
        )  # fmt: skip
        other = (
            _native.Colour.BLACK if native.turn == _native.Colour.WHITE else _native.Colour.WHITE
        )
        turned = Position(
            _native.Position(name, other, black_men, black_kings, white_men, white_kings)
        )
        for evaluator in evaluators:
            assert evaluator.evaluate(turned) == evaluator.evaluate(position)


@of_every_ruleset
def test_material_is_men_at_100_and_kings_at_the_worth_of_the_ruleset(name: str) -> None:
    king = int(_native.material_weights(name)[term_names(name).index("king"), 0])
    assert king == {"english": 150, "italian": 150, "turkish": 400}.get(
        name, 150 if name.startswith("english") else 300
    )
    for position in positions(name):
        white, black = (
            100 * len(position.men(colour)) + king * len(position.kings(colour))
            for colour in (_native.Colour.WHITE, _native.Colour.BLACK)
        )
        lead = white - black if position.turn == _native.Colour.WHITE else black - white
        assert Material(name).evaluate(position) == lead
