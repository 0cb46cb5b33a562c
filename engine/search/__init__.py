"""Search: limits, the best move within them, analysis."""

from engine.search.limits import Limits
from engine.search.search import Follow, Line, Searcher, SearchResult, search, win_plies

__all__ = ["Follow", "Limits", "Line", "SearchResult", "Searcher", "search", "win_plies"]
