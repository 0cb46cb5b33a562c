"""Search: limits, and the best move within them."""

from engine.search.limits import Limits
from engine.search.search import SearchResult, search, win_plies

__all__ = ["Limits", "SearchResult", "search", "win_plies"]
