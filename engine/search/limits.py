"""How long a search may go on."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine import _native

DEPTH_MAX, NODES_MAX = 99, 10**18
"""The core's deepest search, and more nodes than any machine will enter."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Bounds on a search, at least one of them; 0 means no such bound.

    `depth` in plies, `nodes` as positions entered, `time_s` in seconds. Searches limited by depth
    or nodes alone repeat exactly when one thread makes them; several together exceed `nodes` by
    some thousands. `infinite`, with no other bound, goes on until the search is stopped or can
    find nothing more.

    >>> Limits()
    Traceback (most recent call last):
    ValueError: expected a limit: depth, nodes or time_s above 0
    """

    depth: int = 0
    nodes: int = 0
    time_s: float = 0.0
    infinite: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError for a negative or unusable number, or for no limit at all."""
        for name, value in (("depth", self.depth), ("nodes", self.nodes), ("time_s", self.time_s)):
            if not 0 <= value < math.inf:
                raise ValueError(f"{name}: expected a finite number of 0 or more, got {value}")
        if self.depth > DEPTH_MAX:
            raise ValueError(f"depth: expected at most {DEPTH_MAX} plies, got {self.depth}")
        if self.nodes > NODES_MAX:
            raise ValueError(f"nodes: expected at most {NODES_MAX}, got {self.nodes}")
        limited = bool(self.depth or self.nodes or self.time_s)
        if self.infinite and limited:
            raise ValueError("infinite: expected no limit of depth, nodes or time_s beside it")
        if not (self.infinite or limited):
            raise ValueError("expected a limit: depth, nodes or time_s above 0")

    @property
    def native(self) -> _native.Limits:
        """Return the core's form of these limits, for a game; ValueError if they are infinite."""
        return _native.Limits(depth=self.depth, nodes=self.nodes, time_s=self.time_s)
