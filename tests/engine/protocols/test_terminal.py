"""Games in a terminal as dialogues: what a person may type, what is answered, whole games."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine import Colour, Game, Handcrafted, Level, Limits, Player, Position, ruleset_names, search
from engine.protocols.terminal import COMMANDS, Dialogue
from engine.protocols.terminal_board import Style, draw_board
from engine.protocols.terminal_lines import UnreadableError, read_line
from engine.rules import read_games
from engine.rules.text import rules_page

WEAK = Level(name="weak", description="", depth=1)
FIRM = Level(name="firm", description="", depth=4)
SIDES = {"both": {Colour.WHITE, Colour.BLACK}, "white": {Colour.WHITE}, "black": {Colour.BLACK}}
SOURCES = ["english", "russian", "malaysian12", "english-huff"]


def dialogue(
    ruleset: str = "english", fen: str = "", persons: str = "both", level: Level = WEAK
) -> Dialogue:
    start = Position.from_fen(ruleset, fen) if fen else Position.start(ruleset)
    player = Player(ruleset, level, evaluator=Handcrafted(ruleset), seed=1)
    return Dialogue(start, player, SIDES.get(persons, set()), date="2026.11.30")


def answer(game: Dialogue, *typed: str) -> str:
    """Type lines, let the computer move when it is its turn, and return the last answer."""
    said = ""
    for line in typed:
        said = game.enter(line)
        while not game.waits:
            said += "\n" + game.advance()
    return said


def started(game: Dialogue) -> Dialogue:
    while not game.waits:
        game.advance()
    return game


# The board.


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("unicode", [True, False])
def test_a_board_names_every_square_and_fits_eighty_columns(name: str, unicode: bool) -> None:
    position = Position.start(name)
    drawn = draw_board(position, Style(unicode))
    *rows, _ = drawn.splitlines()
    assert len(rows) == position.ruleset.rows
    assert max(map(len, rows)) < 80
    assert drawn.isascii() != unicode
    found = "".join(letter if letter.isalnum() else " " for row in rows for letter in f"{row} ")
    named = [word for word in found.split() if word not in ("w", "b")]
    assert named == [position.ruleset.board.format(n + 1) for n in range(position.ruleset.squares)]


def test_men_and_kings_of_both_sides_differ_without_colour() -> None:
    position = Position.from_fen("english", "W:WK5,13:BK6,14")
    assert draw_board(position, Style(), marked=[6]).splitlines()[1:4] == [
        " wK 5 :::::: bK 6*::::::    7 ::::::    8 ::::::",
        "::::::    9 ::::::   10 ::::::   11 ::::::   12",
        " w 13 :::::: b 14 ::::::   15 ::::::   16 ::::::",
    ]
    row = draw_board(position, Style(unicode=True)).splitlines()[1]
    assert row.startswith(" ○K 5 ░░░░░░ ●K 6 ░░░░░░")


def test_black_alone_sees_black_below_and_flip_turns_the_board() -> None:
    """The squares keep their names."""
    game = dialogue(persons="black")
    board = game.enter("board").lstrip("\n").splitlines()
    assert (board[0], board[7]) == (
        ":::::: w 32 :::::: w 31 :::::: w 30 :::::: w 29",
        " b  4 :::::: b  3 :::::: b  2 :::::: b  1 ::::::",
    )
    turned = game.enter("flip").lstrip("\n").splitlines()
    assert (turned[0], turned[7]) == (
        ":::::: b  1 :::::: b  2 :::::: b  3 :::::: b  4",
        " w 29 :::::: w 30 :::::: w 31 :::::: w 32 ::::::",
    )
    assert dialogue(persons="both").enter("board").lstrip("\n").splitlines()[:8] == turned[:8]


# What may be typed.


@pytest.mark.parametrize(
    "text",
    [
        "11x18x25", "11 x 18 x 25", "11:18:25", "11-18-25", "11x25", "11*18*25", "011x025", "1",
        "1.", "1. 11x18x25", "1... 11x25!", "11x18 18x25", "11X25", "f6:d4:b2",
        "11x25x15x22", "11x25 {a comment} $1", "  11x25  ",
    ],
)  # fmt: skip
def test_a_move_is_read_in_every_form_that_pdn_accepts(text: str) -> None:
    game = dialogue("english", "B:W15,22,32:B11")
    assert game.enter(text).splitlines()[0] == "Black plays 11x18x25: takes 15, 22"


@pytest.mark.parametrize(
    ("text", "squares", "huffed"),
    [("h11 15-19", (15, 19), 11), ("{huff 11} 15-19", (15, 19), 11), ("huff 11", (), 11),
     ("H11", (), 11), ("c3d4", (22, 18), 0)],
)  # fmt: skip
def test_a_huff_is_read_with_its_move_or_alone(
    text: str, squares: tuple[int, ...], huffed: int
) -> None:
    typed = read_line(text, Position.start("english-huff").ruleset.board)
    assert (typed.squares, typed.huffed) == (squares, huffed)


@pytest.mark.parametrize("text", ["9-13 11-15", "1-0", "9-13)", "x", "9", '[Event "a"]', "%"])
def test_what_is_no_move_is_not_taken_for_one(text: str) -> None:
    if text == "9":
        assert read_line(text, Position.start().ruleset.board).number == 9
        return
    with pytest.raises(UnreadableError):
        read_line(text, Position.start().ruleset.board)


EXPECTED = "expected a number from 1 to 7, a move such as 9-13 or a command, got "
WRONG = [
    ("english", "", "zzz", f"{EXPECTED}'zzz'"),
    ("english", "", "0", f"{EXPECTED}'0'"),
    ("english", "", "8", f"{EXPECTED}'8'"),
    ("english", "", "1-0", f"{EXPECTED}'1-0'"),
    ("english", "", "undoo", f"{EXPECTED}'undoo'; the nearest command is undo"),
    ("english", "", "rules russian", f"{EXPECTED}'rules russian'"),
    ("english", "", "9-13 10-14", f"{EXPECTED}'9-13 10-14'"),
    ("english", "", "\x1b[2J", f"{EXPECTED}'\\x1b[2J'"),
    ("english", "", "x" * 300, f"{EXPECTED}'{'x' * 60}'... (300 characters)"),
    ("english", "", "11-34", "expected a square 1-32 after '-', got '11-34'"),
    ("english", "", "h40", "expected a square 1-32, got '40'"),
    ("english", "", "h9", "'h9': expected a move: no piece may be huffed here"),
    ("english", "", "22-18",
     "'22-18': Black has no piece on 22: expected one on 9, 10, 11 or 12"),
    ("english", "", "15-18", "'15-18': Black has no piece on 15: expected one on 9, 10, 11 or 12"),
    ("english", "", "5-9", "'5-9': the man on 5 cannot move: expected one on 9, 10, 11 or 12"),
    ("english", "", "9-18", "'9-18': the man on 9 cannot go there: expected 9-13 or 9-14"),
    ("english", "", "undo", "undo: expected a move of yours to take back, there is none"),
    ("english", "", "accept", "accept: expected the offer of a draw before it"),
    ("english", "", "decline", "decline: expected the offer of a draw before it"),
    ("english", "", "go", "go: expected a game that the computer plays with itself"),
    # U011: one jump of several is no turn.
    ("english", "W:W27,32:B23,24,15,7", "27x18",
     "'27x18': a capture goes on to its end: expected 27x18x11x2 or 27x20"),
    ("english", "W:W27,32:B23,24,15,7", "32-28",
     ("'32-28': capturing is compulsory, and the man on 32 may not: "
      "expected the man on 27 (27x18x11x2, 27x20)")),
    ("english", "W:W27,K10:B7,15,23,24", "27-32",
     "'27-32': capturing is compulsory: expected 27x18x11x2 or 27x20"),
    ("english", "W:W13,27,K10:B7,15,23", "13-9",
     ("'13-9': capturing is compulsory, and the man on 13 may not: expected "
      "the king on 10 (10x3, 10x19x26) or the man on 27 (27x18x11x2)")),
    ("international", "W:W32,35:B28,18,30", "35x24",
     ("'35x24': capturing is compulsory, of most pieces, and the man on 35 may not: "
      "expected the man on 32 (32x23x12)")),
    ("malaysian8", "W:W31,29:B27,25,18", "29x22",
     "'29x22': a capture goes on to its end: expected 29x22x15"),
    ("english-huff", "W:W15,22:B5,11:U11", "h5", "'h5': expected h11"),
    ("english-huff", "W:W15,22:B5,11:U11", "h11 15x8",
     "'h11 15x8': the man on 15 cannot go there: expected h11 15-10 or h11 15-11"),
    ("russian", "", "c3-e5", "'c3-e5': the man on c3 cannot go there: expected c3-b4 or c3-d4"),
    ("turkish", "", "a2-a3",
     "'a2-a3': the man on a2 cannot move: expected one on a3, b3, c3, d3, e3, f3, g3 or h3"),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "fen", "typed", "said"), WRONG)
def test_what_is_wrong_is_answered_by_one_line_and_changes_nothing(
    ruleset: str, fen: str, typed: str, said: str
) -> None:
    game = dialogue(ruleset, fen)
    before = (game.begin(), game.pdn(), game.prompt)
    assert game.enter(typed) == said
    assert (game.begin(), game.pdn(), game.prompt) == before


def test_a_piece_that_cannot_move_leaves_the_others_free() -> None:
    """U106: choosing a piece that cannot move locked the game."""
    game = dialogue()
    assert "cannot move" in game.enter("5-9")
    assert game.enter("9-13").startswith("Black plays 9-13\n")


def test_an_empty_line_does_nothing() -> None:
    assert dialogue().enter(" \t") == ""


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


# Whole games.


def told(game: Dialogue) -> Game:
    """Read the game as it stands from what the dialogue tells."""
    read = next(read_games(game.enter("pdn")))
    assert read.game is not None
    return read.game


def best(game: Dialogue) -> str:
    """Choose as a player who looks far ahead."""
    position = told(game).position
    found = search(told(game), limits=Limits(nodes=8000))
    assert found.move is not None
    return position.full_path(found.move)


def anyhow(random: Random) -> Callable[[Dialogue], str]:
    """Choose a number of the list, at random."""
    return lambda game: str(random.randint(1, len(told(game).position.legal_moves())))


def played(game: Dialogue, choose: Callable[[Dialogue], str]) -> str:
    """Play a game to its end, by text alone, and return its last line."""
    said = ""
    while game.prompt != "game over> ":
        said = game.enter(choose(game)) if game.waits else game.advance()
        assert "expected" not in said
    return said.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", SOURCES)
def test_a_whole_game_is_won(ruleset: str) -> None:
    game = dialogue(ruleset, persons="white", level=WEAK)
    assert played(game, best).startswith("You have won. White wins: Black has no move. Result ")
    read = next(read_games(game.pdn()))
    assert read.fault is None
    assert read.game is not None
    assert len(read.game.moves) > 20


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", SOURCES)
def test_a_whole_game_is_lost_and_its_end_taken_back(ruleset: str) -> None:
    game = dialogue(ruleset, persons="black", level=FIRM)
    lost = played(game, anyhow(Random(3)))
    assert lost.startswith("You have lost. White wins: Black has no move. Result ")
    record = game.pdn()
    assert next(read_games(record)).fault is None
    assert game.enter("undo").startswith("Taken back.")
    assert (game.prompt, '[Result "*"]' in game.pdn()) == ("Black> ", True)


KINGS = {
    "english": "W:WK1:BK32", "russian": "W:WK1:BK32", "malaysian12": "W:WK1:BK72",
    "english-huff": "W:WK1:BK32",
}  # fmt: skip


@pytest.mark.parametrize("ruleset", SOURCES)
def test_a_whole_game_is_drawn_by_the_rules(ruleset: str) -> None:
    """U044: kings that walk out of their corners and back."""
    game = dialogue(ruleset, KINGS[ruleset])
    said = ""
    while game.prompt != "game over> ":
        said = game.enter(shuffling(game))
    assert "draw: the position occurred 3 times. Result 1/2-1/2, " in said.splitlines()[-1]
    assert next(read_games(game.pdn())).pdn.result == "1/2-1/2"


def shuffling(game: Dialogue) -> str:
    """Move a king out of its corner and back."""
    position = told(game).position
    corner = 1 if position.turn == Colour.WHITE else position.ruleset.squares
    (king,) = position.kings(position.turn)
    moves = [move for move in position.legal_moves() if not move.captured]
    if king == corner:
        safe = [
            move
            for move in moves
            if not any(reply.captured for reply in position.push(move).legal_moves())
        ]
        return position.format_move(safe[0])
    return position.format_move(next(move for move in moves if move.to_square == corner))
