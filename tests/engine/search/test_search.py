"""Search from Python: limits, repeatability, exact distances, draws seen through a game's history.

Endings: E. Trice's count of king against king (damforum.nl, t=2603): 230 wins, 108 losses and 654
draws for the side to move, the longest win 11 plies.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine import (
    Colour,
    Game,
    Limits,
    Outcome,
    Position,
    Reason,
    load_evaluator,
    search,
)
from engine.evaluators import Network
from engine.search import win_plies
from tests.engine.positions import position_of
from tests.oracle.endings import king_against_king
from tests.oracle.network import random_network


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({}, "expected a limit: depth, nodes or time_s above 0"),
        ({"depth": -1}, "depth: expected a finite number of 0 or more, got -1"),
        ({"nodes": -5, "depth": 3}, "nodes: expected a finite number of 0 or more, got -5"),
        ({"time_s": float("nan")}, "time_s: expected a finite number of 0 or more, got nan"),
        ({"time_s": float("inf")}, "time_s: expected a finite number of 0 or more, got inf"),
        ({"depth": 10**22}, f"depth: expected at most 99 plies, got {10**22}"),
        ({"nodes": 10**22}, f"nodes: expected at most {10**18}, got {10**22}"),
    ],
)
def test_limits_that_limit_nothing_are_refused(limits: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        Limits(**limits)
    assert str(caught.value) == said


@pytest.mark.parametrize("evaluator", ["handcrafted", "material"])
@pytest.mark.parametrize("limits", [Limits(depth=7), Limits(nodes=5000)], ids=str)
def test_a_search_limited_by_depth_or_nodes_repeats_exactly(evaluator: str, limits: Limits) -> None:
    for seed in range(20):
        first, second = (
            search(position_of(seed), evaluator=load_evaluator(evaluator), limits=limits)
            for _ in range(2)
        )
        assert (first.move, first.score, first.nodes) == (second.move, second.score, second.nodes)
        assert first.pv == second.pv


def test_a_node_limit_is_kept() -> None:
    assert search(Position.start(), limits=Limits(nodes=3000)).nodes <= 3000


def test_a_depth_limit_is_kept() -> None:
    assert search(Position.start(), limits=Limits(depth=6)).depth == 6


@pytest.mark.parametrize("seed", range(40))
def test_the_line_expected_begins_with_the_move_and_can_be_played(seed: int) -> None:
    position = position_of(seed)
    result = search(position, limits=Limits(depth=6))
    if not position.legal_moves():
        assert (result.move, result.pv) == (None, ())
        return
    assert result.move in position.legal_moves()
    assert result.pv[0] == result.move
    assert len(position.format_line(result.pv)) == len(result.pv)


@pytest.mark.parametrize(
    ("ruleset", "fen"),
    [
        ("russian", "B:W9,23:B5,11,20"),
        ("english-huff", "W:WK3:B4,5,11,12,13,22,K31"),
        ("english-huff", "B:W20,24:B2,6,7,8,12,26"),
        ("english-huff", "W:WK2,7,12,20,23,24,25,27,31,32:B3,17,19:U3"),
    ],
)
def test_no_end_is_claimed_that_a_quiet_or_refusing_move_may_avoid(ruleset: str, fen: str) -> None:
    """A search of every line as deep as the claim would be finds none in these."""
    position = Position.from_fen(ruleset, fen)
    for depth in (1, 2, 3):
        plies = win_plies(search(position, limits=Limits(depth=depth)).score)
        assert plies is None or abs(plies) > 7


def test_a_search_cut_short_answers_with_the_line_of_its_move() -> None:
    fen = "B:W17,21,23,25,28,29,32:B1,2,5,6,7,15,16,18"
    position = Position.from_fen("russian", fen)
    for nodes in range(500, 20_000, 500):
        found = search(position, limits=Limits(nodes=nodes), table_mib=1)
        assert found.move == found.pv[0]


def test_king_against_king_is_as_published() -> None:
    values = list(king_against_king().values())
    wins = [value for value in values if value > 0]
    assert (len(wins), len(values) - len(wins), 992 - len(values)) == (230, 108, 654)
    assert max(wins) == 11


def test_a_forced_win_has_its_exact_distance() -> None:
    values = king_against_king()
    for own in range(1, 33):
        for other in range(1, 33):
            if own == other:
                continue
            position = Position.from_fen("english", f"W:WK{own}:BK{other}")
            score = search(position, limits=Limits(depth=16), table_mib=1).score
            assert win_plies(score) == values.get((own, other)), position.fen()


@pytest.mark.parametrize(("fen", "plies"), [("W:WK18,K19:BK1", 21), ("W:WK14,K15,K18:BK1", 11)])
def test_won_king_endings_are_played_out_without_shuffling(fen: str, plies: int) -> None:
    """Both are won by force in `plies`, the double corner notwithstanding."""
    game = Game(Position.from_fen("english", fen))
    while game.outcome() is None:
        move = search(game, limits=Limits(nodes=20_000), table_mib=1).move
        assert move is not None
        game.push(move)
    assert game.outcome() == Outcome(Colour.WHITE, Reason.NO_MOVE)
    assert len(game.moves) <= 2 * plies


def test_a_pending_capture_is_not_mistaken_for_a_gain() -> None:
    """Black takes 18 and is taken back: level, though in between Black stands a man up."""
    position = Position.from_fen("english", "B:W18,25,29:B15,1,2")
    material = load_evaluator("material")
    assert material.evaluate(position.push("15x22")) == -100
    scores = [search(position, evaluator=material, limits=Limits(depth=d)).score for d in (1, 2, 3)]
    assert scores == [0, 0, 0]


def test_a_repetition_known_from_the_game_is_a_draw() -> None:
    """Black, a king down, can repeat for the third time; the bare position does not show it."""
    game = Game(Position.from_fen("english", "W:WK10,K11:BK32"))
    for move in ["10-6", "32-28", "6-10", "28-32", "10-6", "32-28", "6-10"]:
        game.push(move)
    with_history = search(game, limits=Limits(depth=1))
    assert with_history.move == game.position.parse_move("28-32")
    assert with_history.score == 0
    assert search(game.position, limits=Limits(depth=1)).score < -50


def test_no_progress_for_too_long_is_a_draw_in_the_search() -> None:
    fen = "W:WK10,K11:BK32"
    assert search(Position.from_fen("english", fen + ":H79"), limits=Limits(depth=6)).score == 0
    assert search(Position.from_fen("english", fen), limits=Limits(depth=6)).score > 50


def test_a_game_is_searched_where_it_stands() -> None:
    game = Game()
    game.push("11-15")
    game.push("22-18")
    result = search(game, limits=Limits(depth=2))
    assert result.move is not None
    assert game.position.format_move(result.move) == "15x22"


def test_a_network_searches_like_any_other_evaluator() -> None:
    network = Network(random_network(0))
    result = search(Position.start(), evaluator=network, limits=Limits(nodes=2000))
    assert result.move in Position.start().legal_moves()


def test_no_time_at_all_still_finds_a_move() -> None:
    result = search(Position.start(), limits=Limits(time_s=1e-6))
    assert result.move in Position.start().legal_moves()


def test_win_plies_counts_plies_to_the_end() -> None:
    position = Position.from_fen("english", "W:W6:B1")
    result = search(Position.from_fen("english", "B:W29:B22,25,1"), limits=Limits(depth=3))
    assert win_plies(result.score) == 1
    assert win_plies(search(position, limits=Limits(depth=1)).score) is None
