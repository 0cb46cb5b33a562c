"""What several threads on one table gain: time to depth in positions from the middle game.

The depth is the last that one thread finishes in the time given; the speed-up is that thread's
time to it by that of several. Threads differ from one time to the next, so what counts is the
geometric mean over the positions, and seconds of the clock: the machine has to be idle.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import geometric_mean

from engine import Handcrafted, Limits, Position, Searcher, SearchResult

TABLE_MIB = 64.0
"""Enough that hardly anything is replaced."""

MIDDLE_GAMES = (
    "B:W17,18,19,21,22,23,26,31,32:B2,3,4,5,9,10,11,13,20",
    "B:W14,15,22,26,28,29,30,31,32:B1,2,3,4,5,7,12,13",
    "B:W16,20,21,22,26,28,29,32:B1,4,6,7,9,11,13,14",
    "B:W12,14,15,22,23,30,31,32:B1,2,3,8,20,21,28",
    "B:W14,22,24,26,28,29,30,31,32:B1,2,3,4,5,7,12,13,15",
    "W:W18,20,22,23,24,27,28,30:B2,4,5,8,9,11,12,15,21",
    "W:W17,18,22,25,26,28,30,32:B1,3,7,9,11,12,13,19",
    "B:W12,13,21,22,23,24,25,28:B5,6,7,10,11,14,15",
    "W:W19,24,25,27,28,29,30,31,32:B1,2,3,4,5,6,8,12,18",
    "W:W14,24,25,27,29,30,31,32:B1,2,3,4,5,7,12,18,23",
    "W:W13,22,25,26,27,30,31,32:B1,3,4,5,8,11,12,21",
    "W:W17,22,25,26,28,29,30,31,32:B1,2,3,4,5,6,9,15,19",
    "B:W11,15,21,25,27,28,29,30,32:B1,2,3,4,5,6,19,20",
    "B:W11,20,21,23,25,30,31,32:B1,2,4,9,12,14,15,17",
    "B:W13,14,15,18,22,25,28,32:B1,3,5,7,12,16,20",
    "B:W14,24,25,27,28,29,30,31,32:B1,2,3,4,5,8,11,12,16",
    "B:W11,13,17,18,19,28,30,31,32:B1,2,3,4,6,10,12,20",
    "B:W12,18,19,25,27,29,30,32:B1,3,6,10,11,13,20,21",
    "W:W12,14,23,24,27,28,30:B3,7,8,13,16,18,20,22",
    "W:W18,19,23,25,26,27,30,31,32:B1,3,4,6,7,8,12,13,17",
)
"""Twenty quiet English positions of 15 to 18 men that a search of 20,000 nodes calls level.

Each the first of its kind in a game of the handcrafted evaluation against itself, 20,000 nodes a
move, from every eighth three-move ballot.
"""


@dataclass(frozen=True, kw_only=True)
class SpeedUp:
    """Geometric means over the positions."""

    depth: float
    """Plies."""
    time_s: float
    """Of one thread."""
    threads_time_s: float
    """Of several."""

    @property
    def factor(self) -> float:
        """Return how much sooner several threads are there."""
        return self.time_s / self.threads_time_s


def speed_up(threads: int, time_s: float) -> SpeedUp:
    """Measure with about `time_s` for a position and thread."""
    one, several = (
        Searcher(Handcrafted("english"), table_mib=TABLE_MIB, threads=count)
        for count in (1, threads)
    )
    alone, together = [], []
    for fen in MIDDLE_GAMES:
        position = Position.from_fen("english", fen)
        one.clear()
        alone.append(_last_iteration(one, position, Limits(time_s=time_s)))
        several.clear()
        together.append(_last_iteration(several, position, Limits(depth=alone[-1].depth)))
    return SpeedUp(
        depth=geometric_mean(found.depth for found in alone),
        time_s=geometric_mean(found.time_s for found in alone),
        threads_time_s=geometric_mean(found.time_s for found in together),
    )


def _last_iteration(searcher: Searcher, position: Position, limits: Limits) -> SearchResult:
    """Return what was found, and when, at the end of the last iteration that was finished."""
    finished: list[SearchResult] = []
    searcher.search(position, limits=limits, follow=finished.append)
    return finished[-1]
