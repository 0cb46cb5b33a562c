"""The sequential test reproduces published log-likelihood ratios and keeps its error rates."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rl.matches.sprt import Sprt, decide, log_likelihood_ratio, running_counts
from rl.matches.statistics import NORMALISED_ELO, PAIR_SCORES

GATE = Sprt(elo0=0.0, elo1=30.0, alpha=0.05, beta=0.05)


# Disservin/fastchess, app/tests/sprt_test.cpp ("normalized pentanomial 1" and "2") and pull request
# 783; finished tests of xu-shawn/Serendipity, pull requests 54, 55 and 59.
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


# Disservin/fastchess, app/tests/sprt_test.cpp ("logistic pentanomial 1" and "2");
# lynx-chess/Lynx, pull request 1899.
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
