"""The facts of the rulesets. Source: the PDN 3.0 standard, https://pdn.fmjd.org (GameType)."""

from __future__ import annotations

import pytest

from engine.rules import Colour, Position, ruleset, ruleset_names


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


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match=r"^unknown ruleset 'engish': expected one of .*english"):
        ruleset("engish")
