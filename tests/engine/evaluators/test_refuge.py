"""Where the handcrafted evaluation lets a king of the side behind hold out.

A lone king that flies draws against three while it owns the main road, the long diagonal, and is
lost off it: Petrov's triangle. One that steps has its best chance in a double corner.
"""

from __future__ import annotations

import numpy as np
import pytest

from engine import Colour, Handcrafted, Position, Ruleset, ruleset, ruleset_names
from engine._native import Position as Native
from engine.evaluators.handcrafted import term_names
from engine.rules.text import rules_page


def refuge(rules: Ruleset) -> set[int]:
    """Return the squares on which a lone king, two kings behind, is worth more than elsewhere."""
    terms = term_names(rules.name)
    weights = np.zeros((len(terms), 2), np.int32)
    weights[terms.index("king")] = 300
    weights[terms.index("double_corner")] = 30
    evaluator = Handcrafted(rules.name, weights)

    def score(square: int) -> int:
        hunters = [other for other in (2, 3, 6, 7) if other != square][:3]
        native = Native(rules.name, Colour.BLACK, [], hunters, [], [square])
        return evaluator.evaluate(Position(native))

    return {square for square in range(1, rules.squares + 1) if score(square) == -570}


def places(rules: Ruleset) -> dict[int, tuple[int, int]]:
    return {square: rules.board.place(square) for square in range(1, rules.squares + 1)}


def main_road(rules: Ruleset) -> set[int]:
    """Return the long diagonal, corner to corner."""
    last = rules.rows - 1
    return {
        square for square, (row, column) in places(rules).items() if row in (column, last - column)
    }


def double_corners(rules: Ruleset) -> set[int]:
    """Return the squares beside those corners of the board that are not played on."""
    last, played = rules.rows - 1, places(rules)
    corners = {(row, column) for row in (0, last) for column in (0, last)} - set(played.values())
    return {
        square
        for square, (row, column) in played.items()
        if any(abs(row - corner[0]) + abs(column - corner[1]) == 1 for corner in corners)
    }


@pytest.mark.parametrize(
    "name", [name for name in ruleset_names() if not ruleset(name).board.dense]
)
def test_a_king_behind_holds_out_in_a_double_corner_or_flying_on_the_main_road(name: str) -> None:
    rules = ruleset(name)
    steps = rules_page(name).kings.startswith("one square")
    expected = double_corners(rules) if steps else main_road(rules)
    assert len(expected) == (4 if steps else rules.rows)
    assert refuge(rules) == expected


def test_the_main_road_of_russian_draughts_runs_from_a1_to_h8() -> None:
    russian, english = ruleset("russian"), ruleset("english")
    assert [russian.board.format(square) for square in (29, 4)] == ["a1", "h8"]
    assert refuge(russian) == {4, 8, 11, 15, 18, 22, 25, 29}
    assert refuge(english) == {1, 5, 28, 32}
