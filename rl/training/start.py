"""The network a run starts from: it knows material and nothing else, like Samuel's program.

The skip holds the values of men and kings, the output weights are 0, the hidden units are small and
random so that every one of them is alive and receives a gradient once the output weights move.
Without a skip, a quarter of the units hold the values instead, in pairs that balance each other.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from engine.evaluators import Material, NetworkWeights
from engine.rules import Position
from engine.rules import ruleset as ruleset_named
from rl.training.config import TrainingConfig
from rl.training.rows import bucket_table
from rl.training.scale import MAN_CP

Doubles = npt.NDArray[np.float64]

LEAD_REACH = 6.0
"""Men ahead or behind at which the units that stand in for the skip reach the end of their range;
most leads of samples are far smaller, and the output weights grow with it."""


def king_cp(ruleset: str) -> int:
    """Return the value of a king in hundredths of a man, as the material evaluator has it."""
    middle = ruleset_named(ruleset).squares // 2
    king_for_man = Position.from_fen(ruleset, f"W:WK{middle}:B{middle + 1}")
    return MAN_CP + Material(ruleset).evaluate(king_for_man)


def material_start(
    ruleset: str, config: TrainingConfig, score_scale: float, seed: int
) -> NetworkWeights:
    """Return a network that evaluates material alone; one man is MAN_CP / score_scale logits."""
    facts = ruleset_named(ruleset)
    squares, pieces_max = facts.squares, 2 * facts.men
    random = np.random.default_rng([seed, 0])
    king = king_cp(ruleset)
    values = np.array([MAN_CP, king, -MAN_CP, -king])
    # About two thirds of the pieces are on the board of an average position, so that sums spread by
    # 0.4 around the middle of the clipped range.
    spread = 0.4 / math.sqrt(pieces_max * 2 / 3)
    input_weights = random.normal(0, spread, (4 * squares, config.width))
    outputs = np.zeros((len(config.buckets), config.perspectives * config.width))
    skip = np.repeat(values / score_scale, squares)
    if not config.skip:
        _hold_in_units(np.repeat(values / MAN_CP, squares), skip[0], input_weights, outputs)
        skip[:] = 0
    return NetworkWeights(
        ruleset=ruleset,
        input_weights=input_weights.astype(np.float32),
        input_bias=np.full(config.width, 0.5, dtype=np.float32),
        output_weights=outputs.astype(np.float32),
        output_bias=np.zeros(len(config.buckets), dtype=np.float32),
        skip=skip.astype(np.float32),
        buckets=bucket_table(config.buckets, pieces_max),
        scale_cp=float(score_scale),
    )


def _hold_in_units(
    values: Doubles, man_logits: float, input_weights: Doubles, outputs: Doubles
) -> None:
    """Let pairs of units add up what the pieces are worth, up to LEAD_REACH men either way.

    `values`: of each input, in men. With a bias of a half and inputs z and -z, (1/2 + z)^2 -
    (1/2 - z)^2 = 2 z: squared units of opposite output weights are linear within their range. What
    is random in the pairs, so that each can learn something else, adds up to 0.
    """
    pairs = input_weights.shape[1] // 8
    random = input_weights[:, :pairs] / 8
    random -= random.mean(axis=1, keepdims=True)
    half = values[:, None] / (2 * LEAD_REACH) + random
    input_weights[:, : 2 * pairs] = np.concatenate([half, -half], axis=1)
    outputs[:, :pairs] = man_logits * LEAD_REACH / pairs
    outputs[:, pairs : 2 * pairs] = -outputs[:, :pairs]
