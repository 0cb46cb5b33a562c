"""The sequential test reproduces published log-likelihood ratios and keeps its error rates."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rl.matches.sprt import Sprt, SprtConfig, decide, log_likelihood_ratio, running_counts
from rl.matches.statistics import NORMALISED_ELO, PAIR_SCORES

GATE = Sprt(elo0=0.0, elo1=30.0, alpha=0.05, beta=0.05)


# https://github.com/Disservin/fastchess, app/tests/sprt_test.cpp ("normalized pentanomial 1" and
# "2") and pull/783; finished tests in https://github.com/xu-shawn/Serendipity, pull/54, 55 and 59.
@pytest.mark.parametrize(
    ("pairs", "nelo0", "nelo1", "llr"),
    [
        ((365, 16618, 36229, 16974, 390), 0.0, 2.0, 2.25),
        ((127, 4883, 10712, 5150, 104), -1.75, 0.25, 3.01),
        ((379, 10170, 21828, 10640, 343), 0.0, 2.0, 2.946),
        ((275, 1381, 2577, 1389, 380), 0.0, 4.0, 2.95),
        ((283, 1151, 2214, 1221, 281), -5.0, 3.0, 2.95),
        ((64, 406, 794, 466, 71), -5.0, 3.0, 2.96),
    ],
)
def test_normalised_llr_is_the_published_one(
    pairs: tuple[int, ...], nelo0: float, nelo1: float, llr: float
) -> None:
    assert float(log_likelihood_ratio(pairs, nelo0, nelo1)) == pytest.approx(llr, abs=0.006)


# https://github.com/Disservin/fastchess, app/tests/sprt_test.cpp ("logistic pentanomial 1" and
# "2"); https://github.com/lynx-chess/Lynx/pull/1899.
@pytest.mark.parametrize(
    ("pairs", "elo0", "elo1", "llr"),
    [
        ((223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55983, 26678, 821), 0.0, 2.0, -4.98),
        ((235, 1384, 2521, 1341, 239), -5.0, 0.0, 1.69),
    ],
)
def test_logistic_llr_is_the_published_one(
    pairs: tuple[int, ...], elo0: float, elo1: float, llr: float
) -> None:
    measured = float(log_likelihood_ratio(pairs, elo0, elo1, "logistic"))
    assert measured == pytest.approx(llr, abs=0.006)


# Finished tests of fishtest as posted with the changes they let pass (and one given up), each in
# https://github.com/official-stockfish/Stockfish/pull/N: Ptnml(0-2), bounds, LLR. Bounds in `<>`
# are normalised, those in `{}` before 2021 logistic.
@pytest.mark.parametrize(
    ("pull", "pairs", "nelo0", "nelo1", "llr"),
    [
        (3811, (55, 2567, 5961, 2723, 102), 0.0, 2.5, 2.94),
        (3811, (6, 1821, 5079, 2025, 21), 0.5, 3.0, 2.94),
        (4047, (1180, 30114, 70941, 30111, 1090), -2.25, 0.25, 2.94),
        (4047, (19, 3082, 9164, 3112, 35), 0.5, 3.0, -0.14),
        (4047, (42, 6976, 20950, 7070, 42), -2.25, 0.25, 2.95),
        (4160, (12, 2318, 9925, 2598, 3), 0.5, 2.5, 2.95),
        (5257, (914, 28467, 61458, 29126, 899), 0.0, 2.0, 2.99),
        (5257, (82, 18412, 46354, 18988, 89), 0.5, 2.5, 2.96),
        (6036, (1, 1098, 3954, 1346, 1), 0.5, 2.5, 2.94),
        (6036, (0, 1236, 4490, 1474, 1), 0.0, 2.0, 2.94),
        (6255, (317, 12094, 28735, 12231, 319), -1.75, 0.25, 2.96),
        (6255, (47, 9917, 26934, 10064, 45), -1.75, 0.25, 2.94),
    ],
)
def test_normalised_llr_is_that_of_fishtest(
    pull: int, pairs: tuple[int, ...], nelo0: float, nelo1: float, llr: float
) -> None:
    assert float(log_likelihood_ratio(pairs, nelo0, nelo1)) == pytest.approx(llr, abs=0.0051)


@pytest.mark.parametrize(
    ("pull", "pairs", "elo0", "elo1", "llr"),
    [
        (2493, (424, 2948, 5832, 3045, 460), -1.0, 3.0, 2.94),
        (2920, (665, 4806, 9333, 4893, 747), -0.5, 1.5, 2.95),
        (2920, (328, 4564, 15580, 4789, 371), 0.25, 1.75, 2.98),
        (3098, (491, 7345, 29693, 7670, 465), -0.25, 1.25, 2.96),
        (3209, (253, 4282, 17604, 4431, 286), -0.25, 1.25, 2.94),
        (3331, (14, 1030, 14318, 1163, 19), 0.25, 1.25, 2.93),
    ],
)
def test_logistic_llr_is_that_of_fishtest(
    pull: int, pairs: tuple[int, ...], elo0: float, elo1: float, llr: float
) -> None:
    measured = float(log_likelihood_ratio(pairs, elo0, elo1, "logistic"))
    assert measured == pytest.approx(llr, abs=0.0051)


def test_bounds_are_those_fishtest_prints() -> None:
    # "LLR: ... (-2.94,2.94)" of every fishtest result at alpha = beta = 0.05.
    assert GATE.lower == pytest.approx(-2.94, abs=0.006)
    assert GATE.upper == pytest.approx(2.94, abs=0.006)


def test_draws_alone_never_pass() -> None:
    for pairs in (1, 20, 40, 400, 4000):
        assert decide([2] * pairs, GATE).passed is not True
    assert decide([2] * 20, GATE).llr < 0.0


def test_no_pairs_decide_nothing() -> None:
    assert decide([], GATE).passed is None
    assert decide([], GATE).llr == 0.0


def test_wins_alone_pass_and_losses_alone_fail() -> None:
    assert decide([4] * 100, GATE).passed is True
    assert decide([0] * 100, GATE).passed is False


def test_verdict_is_that_of_the_first_pair_outside_the_bounds() -> None:
    points = [4, 3, 2, 4, 3] * 40
    verdict = decide(points, GATE)
    assert verdict.passed is True
    assert verdict.pairs < len(points)
    assert decide(points[: verdict.pairs - 1], GATE).passed is None
    assert decide(points[: verdict.pairs], GATE).llr == pytest.approx(verdict.llr)
    later = decide([*points[: verdict.pairs], *[0] * 500], GATE)
    assert (later.passed, later.pairs) == (True, verdict.pairs)
    assert later.llr == pytest.approx(verdict.llr)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"bounds": (5.0,)}, r"bounds: expected two of them, as in \[0, 10\], got \(5\.0,\)"),
        ({"bounds": (5.0, 0.0)}, "bounds: expected -100 <= elo0 < elo1 <= 100, got elo0 = 5.0 and"),
        ({"alpha": 0.7}, "alpha: expected between 0 and 0.5, got 0.7"),
        ({"bounds": (0.0, 9.0), "beta": 0.0}, "beta: expected between 0 and 0.5, got 0.0"),
    ],
)
def test_impossible_settings_of_a_test_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        SprtConfig(**values)


def test_settings_without_bounds_are_no_test() -> None:
    assert SprtConfig().test() is None
    assert SprtConfig(bounds=(0.0, 30.0)).test() == GATE


@settings(max_examples=30)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=60))
def test_every_result_has_a_finite_llr_with_the_sign_of_its_mirror(points: list[int]) -> None:
    counts = running_counts(points)
    llrs = log_likelihood_ratio(counts, -20.0, 20.0)
    mirrored = log_likelihood_ratio(counts[:, ::-1], -20.0, 20.0)
    assert np.all(np.isfinite(llrs))
    np.testing.assert_allclose(llrs, -mirrored, atol=1e-6)


@pytest.mark.parametrize(
    ("elo0", "elo1", "alpha", "beta", "message"),
    [
        (5.0, 5.0, 0.05, 0.05, "elo1: expected"),
        (0.0, 500.0, 0.05, 0.05, "elo1: expected"),
        (0.0, 30.0, 0.0, 0.05, r"alpha: expected between 0 and 0\.5, got 0\.0"),
        (0.0, 30.0, 0.05, 0.5, r"beta: expected between 0 and 0\.5, got 0\.5"),
    ],
)
def test_impossible_tests_are_refused(
    elo0: float, elo1: float, alpha: float, beta: float, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Sprt(elo0=elo0, elo1=elo1, alpha=alpha, beta=beta)


def shares_of(nelo: float, draws: float) -> np.ndarray:
    """Return a distribution of pair scores of exactly this normalised Elo, by fixed point."""
    even = np.array([0.04, 0.46 - draws / 2, draws, 0.46 - draws / 2, 0.04])
    shares = even
    for _ in range(20):
        mean = float(np.sum(shares * PAIR_SCORES))
        spread = math.sqrt(float(np.sum(shares * (np.array(PAIR_SCORES) - mean) ** 2)))
        above = nelo / NORMALISED_ELO * math.sqrt(2.0) * spread
        shares = even + 2.0 * above * np.array([0.0, -1.0, 0.0, 1.0, 0.0])
    return shares


def pass_rate(nelo: float, draws: float, tests: int) -> float:
    """Return the share of simulated tests that a player of this normalised Elo passes."""
    test = Sprt(elo0=0.0, elo1=60.0, alpha=0.05, beta=0.05)
    random = np.random.default_rng(round(1000 * draws + nelo))
    passed = 0
    for _ in range(tests):
        verdict = decide(random.choice(5, size=2000, p=shares_of(nelo, draws)).tolist(), test)
        assert verdict.passed is not None
        passed += verdict.passed
    return passed / tests


@pytest.mark.slow
@pytest.mark.parametrize("draws", [0.3, 0.7])
def test_error_rates_are_those_asked_for(draws: float) -> None:
    # Wald: 5 % of the tests, or a little less; three standard errors of 200 tests are 4.6 %.
    assert 0.0 < pass_rate(0.0, draws, tests=200) < 0.097
    assert 0.903 < pass_rate(60.0, draws, tests=200) < 1.0
