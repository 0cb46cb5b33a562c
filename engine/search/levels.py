"""Levels of play, as data: how far each looks, how long it thinks and how often it slips.

A slip is a move that a level could have bettered by its own lights: having found the best move it
looks at the others as deep, and plays one of those that seem to cost at most `slip_loss`. So it
may walk into anything it does not see, but gives no more away knowingly; what never slips is told
in `engine.search.player`. The one level that slips has no time limit: its moves are a function of
seed and game, on any machine.
"""

from __future__ import annotations

import difflib
import math
from dataclasses import dataclass, replace

from engine.search.limits import Limits

RATE_MAX = 10**9
"""Nodes a second beyond what any core does."""


@dataclass(frozen=True, kw_only=True)
class Level:
    """A strength of play; at least one of `depth`, `nodes` and `time_s` bounds its search."""

    name: str
    description: str
    """What to expect of it, in a few words."""
    depth: int = 0
    """Plies it looks ahead, captures beyond them followed; 0 = no such limit."""
    nodes: int = 0
    """Nodes it may enter for a move, and again for each move looked at in a slip; 0 = no limit."""
    time_s: float = 0.0
    """Seconds it thinks for a move; 0 = no such limit."""
    slip_chance: float = 0.0
    """Share of its moves, in 0..1, that are drawn to be slips."""
    slip_loss: int = 0
    """Most that a slip may seem to cost, in hundredths of a man."""
    table_mib: float = 1.0
    """Transposition table, in MiB."""
    remembers: bool = False
    """Keep the table from move to move. A level that slips may not, for its moves would depend on
    what it was asked before."""

    def __post_init__(self) -> None:
        """Raise ValueError for a level that cannot be played."""
        _ = self.limits
        for name, high in (("slip_chance", 1), ("slip_loss", 10_000), ("table_mib", 65_536)):
            value = getattr(self, name)
            if not (0 <= value <= high and math.isfinite(value)):
                raise ValueError(f"{name}: expected 0 to {high}, got {value}")
        if self.table_mib == 0:
            raise ValueError("table_mib: expected a table, got 0 MiB")
        if self.slip_chance and (self.time_s or self.remembers or not (self.depth or self.nodes)):
            raise ValueError(
                f"{self.name}: a level that slips is limited by depth or nodes alone and remembers "
                "nothing, so that its slips repeat"
            )

    @property
    def limits(self) -> Limits:
        """Return the limits of the search for a move."""
        return Limits(depth=self.depth, nodes=self.nodes, time_s=self.time_s)

    def at_rate(self, nodes_per_s: int) -> Level:
        """Return this level with so many nodes in the place of each second; others stay the same.

        >>> level("medium").at_rate(1_000_000).nodes
        500000
        """
        if not 1 <= nodes_per_s <= RATE_MAX:
            raise ValueError(f"rate: expected 1 to {RATE_MAX} nodes a second, got {nodes_per_s}")
        if not self.time_s:
            return self
        nodes = max(round(self.time_s * nodes_per_s), 1)
        return replace(self, time_s=0.0, nodes=min(nodes, self.nodes or nodes))


LEVELS = (
    Level(
        name="easy",
        description="looks a few moves ahead and sometimes slips; a beginner can beat it",
        depth=3,
        nodes=20_000,
        slip_chance=0.3,
        slip_loss=150,
    ),
    Level(
        name="medium",
        description="thinks for half a second and makes no gross mistakes",
        time_s=0.5,
        table_mib=32.0,
        remembers=True,
    ),
    Level(
        name="hard",
        description="thinks for two seconds, as well as it can",
        time_s=2.0,
        table_mib=64.0,
        remembers=True,
    ),
)
"""The levels there are, weakest first. They hold for every ruleset.

The slips of `easy` were set in English draughts so that a mover who looks one move ahead, counts
pieces and else moves at random scores about half against it: +25 =40 -15 in 80 games. Without slips
it would be as good as a steady club player, and 120 for 150 makes that 36 %."""


def level(name: str) -> Level:
    """Find a level by its name; ValueError lists the names and says the nearest.

    >>> level("easy").depth
    3
    """
    names = [item.name for item in LEVELS]
    if name not in names:
        nearest = difflib.get_close_matches(name, names, n=1, cutoff=0)[0]
        raise ValueError(
            f"unknown level {name!r}: expected {', '.join(names)}; the nearest is {nearest}"
        )
    return LEVELS[names.index(name)]
