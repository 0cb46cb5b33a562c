"""Training on samples whose truth is known, and training interrupted."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.evaluators import Network, NetworkWeights
from engine.evaluators.network import forward
from engine.rules import Position
from rl.samples import held_out, inputs, merge
from rl.training import TrainingConfig
from rl.training.fit import learning_rate
from rl.training.report import EpochReport
from rl.training.state import job_digest
from rl.training.trainer import train
from tests.rl.training.synthetic import KING_IN_MEN, lead_in_men, material_samples

SMALL = TrainingConfig(width=32, passes=4, batch_size=512)


@pytest.fixture(scope="module")
def trained() -> tuple[NetworkWeights, list[EpochReport]]:
    """A network trained on material with noise, from a start that has a king at another value."""
    reports: list[EpochReport] = []
    config = dataclasses.replace(SMALL, passes=6)
    samples = merge(material_samples(30_000))
    weights = train(samples, config, ruleset="english", seed=1, on_epoch=reports.append)
    return weights, reports


def test_training_finds_the_values_of_man_and_king(
    trained: tuple[NetworkWeights, list[EpochReport]],
) -> None:
    weights, _ = trained
    samples = material_samples(4000, seed=9)
    scores = forward(weights, inputs(samples["planes"], 32).reshape(-1, 4, 32))
    lead = lead_in_men(samples)
    assert np.corrcoef(scores, lead)[0, 1] > 0.99
    assert np.polyfit(lead, scores, 1)[0] == pytest.approx(100, rel=0.08)
    own_king = (weights.skip * weights.scale_cp).reshape(4, 32)[1].mean()
    assert own_king == pytest.approx(100 * KING_IN_MEN, rel=0.15)


@pytest.mark.parametrize(
    ("up", "down"),
    [
        ("W:W21,22,23:B1,2", "W:W21,22:B1,2,3"),
        ("B:W21,22:B1,2,3", "B:W21,22,23:B1,2"),
        ("W:W25,26,27,28,K10:B5,6,7,K20", "W:W25,26,27,K10:B5,6,7,8,K20"),
    ],
)
def test_man_up_evaluates_above_man_down(
    trained: tuple[NetworkWeights, list[EpochReport]], up: str, down: str
) -> None:
    network = Network(trained[0])
    better, worse = (network.evaluate(Position.from_fen("english", fen)) for fen in (up, down))
    assert better > 50
    assert worse < -50


def test_report_says_what_a_sick_network_would_show(
    trained: tuple[NetworkWeights, list[EpochReport]],
) -> None:
    _, reports = trained
    assert [report.epoch for report in reports] == [1, 2, 3, 4, 5, 6]
    last = reports[-1]
    assert all(np.isfinite(value) for value in last.scalars.values())
    assert last.scalars["loss/train"] < reports[0].scalars["loss/train"]
    assert last.scalars["val/man_up_positive_frac"] > 0.99
    assert last.scalars["val/score_spread"] > 100
    assert last.scalars["units/dead_frac"] == 0
    assert last.scalars["val/corr_search"] > 0.95
    assert last.scalars["scale/export_cp"] == last.weights.scale_cp
    assert abs(last.scalars["loss/val_quantised"] - last.scalars["loss/val"]) < 1e-3
    assert last.scalars["val/quantised_error_cp"] <= 2
    assert {"loss/val_result", "val/by_bucket_0", "val/by_bucket_7", "opt/lr", "opt/grad_norm"} <= (
        last.scalars.keys()
    )
    assert "weights/input" in last.histograms
    assert last.reliability is not None
    assert last.reliability.weight.sum() == pytest.approx(1)


def test_predictions_are_calibrated(trained: tuple[NetworkWeights, list[EpochReport]]) -> None:
    calibration = trained[1][-1].reliability
    assert calibration is not None
    gap = np.abs(calibration.predicted - calibration.actual)
    assert np.nansum(gap * calibration.weight) < 0.06


def digest(weights: NetworkWeights) -> list[bytes]:
    return [array.tobytes() for array in weights.arrays().values()] + [
        repr(weights.scale_cp).encode()
    ]


class Killed(Exception):
    """Stands for a kill at a moment of the test's choice."""


