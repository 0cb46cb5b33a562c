"""Openings: no pair tells the same story twice, and a seed always deals the same hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import _native
from engine.evaluators import Material
from engine.rules import Opening, Position, deck_names, deck_ruleset, ruleset_names
from engine.search import Limits, search
from rl.matches.config import MatchConfig, RandomOpeningsConfig
from rl.matches.openings import (
    choose_openings,
    level_by,
    openings_digest,
    random_openings,
    screened_openings,
    settle_openings,
)

BALLOTS = 156  # in the three-move deck since 2003 (bobnewell.net: 137, 144, then 156 of 174)


def test_random_openings_lead_from_the_start_to_distinct_positions_that_go_on() -> None:
    openings = random_openings("english", seed=1, count=60, plies=(6, 10))
    assert len({opening.position for opening in openings}) == 60
    assert {len(opening.moves) for opening in openings} == {6, 7, 8, 9, 10}
    for opening in openings:
        position = Position.start("english")
        for move in opening.moves:
            position = position.push(move)
        assert position == opening.position
        assert position.legal_moves()


def test_random_openings_depend_on_the_seed_alone() -> None:
    openings = random_openings("english", seed=3, count=20)
    assert random_openings("english", seed=3, count=20) == openings
    assert random_openings("english", seed=3, count=50)[:20] == openings
    assert random_openings("english", seed=4, count=20) != openings


def test_random_openings_pass_the_screen() -> None:
    def black_to_move(position: Position) -> bool:
        black: bool = position.turn == _native.Colour.BLACK
        return black

    openings = random_openings("english", 1, 30, (6, 10), black_to_move)
    assert {len(opening.moves) % 2 for opening in openings} == {0}


def test_more_random_openings_than_there_are_are_refused() -> None:
    # English draughts has 7 first moves (A. Bik, http://aartbik.com/MISC/checkers.html).
    assert len(random_openings("english", 1, 7, (1, 1))) == 7
    with pytest.raises(ValueError, match="found 7 of 8 distinct random openings of 1 to 1 plies"):
        random_openings("english", 1, 8, (1, 1))


def test_a_man_down_is_not_level() -> None:
    level = level_by(Material().native, score=60, nodes=2000)
    assert level(Position.start("english"))
    down = Position.from_fen(
        "english", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12"
    )
    assert not level(down)


def test_screened_openings_are_level_to_a_search_of_material() -> None:
    def scores(openings: list[Opening]) -> set[int]:
        limits = Limits(nodes=500)
        return {
            abs(search(o.position, evaluator=Material(), limits=limits, table_mib=1.0).score)
            for o in openings
        }

    config = RandomOpeningsConfig(score=0, nodes=500)
    assert scores(screened_openings("english", 1, 20, config)) == {0}
    assert max(scores(random_openings("english", 1, 20))) >= 100


def test_deck_is_played_through_before_an_opening_comes_back() -> None:
    config = MatchConfig(time_s=0.01, pairs=2 * BALLOTS + 10, openings="three-move")
    names = [opening.name for opening in choose_openings(config, "english")]
    assert len(set(names[:BALLOTS])) == BALLOTS
    assert len(set(names[BALLOTS : 2 * BALLOTS])) == BALLOTS
    assert names[:BALLOTS] != names[BALLOTS : 2 * BALLOTS]


def test_deck_is_shuffled_by_the_seed() -> None:
    hands = [
        openings_digest(choose_openings(MatchConfig(nodes=1, pairs=50, seed=seed), "english"))
        for seed in (1, 1, 2)
    ]
    assert hands[0] == hands[1] != hands[2]


def test_pairs_that_would_repeat_move_for_move_are_refused() -> None:
    assert len(choose_openings(MatchConfig(nodes=1, pairs=BALLOTS), "english")) == BALLOTS
    with pytest.raises(ValueError, match=r"^pairs: expected at most 156, .* would repeat"):
        choose_openings(MatchConfig(nodes=1, pairs=BALLOTS + 1), "english")
    with pytest.raises(ValueError, match=r"^pairs: expected at most 1, the openings of start"):
        choose_openings(MatchConfig(nodes=1, pairs=2, openings="start"), "english")
    assert len(choose_openings(MatchConfig(nodes=1, pairs=1, openings="start"), "english")) == 1


def test_unknown_openings_are_refused_with_those_there_are() -> None:
    with pytest.raises(
        ValueError, match=r"^openings: expected one of three-move, .* random, .* got 'threemove'"
    ):
        choose_openings(MatchConfig(nodes=1, openings="threemove"), "english")


def test_deck_of_another_ruleset_is_refused() -> None:
    said = "three-move is a deck of english, expected for russian one of russian-basic, .* random, "
    with pytest.raises(ValueError, match=said):
        choose_openings(MatchConfig(nodes=1, openings="three-move"), "russian")
    with pytest.raises(
        ValueError, match="a deck of russian, expected for turkish one of random, g"
    ):
        choose_openings(MatchConfig(nodes=1, openings="russian-table"), "turkish")


def test_usual_openings_are_the_first_deck_of_the_ruleset_or_random_plies() -> None:
    settings = MatchConfig(nodes=1, pairs=3)
    used = {name: settle_openings(settings, name).openings for name in ruleset_names()}
    assert used.pop("english") == "three-move"
    assert used.pop("russian") == "russian-basic"
    for name in ("english-huff", "queens8", "queens10", "malaysian8", "malaysian12"):
        assert used.pop(name) == f"{name}-random"
    assert set(used.values()) == {"random"}
    assert [len(opening.moves) for opening in choose_openings(settings, "english")] == [3, 3, 3]


@pytest.mark.parametrize("name", [name for name in deck_names() if name.endswith("-random")])
def test_a_deck_of_random_plies_is_enough_for_800_games_limited_by_nodes(name: str) -> None:
    config = MatchConfig(nodes=1, pairs=400, openings=name)
    openings = choose_openings(config, deck_ruleset(name))
    assert len({opening.position for opening in openings}) == 400
    fewer = choose_openings(replace(config, pairs=200), deck_ruleset(name))
    assert fewer == openings[:200]
    with pytest.raises(ValueError, match=f"^pairs: expected at most 400, the openings of {name}"):
        choose_openings(replace(config, pairs=401), deck_ruleset(name))


def test_go_as_you_please_begins_at_the_start() -> None:
    config = MatchConfig(nodes=1, pairs=1, openings="go-as-you-please")
    (opening,) = choose_openings(config, "turkish")
    assert (opening.moves, opening.position) == ((), Position.start("turkish"))


def test_a_match_of_eleven_men_is_played_on_from_the_board_without_them() -> None:
    config = MatchConfig(nodes=1, pairs=5, openings="eleven-man")
    for opening in choose_openings(config, "english"):
        game = opening.game()
        assert game.position == opening.position
        assert len(game.start.men(_native.Colour.WHITE)) == 11
        assert len(game.start.men(_native.Colour.BLACK)) == 11
