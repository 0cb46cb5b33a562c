"""The levels as data, and what a player of each does: slips that repeat, and what never slips."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine import LEVELS, Game, Level, Player, Position, Reason, ruleset_names, search
from engine.evaluators import Handcrafted
from engine.search import choose, level, win_plies
from tests.engine.evaluators.tables import tables
from tests.engine.positions import position_of

EASY = level("easy")
SLIPPING = replace(EASY, slip_chance=1.0)
STEADY = replace(EASY, slip_chance=0.0)
UNREPEATABLE = (
    "odd: a level that slips is limited by depth or nodes alone and remembers nothing, "
    "so that its slips repeat"
)


def begun_game(seed: int, ruleset: str = "english", plies: int = 30) -> Game:
    """Return a game that a slipping player has begun with itself."""
    game, player = Game(Position.start(ruleset)), Player(ruleset, EASY, seed=seed)
    while len(game.moves) < plies and game.outcome() is None:
        move = player.choose(game).move
        assert move is not None
        game.push(move)
    return game


def test_there_are_three_levels_each_slower_than_the_last() -> None:
    assert [item.name for item in LEVELS] == ["easy", "medium", "hard"]
    times = [item.time_s for item in LEVELS]
    assert times == [0.0, 0.5, 2.0]
    assert [item.slip_chance > 0 for item in LEVELS] == [True, False, False]
    assert all(item.description for item in LEVELS)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({}, "expected a limit: depth, nodes or time_s above 0"),
        ({"depth": 3, "slip_chance": 1.5}, "slip_chance: expected 0 to 1, got 1.5"),
        ({"depth": 3, "slip_loss": -1}, "slip_loss: expected 0 to 10000, got -1"),
        ({"depth": 3, "table_mib": 0.0}, "table_mib: expected a table, got 0 MiB"),
        ({"depth": 3, "table_mib": float("nan")}, "table_mib: expected 0 to 65536, got nan"),
        ({"time_s": 1.0, "slip_chance": 0.1}, UNREPEATABLE),
        ({"depth": 3, "remembers": True, "slip_chance": 0.1}, UNREPEATABLE),
    ],
)
def test_a_level_that_cannot_be_played_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        Level(name="odd", description="", **wrong)
    assert str(caught.value) == said


def test_an_unknown_level_is_refused_with_the_nearest() -> None:
    with pytest.raises(ValueError, match=r"unknown level 'hrad': .*; the nearest is hard"):
        Player("english", "hrad")


def test_a_rate_turns_seconds_into_nodes_and_leaves_other_levels_alone() -> None:
    hard = level("hard").at_rate(1000)
    assert (hard.nodes, hard.time_s) == (2000, 0.0)
    assert EASY.at_rate(1000) == EASY
    with pytest.raises(ValueError, match="rate: expected 1 to 1000000000 nodes a second, got 0"):
        EASY.at_rate(0)


@pytest.mark.parametrize("seed", range(5))
def test_the_same_seed_and_game_get_the_same_move(seed: int) -> None:
    game, asked_before = begun_game(seed), Player("english", EASY, seed=seed)
    asked_before.choose(begun_game(seed + 1))
    afresh, again, later = (
        player.choose(game)
        for player in (Player("english", EASY, seed=seed), asked_before, asked_before)
    )
    assert replace(afresh, time_s=0.0) == replace(again, time_s=0.0) == replace(later, time_s=0.0)
    assert begun_game(seed).moves == game.moves


def test_other_seeds_make_other_games() -> None:
    assert len({begun_game(seed).moves for seed in range(10)}) == 10


def test_without_slips_the_search_decides() -> None:
    for seed in range(20):
        position = position_of(seed)
        found = search(position, limits=STEADY.limits, table_mib=STEADY.table_mib)
        chosen = choose(position, STEADY, seed=seed)
        if len(position.legal_moves()) != 1:
            assert (chosen.move, chosen.score) == (found.move, found.score)


def test_slips_come_as_often_as_the_level_says() -> None:
    """Counted where a slip is possible at all: 400 draws, four standard deviations."""
    position, counts = Position.start(), Counter[bool]()
    best = choose(position, STEADY).move
    for seed in range(400):
        counts[choose(position, EASY, seed=seed).move != best] += 1
    expected, spread = 400 * EASY.slip_chance, (400 * 0.3 * 0.7) ** 0.5
    assert abs(counts[True] - expected) < 4 * spread


def test_a_slip_costs_something_but_no_more_than_the_level_allows() -> None:
    costs = []
    for seed in range(30):
        position = position_of(seed)
        best, slip = choose(position, STEADY), choose(position, SLIPPING, seed=seed)
        if slip.move != best.move:
            after = position.push(slip.move or "")
            reply = search(after, limits=replace(EASY, depth=EASY.depth - 1).limits, table_mib=1)
            assert slip.score == -reply.score
            costs.append(best.score - slip.score)
    assert len(costs) > 10
    assert max(costs) <= EASY.slip_loss
    assert max(costs) > 50
    assert sum(costs) > 0


def test_a_level_that_always_slips_takes_a_win_it_sees() -> None:
    """Black offers a man and takes White's last king."""
    position = Position.from_fen("english", "B:WK14:BK3,K10,17")
    assert len(position.legal_moves()) > 1
    winning = search(position, limits=STEADY.limits)
    assert win_plies(winning.score) is not None
    for seed in range(20):
        assert choose(position, SLIPPING, seed=seed).move == winning.move


