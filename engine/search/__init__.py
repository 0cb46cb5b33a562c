"""Search: limits, the best move within them, analysis."""

from engine.search.limits import Limits
from engine.search.search import (
    DEFAULT_TABLE_MIB,
    Follow,
    Line,
    Searcher,
    SearchResult,
    expected_plies,
    search,
    win_plies,
)

__all__ = [
    "DEFAULT_TABLE_MIB",
    "Follow",
    "Limits",
    "Line",
    "SearchResult",
    "Searcher",
    "expected_plies",
    "search",
    "win_plies",
]
