"""Search: limits, the best move within them, analysis, and players of a level."""

from engine.search.clock import GameClock, allot
from engine.search.levels import LEVELS, Level, level
from engine.search.limits import Limits
from engine.search.player import Player, choose
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
    "LEVELS",
    "Follow",
    "GameClock",
    "Level",
    "Limits",
    "Line",
    "Player",
    "SearchResult",
    "Searcher",
    "allot",
    "choose",
    "expected_plies",
    "level",
    "search",
    "win_plies",
]
