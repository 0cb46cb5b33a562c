"""A value network in whole numbers, in plain numpy, and random networks to compare with."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.evaluators.network import NetworkWeights, QuantisedNetwork
from engine.rules import ruleset as ruleset_named

BUCKETS = [0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7]


def random_network(
    seed: int,
    width: int = 64,
    size: float = 1.0,
    ruleset: str = "english",
    perspectives: int = 1,
) -> NetworkWeights:
    """Make a network with weights about as large as trained ones are, times `size`.

    Scores spread alike whatever the number of perspectives.
    """
    random = np.random.default_rng(seed)
    rules = ruleset_named(ruleset)
    inputs, pieces = 4 * rules.squares, 2 * rules.men
    # The bounds of English draughts, stretched over the pieces of the game.
    buckets = [BUCKETS[number * 24 // pieces] for number in range(pieces + 1)]

    def normal(scale: float, *shape: int) -> NDArray[np.float32]:
        return (size * random.normal(0, scale, shape)).astype(np.float32)

    return NetworkWeights(
        ruleset=ruleset,
        input_weights=normal(0.3, inputs, width),
        input_bias=normal(0.3, width),
        output_weights=normal(0.4 / perspectives**0.5, 8, perspectives * width),
        output_bias=normal(0.3, 8),
        skip=normal(0.4, inputs),
        buckets=np.array(buckets, np.uint8),
        scale_cp=200.0,
    )


def whole_number_scores(network: QuantisedNetwork, planes: NDArray[np.uint8]) -> list[int]:
    """Score positions as the core should, `planes` [N, 4, S], in Python's unbounded integers.

    The shifts follow from the scales: units y at 2^15, output weights at 2^k hundredths.
    """
    m, k = network.activation_shift, network.output_shift
    perspectives = network.output_weights.shape[1] // network.input_weights.shape[1]
    scores = []
    for board in planes.astype(bool):
        flat = board.ravel()
        bucket = network.buckets[flat.sum()]
        total = network.output_bias[bucket].item() + sum(network.skip[flat].tolist())
        dot = 0
        views = (flat, as_the_opponent_sees(board).ravel())[:perspectives]
        columns = [network.input_weights[view].astype(int).sum(axis=0) for view in views]
        sums = np.concatenate([column + network.input_bias for column in columns])
        for sum_, weight in zip(
            sums.tolist(), network.output_weights[bucket].tolist(), strict=True
        ):
            assert -(2**15) <= sum_ < 2**15
            x = min(max(sum_, 0), 2**m - 1)
            y = ((x << (16 - m)) * (x << (15 - m))) >> 16
            dot += y * weight
        assert abs(dot) < 2**31
        total += dot >> 15
        scores.append(min(max(total >> k, -20000), 20000))
    return scores


def as_the_opponent_sees(board: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Turn planes [4, S] square by square: their men are the opponent's own, on S + 1 - s."""
    seen = np.zeros_like(board)
    squares = board.shape[1]
    for plane, its_own in ((0, 2), (1, 3), (2, 0), (3, 1)):
        for square in range(1, squares + 1):
            seen[its_own, squares - square] = board[plane, square - 1]
    return seen
