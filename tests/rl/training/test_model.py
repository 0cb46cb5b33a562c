"""The torch network against the engine's own definition of the same network."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from engine.evaluators.network import NetworkWeights, forward, quantise
from engine.rules import Position
from rl.samples import inputs
from rl.training import TrainingConfig
from rl.training.model import ValueNetwork, _SquaredClip
from rl.training.rows import make_rows
from rl.training.start import material_start
from tests.rl.training.synthetic import material_samples


def random_weights(seed: int = 1, width: int = 32) -> NetworkWeights:
    """A network none of whose parts is zero."""
    start = material_start("english", TrainingConfig(width=width), 120.0, seed)
    random = np.random.default_rng(seed)
    for array in (start.output_weights, start.output_bias, start.skip):
        array += random.normal(0, 0.3, array.shape).astype(np.float32)
    return start


def test_network_agrees_with_the_engine_reference() -> None:
    weights = random_weights()
    samples = material_samples(500)
    x = inputs(samples["planes"], 32)
    rows = make_rows(samples, weights.buckets, 8.0)
    logits = ValueNetwork(weights)(
        torch.from_numpy(x).float(), torch.from_numpy(rows.bucket).long()
    )
    scores = logits.detach().numpy() * weights.scale_cp
    np.testing.assert_allclose(scores, forward(weights, x.reshape(-1, 4, 32)), atol=1e-2)


def test_weights_go_through_torch_unchanged() -> None:
    weights = random_weights()
    returned = ValueNetwork(weights).to_weights(weights.scale_cp)
    for name, array in weights.arrays().items():
        np.testing.assert_array_equal(getattr(returned, name), array)
    assert (returned.ruleset, returned.scale_cp) == (weights.ruleset, weights.scale_cp)


def test_gradient_of_the_activation_is_its_slope() -> None:
    sums = torch.tensor([-0.5, 0.2, 0.7, 1.5], dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(_SquaredClip.apply, (sums,))


@pytest.mark.parametrize("limit", [0.5, 1.98, 4.0])
def test_clipped_network_always_quantises(limit: float) -> None:
    weights = random_weights(width=64)
    for array in (weights.input_weights, weights.input_bias, weights.skip, weights.output_bias):
        array *= 1e4
    with pytest.raises(ValueError, match="too large"):
        quantise(weights)
    network = ValueNetwork(weights)
    network.clip(limit)
    quantised = quantise(network.to_weights(100.0))
    assert quantised.activation_shift >= 6
    assert np.abs(network.input_weights.detach().numpy()).max() == pytest.approx(limit)


def test_start_knows_material_and_nothing_else() -> None:
    weights = material_start("english", TrainingConfig(), score_scale=150.0, seed=3)
    maps = (weights.skip * weights.scale_cp).reshape(4, 32)
    assert np.ptp(maps, axis=1).max() < 1e-3
    man, king, their_man, their_king = maps[:, 0]
    assert man == pytest.approx(100)
    assert king > man
    assert (their_man, their_king) == (-man, -king)
    planes = inputs(material_samples(50)["planes"], 32).reshape(-1, 4, 32)
    lead = planes.sum(axis=2) @ maps[:, 0]
    np.testing.assert_allclose(forward(weights, planes), lead, atol=1e-2)


def test_start_leaves_no_unit_dead_or_stuck() -> None:
    weights = material_start("english", TrainingConfig(), score_scale=150.0, seed=3)
    x = torch.from_numpy(inputs(material_samples(2000)["planes"], 32)).float()
    sums = ValueNetwork(weights).sums(x).detach().numpy()
    inside = ((sums > 0) & (sums < 1)).mean(axis=0)
    assert inside.min() > 0.5


def test_start_follows_from_the_seed() -> None:
    first, again, other = (
        material_start("english", TrainingConfig(), 150.0, seed).input_weights for seed in (1, 1, 2)
    )
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_turned_board_with_colours_swapped_scores_the_same() -> None:
    weights = random_weights()
    white = Position.from_fen("english", "W:W21,22,K7:B3,12,K30")
    black = Position.from_fen("english", "B:W30,21,K3:B12,11,K26")  # square s becomes 33 - s
    scores = [forward(weights, position.native.planes()[None])[0] for position in (white, black)]
    assert scores[0] == scores[1]
