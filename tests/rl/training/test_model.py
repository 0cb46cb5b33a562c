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
from tests.rl.training.synthetic import lead_in_men, material_samples

both_shapes = pytest.mark.parametrize("perspectives", [1, 2])


def random_weights(seed: int = 1, width: int = 32, perspectives: int = 1) -> NetworkWeights:
    """A network none of whose parts is zero."""
    config = TrainingConfig(width=width, perspectives=perspectives)
    start = material_start("english", config, 120.0, seed)
    random = np.random.default_rng(seed)
    for array in (start.output_weights, start.output_bias, start.skip):
        array += random.normal(0, 0.3, array.shape).astype(np.float32)
    return start


@both_shapes
def test_network_agrees_with_the_engine_reference(perspectives: int) -> None:
    weights = random_weights(perspectives=perspectives)
    samples = material_samples(500)
    x = inputs(samples["planes"], 32)
    rows = make_rows(samples, weights.buckets, 8.0)
    logits = ValueNetwork(weights)(
        torch.from_numpy(x).float(), torch.from_numpy(rows.bucket).long()
    )
    scores = logits.detach().numpy() * weights.scale_cp
    np.testing.assert_allclose(scores, forward(weights, x.reshape(-1, 4, 32)), atol=1e-2)


@both_shapes
def test_weights_go_through_torch_unchanged(perspectives: int) -> None:
    weights = random_weights(perspectives=perspectives)
    returned = ValueNetwork(weights).to_weights(weights.scale_cp)
    for name, array in weights.arrays().items():
        np.testing.assert_array_equal(getattr(returned, name), array)
    assert (returned.ruleset, returned.scale_cp) == (weights.ruleset, weights.scale_cp)


def test_gradient_of_the_activation_is_its_slope() -> None:
    sums = torch.tensor([-0.5, 0.2, 0.7, 1.5], dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(_SquaredClip.apply, (sums,))


def test_both_perspectives_train_the_input_weights() -> None:
    """The gradient through turned weights is that of turned planes, in plain double precision."""
    weights, samples = random_weights(perspectives=2), material_samples(40)
    x = torch.from_numpy(inputs(samples["planes"], 32).astype(np.float32))
    network = ValueNetwork(weights)
    torch.autograd.backward(network(x, torch.zeros(40, dtype=torch.int64)).sum())
    found = network.input_weights.grad
    assert found is not None
    matrix = torch.from_numpy(weights.input_weights.astype(np.float64)).requires_grad_()
    views = [x, x.reshape(40, 4, 32)[:, [2, 3, 0, 1]].flip(2).reshape(40, 128)]
    units = [(view.double() @ matrix + 0.5).clamp(0, 1) ** 2 for view in views]
    outputs = torch.from_numpy(weights.output_weights[0]).double()
    (expected,) = torch.autograd.grad((torch.cat(units, 1) @ outputs).sum(), [matrix])
    np.testing.assert_allclose(found.numpy(), expected.numpy(), atol=1e-4)


@both_shapes
@pytest.mark.parametrize("limit", [0.5, 1.98, 4.0])
def test_clipped_network_always_quantises(limit: float, perspectives: int) -> None:
    weights = random_weights(width=256, perspectives=perspectives)
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


@pytest.mark.parametrize("perspectives", [1, 2])
def test_start_without_a_skip_knows_material_by_its_units(perspectives: int) -> None:
    config = TrainingConfig(skip=False, perspectives=perspectives)
    weights = material_start("english", config, score_scale=150.0, seed=3)
    assert not weights.skip.any()
    samples = material_samples(500)
    planes = inputs(samples["planes"], 32).reshape(-1, 4, 32)
    lead = lead_in_men(samples)
    near = np.abs(lead) <= 4
    assert near.mean() > 0.9
    np.testing.assert_allclose(forward(weights, planes)[near], 100 * lead[near], atol=2)
    quantise(weights)  # raises ValueError where it would overflow


def test_a_network_without_a_skip_drops_the_one_it_is_given() -> None:
    network = ValueNetwork(random_weights(), skip=False)
    assert "skip" not in dict(network.named_parameters())
    assert not network.to_weights(100.0).skip.any()


@pytest.mark.parametrize("skip", [True, False])
def test_start_leaves_no_unit_dead_or_stuck(skip: bool) -> None:
    config = TrainingConfig(skip=skip)
    weights = material_start("english", config, score_scale=150.0, seed=3)
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


@both_shapes
def test_turned_board_with_colours_swapped_scores_the_same(perspectives: int) -> None:
    weights = random_weights(perspectives=perspectives)
    white = Position.from_fen("english", "W:W21,22,K7:B3,12,K30")
    black = Position.from_fen("english", "B:W30,21,K3:B12,11,K26")  # square s becomes 33 - s
    scores = [forward(weights, position.native.planes()[None])[0] for position in (white, black)]
    assert scores[0] == scores[1]
