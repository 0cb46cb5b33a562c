"""Draughts as rules: rulesets, positions, games, outcomes, ballots and recorded games."""

from engine._native import Colour, Move, Reason
from engine.rules.archive import Replayed, format_game, read_games, record, replay
from engine.rules.game import Game
from engine.rules.movetext import AmbiguousMoveError, IllegalMoveError
from engine.rules.openings import USUAL, Opening, ballot_names, deck, deck_names, deck_ruleset
from engine.rules.outcome import (
    Forfeit,
    Outcome,
    format_result,
    opponent,
    parse_reason,
    parse_result,
)
from engine.rules.position import Position, perft
from engine.rules.ruleset import Ruleset, ruleset, ruleset_names

__all__ = [
    "USUAL",
    "AmbiguousMoveError",
    "Colour",
    "Forfeit",
    "Game",
    "IllegalMoveError",
    "Move",
    "Opening",
    "Outcome",
    "Position",
    "Reason",
    "Replayed",
    "Ruleset",
    "ballot_names",
    "deck",
    "deck_names",
    "deck_ruleset",
    "format_game",
    "format_result",
    "opponent",
    "parse_reason",
    "parse_result",
    "perft",
    "read_games",
    "record",
    "replay",
    "ruleset",
    "ruleset_names",
]
