"""A network of every shape learns material, resumes to the same bits, and travels in files."""

from __future__ import annotations

import dataclasses
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from engine.evaluators import Network, NetworkWeights
from engine.evaluators.network import digest, forward, load_network, save_network
from engine.rules import Position
from rl.samples import merge
from rl.training import TrainingConfig
from rl.training.report import EpochReport
from rl.training.trainer import train
from tests.rl.training.synthetic import material_samples

SMALL = TrainingConfig(width=32, passes=4, batch_size=512, search_share=(1.0,))
SHAPES = {
    "two perspectives": dataclasses.replace(SMALL, perspectives=2),
    "no skip": dataclasses.replace(SMALL, skip=False),
    "two perspectives, no skip": dataclasses.replace(SMALL, perspectives=2, skip=False),
}
of_every_shape = pytest.mark.parametrize("config", SHAPES.values(), ids=SHAPES)


@cache
def trained(config: TrainingConfig) -> tuple[NetworkWeights, list[EpochReport]]:
    """A network fitted to material with noise, kings worth three men, and what was reported."""
    reports: list[EpochReport] = []
    samples = merge(material_samples(10_000))
    _, kings, _, their_kings = np.bitwise_count(samples["planes"]).astype(np.int16).T
    samples["score"] += np.int16(150) * (kings - their_kings)
    weights = train(samples, config, ruleset="english", seed=1, on_epoch=reports.append)
    return weights, reports


@of_every_shape
def test_a_trained_network_knows_a_man_up_from_a_man_down(config: TrainingConfig) -> None:
    network = Network(trained(config)[0])
    for up, down in (
        ("W:W21,22,23:B1,2", "W:W21,22:B1,2,3"),
        ("B:W21,22:B1,2,3", "B:W21,22,23:B1,2"),
        ("W:W25,26,27,28,K10:B5,6,7,K20", "W:W25,26,27,K10:B5,6,7,8,K20"),
    ):
        assert network.evaluate(Position.from_fen("english", up)) > 50
        assert network.evaluate(Position.from_fen("english", down)) < -50


@of_every_shape
def test_training_learns_more_than_its_start_knows(config: TrainingConfig) -> None:
    """To the start, a king is worth a man and a half."""
    weights, reports = trained(config)
    king_for_man = np.zeros((2, 4, 32), np.uint8)
    for view, planes in enumerate(king_for_man):
        planes[:, 8:12] = np.eye(4)
        planes[1 + 2 * view, 13], planes[2 - 2 * view, 19] = 1, 1
    ahead, behind = forward(weights, king_for_man)
    assert (ahead - behind) / 2 == pytest.approx(200, abs=50)
    assert reports[-1].scalars["loss/train"] < reports[0].scalars["loss/train"] / 2
    assert reports[-1].scalars["val/quantised_error_cp"] <= 2


@of_every_shape
def test_training_uses_the_shape_it_is_told(config: TrainingConfig) -> None:
    weights, _ = trained(config)
    assert (weights.width, weights.perspectives) == (config.width, config.perspectives)
    opponents = weights.output_weights[:, weights.width :]
    assert (opponents.size > 0) == (config.perspectives == 2)
    assert not opponents.size or np.abs(opponents).mean() > 1e-3
    assert weights.skip.any() == config.skip


@of_every_shape
def test_a_resumed_training_ends_in_the_same_bits(config: TrainingConfig, tmp_path: Path) -> None:
    samples, state = merge(material_samples(3000)), tmp_path / "training.safetensors"
    expected = train(samples, config, ruleset="english", seed=1)

    class Killed(Exception):
        pass

    def kill_in_the_third_pass(report: EpochReport) -> None:
        if report.epoch == 3:
            raise Killed

    with pytest.raises(Killed):
        train(
            samples,
            config,
            ruleset="english",
            seed=1,
            state_path=state,
            on_epoch=kill_in_the_third_pass,
        )
    resumed = train(samples, config, ruleset="english", seed=1, state_path=state)
    assert digest(resumed) == digest(expected)


@of_every_shape
def test_training_goes_on_from_a_file_of_its_own_shape(
    config: TrainingConfig, tmp_path: Path
) -> None:
    weights, path = trained(config)[0], tmp_path / "network.safetensors"
    save_network(path, weights)
    still = dataclasses.replace(config, passes=1, learning_rate=1e-6, final_learning_rate=0.0)
    samples = merge(material_samples(1000))
    again = train(samples, still, ruleset="english", seed=2, start=load_network(path))
    for name in ("input_weights", "output_weights", "skip"):
        np.testing.assert_allclose(getattr(again, name), getattr(weights, name), atol=1e-4)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"perspectives": 1}, "starting network: expected perspectives 1, got 2"),
        ({"skip": False}, "starting network: expected none with a piece-square skip, got one"),
    ],
)
def test_a_start_of_another_shape_is_refused(change: dict[str, int], message: str) -> None:
    config = SHAPES["two perspectives"]
    other = dataclasses.replace(config, **change)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=f"^{message}$"):
        train(
            merge(material_samples(1000)),
            other,
            ruleset="english",
            seed=1,
            start=trained(config)[0],
        )
