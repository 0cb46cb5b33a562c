"""Games in a terminal as dialogues: captures and huffs explained, commands, the computer."""

from __future__ import annotations

import pytest

from engine import ruleset_names
from engine.protocols.terminal import COMMANDS
from engine.rules import read_games
from engine.rules.text import rules_page
from tests.engine.protocols.dialogues import FIRM, answer, dialogue, started

# Captures and huffs.


@pytest.mark.parametrize("choice", ["2", "4x31x42x15", "4x31x15"])
def test_a_capture_of_two_paths_is_asked_for(choice: str) -> None:
    """U108, U015: two captures share their ends; the paths are shown, and either can be chosen."""
    game = dialogue("international", "W:WK4:B13,32,37,20")
    asked = game.enter("4x15").splitlines()
    assert asked[0] == "'4x15' fits 2 captures: type a number of these, or the whole path"
    assert asked[1].split("    ") == [
        " 1 4x27x38x15 takes 13, 20, 32", "2 4x31x42x15 takes 13, 20, 37"
    ]  # fmt: skip
    assert game.enter("3").startswith("expected a number from 1 to 2, a move such as 4x27x38x15")
    assert game.enter(choice).startswith("White plays 4x31x42x15: takes 13, 20, 37\n")
    assert "1. 4x31x42x15 *" in game.pdn()


def test_another_move_may_follow_where_a_path_was_asked_for() -> None:
    game = dialogue("english-huff", "W:W15,22:B5,11:U11")
    assert game.enter("h11").startswith("The man on 11 is huffed, and then: type a number of these")
    assert game.enter("22-17").startswith("White plays 22-17\n")


def test_a_capture_may_end_where_it_began() -> None:
    """U013: seen as no move at all in other programs."""
    game = dialogue("english", "W:WK22:B9,10,17,18")
    assert game.enter("22x22").startswith("White plays 22x13x6x15x22: takes 9, 10, 17, 18\n")


def test_what_binds_is_said_before_the_move() -> None:
    assert "Capturing is compulsory.\n 1 27x18" in dialogue("english", "W:W27,21:B23").begin()
    assert "There is no move but to capture.\n" in dialogue("malaysian8", "W:W18:B14,15").begin()
    said = "You can capture; a piece that could and does not may be huffed.\n"
    assert said in dialogue("english-huff", "B:W15,22:B5,11").begin()
    said = "You can capture; another move loses the piece named beside it.\n"
    assert said in dialogue("malaysian8", "W:W14:B9,2").begin()


def test_a_huff_is_offered_with_its_reason_and_may_be_taken() -> None:
    game = dialogue("english-huff", "B:W15,22:B5,11")
    said = (
        "White may huff the man on 11, which could have taken 15, 22 by 11x18x25: "
        "type h11 before the move, or h11 alone to see the moves."
    )
    assert said in game.enter("5-9").splitlines()
    listed = game.enter("h11").splitlines()[1]
    assert listed.split("    ") == [
        " 1 h11 15-10", "2 h11 15-11", "3 h11 22-17", "4 h11 22-18"
    ]  # fmt: skip
    assert game.enter("2").startswith("White plays h11 15-11: the man on 11 is huffed\n")
    assert "{huff 11} 15-11" in game.pdn()


def test_the_piece_that_walked_past_its_capture_is_named_where_it_is_now() -> None:
    game = dialogue("english-huff", "B:W15,30:B5,11")
    assert "White may huff the man on 11, now on 16, which could have taken 15 by 11x18" in (
        game.enter("11-16")
    )
    assert "h16 30-25" in game.enter("h16")


def test_a_huff_that_a_position_brings_along_is_offered() -> None:
    said = dialogue("english-huff", "W:W15,22:B5,11:U11").begin()
    assert "White may huff the man on 11: type h11 before the move, or h11 alone" in said


def test_a_huff_by_the_computer_is_explained() -> None:
    game = dialogue("english-huff", "B:W15,32:B5,8,11", persons="black", level=FIRM)
    said = answer(game, "5-9")
    assert "White may huff the man on 11, which could have taken 15 by 11x18\n" in said
    assert ": the man on 11 is huffed" in said


