"""Pictures hold what they are drawn from, on the right square."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.image import imread

from engine.evaluators import NetworkWeights
from rl.training import TrainingConfig
from rl.training.pictures import (
    hidden_units_picture,
    piece_maps_picture,
    polynomial_picture,
    reliability_picture,
)
from rl.training.polynomial import Polynomial, Term
from rl.training.report import Reliability
from rl.training.roster import Roster
from rl.training.start import material_start

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def weights() -> NetworkWeights:
    return material_start("english", TrainingConfig(width=32), score_scale=150.0, seed=1)


def centre_of_difference(first: bytes, second: bytes) -> tuple[float, float]:
    """Return where two pictures of one size differ, as shares of height and width."""
    one, two = imread(io.BytesIO(first)), imread(io.BytesIO(second))
    rows, cols = np.nonzero(np.abs(one - two).sum(axis=2) > 0.2)
    return float(np.median(rows) / one.shape[0]), float(np.median(cols) / one.shape[1])


@pytest.mark.parametrize(
    ("square", "top", "left"), [(1, True, True), (4, True, False), (29, False, True)]
)
def test_square_of_the_king_map_is_drawn_as_the_side_to_move_sees_it(
    weights: NetworkWeights, square: int, top: bool, left: bool
) -> None:
    # English numbering seen from White: square 1 at the far left, 29 at the near left
    # (WCDF rules of draughts, 1.1 to 1.4). Own kings are the upper right board of four.
    before = piece_maps_picture(weights)
    weights.skip[32 + square - 1] *= 1.1
    down, right = centre_of_difference(before, piece_maps_picture(weights))
    assert right > 0.5
    assert (down < 0.3) == top
    assert (right < 0.75) == left


def test_squares_men_are_crowned_on_are_left_out(weights: NetworkWeights) -> None:
    before = piece_maps_picture(weights)
    weights.skip[0:4] *= 5  # own men on the far row
    weights.skip[64 + 28 : 96] *= 5  # their men on the near row
    assert piece_maps_picture(weights) == before


def test_hidden_units_are_ranked_by_their_effect(weights: NetworkWeights) -> None:
    weights.output_weights[3, 7] = 2.0
    before = hidden_units_picture(weights, units=1)
    weights.input_weights[40, 8] += 1.0  # no output weight, so not drawn
    assert hidden_units_picture(weights, units=1) == before
    weights.input_weights[40, 7] += 1.0
    assert hidden_units_picture(weights, units=1) != before


def test_hidden_units_show_what_both_perspectives_make_of_them() -> None:
    config = TrainingConfig(width=32, perspectives=2)
    weights = material_start("english", config, score_scale=150.0, seed=1)
    weights.output_weights[3, 7] = 2.0
    before = hidden_units_picture(weights, units=1)
    weights.output_weights[2, 32 + 7] = -1.0  # the same unit, as the opponent sees the board
    assert hidden_units_picture(weights, units=1) != before
    weights.output_weights[2, 32 + 8] = 3.0  # another one, which the opponent makes most of
    weights.output_weights[3, 7] = weights.output_weights[2, 32 + 7] = 0.0
    assert hidden_units_picture(weights, units=1) != before


def test_pieces_are_pictured_without_a_skip() -> None:
    config = TrainingConfig(width=32, skip=False)
    assert piece_maps_picture(material_start("english", config, 150.0, 1)).startswith(PNG)


def test_reliability_with_empty_bins_is_drawn() -> None:
    nan = float("nan")
    calibration = Reliability(
        edges=np.linspace(0, 1, 5),
        predicted=np.array([0.1, nan, 0.6, 0.9]),
        actual=np.array([0.2, nan, 0.5, 0.8]),
        weight=np.array([0.25, 0.0, 0.5, 0.25]),
    )
    assert reliability_picture(calibration).startswith(PNG)


@pytest.mark.parametrize(("term", "low"), [("gap", False), ("pole", True)])
def test_bars_of_a_polynomial_are_ordered_by_contribution(term: str, low: bool) -> None:
    terms = {
        name: Term(opening=10 + n, ending=40 * (n % 2) - 20, contribution=9.0 - n)
        for n, name in enumerate(("gap", "hole", "node", "pole"))
    }
    roster = Roster(active=tuple(terms), reserve=())
    polynomial = Polynomial(
        ruleset="english", generation=3, king=150, terms=terms, roster=roster, positions=10,
        loss_before=0.5, loss_after=0.4, scale_cp=60.0,
    )  # fmt: skip
    changed = terms | {term: replace(terms[term], opening=5)}
    before = polynomial_picture(polynomial)
    down, right = centre_of_difference(
        before, polynomial_picture(replace(polynomial, terms=changed))
    )
    assert right < 0.6
    assert (down > 0.5) == low
