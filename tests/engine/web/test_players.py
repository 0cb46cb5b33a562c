"""The computer's players on the page: the levels everybody else measures, with smaller tables."""

from __future__ import annotations

from random import Random

import pytest

from engine import Colour, Game, Limits, Move, Position, search
from engine.search import LEVELS
from engine.web.catalogue import Catalogue
from engine.web.players import TABLE_MIB, first_seats, player_maker
from engine.web.protocol import PLAYERS, Seat


def test_the_page_offers_the_levels_there_are_weakest_first() -> None:
    assert list(PLAYERS) == ["person", *(level.name for level in LEVELS)]


@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_players_differ_from_the_levels_in_their_tables_alone(name: str) -> None:
    player = player_maker(Catalogue(), "english", Seat(name), 1)()
    level = next(level for level in LEVELS if level.name == name)
    assert player.level.limits == level.limits
    assert player.level.slip_chance == level.slip_chance
    assert player.level.table_mib == min(level.table_mib, TABLE_MIB)


def test_the_person_begins_against_what_was_learned() -> None:
    seats = first_seats(Catalogue(), "english")
    assert seats == {Colour.BLACK: Seat(), Colour.WHITE: Seat("medium", "english")}
    assert first_seats(Catalogue(), "turkish")[Colour.BLACK].evaluator == "handcrafted"


def points_of_easy(rival: str, games: int) -> float:
    """Let the page's easy level play against a mover, and count its points."""
    points = 0.0
    for number in range(games):
        easy = player_maker(Catalogue(), "english", Seat("easy"), number)()
        random = Random(number)
        game = Game(Position.start("english"))
        own = Colour(number % 2)
        while (outcome := game.outcome()) is None:
            move: Move | None
            if game.position.turn == own:
                move = easy.choose(game).move
            elif rival == "random" or len(game.moves) < 4:
                move = random.choice(game.position.legal_moves())
            else:
                move = search(game, limits=Limits(depth=2), table_mib=0.1).move
            assert move is not None
            game.push(move)
        points += 0.5 if outcome.winner is None else float(outcome.winner == own)
    return points


@pytest.mark.slow
def test_easy_beats_one_who_moves_at_random_and_loses_to_one_who_looks_two_plies_ahead() -> None:
    """Report U105: the weakest level beat beginners."""
    assert points_of_easy("random", 20) >= 15
    assert points_of_easy("two plies", 20) <= 14
