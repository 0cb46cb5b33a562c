"""Search: limits, the best move within them, analysis."""

from engine.search.limits import Limits
from engine.search.search import (
    Follow,
    Line,
    Searcher,
    SearchResult,
    expected_plies,
    search,
    win_plies,
)

__all__ = [
    "Follow",
    "Limits",
    "Line",
    "SearchResult",
    "Searcher",
    "expected_plies",
    "search",
    "win_plies",
]
