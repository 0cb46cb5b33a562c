"""Plots of a run: strength against time, evaluation against material; bytes of PNG files.

Colours are of a palette that the common kinds of colour blindness keep apart (M. Okabe, K. Ito,
Color Universal Design, 2008); every series has its own marker as well.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from rl.training.pictures import _figure, _png

_SERIES = (("#0072b2", "o"), ("#d55e00", "s"), ("#009e73", "D"), ("#cc79a7", "v"))
_GRID, _AXIS = "#dddddd", "#555555"


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

    Where every game was won there is no Elo; an arrow then stands at the end of the interval that
    is known.
    """
    figure = _figure(8.0, 5.0)
    axes = figure.subplots()
    latest = max(point.time_s for points in curves.values() for point in points)
    unit, seconds = ("hours", 3600.0) if latest >= 2 * 3600 else ("minutes", 60.0)
    axes.axhline(0, color=_AXIS, linewidth=1, linestyle="--")
    for (name, points), (colour, marker) in zip(curves.items(), _SERIES, strict=False):
        _draw_curve(axes, name, points, seconds, colour, marker)
    axes.set_xlim(0, 1.06 * latest / seconds)
    axes.set(xlabel=f"time of the run, {unit}", ylabel="Elo, 95 % interval")
    axes.set_title(title or "Strength of the champion against fixed opponents")
    axes.legend(loc="lower right", frameon=True, framealpha=0.9, edgecolor="none")
    _draw_grid(axes)
    return _png(figure)


def balance_picture(scores: BalanceScores, name: str, title: str = "") -> bytes:
    """Draw the mean score by men ahead, with the middle 80 % of the positions as a band."""
    figure = _figure(7.0, 5.8)
    upper, lower = figure.subplots(2, 1, height_ratios=(4, 1), sharex=True)
    men, colour = scores.balance, _SERIES[0][0]
    upper.axhline(0, color=_AXIS, linewidth=1)
    upper.plot(men, men, color=_AXIS, linestyle="--", label="men counted, nothing else")
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
        _draw_grid(axes)
    return _png(figure)


def _draw_curve(
    axes: Any,
    name: str,
    points: Sequence[Measurement],
    seconds: float,
    colour: str,
    marker: str,
) -> None:
    finite = [point for point in points if math.isfinite(point.elo)]
    times = [point.time_s / seconds for point in finite]
    elos = [point.elo for point in finite]
    ends = [
        [_finite(point.elo - point.low) for point in finite],
        [_finite(point.high - point.elo) for point in finite],
    ]
    style = {"color": colour, "marker": marker, "markersize": 5, "capsize": 3, "elinewidth": 1.2}
    axes.errorbar(times, elos, ends, label=f"v {name}", **style)
    for point in points:
        if not math.isfinite(point.elo):
            won = point.elo > 0
            known = point.low if won else point.high
            axes.plot(
                point.time_s / seconds,
                known if math.isfinite(known) else 0.0,
                marker="^" if won else "v",
                markersize=10,
                color=colour,
            )


def _finite(length: float) -> float:
    return length if math.isfinite(length) else 0.0


def _draw_grid(axes: Any) -> None:
    axes.grid(color=_GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
