"""How games end. Source of the rules: WCDF rules of draughts, https://wcdf.net; the positions come
from bug reports against other programs (draws never found, found early, or without a reason).
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from engine.rules import (
    Colour,
    Game,
    IllegalMoveError,
    Outcome,
    Position,
    Reason,
    format_result,
    opponent,
    parse_result,
    ruleset,
    ruleset_names,
)
from tests.engine.positions import games

ENGLISH = ruleset("english")


def game_from(
    fen: str, moves: str = "", *, ruleset: str = "english", repetition: bool = True
) -> Game:
    """Play moves, separated by spaces, from a position."""
    game = Game(Position.from_fen(ruleset, fen), repetition=repetition)
    for move in moves.split():
        game.push(move)
    return game


@pytest.mark.parametrize(
    ("fen", "winner"),
    [
        ("W:W29:B22,25", Colour.BLACK),
        ("W:W:B22", Colour.BLACK),
        ("B:W22:B", Colour.WHITE),
    ],
)
def test_a_side_to_move_without_a_move_has_lost(fen: str, winner: Colour) -> None:
    assert game_from(fen).outcome() == Outcome(winner, Reason.NO_MOVE)


def test_a_blocked_side_that_is_not_to_move_has_not_lost() -> None:
    game = game_from("B:W29:B22,25,1")
    assert game.outcome() is None
    moves = {game.position.format_move(move) for move in game.position.legal_moves()}
    assert moves == {"1-5", "1-6", "22-26", "25-30"}
    game.push("1-5")
    assert game.outcome() == Outcome(Colour.BLACK, Reason.NO_MOVE)


def test_a_game_against_nothing_goes_on_until_nothing_has_to_move() -> None:
    game = game_from("B:W:BK1")
    assert {game.position.format_move(move) for move in game.position.legal_moves()} == {
        "1-5",
        "1-6",
    }
    assert game.outcome() is None
    game.push("1-6")
    assert game.outcome() == Outcome(Colour.BLACK, Reason.NO_MOVE)


SHUFFLE = "1-6 32-28 6-1 28-32"


def test_the_second_occurrence_is_no_draw_and_the_third_is() -> None:
    game = game_from("W:WK1:BK32", SHUFFLE)
    assert (game.repetitions(), game.outcome()) == (2, None)
    for move in SHUFFLE.split()[:3]:
        game.push(move)
        assert game.outcome() is None
    game.push("28-32")
    assert (game.repetitions(), game.outcome()) == (3, Outcome(None, Reason.REPETITION))


def test_a_position_with_the_other_side_to_move_is_another_position() -> None:
    game = game_from("W:WK1,K10:BK32", "1-6 32-28 6-1 28-32 10-7 32-28 7-11 28-32 11-7")
    assert game.position == Position.from_fen("english", "B:WK1,K7:BK32")
    assert game.repetitions() == 2
    game = game_from("W:WK1,K10:BK32", "10-6 32-28 6-10 28-32")
    other = Position.from_fen("english", "B:WK1,K10:BK32")
    assert game.repetitions() == 2
    assert other not in game.positions


def test_a_repetition_is_not_counted_when_switched_off() -> None:
    assert game_from("W:WK1:BK32", " ".join([SHUFFLE] * 3), repetition=False).outcome() is None


def test_forty_moves_each_without_capture_or_man_move_are_a_draw() -> None:
    game = game_from("W:WK1:BK32", " ".join([SHUFFLE] * 20)[: -len(" 28-32")], repetition=False)
    assert (len(game.moves), game.outcome()) == (79, None)
    game.push("28-32")
    assert game.outcome() == Outcome(None, Reason.NO_PROGRESS)


def test_a_man_move_begins_the_count_anew() -> None:
    fen = "W:WK1,29:BK32"
    moves = " ".join([SHUFFLE] * 15).split()
    game = game_from(fen, " ".join(moves), repetition=False)
    game.push("29-25")
    assert (len(game.moves), game.position.no_progress) == (61, 0)
    for move in ["32-28", "1-6", "28-32", "6-1"] * 20:
        assert game.outcome() is None
        game.push(move)
    assert game.outcome() == Outcome(None, Reason.NO_PROGRESS)


def test_a_capture_begins_the_count_anew() -> None:
    game = game_from("W:WK1,K18:BK32,K22:H50", "18x25")
    assert game.position.no_progress == 0


def test_the_count_goes_on_from_a_fen() -> None:
    game = game_from("W:WK1:BK32:H78", "1-6")
    assert game.outcome() is None
    game.push("32-28")
    assert game.outcome() == Outcome(None, Reason.NO_PROGRESS)


def test_a_game_is_judged_only_after_the_whole_capture() -> None:
    game = game_from("W:W12:B8,14,26", ruleset="russian")
    for part in ("12x3", "12x3x17"):
        assert game.position.begins_capture([int(square) for square in part.split("x")])
        with pytest.raises(IllegalMoveError, match="a capture goes on to its end"):
            game.push(part)
        assert (game.moves, game.outcome()) == ((), None)
    game.push("12x3x17x31")
    assert game.outcome() == Outcome(Colour.WHITE, Reason.NO_MOVE)


def test_the_last_piece_lost_for_a_refused_jump_loses_at_once() -> None:
    game = game_from("W:W14:B9,2", "14-10", ruleset="malaysian8")
    assert game.position.fen() == "B:W:B2,9"
    assert game.outcome() == Outcome(Colour.BLACK, Reason.NO_MOVE)
    game.push("2-6")
    assert game.outcome() == Outcome(Colour.BLACK, Reason.NO_MOVE)


@pytest.mark.parametrize("move", ["h25 29-25", "h22 29x22"])
def test_a_side_whose_only_turns_need_a_huff_has_not_lost(move: str) -> None:
    huffable = move.split()[0][1:]
    game = game_from(f"W:W29:B22,25:U{huffable}", ruleset="english-huff")
    assert [game.position.format_move(m) for m in game.position.legal_moves()] == [move]
    assert game.outcome() is None
    blocked = game_from("W:W29:B22,25", ruleset="english-huff")
    assert blocked.outcome() == Outcome(Colour.BLACK, Reason.NO_MOVE)


def test_a_huff_after_which_nothing_moves_is_no_turn() -> None:
    game = game_from("W:W29:B1,22,25:U1", ruleset="english-huff")
    assert game.outcome() == Outcome(Colour.BLACK, Reason.NO_MOVE)


def test_who_huffs_the_last_piece_wins() -> None:
    game = game_from("W:W15,32:B11:U11", ruleset="english-huff")
    game.push("h11 32-28")
    assert game.position.fen() == "B:W15,28:B"
    assert game.outcome() == Outcome(Colour.WHITE, Reason.NO_MOVE)


def test_other_huffable_pieces_make_another_position() -> None:
    cycle = "32-28 1-6 28-32 6-1"
    game = game_from("W:W18,K32:BK1,K23", cycle, ruleset="english-huff")
    assert game.position.fen() == "W:W18,K32:BK1,K23:U23:H4"
    assert game.repetitions() == 1
    for move in cycle.split():
        game.push(move)
    assert game.repetitions() == 2


def test_a_lost_position_is_lost_whatever_the_counters_say() -> None:
    assert game_from("W:W29:B22,25:H80").outcome() == Outcome(Colour.BLACK, Reason.NO_MOVE)


QUEENS_SHUFFLE = "1-5 32-28 5-1 28-32"


def test_ten_moves_each_with_equally_many_queens_and_no_capture_are_a_draw() -> None:
    moves = " ".join([QUEENS_SHUFFLE] * 5)
    game = game_from("W:WK1:BK32", moves[: -len(" 28-32")], ruleset="queens8", repetition=False)
    assert (game.position.equal_kings, game.outcome()) == (19, None)
    game.push("28-32")
    assert game.outcome() == Outcome(None, Reason.EQUAL_KINGS)
    assert game.position.no_progress == 20


def test_man_moves_do_not_break_off_the_ten_moves_with_equally_many_queens() -> None:
    game = game_from("W:WK4,32:BK29,9:Q16", ruleset="queens8")
    for move, count in (("32-28", 17), ("9-14", 18), ("28-24", 19)):
        game.push(move)
        assert (game.position.equal_kings, game.position.no_progress) == (count, 0)
        assert game.outcome() is None
    game.push("14-17")
    assert game.outcome() == Outcome(None, Reason.EQUAL_KINGS)


def test_a_new_queen_begins_the_ten_moves_anew_or_ends_them() -> None:
    game = game_from("W:WK4,6:BK29,28:Q15", "6-1", ruleset="queens8")
    assert (game.position.equal_kings, game.position.fen()) == (0, "B:WK1,K4:B28,K29")
    game.push("28-32")
    assert (game.position.equal_kings, game.outcome()) == (0, None)
    game.push("1-5")
    assert game.position.equal_kings == 1


def test_a_capture_begins_the_ten_moves_anew() -> None:
    game = game_from("W:WK32,9:BK1,23:Q19", "32x18", ruleset="queens8")
    assert (game.position.equal_kings, game.outcome()) == (0, None)


def test_games_without_queens_are_not_drawn_at_move_ten() -> None:
    game = game_from("W:W32:B1", "32-28 1-6 28-24 6-10", ruleset="queens8")
    assert game.position.equal_kings == 0


def test_only_the_queens_games_count_equal_queens() -> None:
    counting = {name for name in ruleset_names() if ruleset(name).equal_kings_plies}
    assert counting == {"queens8", "queens10"}
    assert {ruleset(name).equal_kings_plies for name in counting} == {20}


def shuffle_of(name: str) -> tuple[str, list[str]]:
    """Return a position and moves in it by which two kings step aside and back, out of reach."""
    moves = {32: "1-5 32-28 5-1 28-32", 50: "1-6 50-45 6-1 45-50", 72: "1-7 72-66 7-1 66-72"}
    moves |= {64: "1-2 64-63 2-1 63-64"}
    rules = ruleset(name)
    chosen = "4-8 29-25 8-4 25-29" if rules.board.mirrored else moves[rules.squares]
    white, black = (move.split("-")[0] for move in chosen.split()[:2])
    return f"W:WK{white}:BK{black}", chosen.split()


@pytest.mark.parametrize("name", ruleset_names())
def test_every_game_is_drawn_at_the_third_occurrence_of_a_position(name: str) -> None:
    fen, shuffle = shuffle_of(name)
    game = game_from(fen, ruleset=name)
    for move in (shuffle * 2)[:-1]:
        game.push(move)
        assert game.outcome() is None
    game.push(shuffle[-1])
    assert game.outcome() == Outcome(None, Reason.REPETITION)


@pytest.mark.parametrize("name", ruleset_names())
def test_every_game_is_drawn_after_forty_moves_each_without_progress(name: str) -> None:
    fen, shuffle = shuffle_of(name)
    game = game_from(f"{fen}:H78", ruleset=name)
    game.push(shuffle[0])
    assert game.outcome() is None
    game.push(shuffle[1])
    assert game.outcome() == Outcome(None, Reason.NO_PROGRESS)


@pytest.mark.parametrize("seed", range(5))
def test_a_king_against_a_king_does_not_go_on_for_ever(seed: int) -> None:
    random, game = Random(seed), game_from("W:WK1:BK32")
    while (outcome := game.outcome()) is None:
        game.push(random.choice(game.position.legal_moves()))
    assert len(game.moves) <= 160
    assert outcome.reason in (Reason.REPETITION, Reason.NO_PROGRESS, Reason.NO_MOVE)


def test_an_illegal_move_changes_nothing() -> None:
    game = Game()
    game.push("11-15")
    with pytest.raises(IllegalMoveError):
        game.push("11-15")
    assert game.move_texts() == ["11-15"]
    assert len(game.positions) == 2


def test_a_move_taken_back_leaves_the_game_as_it_was() -> None:
    game = Game()
    game.push("11-15")
    assert game.pop() == game.start.parse_move("11-15")
    assert (game.position, game.moves) == (game.start, ())
    with pytest.raises(ValueError, match="no move to take back"):
        game.pop()


@given(games)
def test_history_holds_every_position_that_can_recur(game: Game) -> None:
    history = game.history()
    keys = [position.key for position in game.positions]
    assert history == keys[len(keys) - 1 - len(history) : -1]
    assert len(history) == min(game.position.no_progress, len(game.moves))
    assert game.repetitions() == keys.count(game.position.key)


@given(games)
def test_taking_everything_back_leads_to_the_start(game: Game) -> None:
    positions = game.positions
    for before in reversed(positions[:-1]):
        game.pop()
        assert game.position == before
        assert game.position.no_progress == before.no_progress


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome(Colour.BLACK, Reason.NO_MOVE), "Black wins: White has no move"),
        (Outcome(None, Reason.REPETITION), "draw: the position occurred 3 times"),
        (
            Outcome(None, Reason.NO_PROGRESS),
            "draw: 40 moves each without a capture or a man's move",
        ),
    ],
)
def test_an_outcome_names_its_rule(outcome: Outcome, words: str) -> None:
    assert outcome.describe(ENGLISH) == words


def test_a_draw_by_equally_many_queens_names_its_rule() -> None:
    words = Outcome(None, Reason.EQUAL_KINGS).describe(ruleset("queens8"))
    assert words == "draw: 10 moves each without a capture, with equally many kings"


@pytest.mark.parametrize("reason", list(Reason), ids=str)
def test_every_reason_has_words(reason: Reason) -> None:
    assert ": " in Outcome(Colour.WHITE, reason).describe(ENGLISH)


def test_the_first_number_of_a_result_belongs_to_the_side_that_starts() -> None:
    assert format_result(Colour.BLACK, ENGLISH) == "1-0"
    assert format_result(Colour.WHITE, ENGLISH) == "0-1"
    assert format_result(None, ENGLISH) == "1/2-1/2"
    assert parse_result("2-0", ENGLISH) == Colour.BLACK
    assert parse_result("0-2", ENGLISH) == Colour.WHITE
    assert parse_result("1-1", ENGLISH) is None


@pytest.mark.parametrize("winner", [None, Colour.WHITE, Colour.BLACK])
def test_a_result_reads_back(winner: Colour | None) -> None:
    assert parse_result(format_result(winner, ENGLISH), ENGLISH) == winner


@pytest.mark.parametrize("text", ["*", "0-0", "2-1", ""])
def test_what_decides_nothing_is_no_result(text: str) -> None:
    with pytest.raises(ValueError, match="expected a result such as"):
        parse_result(text, ENGLISH)


def test_the_opponent_of_the_opponent_is_oneself() -> None:
    assert [opponent(colour) for colour in (Colour.WHITE, Colour.BLACK)] == [
        Colour.BLACK,
        Colour.WHITE,
    ]


def test_men_that_step_sideways_and_back_repeat_the_position() -> None:
    game = Game(Position.from_fen("turkish", "W:Wa2,h2:Ba7,h7"))
    for text in ("a2-b2", "a7-b7", "b2-a2", "b7-a7") * 2:
        assert game.outcome() is None
        game.push(text)
    assert game.repetitions() == 3
    assert game.outcome() == Outcome(None, Reason.REPETITION)
    assert game.history() == [position.key for position in game.positions[:-1]]