@pytest.mark.parametrize(
    ("fen", "typed", "said"),
    [("W:W31,29:B27,25,18", "31-26", "the man on 29, which could have taken 18, 25 by 29x22x15"),
     ("W:W22,27:B18", "22-17", "the man on 22, now on 17, which could have taken 18 by 22x15"),
     ("W:W22,27:B18", "27-24", "the man on 22, which could have taken 18 by 22x15")],
)  # fmt: skip
def test_a_piece_lost_for_refusing_to_capture_is_named_with_the_reason(
    fen: str, typed: str, said: str
) -> None:
    """U047, U048: which piece is lost; it stands beside the move already before it is played."""
    game = dialogue("malaysian8", fen)
    assert f"{typed} loses " in game.begin()
    assert f"White plays {typed}: refusing to capture loses {said}\n" in game.enter(typed)


# Commands.


def test_help_names_every_command_and_when_a_draw_is_taken() -> None:
    said = dialogue().enter("help")
    assert [line.split()[0] for line in said.splitlines()[1:-1]] == list(COMMANDS)
    assert said.splitlines()[-1] == (
        "The computer takes a draw at +0.10 men or less for itself, after 10 moves each or with "
        "8 pieces or fewer left."
    )
    assert max(map(len, said.splitlines()[:-1])) < 80


@pytest.mark.parametrize("name", ruleset_names())
def test_the_rules_that_are_played_are_shown(name: str) -> None:
    """U064: players took another country's rules for mistakes."""
    game, page = dialogue(name), rules_page(name)
    said = game.begin()
    assert said.startswith(page.title)
    assert f"Captures: {page.captures}." in said
    assert f"Kings: {page.kings}." in said
    assert game.enter("rules") == page.text.rstrip("\n")


def test_position_and_game_can_be_written_down() -> None:
    game = dialogue()
    answer(game, "11-15", "22-18", "15x22")
    assert (
        game.enter("fen")
        == game.enter("FEN")
        == ("W:W21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,22")
    )
    assert game.enter("list") == "1. 11-15 22-18  2. 15x22"
    assert game.enter("pdn").endswith("1. 11-15 22-18 2. 15x22 *")
    assert game.pdn().splitlines()[:4] == [
        '[Event "crownhead play"]', '[Date "2026.11.30"]', '[White "person"]', '[Black "person"]'
    ]  # fmt: skip


def test_a_game_that_the_other_side_begins_is_listed_so() -> None:
    game = dialogue("english", "W:W27:B1,2")
    answer(game, "27-23", "1-5")
    assert game.enter("list") == "1. ... 27-23  2. 1-5"


def test_a_hint_is_a_legal_move_and_repeats() -> None:
    game = dialogue("english", "W:W14:B9,2")
    assert game.enter("hint") == game.enter("hint")
    assert game.enter("hint").startswith("Hint: 14x5 (")
    assert "plays" not in game.enter("hint")


def test_undo_takes_back_to_the_persons_last_move() -> None:
    game = dialogue(persons="black")
    before = game.enter("fen")
    answer(game, "11-15")
    assert game.enter("fen") != before
    assert "Taken back." in game.enter("undo")
    assert game.enter("fen") == before
    assert game.enter("undo") == "undo: expected a move of yours to take back, there is none"


def test_the_first_move_of_the_computer_cannot_be_taken_back() -> None:
    game = started(dialogue(persons="white"))
    assert "*" in game.enter("pdn")
    before = game.enter("fen")
    assert game.enter("undo") == "undo: expected a move of yours to take back, there is none"
    assert game.enter("fen") == before
    assert game.waits


def test_undo_after_the_end_takes_back_what_ended_the_game() -> None:
    game = dialogue("english", "W:W27,21:B23", persons="white")
    assert "You have won. White wins: Black has no move." in game.enter("27x18")
    assert game.prompt == "game over> "
    assert "Taken back." in game.enter("undo")
    assert game.prompt == "White> "
    assert "1... *" not in game.pdn()
    assert '[Result "*"]' in game.pdn()


