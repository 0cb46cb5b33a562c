"""The facts of the rulesets. Source: the PDN 3.0 standard, https://pdn.fmjd.org (GameType)."""

from __future__ import annotations

import pytest

from engine import Handcrafted, load_evaluator
from engine.rules import Colour, Position, ruleset, ruleset_names
from engine.rules.ruleset import ALIASES, aliases
from tests.oracle.rulesets import RULESETS


def test_english_draughts_is_game_type_21_and_black_starts() -> None:
    english = ruleset("english")
    assert (english.game_type_number, english.first_mover) == (21, Colour.BLACK)
    assert (english.rows, english.cols, english.squares, english.men) == (8, 8, 32, 12)
    assert (english.no_progress_plies, english.repetitions) == (80, 3)
    assert not english.board.algebraic


@pytest.mark.parametrize("name", ruleset_names())
def test_every_ruleset_begins_as_its_facts_say(name: str) -> None:
    rules, position = ruleset(name), Position.start(name)
    assert position.ruleset is rules
    assert position.turn == rules.first_mover
    for colour in (Colour.WHITE, Colour.BLACK):
        assert len(position.men(colour)) == rules.men
        assert position.kings(colour) == []
    assert Position.from_fen(name, position.fen()) == position


@pytest.mark.parametrize("name", ruleset_names())
def test_pieces_leave_the_board_when_the_second_writing_of_the_rules_says(name: str) -> None:
    assert ruleset(name).removes_at_once == (RULESETS[name].removal == "at once")


def test_an_unknown_name_is_refused_with_the_names_there_are_and_the_nearest() -> None:
    expected = r"expected one of english, .*, turkish, american, .*; the nearest is english$"
    with pytest.raises(ValueError, match=rf"^unknown ruleset 'engish': {expected}"):
        ruleset("engish")
    with pytest.raises(ValueError, match=r"^unknown ruleset '': expected one of english, "):
        ruleset("")


def test_names_that_people_type_stand_for_a_ruleset() -> None:
    assert ruleset("american") is ruleset("checkers") is ruleset("english")
    assert ruleset("dam") is ruleset("malaysian12")
    assert ruleset("dam8") is ruleset("malaysian8")
    assert aliases("english") == ["american", "checkers"]
    assert aliases("russian") == []


@pytest.mark.parametrize("alias", ALIASES)
def test_an_alias_does_wherever_a_ruleset_is_named(alias: str) -> None:
    name = ALIASES[alias]
    start = Position.start(alias)
    assert start.ruleset is ruleset(name)
    assert Position.from_fen(alias, start.fen()) == start
    assert Handcrafted(alias).ruleset == name
    assert Handcrafted(alias).evaluate(start) == Handcrafted(name).evaluate(start)
    assert {load_evaluator(kind, alias).ruleset for kind in ("handcrafted", "material")} == {name}
