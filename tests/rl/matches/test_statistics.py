"""Match statistics reproduce what fastchess and fishtest published."""

from __future__ import annotations

import math

import pytest

from rl.matches.statistics import (
    MatchStatistics,
    PairCounts,
    count_pairs,
    elo_of,
    evaluate_counts,
    evaluate_results,
    pair_points,
)


def evaluate_pairs(pairs: PairCounts) -> MatchStatistics:
    """Evaluate pair counts whose middle pairs are taken as two draws each."""
    wins = 2 * pairs[4] + pairs[3]
    losses = 2 * pairs[0] + pairs[1]
    return evaluate_counts(wins, 2 * sum(pairs) - wins - losses, losses, pairs)


def half(interval: tuple[float, float] | None) -> float:
    assert interval is not None
    return (interval[1] - interval[0]) / 2


# https://github.com/Disservin/fastchess, app/tests/elo_test.cpp ("EloPentanomial 1" to "3"); Elo,
# half its 95 % interval, normalised Elo, half its interval.
FASTCHESS_TESTS = [
    ((34, 54, 63, 64, 75), 55.58, 27.65, 57.94, 28.28),
    ((332, 433, 498, 333, 334), -8.64, 10.33, -9.17, 10.96),
    ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01, 2.65),
]


@pytest.mark.parametrize(("pairs", "elo", "error", "nelo", "nelo_error"), FASTCHESS_TESTS)
def test_elo_and_normalised_elo_are_those_of_fastchess(
    pairs: PairCounts, elo: float, error: float, nelo: float, nelo_error: float
) -> None:
    statistics = evaluate_pairs(pairs)
    assert statistics.elo == pytest.approx(elo, abs=0.006)
    assert half(statistics.elo_interval) == pytest.approx(error, abs=0.006)
    assert statistics.nelo == pytest.approx(nelo, abs=0.006)
    assert half(statistics.nelo_interval) == pytest.approx(nelo_error, abs=0.006)


# The same file: LOS of "EloPentanomial 1" and "2".
@pytest.mark.parametrize(
    ("pairs", "los"), [(FASTCHESS_TESTS[0][0], 100.00), (FASTCHESS_TESTS[1][0], 5.05)]
)
def test_likelihood_of_superiority_is_that_of_fastchess(pairs: PairCounts, los: float) -> None:
    measured = evaluate_pairs(pairs).los
    assert measured is not None
    assert 100 * measured == pytest.approx(los, abs=0.006)


# Results that fastchess printed for whole matches, as posted in pull requests of two engines: games
# won, drawn, lost; Ptnml(0-2); Elo, nElo, LOS and points in per cent, pair ratio.
PRINTED = [
    # https://github.com/xu-shawn/Serendipity/pull/54
    ((3776, 4670, 3558), (275, 1381, 2577, 1389, 380), 6.31, 4.16, 9.42, 6.22, 99.85, 50.91, 1.07),
    # https://github.com/xu-shawn/Serendipity/pull/55
    ((3173, 4020, 3107), (283, 1151, 2214, 1221, 281), 2.23, 4.50, 3.32, 6.71, 83.40, 50.32, 1.05),
    # https://github.com/lynx-chess/Lynx/pull/1899
    (
        (3025, 5355, 3060),
        (235, 1384, 2521, 1341, 239),
        -1.06,
        4.05,
        -1.67,
        6.37,
        30.33,
        49.85,
        0.98,
    ),
]


@pytest.mark.parametrize(
    ("games", "pairs", "elo", "error", "nelo", "nelo_error", "los", "points", "ratio"), PRINTED
)
def test_summary_is_the_one_fastchess_printed(
    games: tuple[int, int, int],
    pairs: PairCounts,
    elo: float,
    error: float,
    nelo: float,
    nelo_error: float,
    los: float,
    points: float,
    ratio: float,
) -> None:
    statistics = evaluate_counts(*games, pairs)
    assert statistics.los is not None
    assert statistics.score is not None
    measured = [
        statistics.elo,
        half(statistics.elo_interval),
        statistics.nelo,
        half(statistics.nelo_interval),
        100 * statistics.los,
        100 * statistics.score,
        statistics.pair_ratio,
    ]
    expected = [elo, error, nelo, nelo_error, los, points, ratio]
    assert measured == pytest.approx(expected, abs=0.0051)


# Matches of a fixed number of games that fishtest printed: games won, drawn, lost; Ptnml(0-2); Elo,
# nElo, LOS in per cent, pairs ratio.
FISHTEST = [
    # https://github.com/official-stockfish/Stockfish/pull/4160
    ((16422, 27389, 16189), (39, 5335, 18992, 5622, 12), 1.35, 1.2, 3.13, 2.8, 98.6, 1.05),
    # https://github.com/official-stockfish/Stockfish/pull/6255
    ((4626, 812, 4562), (1, 137, 4659, 203, 0), 2.22, 1.3, 12.00, 6.8, 100.0, 1.47),
]


