"""How the moves of recorded games are looked at."""

from __future__ import annotations

from dataclasses import dataclass

from engine.search import DEFAULT_TABLE_MIB, Limits

_BYTES_A_NODE = 32
"""Two entries of the transposition table: searches so limited hardly fill it."""
_SMALLEST_MIB = 0.125


@dataclass(frozen=True, kw_only=True)
class StudyConfig:
    """A study of recorded games. Give one of `depth`, `nodes` and `time_s`."""

    depth: int = 0
    """Plies searched at each look; 0 = no such limit."""
    nodes: int = 0
    """Nodes searched at each look; 0 = no such limit."""
    time_s: float = 0.0
    """Seconds searched at each look; 0 = no such limit, and with it a study does not repeat."""
    table_mib: float = 0.0
    """Transposition table, in MiB, cleared before each look; 0 = as large as `nodes` can use. To
    clear one of 16 MiB takes as long as 5,000 nodes."""
    games: int = 0
    """Games to study, spread evenly over the file; 0 = all."""
    chunk_games: int = 16
    """Games to one result file: the unit of work that a kill can cost. Changes no result."""

    def __post_init__(self) -> None:
        """Raise ValueError for another number of limits than one, or what is out of range."""
        limits = (self.depth, self.nodes, self.time_s)
        if sum(limit != 0 for limit in limits) != 1:
            raise ValueError(
                "expected one of depth, nodes and time_s above 0, got "
                f"depth = {self.depth}, nodes = {self.nodes} and time_s = {self.time_s}"
            )
        _ = self.limits
        for name, low, high in (
            ("table_mib", 0, 65536),
            ("games", 0, 10**9),
            ("chunk_games", 1, 10**6),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(f"{name}: expected {low} to {high}, got {value}")

    @property
    def limits(self) -> Limits:
        """Return the limits of one look."""
        return Limits(depth=self.depth, nodes=self.nodes, time_s=self.time_s)

    @property
    def fitting_table_mib(self) -> float:
        """Return the size of the table, chosen where none is given.

        >>> StudyConfig(nodes=500).fitting_table_mib, StudyConfig(depth=9).fitting_table_mib
        (0.125, 16.0)
        """
        if self.table_mib:
            return self.table_mib
        if not self.nodes:
            return DEFAULT_TABLE_MIB
        fitting = self.nodes * _BYTES_A_NODE / 2**20
        return min(max(fitting, _SMALLEST_MIB), DEFAULT_TABLE_MIB)
