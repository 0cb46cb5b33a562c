"""The value network: float, whole-number and native forms agree; bad ones are refused.

Nothing here is compared with published numbers, since these networks are this project's own: the
judges are a float reference and an unbounded-integer one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine import _native
from engine.evaluators import Network
from engine.evaluators.network import NetworkWeights, forward, quantise
from engine.rules import Position
from tests.engine.positions import position_of
from tests.oracle.network import random_network, whole_number_scores

POSITIONS = [position_of(seed) for seed in range(300)]
PLANES = np.stack([position.native.planes() for position in POSITIONS])

both_shapes = pytest.mark.parametrize("perspectives", [1, 2])


def native_scores(weights: NetworkWeights) -> NDArray[np.int64]:
    """Score the sample positions by the core."""
    network = Network(weights)
    return np.array([network.evaluate(position) for position in POSITIONS])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("width", [32, 64, 128])
@both_shapes
def test_the_core_computes_just_the_whole_numbers(seed: int, width: int, perspectives: int) -> None:
    weights = random_network(seed, width, perspectives=perspectives)
    expected = whole_number_scores(quantise(weights), PLANES)
    assert native_scores(weights).tolist() == expected


@pytest.mark.parametrize("seed", range(12))
@both_shapes
def test_whole_numbers_stay_within_two_hundredths_of_a_man_of_floats(
    seed: int, perspectives: int
) -> None:
    weights = random_network(seed, perspectives=perspectives)
    assert np.abs(native_scores(weights) - forward(weights, PLANES)).max() <= 2


@pytest.mark.parametrize("size", [0.01, 0.1, 0.5, 2.0, 8.0])
@both_shapes
def test_networks_of_any_size_that_fits_are_computed_exactly(
    size: float, perspectives: int
) -> None:
    weights = random_network(1, size=size, perspectives=perspectives)
    assert native_scores(weights).tolist() == whole_number_scores(quantise(weights), PLANES)


def test_a_network_of_skip_weights_alone_counts_material() -> None:
    weights = random_network(0)
    values = np.repeat(np.array([0.5, 0.65, -0.5, -0.65], np.float32), 32)
    weights = replace(
        weights,
        output_weights=np.zeros_like(weights.output_weights),
        output_bias=np.zeros_like(weights.output_bias),
        skip=values,
    )
    position = Position.from_fen("english", "B:W21,22,K23:B1,2")
    assert Network(weights).evaluate(position) == -130
    assert Network(weights).evaluate(position.push("1-5")) == 130


def test_each_number_of_pieces_has_the_output_of_its_bucket() -> None:
    weights = random_network(0)
    weights = replace(
        weights,
        output_weights=np.zeros_like(weights.output_weights),
        output_bias=np.arange(8, dtype=np.float32),
        skip=np.zeros_like(weights.skip),
    )
    scores = native_scores(weights) // 200
    pieces = PLANES.reshape(len(PLANES), -1).sum(axis=1)
    assert scores.tolist() == weights.buckets[pieces].tolist()
    assert len(set(scores.tolist())) > 5


@given(st.integers(0, 2**32), st.floats(0.01, 10), st.sampled_from([1, 2]))
def test_no_sum_of_pieces_overflows_an_accumulator(
    seed: int, size: float, perspectives: int
) -> None:
    weights = random_network(seed, width=32, size=size, perspectives=perspectives)
    network = quantise(weights)
    by_square = network.input_weights.astype(int).reshape(4, 32, 32)
    highest = np.sort(by_square.max(axis=0), axis=0)[-24:].clip(min=0).sum(axis=0)
    lowest = np.sort(by_square.min(axis=0), axis=0)[:24].clip(max=0).sum(axis=0)
    assert (network.input_bias + highest).max() < 2**15
    assert (network.input_bias + lowest).min() >= -(2**15)
    assert np.abs(network.output_weights.astype(int)).sum(axis=1).max() < 2**16
    assert 6 <= network.activation_shift <= 14
    assert 0 <= network.output_shift <= 6


@pytest.mark.parametrize(
    ("array", "said"),
    [
        ("input_weights", "input_weights: too large for int16 accumulators, up to 1e+04"),
        ("output_weights", "output_weights: too large for int16, up to 2e+06 hundredths"),
        ("skip", "skip and output_bias: too large for int32 sums"),
    ],
)
def test_weights_that_would_overflow_are_refused(array: str, said: str) -> None:
    weights = random_network(0)
    numbers = getattr(weights, array).copy()
    numbers.flat[3] = 1e9 if array == "skip" else 1e4
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        Network(replace(weights, **{array: numbers}))
    assert str(caught.value) == said


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("array", ["input_weights", "input_bias", "output_weights", "skip"])
def test_a_nan_or_an_infinity_is_refused(array: str, number: float) -> None:
    weights = random_network(0)
    numbers = getattr(weights, array).copy()
    numbers.flat[0] = number
    with pytest.raises(ValueError, match=f"^{array}: expected finite numbers, got a NaN or an inf"):
        replace(weights, **{array: numbers})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"skip": np.zeros(100, np.float32)}, r"skip: expected shape \[128\], got \[100\]"),
        (
            {"output_weights": np.zeros((8, 96), np.float32)},
            r"output_weights: expected shape \[8, 64\], got \[8, 96\]",
        ),
        (
            {"output_weights": np.zeros((8, 192), np.float32)},
            r"output_weights: expected shape \[8, 128\], got \[8, 192\]",
        ),
        ({"output_bias": np.zeros(7, np.float32)}, r"output_bias: expected shape \[8\], got \[7\]"),
        ({"buckets": np.full(25, 8, np.uint8)}, r"buckets: expected 0-7, got 8"),
        ({"skip": np.zeros(128)}, r"skip: expected float32 numbers, got float64"),
        ({"scale_cp": 0.0}, r"scale_cp: expected a number above 0, got 0.0"),
        ({"scale_cp": float("nan")}, r"scale_cp: expected a number above 0, got nan"),
        ({"ruleset": "chess"}, r"unknown ruleset 'chess'"),
    ],
)
def test_arrays_of_the_wrong_kind_are_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        replace(random_network(0), **change)


@both_shapes
def test_a_position_looks_the_same_to_its_mover_from_both_sides(perspectives: int) -> None:
    network = Network(random_network(3, perspectives=perspectives))
    white = Position.from_fen("english", "W:W21,22,K9:B1,2,10")
    black = Position.from_fen("english", "B:W32,31,23:B12,11,K24")
    assert network.evaluate(white) == network.evaluate(black)


def test_the_second_perspective_is_that_of_the_opponent() -> None:
    """Units read by the opponent's half alone give what the opponent's own half would give it."""
    both = random_network(4, perspectives=2)
    own = replace(
        both,
        output_weights=both.output_weights[:, 64:].copy(),
        skip=np.zeros_like(both.skip),
    )
    output = np.concatenate([np.zeros_like(own.output_weights), own.output_weights], axis=1)
    opponent, mover = Network(replace(own, output_weights=output)), Network(own)
    for position in POSITIONS:
        native = position.native
        passed = _native.Position(
            "english",
            _native.Colour.BLACK if native.turn == _native.Colour.WHITE else _native.Colour.WHITE,
            native.white_men,
            native.white_kings,
            native.black_men,
            native.black_kings,
        )
        assert opponent.evaluate(position) == mover.evaluate(Position(passed))


def test_the_core_refuses_output_weights_of_another_width() -> None:
    network = quantise(random_network(0, perspectives=2))
    with pytest.raises(ValueError, match=r"^expected output weights \[8, 128\], got \[8, 192\]$"):
        _native.Evaluator.network(
            "english",
            network.input_weights,
            network.input_bias,
            np.zeros((8, 192), np.int16),
            network.output_bias,
            network.skip,
            network.buckets,
            network.activation_shift,
            network.output_shift,
        )


@both_shapes
def test_updating_move_by_move_gives_what_starting_afresh_gives(perspectives: int) -> None:
    network = Network(random_network(5, perspectives=perspectives))
    assert _native.check_accumulator(network.native, seed=1, plies=100_000) == 0
