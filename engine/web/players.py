"""Who sits where at first, and how the computer's players are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine._native import Colour
from engine.rules import opponent, ruleset
from engine.search import Level, Player, level
from engine.web.catalogue import Catalogue
from engine.web.protocol import Seat

MakePlayer = Callable[[], Player]

FIRST_LEVEL = "medium"
TABLE_MIB = 8.0
"""Transposition table of a player on the page, at most: so many games can keep theirs from move to
move that fifty do not make new ones all the time, which costs more than a short search."""
HINT = Level(name="hint", description="advises a person", time_s=1.0, table_mib=TABLE_MIB)


def first_seats(catalogue: Catalogue, name: str) -> dict[Colour, Seat]:
    """Seat a person on the side that begins, against what was learned of the ruleset."""
    begins = ruleset(name).first_mover
    evaluator = catalogue.learned_name(name) or "handcrafted"
    return {begins: Seat(), opponent(begins): Seat(FIRST_LEVEL, evaluator)}


def player_maker(catalogue: Catalogue, name: str, seat: Seat, seed: int) -> MakePlayer:
    """Return what makes the player of a seat, in the thread that searches; slips come of `seed`."""
    evaluator = catalogue.evaluator(name, seat.evaluator)
    played = level(seat.player)
    played = replace(played, table_mib=min(played.table_mib, TABLE_MIB))
    return lambda: Player(name, played, evaluator=evaluator, seed=seed)


def hint_maker(catalogue: Catalogue, name: str) -> MakePlayer:
    """Return what makes the player that gives hints: the learned evaluator where there is one."""
    evaluator = catalogue.evaluator(name, catalogue.learned_name(name) or "handcrafted")
    return lambda: Player(name, HINT, evaluator=evaluator)
