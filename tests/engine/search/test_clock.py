"""How a clock is shared out among the moves of a game."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.search import allot
from engine.search.clock import LEAST_S, MOVES_LEFT, RESERVE_S

seconds = st.floats(0, 3600)
lags = st.floats(0, 0.5)


@given(seconds, seconds, st.integers(0, 100), lags)
def test_no_move_gets_more_than_the_clock_holds_beyond_the_overhead(
    remaining_s: float, increment_s: float, moves_to_go: int, overhead_s: float
) -> None:
    allotted = allot(remaining_s, increment_s, moves_to_go, overhead_s)
    assert LEAST_S <= allotted <= max(remaining_s - overhead_s, LEAST_S)


@given(st.floats(5, 3600), st.floats(0, 60), st.integers(0, 60), st.floats(0, 0.02))
def test_no_clock_runs_out_when_every_move_takes_all_its_time_and_the_overhead(
    time_s: float, increment_s: float, control: int, overhead_s: float
) -> None:
    clock_s = time_s
    for move in range(150):
        to_go = control - move % control if control else 0
        clock_s += time_s if control and move and to_go == control else 0
        clock_s += increment_s
        clock_s -= allot(clock_s, increment_s, to_go, overhead_s) + overhead_s
        assert clock_s >= -1e-6


@given(st.floats(1, 3600), st.floats(1, 3600), st.integers(0, 60))
def test_more_time_on_the_clock_is_never_less_to_think(
    one_s: float, other_s: float, moves_to_go: int
) -> None:
    less, more = sorted([one_s, other_s])
    assert allot(less, 1, moves_to_go) <= allot(more, 1, moves_to_go)


def test_a_time_control_is_used_up_by_even_shares() -> None:
    clock_s, taken = 60.0 + RESERVE_S, []
    for moves_to_go in range(20, 0, -1):
        taken.append(allot(clock_s, 0, moves_to_go, 0))
        clock_s -= taken[-1]
    assert taken == pytest.approx([3.0] * 20)
    assert clock_s == pytest.approx(RESERVE_S)


def test_sudden_death_spends_a_fixed_share_of_what_is_left() -> None:
    assert allot(RESERVE_S + MOVES_LEFT, overhead_s=0) == 1
    assert allot(RESERVE_S + 10 * MOVES_LEFT, overhead_s=0) == 10


def test_in_the_long_run_a_move_takes_its_increment() -> None:
    clock_s, taken = 60.0, 0.0
    for _ in range(300):
        clock_s += 2
        taken = allot(clock_s, 2, 0, 0.02)
        clock_s -= taken + 0.02
    assert taken == pytest.approx(2 - 0.02, abs=0.01)
    assert clock_s > 0


@pytest.mark.parametrize(("time_s", "increment_s"), [(3.0, 0.1), (10.0, 0.1), (60.0, 0.6)])
def test_a_late_answer_to_any_move_of_a_long_game_loses_no_game_with_increment(
    time_s: float, increment_s: float
) -> None:
    clock_s = time_s
    for _ in range(150):
        clock_s += increment_s
        taken = allot(clock_s, increment_s, 0, 0.05) + 0.01
        assert clock_s - taken > RESERVE_S
        clock_s -= taken


def test_late_answers_every_twentieth_move_lose_no_game_with_increment() -> None:
    clock_s = 3.0
    for move in range(1, 151):
        clock_s += 0.1
        clock_s -= allot(clock_s, 0.1, 0, 0.05) + (0.4 if move % 20 == 0 else 0.01)
        assert clock_s > 0


def test_increments_gather_on_the_clock_instead_of_being_spent_in_advance() -> None:
    clock_s = 60.0
    for _ in range(300):
        clock_s += 2
        clock_s -= allot(clock_s, 2, 0, 0.02) + 0.02
    assert 4 * 2 < clock_s < 8 * 2


@pytest.mark.parametrize("remaining_s", [0.0, -5.0, 0.019])
def test_a_clock_that_has_run_out_still_gets_a_move(remaining_s: float) -> None:
    assert allot(remaining_s, 0, 0, 0.02) == LEAST_S


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((math.inf, 0.0, 0, 0.0), "remaining_s: expected a finite number, got inf"),
        ((math.nan, 0.0, 0, 0.0), "remaining_s: expected a finite number, got nan"),
        ((1.0, -1.0, 0, 0.0), "increment_s: expected a finite number of 0 or more, got -1"),
        ((1.0, 0.0, -1, 0.0), "moves_to_go: expected a finite number of 0 or more, got -1"),
        ((1.0, 0.0, 0, math.nan), "overhead_s: expected a finite number of 0 or more, got nan"),
    ],
)
def test_a_number_that_no_clock_shows_is_refused_by_name(
    numbers: tuple[float, float, int, float], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        allot(*numbers)
