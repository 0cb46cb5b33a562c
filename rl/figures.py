"""What all pictures have in common: a blank figure, a grid, the bytes of a PNG file.

Colours are of a palette that the common kinds of colour blindness keep apart (M. Okabe, K. Ito,
Color Universal Design, 2008); every series has its own marker as well.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SERIES = (("#0072b2", "o"), ("#d55e00", "s"), ("#009e73", "D"), ("#cc79a7", "P"))
"""Colour and marker of each series, in this order."""
GRID, AXIS = "#dddddd", "#555555"
_DPI = 100


def blank_figure(width: float, height: float) -> Figure:
    """Return an empty figure of so many inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), dpi=_DPI, layout="constrained", facecolor="white")


def draw_grid(axes: Any) -> None:
    """Draw a light grid behind everything, and no frame above and to the right."""
    axes.grid(color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def png_bytes(figure: Any) -> bytes:
    """Render without any window system: a bare Figure draws with Agg."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()