@pytest.mark.parametrize("moment", ["after pass 1", "in report 2", "in state 3", "after pass 4"])
def test_training_resumed_ends_in_the_same_bits(
    moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    samples = merge(material_samples(4000))
    whole: list[EpochReport] = []
    expected = train(samples, SMALL, ruleset="english", seed=1, on_epoch=whole.append)
    state = tmp_path / "training.safetensors"
    reports: dict[int, EpochReport] = {}
    what, number = moment.split()[0], int(moment.split()[-1])
    save = "rl.training.trainer.save_state"
    real_save = __import__("rl.training.state", fromlist=["save_state"]).save_state
    saves = 0

    def saving(*args: object, **kwargs: object) -> None:
        nonlocal saves
        saves += 1
        if what == "in" and "state" in moment and saves == number:
            raise Killed
        real_save(*args, **kwargs)
        if what == "after" and saves == number:
            raise Killed

    def reporting(report: EpochReport) -> None:
        if "report" in moment and report.epoch == number:
            raise Killed
        reports[report.epoch] = report

    monkeypatch.setattr(save, saving)
    with pytest.raises(Killed):
        train(samples, SMALL, ruleset="english", seed=1, state_path=state, on_epoch=reporting)
    monkeypatch.setattr(save, real_save)
    resumed = train(
        samples,
        SMALL,
        ruleset="english",
        seed=1,
        state_path=state,
        on_epoch=lambda report: reports.__setitem__(report.epoch, report),
    )
    assert digest(resumed) == digest(expected)
    for report in whole:
        again = reports[report.epoch]
        assert (again.step, again.positions) == (report.step, report.positions)
        for tag, value in report.scalars.items():
            assert tag.startswith("time/") or again.scalars[tag] == value, tag


def test_same_seed_gives_the_same_bits_and_another_seed_others() -> None:
    samples = merge(material_samples(2000))
    first, again, other = (
        digest(train(samples, SMALL, ruleset="english", seed=seed)) for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_each_generation_blends_by_its_own_share_of_the_search_score() -> None:
    samples = merge(material_samples(4000))
    rising = dataclasses.replace(SMALL, search_share=(0.3, 0.8))
    found = [
        digest(train(samples, rising, ruleset="english", seed=1, generation=generation))
        for generation in range(3)
    ]
    alone = [
        digest(train(samples, dataclasses.replace(SMALL, search_share=(share,)),
                     ruleset="english", seed=1))
        for share in (0.3, 0.8)
    ]  # fmt: skip
    assert found == [*alone, alone[1]]  # the last share holds for the rest
    assert alone[0] != alone[1]


def test_held_out_games_never_reach_the_weights() -> None:
    samples = merge(material_samples(4000))
    changed = samples.copy()
    held = held_out(samples["game"])
    assert 0 < held.sum() < len(samples) / 10
    changed["score"][held] *= -1
    changed["wins"][held], changed["losses"][held] = samples["losses"][held], samples["wins"][held]
    reports: list[EpochReport] = []
    networks = [
        digest(train(s, SMALL, ruleset="english", seed=1, on_epoch=reports.append))
        for s in (samples, changed)
    ]
    assert networks[0] == networks[1]
    assert reports[3].scalars["loss/val"] < reports[7].scalars["loss/val"] - 0.2


def test_training_goes_on_from_a_given_network() -> None:
    samples = merge(material_samples(4000))
    start = train(samples, SMALL, ruleset="english", seed=1)
    short = dataclasses.replace(SMALL, passes=1, learning_rate=1e-6, final_learning_rate=0.0)
    again = train(samples, short, ruleset="english", seed=2, start=start)
    np.testing.assert_allclose(again.input_weights, start.input_weights, atol=1e-4)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"width": 64}, "starting network: expected width 64, got 32"),
        ({"buckets": (8, 24)}, "starting network: expected buckets "),
    ],
)
def test_start_of_another_shape_is_refused(change: dict[str, object], message: str) -> None:
    samples = merge(material_samples(1000))
    start = train(samples, SMALL, ruleset="english", seed=1)
    config = dataclasses.replace(SMALL, **change)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=message):
        train(samples, config, ruleset="english", seed=1, start=start)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_loss_that_is_no_number_stops_the_training(
    bad: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "rl.training.trainer.blended_target", lambda rows, *_: np.full(len(rows), bad, np.float32)
    )
    with pytest.raises(ValueError, match=r"^training stopped: the loss became .* at step 1 of \d+"):
        train(merge(material_samples(1000)), SMALL, ruleset="english", seed=1)


