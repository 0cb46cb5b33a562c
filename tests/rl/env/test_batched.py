"""The batched environment plays the game: beside positions and games, and as an environment."""

from __future__ import annotations

import doctest
import itertools
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

import rl.env
from engine import _native
from engine.rules import Colour, Game, Outcome, Position, Reason, ruleset, ruleset_names
from rl.env import BatchedGames, legal_actions, on_board
from tests.oracle.boards import scattered as scattered_pieces
from tests.oracle.position import fen
from tests.oracle.rulesets import RULESETS
from tests.rl.env import mirror

RING = Position.from_fen("english", "B:W10,11,18,19:BK7")
"""A king that captures in a circle: one move, whichever way round."""
TWO_WAYS = Position.from_fen("english", "B:W10,11,18,19:B7")
"""A man that gets to square 23 by either of two captures."""
DRAWN = {
    Reason.REPETITION: Position.from_fen("english", "W:WK1:BK5"),
    Reason.NO_PROGRESS: Position.from_fen("english", "W:WK1,K2,K3:BK30,K31,K32:H70"),
}

of_every_ruleset = pytest.mark.parametrize("name", ruleset_names())


@cache
def scattered(name: str) -> list[Position]:
    """Return random positions of a ruleset that are not over, kings and states among them."""
    random = Random(f"env {name}")
    sets = (scattered_pieces(RULESETS[name], random, kings) for kings in (0.2, 0.9) * 12)
    found = (Position.from_fen(name, fen(pieces)) for pieces in sets)
    return [position for position in found if position.legal_moves()]


def disagreements(name: str, games: int, steps: int) -> Iterator[str]:
    """Step a batch beside games made of positions; say in what they differ."""
    batch = BatchedGames(name, games, seed=3, starts=scattered(name), ply_cap=150)
    beside = [Game(batch.position(i)) for i in range(games)]
    for step, i in itertools.product(range(steps), range(games)):
        if i == 0:
            before, actions = [game.position for game in beside], batch.sample()
            masks = batch.action_mask.copy()
            batch.step(actions)
        legal = legal_actions(before[i])
        if set(np.flatnonzero(masks[i])) != legal.keys():
            yield f"step {step}, game {i}: actions of {before[i]!r}"
        beside[i].push(legal[int(actions[i])])
        yield from (f"step {step}, game {i}: {fault}" for fault in faults(batch, i, beside[i]))
        if batch.terminated[i] or batch.truncated[i]:
            beside[i] = Game(batch.position(i))


def faults(batch: BatchedGames, i: int, game: Game) -> Iterator[str]:
    """Name what a game of the batch gets wrong after a move."""
    outcome, mover = game.outcome(), Colour(1 - game.position.turn)
    if outcome is None and len(game.moves) == 150:
        outcome = Outcome(None, Reason.PLY_CAP)
    capped = outcome is not None and outcome.reason == Reason.PLY_CAP
    told = (bool(batch.terminated[i]), bool(batch.truncated[i]), int(batch.reasons[i]))
    if told != (outcome is not None and not capped, capped, outcome.reason if outcome else -1):
        yield f"{outcome} told as {told}"
    won = {None: 0, mover: 1}.get(outcome.winner, -1) if outcome else 0
    if batch.rewards[i] != won:
        yield f"reward {batch.rewards[i]} for {outcome}"
    shown = batch.final_observations if outcome else batch.observations
    if not np.array_equal(shown[i], mirror.observation(game)):
        yield f"observation of {game.position!r}"
    if outcome is None and batch.position(i) != game.position:
        yield f"position {game.position!r}"
    if outcome is None and (batch.turns[i], batch.plies[i]) != (
        game.position.turn,
        len(game.moves),
    ):
        yield f"turn or plies of {game.position!r}"


@of_every_ruleset
def test_a_batch_plays_as_games_made_of_positions_do(name: str) -> None:
    assert list(disagreements(name, games=4, steps=60)) == []


@pytest.mark.long
@of_every_ruleset
def test_a_batch_plays_as_games_made_of_positions_do_for_long(name: str) -> None:
    assert list(disagreements(name, games=64, steps=600)) == []


@of_every_ruleset
def test_every_legal_move_has_one_action_in_every_position(name: str) -> None:
    for position in scattered(name):
        legal = legal_actions(position)
        assert list(legal.values()) == position.legal_moves()
        assert {move: action for action, move in legal.items()} == mirror.action_of(position)
        assert max(legal) < _native.action_count(name)


