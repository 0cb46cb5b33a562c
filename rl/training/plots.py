"""Plots of a run: strength against time, evaluation against material; bytes of PNG files."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from rl.figures import AXIS, SERIES, blank_figure, draw_grid, png_bytes

_UNITS = (("hours", 3600.0), ("minutes", 60.0), ("seconds", 1.0))


@dataclass(frozen=True, kw_only=True)
class Measurement:
    """Strength at one moment of a run."""

    time_s: float
    elo: float
    """Infinite where every game was won or lost."""
    low: float
    """Lower end of the 95 % interval."""
    high: float


@dataclass(frozen=True, kw_only=True)
class BalanceScores:
    """Scores by men ahead with kings level, `[N]` each; hundredths of a man, side to move."""

    balance: npt.NDArray[np.int64]
    """Own men less their men, ascending."""
    mean: npt.NDArray[np.float64]
    low: npt.NDArray[np.float64]
    """A tenth of the positions evaluate below it."""
    high: npt.NDArray[np.float64]
    """A tenth of the positions evaluate above it."""
    positions: npt.NDArray[np.int64]


def strength_picture(curves: Mapping[str, Sequence[Measurement]], title: str = "") -> bytes:
    """Draw Elo with its 95 % intervals against the time of the run, a curve an opponent.

    Where every game was won there is no Elo; a triangle then stands at the end of the interval that
    is known, pointing to where the rest of it is. Curves stand a hair aside of each other, so that
    intervals measured at one time can be told apart.
    """
    figure = blank_figure(8.0, 5.0)
    axes = figure.subplots()
    latest = max(point.time_s for points in curves.values() for point in points)
    unit, seconds = next(unit for unit in _UNITS if latest >= 2 * unit[1] or unit[1] == 1)
    axes.axhline(0, color=AXIS, linewidth=1, linestyle="--")
    aside = 0.008 * latest / seconds
    for place, ((name, points), style) in enumerate(zip(curves.items(), SERIES, strict=False)):
        shift = (place - (len(curves) - 1) / 2) * aside
        _draw_curve(axes, name, points, seconds, shift, *style)
    if any(math.isinf(point.elo) for points in curves.values() for point in points):
        label = "every game won (lost): at least (at most) this"
        axes.plot([], [], marker="^", markersize=9, color=AXIS, linestyle="none", label=label)
    axes.set_xlim(0, 1.06 * latest / seconds)
    axes.set(xlabel=f"time of the run, {unit}", ylabel="Elo, 95 % interval")
    axes.set_title(title or "Strength of the champion against fixed opponents")
    figure.legend(loc="outside lower center", ncols=2, frameon=False)
    draw_grid(axes)
    return png_bytes(figure)


def balance_picture(scores: BalanceScores, name: str, title: str = "") -> bytes:
    """Draw the mean score by men ahead, with the middle 80 % of the positions as a band."""
    figure = blank_figure(7.0, 5.8)
    upper, lower = figure.subplots(2, 1, height_ratios=(4, 1), sharex=True)
    men, colour = scores.balance, SERIES[0][0]
    upper.axhline(0, color=AXIS, linewidth=1)
    upper.plot(men, men, color=AXIS, linestyle="--", label="men counted, nothing else")
    upper.fill_between(
        men, scores.low / 100, scores.high / 100, color=colour, alpha=0.2, label="middle 80 %"
    )
    upper.plot(men, scores.mean / 100, color=colour, marker="o", label=f"{name}, mean")
    upper.set(ylabel="score of the side to move, men")
    upper.set_title(title or "Evaluation by material balance, kings level")
    upper.legend(loc="upper left", frameon=False)
    lower.bar(men, 100 * scores.positions / scores.positions.sum(), color=colour, width=0.7)
    lower.set(xlabel="own men less their men", ylabel="% of positions", xticks=men)
    for axes in (upper, lower):
        draw_grid(axes)
    return png_bytes(figure)


def _draw_curve(
    axes: Any,
    name: str,
    points: Sequence[Measurement],
    seconds: float,
    shift: float,
    colour: str,
    marker: str,
) -> None:
    known = [_known(point) for point in points]
    times = [point.time_s / seconds + shift for point in points]
    # NaN breaks the line: a bound is not a point of the curve.
    elos = [point.elo if math.isfinite(point.elo) else math.nan for point in points]
    ends = [
        [_length(elo - point.low) for elo, point in zip(known, points, strict=True)],
        [_length(point.high - elo) for elo, point in zip(known, points, strict=True)],
    ]
    style = {"color": colour, "capsize": 3, "elinewidth": 1.2}
    axes.errorbar(times, elos, ends, marker=marker, markersize=5, label=f"v {name}", **style)
    for time, bound, point in zip(times, known, points, strict=True):
        if math.isinf(point.elo):
            arrow = "^" if point.elo > 0 else "v"
            axes.plot(time, bound, marker=arrow, markersize=11, color=colour)


def _known(point: Measurement) -> float:
    """Return Elo, else the end of its interval that is finite."""
    if math.isfinite(point.elo):
        return point.elo
    return _length(point.low if point.elo > 0 else point.high)


def _length(value: float) -> float:
    return value if math.isfinite(value) else 0.0
