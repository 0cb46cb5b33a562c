"""Who sits where at first, and how the computer's players are made."""

from __future__ import annotations

from collections.abc import Callable

from engine._native import Colour
from engine.rules import opponent, ruleset
from engine.search import Level, Player
from engine.web.catalogue import Catalogue
from engine.web.protocol import Seat

MakePlayer = Callable[[], Player]

FIRST_LEVEL = "medium"
HINT = Level(name="hint", description="advises a person", time_s=1.0, table_mib=16.0)


def first_seats(catalogue: Catalogue, name: str) -> dict[Colour, Seat]:
    """Seat a person on the side that begins, against what was learned of the ruleset."""
    begins = ruleset(name).first_mover
    evaluator = catalogue.learned_name(name) or "handcrafted"
    return {begins: Seat(), opponent(begins): Seat(FIRST_LEVEL, evaluator)}


def player_maker(catalogue: Catalogue, name: str, seat: Seat) -> MakePlayer:
    """Return what makes the player of a seat, in the thread that searches."""
    evaluator = catalogue.evaluator(name, seat.evaluator)
    return lambda: Player(name, seat.player, evaluator=evaluator)


def hint_maker(catalogue: Catalogue, name: str) -> MakePlayer:
    """Return what makes the player that gives hints: the learned evaluator where there is one."""
    evaluator = catalogue.evaluator(name, catalogue.learned_name(name) or "handcrafted")
    return lambda: Player(name, HINT, evaluator=evaluator)
