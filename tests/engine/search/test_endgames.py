"""Search with endgame tables: won endings are won, drawn ones held, and nothing else changes."""

from __future__ import annotations

import pytest

from engine import Colour, Endgames, Game, Limits, Position, Reason, load_evaluator, search
from engine._native import Searcher
from engine.search import expected_plies, win_plies
from tests.engine.evaluators.tables import random_positions, tables
from tests.engine.positions import game_of

FIRST_POSITION = "W:W6,11:B3,K25"
"""Of the textbooks; won in 93 plies (brainwagon.org, 2008)."""
QUICK = Limits(nodes=500)


def play(position: Position, white: Endgames | None, black: Endgames | None, plies: int) -> Game:
    """Play on with the tables of each side, None for a side that has to search."""
    game = Game(position)
    while game.outcome() is None and len(game.moves) < plies:
        endgames = white if game.position.turn == Colour.WHITE else black
        found = search(game, limits=QUICK, endgames=endgames, table_mib=0.1)
        assert found.move is not None
        game.push(found.move)
    return game


def test_searches_that_meet_no_table_are_the_same_node_for_node() -> None:
    for seed in range(0, 20, 2):
        position = game_of(seed, 12).position  # of too many pieces for so short a search
        plain, tabled = (
            search(position, limits=Limits(nodes=3000), endgames=endgames)
            for endgames in (None, tables("english", 3))
        )
        assert (plain.move, plain.score, plain.nodes) == (tabled.move, tabled.score, tabled.nodes)


@pytest.mark.slow
def test_the_first_position_is_won_in_93_plies_against_the_longest_defence() -> None:
    endgames = tables("english", 4)
    game = play(Position.from_fen("english", FIRST_POSITION), endgames, endgames, 200)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Colour.WHITE, Reason.NO_MOVE)
    assert len(game.moves) == 93


@pytest.mark.slow
def test_the_first_position_is_won_against_a_search() -> None:
    game = play(Position.from_fen("english", FIRST_POSITION), tables("english", 4), None, 200)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Colour.WHITE, Reason.NO_MOVE)
    assert len(game.moves) <= 93


@pytest.mark.slow
def test_the_longest_win_of_every_slice_is_won_before_a_draw_rule_ends_it() -> None:
    endgames = tables("english", 4)
    for facts in endgames.slices:
        start = Position.from_fen("english", facts.longest_example)
        for defence in (endgames, None):
            outcome = (game := play(start, endgames, defence, 200)).outcome()
            assert outcome is not None
            assert (outcome.winner, outcome.reason) == (Colour.WHITE, Reason.NO_MOVE), facts
            assert len(game.moves) <= facts.longest_win
            assert defence is None or len(game.moves) == facts.longest_win


def test_the_line_of_a_won_position_leads_to_its_end() -> None:
    position = Position.from_fen("english", "W:WK1,K2:BK14")  # 33 plies, the most there are
    found = search(position, limits=QUICK, endgames=tables("english", 3))
    assert (win_plies(found.score), len(found.pv)) == (33, 33)
    for move in found.pv:
        position = position.push(move)
    assert not position.legal_moves()


def test_every_move_of_the_winner_shortens_the_win() -> None:
    endgames = tables("english", 3)
    for position in random_positions("english", 3, 30):
        value = endgames.probe(position)
        assert value is not None
        if value.outcome <= 0:
            continue
        found = search(position, limits=QUICK, endgames=endgames)
        assert found.move is not None
        assert endgames.probe(position.push(found.move)) == (-1, value.plies - 1)


def test_the_loser_holds_out_as_long_as_can_be() -> None:
    endgames = tables("english", 3)
    position = Position.from_fen("english", "B:WK14,K18:BK1")
    assert endgames.probe(position) == (-1, 20)
    assert len(play(position, endgames, endgames, 100).moves) == 20


def test_a_drawn_position_is_held_by_a_move_that_is_searched_for() -> None:
    endgames = tables("english", 3)
    drawn = 0
    for position in random_positions("english", 3, 300):
        if endgames.probe(position) != (0, 0):
            continue
        found = search(position, limits=QUICK, endgames=endgames)
        assert found.move is not None
        assert found.score == 0
        assert endgames.probe(position.push(found.move)) == (0, 0)
        drawn += 1
    assert drawn > 5


@pytest.mark.slow
def test_what_a_search_says_above_the_tables_is_true() -> None:
    """Searches of four pieces by the tables of three, judged by those of four."""
    smaller, truth = tables("english", 3), tables("english", 4)
    decided = 0
    for position in random_positions("english", 4, 300):
        found = search(position, limits=Limits(depth=11), endgames=smaller)
        plies, value = win_plies(found.score), truth.probe(position)
        assert value is not None
        if plies is not None:
            decided += 1
            assert (value.outcome > 0) == (plies > 0)
            assert abs(plies) >= value.plies
    assert decided > 50


@pytest.mark.slow
def test_a_search_without_tables_finds_short_wins_and_none_sooner_than_the_tables() -> None:
    """It looks at late moves less deeply, and so may take a longer way that it proved first."""
    endgames = tables("english", 4)
    compared = 0
    for position in random_positions("english", 4, 200):
        value = endgames.probe(position)
        assert value is not None
        found = search(position, limits=Limits(depth=14))
        if value.outcome and value.plies <= 9:
            compared += 1
            plies = win_plies(found.score)
            assert plies is not None
            assert plies * value.outcome >= value.plies
    assert compared > 20


def test_a_search_counts_its_looks_into_the_tables() -> None:
    position = Position.from_fen("english", "W:WK1,K2:BK14,K18")
    for endgames, hits in ((None, False), (tables("english", 3), True)):
        searcher = Searcher(load_evaluator("handcrafted").native)
        if endgames is not None:
            searcher.use(endgames.native)
        assert (searcher.search(position.native, depth=6).table_hits > 0) == hits


def test_a_win_that_the_counter_cuts_short_is_not_called_sure() -> None:
    """33 plies to the end, and 80 without progress are a draw."""
    for counted, sure in ((47, True), (48, False)):
        fen = f"W:WK1,K2:BK14:H{counted}"
        found = search(
            Position.from_fen("english", fen), limits=QUICK, endgames=tables("english", 3)
        )
        assert win_plies(found.score) == (33 if sure else None)
        assert expected_plies(found.score) == (None if sure else 33)


def test_tables_of_another_ruleset_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^expected endgame tables of ruleset "):
        search(Position.start("english-white-first"), limits=QUICK, endgames=tables("english", 3))
