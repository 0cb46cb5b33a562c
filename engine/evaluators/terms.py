"""What the terms of the handcrafted evaluation count, in words.

The core computes them (`engine/native/weights.hpp`, `handcrafted.hpp`, `samuel.hpp`): the score is
the material plus the sum of weight times count, each counted for the side to move less the same for
the other side.
"""

from __future__ import annotations

from engine import _native

KING = "king"
"""Beside the man the other half of the material: the worth of a king."""

DESCRIPTIONS = {
    "king": "a king",
    "advance": "a man, for each row that it has advanced",
    "back_row": "a man at home while the enemy has men to crown",
    "bridge": "every second square of the back row held while the enemy has men",
    "centre_man": "a man in the centre",
    "centre_king": "a king in the centre",
    "edge_man": "a man on a side column",
    "mobility": "a square that pieces can step to",
    "runaway": "a man whose way to the crown nobody can cross",
    "runaway_step": "taken off that: a step that the man still has to make",
    "trapped_king": "a king with no square to step to",
    "trade": "the lead in material, more as pieces leave the board",
    "hunt": "the side ahead: a step that its kings are nearer the enemy's",
    "double_corner": "the side behind: a king in a double corner, or flying on the main road",
    "turn": "the right to move",
    "king_mobility": "a square that kings can step to",
    "backed_man": "a square held by a man with another of its side behind it",
    "man_square": "a man on a square",
    "king_square": "a king on a square",
    "back_row_men": "the set of men at home while the enemy has men to crown",
    "exposure": "a piece between two empty squares of a diagonal",
    "gap": "an empty square between two own pieces, or a piece and the edge, on a diagonal",
    "hole": "an empty square with three own pieces or more around it",
    "node": "a piece with three empty squares or more around it",
    "pole": "a man with no piece of either side next to it",
    "dyke": "three own pieces in a row on a diagonal",
    "threat": "a square to step to from which an enemy piece could be captured",
    "denied": "a square to step to where the piece could be captured",
    "exchange": "a square for a man to step to that offers an exchange",
    "fork": "a square to step to from which either of two enemies ahead could be captured",
    "the_move": "having the move (the opposition), with equally many pieces",
    "triangle": "the Triangle of Oreo held while the enemy has men",
    "cramp": "a supported man on the side that cramps four enemies",
    "centre_control": "a centre square held, or open to a step",
    "double_diagonal": "a piece on a diagonal that ends in a double corner",
}
"""Every term of the core, tables included, in its order."""

SAMUEL = (
    "exposure", "gap", "hole", "node", "pole", "dyke", "threat", "denied", "exchange", "fork",
    "the_move", "triangle", "cramp", "centre_control", "double_diagonal",
)  # fmt: skip
"""Terms of Samuel's program that weigh nothing but in a polynomial learned with them."""

TABLES = ("man_square", "king_square", "back_row_men")
"""Terms that are many weights each."""

POLYNOMIAL = tuple(name for name in DESCRIPTIONS if name != KING and name not in TABLES)
"""Terms that a polynomial may be made of: single ones, the worth of a king being fixed."""


def place_of(ruleset: str, term: str) -> slice:
    """Return the place of a term among the weights; ValueError for one that there is not."""
    first = 0
    for name, size in _native.handcrafted_terms(ruleset).items():
        if name == term:
            return slice(first, first + size)
        first += size
    raise ValueError(f"unknown term {term!r}")
