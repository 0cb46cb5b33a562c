"""Clock times in comments. Source: the PDN 3.0 standard, https://github.com/wiegerw/pdn."""

from __future__ import annotations

import pytest

from engine.notation import Clock, NotationError, format_clock, parse_clock


@pytest.mark.parametrize(
    ("comment", "clock"),
    [
        ("[%clock w0:10:00 B0:09:58]", Clock(600, 598, running="B")),
        ("[%clk w0:00:10 B0:00:03]", Clock(10, 3, running="B")),
        ("[%clk 1:55:21]", Clock(mover_s=6921)),
        ("[%clock W1:00:00]", Clock(3600, running="W")),
        ("said [%clock b0:49:11] then", Clock(black_s=2951)),
        ("no clock", None),
        ("[%clock w0:99:00]", None),
        ("[%clock]", None),
    ],
)
def test_a_capital_marks_the_clock_that_runs(comment: str, clock: Clock | None) -> None:
    assert parse_clock(comment) == clock
    if clock is not None:
        assert parse_clock(format_clock(clock)) == clock


def test_two_times_of_one_side_are_refused() -> None:
    with pytest.raises(NotationError, match="expected one time for each side"):
        parse_clock("[%clock w0:10:00 W0:09:58]")