def turned(position: Position) -> Position:
    """Return the position with the board turned and the colours swapped."""
    native, last = position.native, position.ruleset.squares + 1

    def at(squares: list[int]) -> list[int]:
        return [last - square for square in squares]

    runs = [(last - square if moves else 0, moves) for square, moves in native.king_runs]
    return Position(
        _native.Position(
            position.ruleset.name,
            Colour(1 - position.turn),
            at(native.black_men),
            at(native.black_kings),
            at(native.white_men),
            at(native.white_kings),
            huffable=at(native.huffable),
            king_runs=(runs[1], runs[0]),
        )
    )


@of_every_ruleset
def test_both_sides_have_the_same_actions_where_they_see_the_same(name: str) -> None:
    last = ruleset(name).squares + 1
    for position in scattered(name):
        own, their = legal_actions(position), legal_actions(turned(position))
        assert own.keys() == their.keys()
        for action, move in own.items():
            assert sorted(last - square for square in their[action].captured) == move.captured


def test_captures_between_the_same_squares_are_told_apart_and_a_circle_is_one_action() -> None:
    assert {action: move.captured for action, move in legal_actions(TWO_WAYS).items()} == {
        (32 - 7) * 32 + 32 - 23: [11, 19],
        32 * 32: [10, 18],
    }
    assert list(legal_actions(RING)) == [(32 - 7) * 33]


def test_huffing_is_part_of_the_action() -> None:
    position = Position.from_fen("english-huff", "W:W31:B1,9").push("31-27").push("9-13")
    refused = Position.from_fen("english-huff", "B:W18,31:B1,15").push("1-5")
    assert all(action < 32**2 for action in legal_actions(position))
    huffs = {action for action, move in legal_actions(refused).items() if move.huffed == 15}
    assert huffs == {(14 + 1) * 32**2 + 30 * 32 + 26, (14 + 1) * 32**2 + 30 * 32 + 25} | {
        (14 + 1) * 32**2 + 17 * 32 + to for to in (13, 14)
    }


@pytest.mark.parametrize("reason", DRAWN)
def test_draws_end_a_game_with_no_reward(reason: Reason) -> None:
    games = BatchedGames("english", 64, seed=2, starts=[DRAWN[reason]], ply_cap=0)
    ended = np.zeros(64, dtype=bool)
    for _ in range(200):
        games.step(games.sample())
        drawn = games.reasons == reason
        assert not games.rewards[drawn].any()
        assert games.terminated[drawn].all()
        ended |= drawn
    assert ended.any()


def test_who_loses_the_last_piece_for_a_jump_refused_has_lost_at_once() -> None:
    start = Position.from_fen("malaysian8", "B:W14,30:B9")
    games = BatchedGames("malaysian8", 1, starts=[start], auto_reset=False)
    refusal = next(action for action, move in legal_actions(start).items() if move.lost)
    games.step([refusal])
    assert (games.rewards[0], games.terminated[0], games.reasons[0]) == (-1, True, Reason.NO_MOVE)


def test_a_game_at_the_ply_cap_is_truncated_and_another_begun() -> None:
    games = BatchedGames("english", 3, ply_cap=7)
    for _ in range(7):
        assert not games.truncated.any()
        games.step(games.sample())
    assert games.truncated.all()
    assert not games.terminated.any()
    assert set(games.reasons) == {Reason.PLY_CAP}
    assert set(games.plies) == {0}
    assert {games.position(i) for i in range(3)} == {Position.start("english")}
    assert not np.array_equal(games.final_observations, games.observations)


def test_a_game_over_stays_as_it_is_without_auto_reset() -> None:
    games = BatchedGames("english", 4, seed=1, ply_cap=9, auto_reset=False)
    for _ in range(9):
        games.step(games.sample())
    last = games.observations.copy()
    assert not games.action_mask.any()
    games.step(np.full(4, -5))
    assert games.truncated.all()
    assert np.array_equal(games.observations, last)
    games.reset()
    assert not games.truncated.any()
    assert games.action_mask.any(axis=1).all()


def trace(games: BatchedGames, steps: int) -> list[tuple[bytes, bytes]]:
    """Return what the first game shows and is told while it is played at random."""
    shown = []
    for _ in range(steps):
        shown.append((games.observations[0].tobytes(), games.action_mask[0].tobytes()))
        games.step(games.sample())
    return shown