def test_a_resignation_is_a_loss_until_it_is_taken_back() -> None:
    game = dialogue(persons="black")
    answer(game, "11-15")
    before = game.pdn()
    said = "You have lost. White wins: Black resigns. Result 0-1, Black's number first."
    assert game.enter("resign").splitlines()[-1] == said
    assert '[Termination "White wins: Black resigns"]' in game.pdn()
    assert next(read_games(game.pdn())).pdn.result == "0-1"
    game.enter("undo")
    assert game.pdn() == before


@pytest.mark.parametrize(
    "typed", ["hint", "draw", "resign", "moves", "accept", "1", "27x18", "nonsense", "go"]
)
def test_after_the_end_only_what_still_makes_sense_is_expected(typed: str) -> None:
    game = dialogue("english", "W:W27,21:B23")
    game.enter("27x18")
    assert game.enter(typed).startswith("expected undo, new, quit or another command")
    assert game.enter("undo").startswith("Taken back.")


def test_a_draw_is_taken_by_a_computer_that_is_not_ahead() -> None:
    game = dialogue("english", "W:WK1:BK32", persons="white")
    said = game.enter("draw").splitlines()
    assert said[0].startswith("The computer accepts: it thinks itself at ")
    assert said[-1] == "draw: both sides agree on it. Result 1/2-1/2, Black's number first."
    game.enter("undo")
    assert game.prompt == "White> "


def test_a_draw_is_refused_by_a_computer_that_is_ahead() -> None:
    game = dialogue("english", "W:W32:BK1,K2,K3", persons="white")
    said = game.enter("draw")
    assert said.startswith("The computer declines: it thinks itself at ")
    assert said.endswith("takes a draw at +0.10 men or less for itself, "
                         "after 10 moves each or with 8 pieces or fewer left.")  # fmt: skip
    assert game.prompt == "White> "


def test_no_draw_is_taken_in_the_opening() -> None:
    said = dialogue(persons="black").enter("draw")
    assert said.startswith("The computer declines: it takes a draw at +0.10 men or less")


def test_between_persons_a_draw_is_the_others_to_accept() -> None:
    game = dialogue()
    assert game.enter("draw") == "Black offers a draw."
    assert game.prompt == "White, accept or decline> "
    assert game.enter("decline") == "The draw is declined."
    game.enter("draw")
    game.enter("9-13")
    assert game.enter("accept") == "accept: expected the offer of a draw before it"
    game.enter("draw")
    assert "draw: both sides agree on it" in game.enter("accept")


def test_a_new_game_leaves_the_old_one_in_the_record() -> None:
    game = dialogue()
    answer(game, "9-13", "resign", "new", "10-14", "new")
    results = [read.pdn.result for read in read_games(game.pdn())]
    assert results == ["1-0", "*"]
    game.enter("11-15")
    moves = [len(read.game.moves) for read in read_games(game.pdn()) if read.game]
    assert moves == [1, 1, 1]


def test_quit_closes() -> None:
    game = dialogue()
    assert (game.enter("quit"), game.closed) == ("", True)


# The computer.


def test_the_computer_moves_first_where_it_should() -> None:
    game = dialogue(persons="white")
    assert not game.waits
    assert game.advance().startswith("Black plays ")
    assert game.waits


def test_the_computer_plays_itself_to_the_end_and_can_be_paused() -> None:
    game = dialogue("english", "W:WK1:BK32", persons="none")
    game.advance()
    assert game.pause() == "Paused: go lets the computer play on."
    assert (game.waits, game.prompt) == (True, "paused> ")
    assert game.enter("9-13").startswith("expected go, undo, new, quit or another command")
    assert game.enter("resign") == "resign: expected a game that a person plays"
    assert answer(game, "go").splitlines()[-1] == (
        "draw: the position occurred 3 times. Result 1/2-1/2, Black's number first."
    )
    assert game.pause() == ""