def test_the_only_capture_is_never_refused_where_captures_are_free_to_refuse() -> None:
    """Man 15 may jump, walk on and be lost, or stay and be lost; jumping is the only capture."""
    for ruleset in ("malaysian8", "english-huff"):
        if ruleset not in ruleset_names():
            continue
        position = Position.from_fen(ruleset, "W:W15,22,30:B5,11,2")
        assert len(position.legal_moves()) > 2
        for seed in range(20):
            move = choose(position, SLIPPING, seed=seed).move
            assert move is not None
            assert move.captured


def test_a_slip_does_not_repeat_a_won_position_into_a_draw() -> None:
    """White, a king ahead, may not go where the position would stand for the third time."""
    game = Game(Position.from_fen("english", "B:WK10,K11:BK32"))
    for move in ["32-28", "10-6", "28-32", "6-10", "32-28", "10-6", "28-32"]:
        game.push(move)
    outcome = game.after("6-10").outcome()
    assert outcome is not None
    assert outcome.reason == Reason.REPETITION
    careful = replace(SLIPPING, slip_loss=50)
    moves = {choose(game, careful, seed=seed).move for seed in range(30)}
    assert len(moves) > 2
    assert game.position.parse_move("6-10") not in moves


def test_a_forced_move_is_found_at_once() -> None:
    forced = Position.from_fen("english", "W:W27,K30:B23,1,2,3")
    assert len(forced.legal_moves()) == 1
    assert choose(forced, "hard").depth == 1


def test_where_there_is_no_move_none_is_chosen() -> None:
    assert choose(Position.from_fen("english", "W:W5:B1"), SLIPPING).move is None


def test_a_player_refuses_positions_of_another_ruleset() -> None:
    with pytest.raises(ValueError, match="handcrafted evaluates english, got a position of"):
        Player("english", "easy", evaluator=Handcrafted("english")).choose(
            Position.start("english-white-first")
        )


def test_forgetting_makes_the_next_game_owe_nothing_to_the_last() -> None:
    remembering = replace(level("medium").at_rate(20_000), table_mib=1.0)
    player = Player("english", remembering)
    first = player.choose(Position.start())
    assert player.choose(Position.start()).nodes <= remembering.nodes
    player.forget()
    again = player.choose(Position.start())
    assert replace(first, time_s=0.0) == replace(again, time_s=0.0)


def test_a_player_moves_at_once_when_it_is_stopped_from_another_thread() -> None:
    """Without it, the search would go on for years."""
    endless = Level(name="endless", description="", depth=99)
    player = Player("english", endless)
    moved = threading.Event()

    def stop() -> None:
        while not moved.wait(0.01):
            player.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    try:
        found = player.choose(Position.start())
    finally:
        moved.set()
        stopper.join()
    assert found.move in Position.start().legal_moves()
    assert found.depth < endless.depth


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_a_player_refuses_endgame_tables_of_another_game(level: Level) -> None:
    said = "^expected endgame tables of russian, got those of english$"
    with pytest.raises(ValueError, match=said):
        Player("russian", level, endgames=tables("english", 2))