@pytest.mark.parametrize(
    ("games", "pairs", "elo", "error", "nelo", "nelo_error", "los", "ratio"), FISHTEST
)
def test_summary_is_the_one_fishtest_printed(
    games: tuple[int, int, int],
    pairs: PairCounts,
    elo: float,
    error: float,
    nelo: float,
    nelo_error: float,
    los: float,
    ratio: float,
) -> None:
    statistics = evaluate_counts(*games, pairs)
    assert statistics.los is not None
    assert [statistics.elo, statistics.nelo, statistics.pair_ratio] == pytest.approx(
        [elo, nelo, ratio], abs=0.0051
    )
    errors = [half(statistics.elo_interval), half(statistics.nelo_interval), 100 * statistics.los]
    assert errors == pytest.approx([error, nelo_error, los], abs=0.051)


def test_one_sided_result_is_the_one_fastchess_printed() -> None:
    # https://github.com/Disservin/fastchess/pull/881: +32 -1183 =59, Ptnml [549, 54, 33, 1, 0].
    statistics = evaluate_counts(32, 59, 1183, (549, 54, 33, 1, 0))
    assert statistics.elo == pytest.approx(-517.92, abs=0.006)
    assert half(statistics.elo_interval) == pytest.approx(38.60, abs=0.006)
    assert statistics.nelo == pytest.approx(-856.15, abs=0.006)
    assert half(statistics.nelo_interval) == pytest.approx(19.08, abs=0.006)


def test_normalised_elo_of_a_fishtest_run_is_the_one_fastchess_reports() -> None:
    # https://github.com/Disservin/fastchess/pull/783: 379 10170 21828 10640 343 is 3.05 +/- 2.31.
    statistics = evaluate_pairs((379, 10170, 21828, 10640, 343))
    assert statistics.nelo == pytest.approx(3.05, abs=0.006)
    assert half(statistics.nelo_interval) == pytest.approx(2.31, abs=0.006)


def test_pairs_are_counted_by_the_points_of_the_first_player() -> None:
    results = [-1, -1, -1, 0, 0, -1, 0, 0, 1, -1, -1, 1, 1, 0, 1, 1]
    assert pair_points(results) == [0, 1, 1, 2, 2, 2, 3, 4]
    assert count_pairs(pair_points(results)) == (1, 2, 3, 1, 1)
    statistics = evaluate_results(results)
    assert (statistics.wins, statistics.draws, statistics.losses) == (5, 5, 6)
    assert statistics.score == pytest.approx(7.5 / 16)
    assert statistics.draw_rate == pytest.approx(5 / 16)


def test_half_a_pair_is_refused() -> None:
    with pytest.raises(ValueError, match="whole pairs of games, got 3"):
        pair_points([1, 0, -1])


def test_games_and_pairs_that_tell_of_different_points_are_refused() -> None:
    with pytest.raises(ValueError, match="do not add up"):
        evaluate_counts(3, 1, 0, (0, 0, 0, 0, 2))


def test_no_games_define_no_number() -> None:
    statistics = evaluate_results([])
    assert statistics.games == 0
    assert statistics.score is statistics.elo is statistics.nelo is statistics.los is None


def test_draws_alone_say_even_within_what_so_few_games_can_tell() -> None:
    statistics = evaluate_results([0] * 80)
    assert statistics.elo == 0.0
    assert statistics.nelo is None
    assert statistics.los == 0.5
    assert statistics.pair_ratio is None
    assert statistics.elo_interval is not None
    low, high = statistics.elo_interval
    # Clopper and Pearson: of 40 pairs without exception, at most 1 - 0.025 ** (1 / 40) = 8.81 % of
    # all pairs are exceptions; at worst all of them are won, or lost.
    assert elo_of(0.5 + 0.0881 / 2) == pytest.approx(high, abs=0.1)
    assert low == pytest.approx(-high)


def test_wins_alone_are_infinitely_better_and_surely_better_than_a_bound() -> None:
    statistics = evaluate_results([1] * 80)
    assert statistics.elo == math.inf
    assert statistics.pair_ratio == math.inf
    assert statistics.los == 1.0
    assert statistics.elo_interval is not None
    low, high = statistics.elo_interval
    assert low == pytest.approx(elo_of(1 - 0.0881), abs=1)
    assert high == math.inf


def test_losing_is_winning_seen_from_the_other_side() -> None:
    results = [1, 0, 1, 1, 0, 0, -1, 0, 1, -1]
    won, lost = evaluate_results(results), evaluate_results([-result for result in results])
    assert won.elo is not None
    assert won.nelo is not None
    assert lost.elo == pytest.approx(-won.elo)
    assert lost.nelo == pytest.approx(-won.nelo)
    assert lost.pairs == won.pairs[::-1]
