"""The table a run prints: one row a generation, told in the words of the README."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from rl.checkpoints.history import Row
from rl.inspection.strength import read_counts
from rl.matches.statistics import MatchStatistics

NONE = "-"
_COLUMNS = (
    ("gen", "<", 7),
    ("games", ">", 6),
    ("positions", ">", 9),
    ("drawn", ">", 5),
    ("plies", ">", 5),
    ("loss", ">", 6),
    ("gate W-D-L", ">", 11),
    ("Elo [95 %]", "<", 16),
    ("survivor", "<", 8),
    ("v material", ">", 10),
    ("v handcrafted, Elo", "<", 18),
    ("time", ">", 7),
    ("left", ">", 7),
)


def header() -> str:
    """Return the heads of the columns."""
    return _line([title for title, _, _ in _COLUMNS])


def format_row(row: Row, left_s: float | None) -> str:
    """Return the row of a finished generation; `left_s` are the seconds still expected."""
    gate, rivals = row.get("gate"), row.get("baselines", {})
    return _line(
        [
            row.get("label", f"g{row['generation']:02d}"),
            _number(row.get("games"), ","),
            _number(row.get("positions"), ","),
            _number(row.get("draw_rate"), ".0%"),
            _number(row.get("plies"), ".0f"),
            _number(row.get("loss"), ".4f"),
            f"{gate['wins']}-{gate['draws']}-{gate['losses']}" if gate else NONE,
            _elo(gate),
            row.get("survivor", NONE),
            _score(rivals.get("material")),
            _elo(rivals.get("handcrafted")),
            format_time(row["time_s"]),
            NONE if left_s is None else f"~{format_time(left_s)}",
        ]
    )


def format_time(seconds: float) -> str:
    """Write a time as minutes and seconds, from an hour on as hours and minutes.

    >>> format_time(91), format_time(7500)
    ('1:31', '2h05')
    """
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02d}"
    minutes = round(seconds / 60)
    return f"{minutes // 60}h{minutes % 60:02d}"


def format_elo(statistics: MatchStatistics) -> str:
    """Write Elo and its 95 % interval as short as a column asks for."""
    if statistics.elo is None or statistics.elo_interval is None:
        return NONE
    low, high = statistics.elo_interval
    return f"{_signed(statistics.elo)} [{_signed(low)},{_signed(high)}]"


def _line(cells: list[str]) -> str:
    padded = (
        f"{cell:{align}{width}}" for cell, (_, align, width) in zip(cells, _COLUMNS, strict=True)
    )
    return "  ".join(padded).rstrip()


def _number(value: float | None, form: str) -> str:
    return NONE if value is None else format(value, form)


def _score(counts: Mapping[str, Any] | None) -> str:
    score = read_counts(counts).score if counts else None
    return NONE if score is None else f"{100 * score:.1f}%"


def _elo(counts: Mapping[str, Any] | None) -> str:
    return format_elo(read_counts(counts)) if counts else NONE


def _signed(value: float) -> str:
    return f"{value:+.0f}" if math.isfinite(value) else f"{value:+}"
