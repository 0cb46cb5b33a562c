"""Pictures of a network and its calibration, as the bytes of PNG files for TensorBoard.

Boards are drawn as the side to move sees them, its own side at the bottom, with the square numbers
of the game where that side is White. Colours: blue to brown through white (matplotlib's `BrBG`),
which the common kinds of colour blindness keep apart; every square also carries its value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.evaluators import NetworkWeights
from engine.rules import ruleset as ruleset_named
from rl.figures import blank_figure, png_bytes
from rl.training.polynomial import Polynomial
from rl.training.report import Reliability
from rl.training.rows import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_PLANES = ("own men", "own kings", "their men", "their kings")
_COLOURS = "BrBG"
_BOARD, _EDGE, _INK, _LINE = "#c9c9c9", "#8a8a8a", "#222222", "#01665e"
_LEAST_RANGE_CP = 10.0
"""Smallest colour range of a piece map: noise of a hundredth must not look like knowledge."""


def reliability_picture(reliability: Reliability, title: str = "") -> bytes:
    """Draw predicted against actual results over the share of positions in each bin."""
    figure = blank_figure(6.0, 6.4)
    upper, lower = figure.subplots(2, 1, height_ratios=(4, 1), sharex=True)
    filled = reliability.weight > 0
    upper.plot([0, 1], [0, 1], color=_EDGE, linestyle="--", label="perfect calibration")
    upper.plot(
        reliability.predicted[filled],
        reliability.actual[filled],
        color=_LINE,
        marker="o",
        markersize=5,
        label="held-out games",
    )
    gap = np.abs(reliability.predicted - reliability.actual)[filled]
    error = float(np.sum(gap * reliability.weight[filled]))
    upper.set(xlim=(0, 1), ylim=(0, 1), ylabel="actual result (1 = won)")
    upper.set_title(title or "Reliability of the predicted result")
    upper.legend(loc="upper left", frameon=False)
    upper.text(0.98, 0.04, f"mean gap {error:.3f}", ha="right", transform=upper.transAxes)
    width = np.diff(reliability.edges)
    lower.bar(reliability.edges[:-1], 100 * reliability.weight, width, align="edge", color=_LINE)
    lower.set(xlabel="predicted result", ylabel="% of positions")
    for axes in (upper, lower):
        axes.grid(color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)
    return png_bytes(figure)


def piece_maps_picture(weights: NetworkWeights, title: str = "") -> bytes:
    """Draw what the skip gives for a piece on each square, in hundredths of a man.

    Every board has its own colour range, centred on the mean of its squares: the mean is the value
    of the piece, the colours show where it is worth more or less. Zeros where there is no skip.
    """
    squares = ruleset_named(weights.ruleset).squares
    maps = (weights.skip * weights.scale_cp).reshape(4, squares)
    figure = blank_figure(10.4, 10.6)
    for axes, plane, values in zip(figure.subplots(2, 2).flat, range(4), maps, strict=True):
        shown = _occupied(weights.ruleset, plane)
        mean = float(values[shown].mean())
        _draw_board(axes, weights.ruleset, values, shown, mean, numbers=True)
        axes.set_title(f"{_PLANES[plane]}: mean {mean:+.0f}", fontsize=13)
    heading = title or "Piece-square values of the skip, hundredths of a man"
    legend = "own side at the bottom; green: above the mean of the board, brown: below"
    figure.suptitle(f"{heading}\n({legend})", fontsize=13)
    return png_bytes(figure)


def hidden_units_picture(weights: NetworkWeights, units: int = 6, title: str = "") -> bytes:
    """Draw the input weights of the units that can move the score most.

    A unit's rank is its largest output weight times the spread of its input weights. One row a
    unit, one board a plane; one colour range for a whole row, centred on 0. Of two perspectives,
    both effects are written beside it: seen by the side to move, and by the opponent.
    """
    squares = ruleset_named(weights.ruleset).squares
    outputs = weights.output_weights.reshape(-1, weights.perspectives, weights.width)
    reach = np.abs(outputs).max(axis=(0, 1)) * weights.input_weights.std(axis=0)
    top = np.argsort(-reach)[:units]
    figure = blank_figure(9.6, 0.9 + 2.35 * len(top))
    rows = figure.subplots(len(top), 4, squeeze=False)
    for axes, name in zip(rows[0], _PLANES, strict=True):
        axes.set_title(name, fontsize=12)
    for row, unit in zip(rows, top, strict=True):
        maps = weights.input_weights[:, unit].reshape(4, squares)
        shown = [_occupied(weights.ruleset, plane) for plane in range(4)]
        largest = max(
            float(np.abs(values[mask]).max()) for values, mask in zip(maps, shown, strict=True)
        )
        effects = [view[np.argmax(np.abs(view))] for view in outputs[:, :, unit].T]
        shown_effects = " / ".join(f"{effect * weights.scale_cp:+.0f}" for effect in effects)
        for plane, axes in enumerate(row):
            _draw_board(axes, weights.ruleset, maps[plane], shown[plane], 0.0, spread=largest)
        row[0].set_ylabel(
            f"unit {unit}\n±{largest:.2f}\nup to {shown_effects}",
            rotation=0,
            ha="right",
            va="center",
            fontsize=10,
        )
    heading = title or "Hidden units that can move the score most"
    legend = "range of input weights and largest effect in hundredths of a man"
    if weights.perspectives == 2:
        legend += ",\nseen by the side to move / by the opponent"
    figure.suptitle(f"{heading}\n({legend}; green: switches on, brown: off)", fontsize=13)
    return png_bytes(figure)


def polynomial_picture(polynomial: Polynomial, title: str = "") -> bytes:
    """Draw the weights of the terms as bars, and what each contributes beside them.

    Ordered by contribution; two bars a term, its weight on the full and on the empty board.
    """
    ordered = sorted(polynomial.terms.items(), key=lambda item: item[1].contribution)
    names = [name for name, _ in ordered]
    places = np.arange(len(ordered))
    figure = blank_figure(10.4, 1.6 + 0.42 * len(ordered))
    left, right = figure.subplots(1, 2, width_ratios=(3, 2), sharey=True)
    for values, offset, label, colour in (
        ([term.opening for _, term in ordered], 0.2, "full board", _LINE),
        ([term.ending for _, term in ordered], -0.2, "empty board", "#bf812d"),
    ):
        bars = left.barh(places + offset, values, 0.38, label=label, color=colour)
        left.bar_label(bars, fmt="%+d", padding=3, fontsize=8, color=_INK)
    contributed = right.barh(places, [term.contribution for _, term in ordered], 0.6, color=_EDGE)
    right.bar_label(contributed, fmt="%.1f", padding=3, fontsize=8, color=_INK)
    left.axvline(0, color=_INK, linewidth=0.8)
    left.set(yticks=places, yticklabels=names, xlabel="weight, hundredths of a man")
    right.set(xlabel="contribution: spread of its share of the score")
    left.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, frameon=False)
    left.set_ylim(-0.7, len(ordered) - 0.3)
    for axes in (left, right):
        axes.margins(x=0.16)
        axes.grid(axis="x", color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)
    heading = title or f"Polynomial of generation {polynomial.generation}"
    figure.suptitle(f"{heading}\n(beside 100 for a man and {polynomial.king} for a king)")
    return png_bytes(figure)


def _occupied(ruleset: str, plane: int) -> npt.NDArray[np.bool_]:
    """Return the squares a piece of this plane can stand on: men never on the row they are
    crowned on."""
    board = ruleset_named(ruleset).board
    rows = np.array([board.place(number)[0] for number in range(1, board.count + 1)])
    crowned = {0: 0, 2: board.rows - 1}.get(plane)
    occupied: npt.NDArray[np.bool_] = rows != crowned
    return occupied


def _draw_board(
    axes: Axes,
    ruleset: str,
    values: Floats,
    shown: npt.NDArray[np.bool_],
    centre: float,
    *,
    spread: float | None = None,
    numbers: bool = False,
) -> None:
    """Colour the playable squares; with `numbers`, write square number and value into each."""
    board = ruleset_named(ruleset).board
    grid = np.full((board.rows, board.cols), np.nan)
    places = [board.place(number) for number in range(1, board.count + 1)]
    for place, value, show in zip(places, values, shown, strict=True):
        if show:
            grid[place] = value
    if spread is None:
        spread = max(float(np.nanmax(np.abs(grid - centre))), _LEAST_RANGE_CP)
    axes.set_facecolor(_BOARD)
    axes.imshow(grid, cmap=_COLOURS, vmin=centre - spread, vmax=centre + spread)
    axes.set(xticks=[], yticks=[])
    for side in axes.spines.values():
        side.set_color(_EDGE)
    if not numbers:
        return
    for number, ((row, col), value, show) in enumerate(
        zip(places, values, shown, strict=True), start=1
    ):
        dark = abs(value - centre) > 0.65 * spread and show
        ink = "white" if dark else _INK
        name = board.format(number)
        axes.text(col - 0.44, row - 0.44, name, color=ink, fontsize=6.5, ha="left", va="top")
        text = f"{value:.0f}" if show else "never"
        axes.text(col, row + 0.08, text, color=ink, fontsize=9.5, ha="center", va="center")
