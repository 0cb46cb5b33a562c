"""The three-move deck. Counts: https://www.bobnewell.net, 174 possible of which 18 are barred."""

from __future__ import annotations

import json

import pytest

from engine.rules import deck
from engine.rules.openings import DATA, check_digest


def test_the_deck_has_156_openings_of_174() -> None:
    assert len(deck("three-move")) == 156
    assert len(deck("three-move", barred=True)) == 174


def test_every_opening_is_three_legal_moves_to_a_position_of_its_own() -> None:
    openings = deck("three-move", barred=True)
    for opening in openings:
        assert len(opening.moves) == 3
        game = opening.game()
        assert (game.moves, game.position) == (opening.moves, opening.position)
    assert len({opening.position for opening in openings}) == 174


@pytest.mark.parametrize("moves", ["9-13 21-17 10-14", "12-16 23-19 16x23", "9-14 22-18 14-17"])
def test_barred_openings_come_only_on_request(moves: str) -> None:
    assert not [opening for opening in deck() if opening.name.endswith(moves)]
    (opening,) = [each for each in deck(barred=True) if each.name.endswith(moves)]
    assert opening.barred


def test_the_white_doctor_is_played() -> None:
    assert [opening.name for opening in deck() if "10-14 22-18 12-16" in opening.name] == [
        "68: 10-14 22-18 12-16"
    ]


def test_a_changed_deck_is_refused() -> None:
    rows = json.loads((DATA / "three_move.json").read_text(encoding="utf-8"))["ballots"]
    rows[2]["barred"] = False
    with pytest.raises(ValueError, match=r"^three_move.json: expected sha256 [0-9a-f]{12}, got "):
        check_digest("three_move.json", rows, "8f526d0f1907" + "0" * 52)


def test_an_unknown_deck_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match=r"unknown deck 'two-move': expected one of three-move"):
        deck("two-move")
