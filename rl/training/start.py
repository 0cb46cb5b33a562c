"""The network a run starts from: it knows material and nothing else, like Samuel's program.

The skip holds the values of men and kings, the output weights are 0, the hidden units are small and
random so that every one of them is alive and receives a gradient once the output weights move.
"""

from __future__ import annotations

import math

import numpy as np

from engine.evaluators import Material, NetworkWeights
from engine.rules import Position
from engine.rules import ruleset as ruleset_named
from rl.training.config import TrainingConfig
from rl.training.rows import bucket_table
from rl.training.scale import MAN_CP


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
    return NetworkWeights(
        ruleset=ruleset,
        input_weights=input_weights.astype(np.float32),
        input_bias=np.full(config.width, 0.5, dtype=np.float32),
        output_weights=np.zeros((len(config.buckets), config.width), dtype=np.float32),
        output_bias=np.zeros(len(config.buckets), dtype=np.float32),
        skip=np.repeat(values / score_scale, squares).astype(np.float32),
        buckets=bucket_table(config.buckets, pieces_max),
        scale_cp=float(score_scale),
    )
