"""Recorded games: 200 of the ACF archive replay, and what is written reads back."""

from __future__ import annotations

import pytest
from hypothesis import given

from engine.notation import Kind, NotationError, PdnGame, read_pdn, write_pdn
from engine.rules import Colour, Game, Outcome, Position, Reason, format_game, record, replay
from tests.engine.positions import games
from tests.oracle.published import acf_sample

ACF = list(read_pdn(acf_sample()))


def only(text: str) -> PdnGame:
    """Read a text that holds one game."""
    (game,) = read_pdn(text)
    return game


def test_the_acf_sample_is_whole() -> None:
    assert len(ACF) == 200


@pytest.mark.parametrize("pdn", ACF, ids=lambda pdn: str(pdn.number))
def test_an_acf_game_replays_to_its_end(pdn: PdnGame) -> None:
    game = replay(pdn)
    written = [token.text for token in pdn.main_line() if token.kind is Kind.MOVE]
    assert len(game.moves) == len(written)
    ends = [(move.from_square, move.to_square) for move in game.moves]
    named = [text.replace("x", "-").split("-") for text in written]
    assert ends == [(int(squares[0]), int(squares[-1])) for squares in named]


@given(games)
def test_a_game_written_as_pdn_replays_the_same(game: Game) -> None:
    pdn = only(format_game(game, {"Event": "a property", "Round": "1"}))
    again = replay(pdn)
    assert (again.start, again.moves) == (game.start, game.moves)
    assert again.position.no_progress == game.position.no_progress
    assert only(write_pdn(pdn)) == pdn


def test_a_jump_written_as_several_moves_is_put_together() -> None:
    fen = '[FEN "W:W27,32:B23,24,15,7"]\n'
    whole = replay(only(fen + "1. 27x18x11x2 24-28 *"))
    for text in [
        "1. 27x18 18x11 11x2 24-28 *",
        "1. 27x18x11 11x2 24-28 *",
        "1. 27x18 18x2 24-28 *",
    ]:
        assert replay(only(fen + text)).moves == whole.moves


@pytest.mark.parametrize("text", ["1. 27x18 24-28 *", "1. 27x18 *", "1. 27x18 18x9 *"])
def test_a_jump_left_halfway_is_reported(text: str) -> None:
    with pytest.raises(NotationError, match=r"ply 1: .*expected 27x18x11x2"):
        replay(only('[FEN "W:W27,32:B23,24,15,7"]\n' + text))


def test_a_game_may_start_from_a_position_by_tag_or_in_the_moves() -> None:
    fen = "W:W32:B1:H5"
    by_tag = replay(only(f'[SetUp "1"] [FEN "{fen}"]\n1. 32-27 *'))
    in_moves = replay(only(f'/FEN "{fen}"/ 1. 32-27 *'))
    assert by_tag.start == in_moves.start == Position.from_fen("english", fen)
    assert by_tag.start.no_progress == 5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[White "a"] 1. 11-15 22-18 2. 11-16 *', "game 1 (line 1), ply 3: '11-16' is not legal"),
        ("1. 11-15 22-34 *", "ply 2: expected a square 1-32 after '-', got '22-34'"),
        ('[GameType "25"] 1. c3-d4 *', "ply 1: GameType '25': expected 21 (english)"),
        ('[GameType "checkers"] 1. 9-14 *', "expected a GameType such as"),
        ('[FEN "W:W33:B1"] 1. 9-14 *', "ply 1: FEN 'W:W33:B1': expected a square 1-32"),
        ('1. 9-14 /FEN "B:W32:B1"/ 1-5 *', "expected a position before the first move"),
        ("1. 9-14 White resigns", "line 1: expected a move, a comment or a result, got 'White'"),
    ],
)
def test_a_game_that_does_not_replay_is_reported_with_its_place(text: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        replay(only(text))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_draws_do_not_stop_a_recorded_game() -> None:
    shuffle = "1-6 32-28 6-1 28-32 " * 6
    assert len(replay(only(f'[FEN "W:WK1:BK32"]\n{shuffle} *')).moves) == 24


def test_a_second_mover_who_begins_is_numbered_with_dots() -> None:
    game = Game(Position.from_fen("english", "W:W32:B1"))
    for move in ["32-27", "1-5", "27-23"]:
        game.push(move)
    assert "\n1... 32-27 2. 1-5 27-23 *\n" in format_game(game)


def test_a_finished_game_carries_its_result_and_an_adjudication_its_own() -> None:
    lost = Game(Position.from_fen("english", "W:W29:B22,25"))
    assert record(lost).result == "1-0"
    agreed = Outcome(Colour.WHITE, Reason.SCORE)
    assert record(Game(), outcome=agreed).tags["Result"] == "0-1"


def test_an_ambiguous_capture_is_exported_with_its_path() -> None:
    for path in ["7x14x23", "7x16x23"]:
        game = Game(Position.from_fen("english", "B:W10,11,18,19,32:B7"))
        game.push(path)
        text = format_game(game)
        assert f"1. {path} *" in text
        assert replay(only(text)).position == game.position


def test_comments_follow_their_moves() -> None:
    game = Game()
    game.push("11-15")
    game.push("22-18")
    text = write_pdn(record(game, comments=["", "+0.35/12"]))
    assert "1. 11-15 22-18 {+0.35/12} *" in text
