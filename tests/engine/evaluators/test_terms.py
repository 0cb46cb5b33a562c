"""Samuel's terms: the core counts what a plain count finds, and unused they change no score."""

from __future__ import annotations

import numpy as np
import pytest

from engine import _native
from engine.evaluators import Handcrafted
from engine.evaluators.handcrafted import term_names, tuned_weights
from engine.evaluators.terms import DESCRIPTIONS, POLYNOMIAL, SAMUEL, TABLES, place_of
from engine.rules import Position, ruleset_names
from tests.oracle import boards
from tests.oracle.position import Position as Slow
from tests.oracle.position import fen
from tests.oracle.rulesets import RULESETS
from tests.oracle.terms import count


def alone(ruleset: str, term: str) -> Handcrafted:
    """Return the evaluation that says 100 for one of a term, and nothing for pieces but men."""
    weights = np.zeros((len(term_names(ruleset)), 2), np.int32)
    weights[place_of(ruleset, term)] = 100
    return Handcrafted(ruleset, weights)


def counts(ruleset: str, term: str, positions: list[Slow]) -> list[tuple[str, int]]:
    evaluator, none = alone(ruleset, term), Handcrafted(ruleset, 0 * tuned_weights(ruleset))
    found = []
    for position in positions:
        text = fen(position)
        given = Position.from_fen(ruleset, text)
        found.append((text, (evaluator.evaluate(given) - none.evaluate(given)) // 100))
    return found


def expected(term: str, positions: list[Slow]) -> list[tuple[str, int]]:
    return [(fen(position), count(term, position)) for position in positions]


@pytest.mark.parametrize("name", ruleset_names())
def test_every_term_of_samuels_is_what_a_plain_count_finds(name: str) -> None:
    positions = boards.sample(RULESETS[name], 1, 12)
    for term in SAMUEL:
        assert counts(name, term, positions) == expected(term, positions), term


@pytest.mark.slow
def test_every_term_is_met_with_both_signs_in_english() -> None:
    positions = [*boards.sample(RULESETS["english"], 2, 400), *CRAMPED]
    for term in SAMUEL:
        found = counts("english", term, positions)
        assert found == expected(term, positions), term
        assert {-1, 1} <= {value for _, value in found}, term


CRAMPED = [
    Slow(RULESETS["english"], dict.fromkeys((9, 13), "b") | dict.fromkeys((17, 21, 22, 25), "w"), s)
    for s in "wb"
]


@pytest.mark.parametrize(
    ("term", "text", "value"),
    [
        ("exposure", "W:W18:B1,2,3", 1),  # 14 and 23 are empty
        ("exposure", "W:W18,22,23:B1,2,3", 2),  # 22 and 23, not 18
        ("gap", "W:W19,26:B4", 3),  # 23 between them, 30 and 31 between 26 and the edge
        ("hole", "W:W22,23,30:B4", 1),  # 26 between 22, 23, 30 and 31
        ("node", "W:W18:B1", 1),
        ("node", "W:W18:B14,15", -2),
        ("pole", "W:WK18:B1", -1),  # a king is none; the man on 1 is
        ("dyke", "W:W18,22,25:B1", 1),
        ("threat", "W:W22,25,26:B14", 2),  # from 17 and 18; Black's steps there threaten nothing
        ("threat", "W:W22,25,26:B9,10,14", 0),
        ("denied", "W:W11,20:B12", 1),  # 20-16 is taken by 12x19; 12-16 cannot be
        ("exchange", "W:W11,20:B12", 0),
        ("exchange", "W:W11,20,24:B12", 1),  # 20-16 12x19 24x15
        ("fork", "W:W26:B17,18", 1),  # 26-22 attacks both
        ("fork", "W:W22:B13,14", 0),  # nothing lies behind 13
        ("the_move", "B:W21-32:B1-12", -1),  # at the start White has it, though Black is to move
        ("the_move", "W:W32:B1", 1),
        ("the_move", "W:W32:B1,2", 0),
        ("triangle", "B:W12:B2,3,7", 1),
        ("triangle", "B:WK12:B2,3,7", 0),
        ("cramp", "B:W17,21,22,25:B9,13", 1),
        ("cramp", "W:W17,21,22,25:B13", 0),
        ("centre_control", "W:W26:B1", 2),  # 22 and 23
        ("double_diagonal", "W:W32:B3", 1),
    ],
)
def test_a_term_counts_what_it_is_named_after(term: str, text: str, value: int) -> None:
    evaluator, none = alone("english", term), Handcrafted("english", 0 * tuned_weights("english"))
    position = Position.from_fen("english", text)
    assert evaluator.evaluate(position) - none.evaluate(position) == 100 * value


def test_every_term_is_described_in_words() -> None:
    for name in ruleset_names():
        sizes = _native.handcrafted_terms(name)
        assert list(sizes) == list(DESCRIPTIONS)
        assert {term for term, size in sizes.items() if size > 1} == set(TABLES)
    assert set(SAMUEL) < set(POLYNOMIAL)
    assert "king" not in POLYNOMIAL


@pytest.mark.parametrize("name", ruleset_names())
def test_no_evaluation_weighs_samuels_terms_by_itself(name: str) -> None:
    for weights in (
        _native.untuned_weights(name), _native.material_weights(name), tuned_weights(name)
    ):  # fmt: skip
        for term in SAMUEL:
            assert not weights[place_of(name, term)].any(), term
