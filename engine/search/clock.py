"""How long to think for a move when a clock runs for the game.

An even share of what is left: of the moves up to the next time control where these are known, else
of a fixed number of moves, as most programs do since R. Hyatt, *Using Time Wisely*, ICCA Journal
7(1), 1984. Increments yet to come are shared out in advance, counted short so that what is over
gathers on the clock, and never more than half of what is there now beyond a reserve: a late answer
costs thinking time and not the game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.search.limits import Limits

MOVES_LEFT = 30
"""Moves to keep time for where the game has no time control. Games between searches go on for some
70 moves a side; a share of 1/30 leaves a tenth of the time for what comes after those."""
OVERHEAD_S = 0.02
"""What passes between the end of a search and the stop of the clock: pipes, processes, scheduling;
the core looks at its own clock every few milliseconds."""
RESERVE_S = 0.5
"""Left on the clock as long as there is as much as `RESERVE_SHARE` allows. A move that a busy
machine wakes up late for costs tenths of a second more than it was given: 448 searches of 0.1 s, at
low priority on two cores that eleven processes wanted, ended 0.27 s late in the median and 0.40 s
at worst."""
RESERVE_SHARE = 0.5
"""Of a clock that holds less than two reserves, the part kept: short games have short ones."""
INCREMENT_SHARE = 0.8
"""Of the increments yet to come, the part given out in advance. So some seven of them gather on the
clock in a long game; given out in full they leave half of one."""
LEAST_S = 0.001
"""Enough for a move to be found; given also when the clock has run out."""


def allot(
    remaining_s: float,
    increment_s: float = 0.0,
    moves_to_go: int = 0,
    overhead_s: float = OVERHEAD_S,
) -> float:
    """Return the seconds to think for a move, a limit that a search may use up.

    `remaining_s` is on the clock now, with the increment for this move if that comes before it;
    `moves_to_go` count this one, 0 means that there is no time control ahead. Never more than the
    clock holds beyond `overhead_s` and the reserve, as long as it holds more than that. ValueError
    for a negative number other than `remaining_s`, or for one that is not finite.

    >>> allot(60.5, moves_to_go=1, overhead_s=0), allot(60.5, moves_to_go=20, overhead_s=0)
    (60.0, 3.0)
    >>> allot(1, increment_s=10, overhead_s=0)
    0.25
    """
    _check(remaining_s, increment_s, moves_to_go, overhead_s)
    reserve_s = min(RESERVE_S, RESERVE_SHARE * max(remaining_s, 0.0))
    usable = max(remaining_s - overhead_s - reserve_s, LEAST_S)
    moves = moves_to_go or MOVES_LEFT
    share = (usable + INCREMENT_SHARE * increment_s * (moves - 1)) / moves
    return max(share if moves == 1 else min(share, usable / 2), LEAST_S)


@dataclass(frozen=True, kw_only=True)
class GameClock:
    """The clock of the side to move; the numbers are those of `allot`."""

    remaining_s: float
    increment_s: float = 0.0
    moves_to_go: int = 0

    def __post_init__(self) -> None:
        """Raise ValueError for a number that no clock shows."""
        _check(self.remaining_s, self.increment_s, self.moves_to_go, OVERHEAD_S)

    def limits(self, overhead_s: float = OVERHEAD_S) -> Limits:
        """Return the limits of the search for this move."""
        seconds = allot(self.remaining_s, self.increment_s, self.moves_to_go, overhead_s)
        return Limits(time_s=seconds)


def _check(remaining_s: float, increment_s: float, moves_to_go: int, overhead_s: float) -> None:
    if not math.isfinite(remaining_s):
        raise ValueError(f"remaining_s: expected a finite number, got {remaining_s}")
    rest = {"increment_s": increment_s, "moves_to_go": moves_to_go, "overhead_s": overhead_s}
    for name, value in rest.items():
        if not 0 <= value < math.inf:
            raise ValueError(f"{name}: expected a finite number of 0 or more, got {value}")
