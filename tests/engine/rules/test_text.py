"""The pages of rules in words say what the facts of each ruleset say.

The facts are those of the core and, for what the core keeps to itself, those that the brute-force
generator plays by, which were written from the public rule texts.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine.rules.text
from engine.rules import ruleset, ruleset_names
from engine.rules.ruleset import ALIASES
from engine.rules.text import rules_page
from tests.oracle.rulesets import FORWARD, FRISIAN, RULESETS, TURKISH

every_ruleset = pytest.mark.parametrize("name", ruleset_names())


def test_there_is_a_page_for_each_ruleset_and_no_other() -> None:
    pages = Path(engine.rules.text.__file__).parent.glob("*.txt")
    assert sorted(page.stem for page in pages) == sorted(ruleset_names())
    assert len({rules_page(name).title for name in ruleset_names()}) == len(ruleset_names())


@pytest.mark.parametrize("alias", ALIASES)
def test_a_page_is_found_by_an_alias(alias: str) -> None:
    assert rules_page(alias) is rules_page(ALIASES[alias])


@every_ruleset
def test_the_board_is_that_of_the_game(name: str) -> None:
    rules, board = ruleset(name), rules_page(name).board
    assert board.startswith(f"{rules.rows}x{rules.cols}, played on ")
    assert f" {rules.men} men a side on " in board
    if rules.board.dense:
        assert f"all {rules.squares} squares" in board
    else:
        assert f"the {rules.squares} dark squares" in board
        assert f"at each player's {'right' if rules.board.mirrored else 'left'};" in board
        men_rows = {2: "two", 3: "three", 4: "four", 5: "five"}[rules.men * 2 // rules.cols]
        assert f"on {men_rows} rows" in board


@every_ruleset
def test_the_side_that_begins_is_that_of_the_game(name: str) -> None:
    first = ruleset(name).first_mover.name.capitalize()
    assert (
        rules_page(name).begins
        == f"{first}, the {'darker' if first == 'Black' else 'lighter'} side"
    )


@every_ruleset
def test_kings_fly_and_land_as_they_do_in_the_game(name: str) -> None:
    rules, kings = RULESETS[name], rules_page(name).kings
    assert ("any distance" in kings, "one square" in kings) == (rules.flying, not rules.flying)
    assert ("just behind" in kings) == (rules.landing == "behind")


@every_ruleset
def test_captures_bind_as_they_do_in_the_game(name: str) -> None:
    rules, captures = RULESETS[name], rules_page(name).captures
    assert captures.startswith("compulsory" if rules.refusal == "illegal" else "optional")
    assert ("huffed" in captures) == (rules.refusal == "huff")
    assert ("loses a piece" in captures) == (rules.refusal == "loss")
    directions = {FORWARD: "forwards only", FRISIAN: "all eight", TURKISH: "forwards and sideways"}
    assert f"{directions.get(rules.man_jumps, 'forwards and backwards')}" in captures
    assert ("take no kings" in captures) == (not rules.men_take_kings)


@every_ruleset
def test_what_takes_precedence_is_said(name: str) -> None:
    rules, captures = RULESETS[name], rules_page(name).captures
    if rules.rivals == "same piece":
        assert "the chosen piece makes its longest" in captures
        return
    assert ("most pieces" in captures) == ("most pieces" in rules.precedence)
    assert ("most kings" in captures) == ("most kings" in rules.precedence)
    assert ("most value" in captures) == ("highest value" in rules.precedence)
    assert ("a king must" in captures) == (rules.precedence[:1] == ("by a king",))
    assert not rules.precedence or "free choice" not in captures


@every_ruleset
def test_draws_are_those_of_the_game(name: str) -> None:
    rules = ruleset(name)
    assert rules.repetitions == 3
    draws = "the third occurrence of a position; "
    draws += f"{rules.no_progress_plies // 2} moves each without a capture or a man's move"
    if rules.equal_kings_plies:
        draws += f"; {rules.equal_kings_plies // 2} moves each without a capture while both sides "
        draws += "have equally many queens"
    assert rules_page(name).draws == draws


@every_ruleset
def test_what_a_chain_does_on_the_far_row_is_said(name: str) -> None:
    said = {
        "ends": r"its turn ends(,| there)",
        "passes": "stays a man",
        "crowns": "it is a king at once",
    }
    if name == "turkish":
        said["ends"] = "stops there, crowned"
    text = " ".join(rules_page(name).paragraphs)
    assert {way for way, words in said.items() if re.search(words, text)} == {
        RULESETS[name].far_row
    }


@every_ruleset
def test_a_page_is_short_and_states_what_was_decided(name: str) -> None:
    page = rules_page(name)
    lines = page.text.splitlines()
    assert len(lines) <= 35
    assert max(map(len, lines)) <= 96
    assert re.search(r"\bDecided[:,] ", page.paragraphs[-1])
    assert any("has to move and cannot" in paragraph for paragraph in page.paragraphs)
