"""Dialogues to test with: a start, who plays, and a computer that needs no time."""

from __future__ import annotations

from engine import Colour, Handcrafted, Level, Player, Position
from engine.protocols.terminal import Dialogue

WEAK = Level(name="weak", description="", depth=1)
FIRM = Level(name="firm", description="", depth=4)
SIDES = {"both": {Colour.WHITE, Colour.BLACK}, "white": {Colour.WHITE}, "black": {Colour.BLACK}}


def dialogue(
    ruleset: str = "english", fen: str = "", persons: str = "both", level: Level = WEAK
) -> Dialogue:
    start = Position.from_fen(ruleset, fen) if fen else Position.start(ruleset)
    player = Player(ruleset, level, evaluator=Handcrafted(ruleset), seed=1)
    return Dialogue(start, player, SIDES.get(persons, set()), date="2026.11.30")


def answer(game: Dialogue, *typed: str) -> str:
    """Type lines, let the computer move when it is its turn, and return the last answer."""
    said = ""
    for line in typed:
        said = game.enter(line)
        while not game.waits:
            said += "\n" + game.advance()
    return said


def started(game: Dialogue) -> Dialogue:
    while not game.waits:
        game.advance()
    return game
