"""What a page is told: enough to draw the board and to choose any legal move by squares alone."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine import Colour, Position, ruleset, ruleset_names
from engine.web.catalogue import Catalogue
from engine.web.losses import explain_huff, explain_loss
from engine.web.played import PlayedGame
from engine.web.protocol import Seat
from engine.web.view import (
    board_view,
    catalogue_view,
    earlier_view,
    moves_view,
    position_view,
)

PERSONS = {Colour.WHITE: Seat(), Colour.BLACK: Seat()}


def game_of(name: str, fen: str = "", *texts: str) -> PlayedGame:
    start = Position.from_fen(name, fen) if fen else Position.start(name)
    played = PlayedGame(start, dict(PERSONS))
    for text in texts:
        played.play(played.position.parse_move(text))
    return played


@pytest.mark.parametrize("name", ruleset_names())
def test_every_board_is_told_with_its_squares_and_rules(name: str) -> None:
    view = board_view(ruleset(name))
    assert len(view["squares"]) == ruleset(name).squares
    places = {(square["row"], square["col"]) for square in view["squares"]}
    assert len(places) == ruleset(name).squares
    assert [label for label, _ in view["facts"]] == [
        "Board",
        "Begins",
        "Kings",
        "Captures",
        "Draws",
    ]
    assert all(words for _, words in view["facts"])
    assert view["paragraphs"]


@pytest.mark.parametrize("name", ruleset_names())
def test_every_move_can_be_told_by_huff_path_and_captures(name: str) -> None:
    random = Random(name)
    position = Position.start(name)
    for _ in range(60):
        moves = moves_view(position)
        if not moves:
            break
        told = [(m["huffed"], str(m["paths"]), str(m["captured"])) for m in moves]
        assert len(set(told)) == len(told)
        assert all(path[0] == m["paths"][0][0] for m in moves for path in m["paths"])
        json.dumps(moves)
        position = position.push(random.choice(position.legal_moves()))


def test_a_refused_capture_is_explained_by_the_capture() -> None:
    position = Position.from_fen("malaysian8", "B:W18,32:B1,2,15")
    words = explain_loss(position, position.parse_move("15-19"))
    assert words == (
        "The piece that moved to 19 is lost: it could have captured (15x22), and 15-19 did not."
    )
    assert explain_loss(position, position.parse_move("15x22")) == ""


def test_a_huff_is_explained_by_the_capture_missed() -> None:
    played = game_of("english-huff", "B:W18,32:B1,2,15", "1-5")
    view = position_view(played)
    assert view["huffable"] == [15]
    assert view["huffReason"] == (
        "White may huff: the piece on 15 could have captured: 15x22. "
        "Huffing is free: the turn goes on with a move."
    )
    assert {move["huffed"] for move in view["moves"]} == {0, 15}


def test_a_huffable_piece_that_moved_is_told_by_where_it_came_from() -> None:
    played = game_of("english-huff", "B:W18,32:B1,2,15", "15-19")
    assert "the piece on 19 could have captured (it came from 15): 15x22" in explain_huff(
        played.game
    )


def test_a_huffable_piece_of_a_fen_is_told_without_its_past() -> None:
    played = game_of("english-huff", "W:W18,32:B2,5,15:U15")
    assert "the piece on 15 could have captured." in explain_huff(played.game)


def test_a_piece_that_was_huffed_is_told_with_the_capture_it_missed() -> None:
    played = game_of("english-huff", "B:W18,32:B1,2,15", "1-5", "h15 32-28")
    last = position_view(played)["last"]
    assert last["why"] == "White huffed the piece on 15: it could have captured: 15x22."
    assert last["said"] == "White: huffs the piece on 15, then 32 to 28"
    of_a_fen = game_of("english-huff", "W:W18,32:B2,5,15:U15", "h15 32-28")
    assert position_view(of_a_fen)["last"]["why"] == (
        "White huffed the piece on 15: it could have captured."
    )


def test_what_a_person_lost_is_told_until_the_person_moves_again() -> None:
    why = "The piece on 15 is lost: it could have captured (15x22), and 1-5 did not."
    played = game_of("malaysian8", "B:W18,32,31:B1,2,15", "1-5", "32-28")
    assert position_view(played)["last"]["why"] == ""  # the other person has moved, not at once
    played.reseat({Colour.WHITE: Seat("easy"), Colour.BLACK: Seat()})
    assert position_view(played)["last"]["why"] == why
    played.play(played.position.parse_move("2-6"))
    assert position_view(played)["last"]["why"] == ""


def test_moves_are_not_told_to_one_who_is_not_to_choose() -> None:
    played = PlayedGame(
        Position.start("english"), {Colour.WHITE: Seat(), Colour.BLACK: Seat("easy")}
    )
    assert position_view(played)["moves"] == []
    ended = game_of("english")
    ended.resign(Colour.BLACK)
    view = position_view(ended)
    assert view["moves"] == []
    assert view["ending"] == {
        "winner": "white",
        "words": "White wins: Black resigned",
        "result": "0-1",
    }


def test_an_earlier_position_is_told_and_a_later_one_refused() -> None:
    played = game_of("english", "", "11-15", "23-19")
    assert earlier_view(played, 0)["last"] is None
    assert earlier_view(played, 1)["last"]["text"] == "11-15"
    with pytest.raises(ValueError, match="expected a ply from 0 to 2, got 3"):
        earlier_view(played, 3)


def test_the_last_move_is_said_in_words() -> None:
    played = game_of("english", "B:W18,31:B14,2", "14x23")
    assert position_view(played)["last"]["said"] == "Black: 14 to 23, taking 18"


def test_the_catalogue_has_every_ruleset_with_its_evaluators() -> None:
    view = catalogue_view(Catalogue())
    assert [item["name"] for item in view["rulesets"]] == ruleset_names()
    english = view["rulesets"][0]
    assert english["evaluators"] == ["english", "handcrafted", "material"]
    assert [level["name"] for level in view["levels"]] == ["easy", "medium", "hard"]


def test_no_two_games_to_choose_from_are_called_the_same() -> None:
    titles = [one["title"] for one in catalogue_view(Catalogue())["rulesets"]]
    assert len(set(titles)) == len(titles)


def test_a_game_says_where_it_began_and_which_side_does() -> None:
    fen = "B:W18,32:B1,2,15"
    assert position_view(game_of("english", fen, "15x22"))["startFen"] == fen
    assert board_view(ruleset("english"))["first"] == "black"
    assert board_view(ruleset("russian"))["first"] == "white"
