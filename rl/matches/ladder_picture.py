"""The picture of a ladder: strength of the champions against generation, the rungs as lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from rl.figures import AXIS, SERIES, blank_figure, draw_grid, png_bytes
from rl.matches.ladder import Ladder
from rl.matches.likelihood import Rating
from rl.matches.report import format_limit

_RUNG = "#8a8a8a"
_GAP = 0.045  # least distance between names beside the picture, as a share of its height
_MOST_TICKS = 14


def ladder_picture(ladder: Ladder) -> bytes:
    """Draw the Elo of each champion with its 95 % interval, and a line with its name a rung.

    Whoever won or lost everything has a bound: a triangle there points to where it may be.
    """
    figure = blank_figure(8.6, 5.4)
    axes = figure.subplots()
    rungs = [ladder.standings.rating(name) for name in ladder.rungs]
    places = [champion.generation for champion in ladder.champions]
    step = 0.05 * (1 + places[-1] - places[0])  # between the intervals of rungs, side by side
    right = places[-1] + step * (len(rungs) + 1)
    for number, rung in enumerate(rungs):
        _draw_rung(axes, right - step * (len(rungs) - number), rung)
    _draw_climb(axes, places, ladder.ratings)
    axes.set_xlim(places[0] - step, right)
    _name_champions(axes, ladder)
    _name_rungs(axes, rungs)
    config = ladder.standings.config
    axes.set(xlabel="champion of generation", ylabel=f"Elo, {ladder.standings.anchor} = 0")
    axes.set_title(
        f"Strength of the champions of run {ladder.run} ({ladder.standings.ruleset})\n"
        f"{config.pairs} game pairs a match, {format_limit(config)}; 95 % intervals",
        fontsize=11,
    )
    draw_grid(axes)
    return png_bytes(figure)


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Return places close to those wanted, which ascend, and at least `gap` apart.

    >>> spread([0.0, 0.5, 5.0], 1.0)
    [-0.25, 0.75, 5.0]
    """
    blocks: list[list[float]] = []  # wanted less rank times gap: level where places touch
    for rank, value in enumerate(wanted):
        blocks.append([value - rank * gap])
        while len(blocks) > 1 and _mean(blocks[-2]) > _mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    levels = [_mean(block) for block in blocks for _ in block]
    return [level + rank * gap for rank, level in enumerate(levels)]


def _draw_climb(axes: Any, places: Sequence[int], ratings: Sequence[Rating]) -> None:
    colour, marker = SERIES[0]
    shown = list(zip(places, ratings, strict=True))
    rated = [(place, elo) for place, rating in shown if (elo := _finite(rating)) is not None]
    axes.plot([place for place, _ in rated], [elo for _, elo in rated], color=colour, zorder=3)
    for place, rating in shown:
        _draw_rating(axes, place, rating, colour, marker)


def _draw_rung(axes: Any, place: float, rung: Rating) -> None:
    value = _known(rung)
    if value is not None:
        style = "-" if rung.low == rung.high else "--"
        axes.axhline(value, color=_RUNG, linewidth=1.2, linestyle=style)
        _draw_rating(axes, place, rung, _RUNG, "")


def _draw_rating(axes: Any, place: float, rating: Rating, colour: str, marker: str) -> None:
    """Draw an interval about its estimate, or a triangle at the bound that is known."""
    elo, bound = _finite(rating), _known(rating)
    if rating.low == rating.high:
        return  # the anchor, which is where it is
    if elo is not None:
        ends = [[elo - rating.low], [rating.high - elo]]
        style = {"color": colour, "capsize": 3, "elinewidth": 1.2, "markersize": 5, "zorder": 3}
        axes.errorbar([place], [elo], ends, marker=marker, **style)
    elif bound is not None:
        arrow = "^" if rating.low == bound else "v"
        axes.plot(place, bound, marker=arrow, markersize=9, color=colour, zorder=3)


def _name_champions(axes: Any, ladder: Ladder) -> None:
    every = math.ceil(len(ladder.champions) / _MOST_TICKS)
    named = ladder.champions[::-1][::every]  # the newest always is
    axes.set_xticks([item.generation for item in named], [item.label for item in named])


def _name_rungs(axes: Any, rungs: Sequence[Rating]) -> None:
    """Write the names of the rungs to the right of their lines, clear of each other."""
    named = sorted((value, _title(rung)) for rung in rungs if (value := _known(rung)) is not None)
    low, high = axes.get_ylim()
    heights = spread([value for value, _ in named], _GAP * (high - low))
    for (_, title), height in zip(named, heights, strict=True):
        axes.annotate(
            title,
            (1.0, height),
            xycoords=("axes fraction", "data"),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            color=AXIS,
            annotation_clip=False,
        )


def _title(rung: Rating) -> str:
    value = _known(rung)
    assert value is not None
    if _finite(rung) is not None:
        return f"{rung.player}, {value:+.0f}" if value else f"{rung.player}, 0"
    return f"{rung.player}, {'above' if rung.low == value else 'below'} {value:+.0f}"


def _finite(rating: Rating) -> float | None:
    """Return the estimate where there is one."""
    return rating.elo if rating.elo is not None and math.isfinite(rating.elo) else None


def _known(rating: Rating) -> float | None:
    """Return the estimate, else the bound that is known, if any."""
    finite = (value for value in (rating.low, rating.high) if math.isfinite(value))
    estimate = _finite(rating)
    return next(finite, None) if estimate is None else estimate


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
