"""Score scale and export scale, on samples whose scales are known."""

from __future__ import annotations

import numpy as np
import pytest

from engine.evaluators.network import quantise
from rl.training import TrainingConfig
from rl.training.rows import Rows, bucket_table, make_rows
from rl.training.scale import SCORE_SCALE_RANGE, export_scale, fit_score_scale, man_value
from rl.training.start import material_start
from tests.rl.training.synthetic import LOGIT_A_MAN, lead_in_men, material_samples


def rows_of(samples: np.ndarray) -> Rows:
    return make_rows(samples, bucket_table(TrainingConfig().buckets, 24), 8.0)


@pytest.mark.parametrize("scale", [60.0, 150.0, 400.0])
def test_score_scale_is_found_again(scale: float) -> None:
    samples = material_samples(40_000)
    random = np.random.default_rng(5)
    samples["score"] = random.integers(-600, 600, len(samples))
    won = random.random(len(samples)) < 1 / (1 + np.exp(-samples["score"] / scale))
    samples["wins"], samples["draws"], samples["losses"] = won, 0, ~won
    assert fit_score_scale(rows_of(samples)) == pytest.approx(scale, rel=0.05)


def test_won_scores_do_not_flatten_the_scale() -> None:
    samples = material_samples(20_000)
    before = fit_score_scale(rows_of(samples))
    samples["score"][:100], samples["wins"][:100], samples["losses"][:100] = 29_990, 0, 0
    samples["draws"][:100] = 1
    assert fit_score_scale(rows_of(samples)) == pytest.approx(before, rel=0.1)


@pytest.mark.parametrize(("result", "bound"), [("draws", 1), ("wins", 0)])
def test_samples_that_tell_nothing_leave_the_scale_at_its_bound(result: str, bound: int) -> None:
    samples = material_samples(1000)
    samples["score"] = 100
    for name in ("wins", "draws", "losses"):
        samples[name] = name == result
    assert fit_score_scale(rows_of(samples)) == pytest.approx(SCORE_SCALE_RANGE[bound], rel=1e-6)


def test_man_value_is_the_logit_of_one_man_whatever_being_on_move_is_worth() -> None:
    samples = material_samples(5000)
    rows = rows_of(samples)
    logits = (LOGIT_A_MAN * lead_in_men(samples) + 0.3).astype(np.float32)
    assert man_value(rows, logits) == pytest.approx(LOGIT_A_MAN, abs=1e-5)


def test_man_value_needs_uneven_positions() -> None:
    rows = rows_of(material_samples(50))
    assert man_value(rows, np.zeros(50, dtype=np.float32)) is None


def test_a_man_exports_as_100() -> None:
    assert export_scale(0.8, 200.0, np.zeros((8, 64))) == pytest.approx(125.0)
    for unknown in (None, 0.0, -1.0):
        assert export_scale(unknown, 200.0, np.zeros((8, 64))) == 200.0


@pytest.mark.parametrize("width", [32, 64, 256])
def test_export_scale_never_lets_the_output_overflow(width: int) -> None:
    config = TrainingConfig(width=width, weight_clip=4.0)
    weights = material_start("english", config, score_scale=100.0, seed=1)
    weights.output_weights[:] = 4.0
    scale = export_scale(1e-6, 200.0, weights.output_weights)
    weights = type(weights)(**{**vars(weights), "scale_cp": scale})
    assert quantise(weights).output_shift == 0  # raises ValueError on overflow