@pytest.mark.parametrize("name", ["english", "malaysian12", "english-huff", "frisian"])
def test_a_game_depends_on_the_seed_and_its_place_alone(name: str) -> None:
    def made(games: int, seed: int, threads: int = 1) -> list[tuple[bytes, bytes]]:
        batch = BatchedGames(name, games, seed=seed, random_plies=(2, 8), threads=threads)
        return trace(batch, 120)

    alone = made(1, seed=4)
    assert made(1, seed=4) == made(7, seed=4) == made(7, seed=4, threads=3) == alone
    assert made(1, seed=5) != alone
    batch = BatchedGames(name, 2, seed=9, random_plies=(2, 8))
    trace(batch, 30)
    batch.reset(seed=4)
    assert trace(batch, 120) == alone


def test_random_openings_differ_and_are_counted() -> None:
    games = BatchedGames("english", 64, seed=1, random_plies=(2, 5))
    assert set(games.plies) == {2, 3, 4, 5}
    assert len({games.position(i) for i in range(64)}) > 32


def test_samples_are_legal_and_every_legal_action_comes() -> None:
    games = BatchedGames("english", 400, seed=6)
    actions = games.sample()
    assert games.action_mask[np.arange(400), actions].all()
    assert set(actions) == set(legal_actions(Position.start("english")))


@pytest.mark.parametrize("seed", [-1, 1 << 64])
def test_a_seed_out_of_range_is_refused_and_the_games_go_on(seed: int) -> None:
    games = BatchedGames("english", 2)
    games.step(games.sample())
    with pytest.raises(ValueError, match=f"expected a seed of 0 to [0-9]+, got {seed}"):
        games.reset(seed)
    assert list(games.plies) == [1, 1]


def test_an_illegal_action_is_named_and_nothing_is_played() -> None:
    games = BatchedGames("english", 3)
    actions = games.sample()
    for illegal in (-1, 0, games.actions, 2**40):
        actions[1] = illegal
        with pytest.raises(ValueError, match=f"^game 1: expected a legal action, got {illegal}$"):
            games.step(actions)
    assert not games.plies.any()


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([1.0, 2.0, 3.0], r"expected \[3\] integers as actions, got \[3\] of float64"),
        ([[1, 2, 3]], r"expected \[3\] integers as actions, got \[1, 3\] of int64"),
        ([1, 2], "expected 3 actions, got 2"),
    ],
)
def test_actions_that_are_no_row_of_integers_are_refused(actions: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        BatchedGames("english", 3).step(actions)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"games": 0}, "expected 1 game or more, got 0"),
        ({"seed": -1}, "expected a seed of 0 to 18446744073709551615, got -1"),
        ({"seed": 1 << 64}, "got 18446744073709551616"),
        ({"threads": 0}, "expected 1 thread or more, got 0"),
        ({"ply_cap": -1}, "expected a ply cap of 0 or more, got -1"),
        ({"random_plies": (3, 2)}, "expected random plies as 0 <= least <= most, got 3 and 2"),
        ({"ruleset": "englsh"}, "the nearest is english"),
    ],
)
def test_settings_that_make_no_games_are_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        BatchedGames(**{"ruleset": "english", "games": 2, **settings})


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("english-white-first", "W:W21:B1", "expected starts of ruleset 'english', got one of"),
        ("english", "W:W:B1", "expected starts that are not over"),
    ],
)
def test_starts_that_make_no_games_are_refused(name: str, text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        BatchedGames("english", 2, starts=[Position.from_fen(name, text)])


def test_arrays_are_the_batchs_own_and_outlive_it() -> None:
    games = BatchedGames("english", 2)
    observations, _, _, _, info = games.step(games.sample())
    with pytest.raises(ValueError, match="read-only"):
        observations[0] = 1
    assert info["action_mask"] is games.action_mask
    del games
    assert observations[0, 0].sum() == 12


@of_every_ruleset
def test_observations_lie_on_the_board_as_the_player_sees_it(name: str) -> None:
    rules = ruleset(name)
    games = BatchedGames(name, 1)
    rows = on_board(games.observations, name)[0, :4].max(axis=2) > 0
    men = -(-rules.men * rules.rows // rules.squares)
    empty = int(not rows[0, -1])
    assert list(rows[0]) == [False] * (rules.rows - men - empty) + [True] * men + [False] * empty
    assert np.array_equal(rows[2], rows[0][::-1])
    assert on_board(games.observations, name).sum() == games.observations.sum()


@pytest.mark.parametrize("module", [rl.env, rl.env.batched, rl.env.spaces])
def test_the_examples_of_the_modules_hold(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]
