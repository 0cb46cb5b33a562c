"""Plots hold what they are drawn from, at the right place."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from matplotlib.image import imread

from rl.training.plots import BalanceScores, Measurement, balance_picture, strength_picture

INFINITE = float("inf")
POINT = Measurement(time_s=60.0, elo=100.0, low=50.0, high=150.0)
LATER = replace(POINT, time_s=600.0, elo=200.0, low=150.0, high=250.0)
SCORES = BalanceScores(
    balance=np.arange(-2, 3),
    mean=np.array([-200.0, -100.0, 0.0, 100.0, 200.0]),
    low=np.array([-250.0, -150.0, -50.0, 50.0, 150.0]),
    high=np.array([-150.0, -50.0, 50.0, 150.0, 250.0]),
    positions=np.array([10, 20, 40, 20, 10]),
)


def difference(first: bytes, second: bytes) -> Any:
    """Return where two pictures of one size differ, as rows and columns."""
    one, two = imread(io.BytesIO(first)), imread(io.BytesIO(second))
    assert one.shape == two.shape
    return np.nonzero(np.abs(one - two).sum(axis=2) > 0.2), one.shape


def test_an_interval_is_drawn_over_its_time() -> None:
    before = strength_picture({"material": [POINT, LATER]})
    shorter = replace(LATER, high=200.0)
    (rows, cols), shape = difference(
        before, strength_picture({"material": [replace(POINT, low=0.0), shorter]})
    )
    assert len(rows)
    lower = (cols < shape[1] / 2).any()  # the left point's interval reaches further down
    upper = (cols > shape[1] / 2).any()
    assert lower
    assert upper


@pytest.mark.parametrize(
    "point",
    [
        replace(POINT, elo=INFINITE, low=80.0, high=INFINITE),
        replace(POINT, elo=-INFINITE, low=-INFINITE, high=-80.0),
        replace(POINT, low=-INFINITE),
        replace(POINT, elo=INFINITE, low=-INFINITE, high=INFINITE),
    ],
)
def test_what_has_no_end_is_drawn_all_the_same(point: Measurement) -> None:
    drawn = strength_picture({"material": [LATER, point], "handcrafted": [POINT]})
    assert drawn != strength_picture({"material": [LATER], "handcrafted": [POINT]})


@pytest.mark.parametrize("latest", [3.0, 500.0, 90_000.0])
def test_any_length_of_run_has_an_axis(latest: float) -> None:
    assert strength_picture({"material": [replace(POINT, time_s=latest)]}).startswith(b"\x89PNG")


def test_scores_are_drawn_over_their_balance() -> None:
    before = balance_picture(SCORES, "a")
    mean = SCORES.mean.copy()
    mean[-1] = 160.0
    (rows, cols), shape = difference(before, balance_picture(replace(SCORES, mean=mean), "a"))
    assert np.median(cols) > 0.7 * shape[1]
    assert np.median(rows) < 0.4 * shape[0]
    positions = SCORES.positions.copy()
    positions[0] = 60
    (rows, _), shape = difference(
        before, balance_picture(replace(SCORES, positions=positions), "a")
    )
    assert np.median(rows) > 0.7 * shape[0]
