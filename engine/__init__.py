"""Play draughts: rules, evaluators and search. This is the public door; python-chess is its model.

>>> from engine import Limits, Position, search
>>> position = Position.start("english").push("11-15").push("22-18")
>>> result = search(position, limits=Limits(depth=3))
>>> position.format_move(result.move)
'15x22'
"""

from engine._native import Colour, Move, Reason
from engine.evaluators import Endgames, Evaluator, Handcrafted, Network
from engine.evaluators import load as load_evaluator
from engine.rules import Game, Outcome, Position, Ruleset, ruleset, ruleset_names
from engine.search import (
    LEVELS,
    Level,
    Limits,
    Line,
    Player,
    Searcher,
    SearchResult,
    search,
)

__all__ = [
    "LEVELS",
    "Colour",
    "Endgames",
    "Evaluator",
    "Game",
    "Handcrafted",
    "Level",
    "Limits",
    "Line",
    "Move",
    "Network",
    "Outcome",
    "Player",
    "Position",
    "Reason",
    "Ruleset",
    "SearchResult",
    "Searcher",
    "load_evaluator",
    "ruleset",
    "ruleset_names",
    "search",
]
