"""Search: limits, and the best move within them."""

from engine.search.limits import Limits
from engine.search.search import SearchResult, expected_plies, search, win_plies

__all__ = ["Limits", "SearchResult", "expected_plies", "search", "win_plies"]
