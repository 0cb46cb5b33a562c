"""A game on the page: taking back, playing again, resigning, agreeing."""

from __future__ import annotations

import pytest

from engine import Colour, Game, Outcome, Position, Reason
from engine.web.played import LONGEST_GAME, PlayedGame
from engine.web.protocol import Seat

PERSONS = {Colour.WHITE: Seat(), Colour.BLACK: Seat()}
AGAINST = {Colour.WHITE: Seat("easy"), Colour.BLACK: Seat()}
COMPUTERS = {Colour.WHITE: Seat("easy"), Colour.BLACK: Seat("easy")}


def played(texts: str, seats: dict[Colour, Seat] = PERSONS) -> PlayedGame:
    game = PlayedGame(Position.start("english"), dict(seats))
    for text in texts.split():
        game.play(game.position.parse_move(text))
    return game


def test_undo_between_persons_takes_back_one_ply() -> None:
    game = played("11-15 23-19")
    game.undo()
    assert game.game.move_texts() == ["11-15"]


def test_undo_against_a_computer_goes_back_to_the_persons_turn() -> None:
    game = played("11-15 23-19 8-11 22-17", AGAINST)
    game.undo()
    assert game.game.move_texts() == ["11-15", "23-19"]


def test_undo_while_the_computer_is_to_move_takes_back_the_persons_move() -> None:
    game = played("11-15 23-19 8-11", AGAINST)
    game.undo()
    assert game.game.move_texts() == ["11-15", "23-19"]


def test_there_is_nothing_to_undo_before_the_persons_first_move() -> None:
    game = played("11-15", {Colour.WHITE: Seat(), Colour.BLACK: Seat("easy")})
    assert not game.can_undo
    with pytest.raises(ValueError, match="there is no move to take back"):
        game.undo()


def test_computers_are_taken_back_ply_by_ply() -> None:
    game = played("11-15 23-19", COMPUTERS)
    game.undo()
    assert game.game.move_texts() == ["11-15"]


def test_redo_plays_again_all_that_one_undo_took_back() -> None:
    game = played("11-15 23-19 8-11 22-17", AGAINST)
    game.undo()
    game.undo()
    game.redo()
    assert game.game.move_texts() == ["11-15", "23-19"]
    game.redo()
    assert game.game.move_texts() == ["11-15", "23-19", "8-11", "22-17"]
    assert not game.can_redo


def test_a_new_move_forgets_what_was_taken_back() -> None:
    game = played("11-15 23-19")
    game.undo()
    game.play(game.position.parse_move("22-17"))
    with pytest.raises(ValueError, match="no move was taken back"):
        game.redo()


def test_a_resignation_is_taken_back_before_moves_are() -> None:
    game = played("11-15 23-19")
    game.resign(Colour.BLACK)
    assert game.ending is not None
    assert (game.ending.winner, game.ending.words) == (
        Colour.WHITE,
        "White wins: Black resigned",
    )
    assert game.result == "0-1"
    game.undo()
    assert (game.result, len(game.game.moves)) == ("*", 2)


def test_an_agreed_draw_ends_the_game() -> None:
    game = played("11-15")
    game.offer_draw(Colour.WHITE)
    game.agree_draw()
    assert game.ending is not None
    assert (game.result, game.offer) == ("1/2-1/2", None)


def test_a_move_withdraws_an_offer() -> None:
    game = played("11-15")
    game.offer_draw(Colour.WHITE)
    game.play(game.position.parse_move("23-19"))
    assert game.offer is None


def test_every_change_is_a_new_revision() -> None:
    game = played("11-15 23-19")
    seen = {game.revision}
    for change in (game.undo, game.redo, game.agree_draw, game.undo):
        change()
        assert game.revision not in seen
        seen.add(game.revision)


def test_a_recorded_result_counts_where_the_rules_give_none() -> None:
    game = played("")
    recorded = Game()
    recorded.push("11-15")
    game.resume(recorded, Outcome(Colour.BLACK, Reason.SCORE))
    assert game.result == "1-0"
    game.undo()
    assert game.ending is None


def test_a_game_cannot_grow_for_ever() -> None:
    start = Position.from_fen("english", "B:WK32:BK1")
    game = PlayedGame(start, dict(PERSONS))
    shuffle = Game(start, repetition=False, no_progress=False)
    for ply in range(LONGEST_GAME):
        shuffle.push(["1-6", "32-27", "6-1", "27-32"][ply % 4])
    game.resume(shuffle, None)
    assert game.ending is not None
    assert game.ending.winner is None