def test_no_sample_to_train_on_is_refused() -> None:
    samples = material_samples(8)
    samples["game"] = 16
    with pytest.raises(ValueError, match="expected samples to train on, got 8, all of held-out"):
        train(samples, SMALL, ruleset="english", seed=1)


def test_samples_without_held_out_games_train_without_validation() -> None:
    samples = material_samples(1000)
    reports: list[EpochReport] = []
    train(samples[8:120], SMALL, ruleset="english", seed=1, on_epoch=reports.append)
    assert reports[-1].reliability is None
    assert "loss/val" not in reports[-1].scalars
    assert "loss/train" in reports[-1].scalars


def test_state_of_another_training_is_refused(tmp_path: Path) -> None:
    samples, state = merge(material_samples(1000)), tmp_path / "training.safetensors"
    train(samples, SMALL, ruleset="english", seed=1, state_path=state)
    others = [
        (samples, SMALL, 2),
        (samples, dataclasses.replace(SMALL, passes=5), 1),
        (merge(material_samples(1001)), SMALL, 1),
    ]
    for other, config, seed in others:
        with pytest.raises(ValueError, match=r"training\.safetensors: belongs to a training with"):
            train(other, config, ruleset="english", seed=seed, state_path=state)


@pytest.mark.parametrize("size", [0, 5, 1000, -1])
def test_damaged_state_is_refused_in_one_line(size: int, tmp_path: Path) -> None:
    samples, state = merge(material_samples(1000)), tmp_path / "training.safetensors"
    train(samples, SMALL, ruleset="english", seed=1, state_path=state)
    state.write_bytes(state.read_bytes()[:size])
    with pytest.raises(ValueError, match=r"training\.safetensors: expected a training st") as error:
        train(samples, SMALL, ruleset="english", seed=1, state_path=state)
    assert "\n" not in str(error.value)


def test_torch_settings_are_left_as_they_were() -> None:
    before = torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()
    config = dataclasses.replace(SMALL, threads=before[0] + 1)
    train(merge(material_samples(1000)), config, ruleset="english", seed=1)
    assert (torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()) == before


def test_learning_rate_rises_then_falls_along_half_a_cosine() -> None:
    config = TrainingConfig(learning_rate=1e-2, final_learning_rate=1e-4, warmup_share=0.1)
    rates = [learning_rate(step, 101, config) for step in range(101)]
    assert rates[0] == pytest.approx(1e-3)
    assert rates[10] == pytest.approx(1e-2)
    assert rates[55] == pytest.approx((1e-2 + 1e-4) / 2)
    assert rates[-1] == pytest.approx(1e-4)
    assert rates.index(max(rates)) in (9, 10)


def test_weights_stay_within_the_clip() -> None:
    config = dataclasses.replace(SMALL, learning_rate=0.3, final_learning_rate=0.3, weight_clip=0.5)
    reports: list[EpochReport] = []
    train(material_samples(2000), config, ruleset="english", seed=1, on_epoch=reports.append)
    weights = reports[-1].weights
    for array in (weights.input_weights, weights.input_bias, weights.output_weights):
        assert np.abs(array).max() <= 0.5
    assert 0 < reports[-1].scalars["opt/clipped_frac"] < 1


def test_start_is_soon_forgotten_by_the_average() -> None:
    samples = material_samples(2000)
    reports: list[EpochReport] = []
    train(samples, SMALL, ruleset="english", seed=1, on_epoch=reports.append)
    assert reports[-1].step < 20  # of which the plain decay of 0.999 would keep 98 % of the start
    assert np.abs(reports[-1].weights.output_weights).mean() > 1e-3


def test_padding_of_the_samples_does_not_make_another_training() -> None:
    samples = material_samples(100)
    dirty = np.frombuffer(b"\xff" * samples.nbytes, dtype=samples.dtype).copy()
    for name in samples.dtype.names or ():
        dirty[name] = samples[name]
    assert job_digest(dirty, SMALL, None, seed=1) == job_digest(samples, SMALL, None, seed=1)


def test_a_flipped_bit_in_the_state_is_noticed(tmp_path: Path) -> None:
    samples, state = merge(material_samples(1000)), tmp_path / "training.safetensors"
    train(samples, SMALL, ruleset="english", seed=1, state_path=state)
    data = bytearray(state.read_bytes())
    data[-1000] ^= 1
    state.write_bytes(data)
    with pytest.raises(ValueError, match=r"training\.safetensors: its content differs"):
        train(samples, SMALL, ruleset="english", seed=1, state_path=state)
