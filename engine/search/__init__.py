"""Search: limits, the best move within them, and players of a level."""

from engine.search.levels import LEVELS, Level, level
from engine.search.limits import Limits
from engine.search.player import Player, choose
from engine.search.search import SearchResult, search, win_plies

__all__ = [
    "LEVELS",
    "Level",
    "Limits",
    "Player",
    "SearchResult",
    "choose",
    "level",
    "search",
    "win_plies",
]
