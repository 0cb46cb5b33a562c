"""What a person may type as a move, and what is answered to everything that is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Position
from engine.protocols.terminal import ALIASES
from engine.protocols.terminal_lines import UnreadableError, read_line
from tests.engine.protocols.dialogues import dialogue


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


@pytest.mark.parametrize(
    "text", ["9-13 11-15", "11x18 25", "1-0", "9-13)", "x", '[Event "a"]', "%"]
)
def test_what_is_no_move_is_not_taken_for_one(text: str) -> None:
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
    ("english-huff", "W:W5:B1,12:U1", "5-1",
     "'5-1': the man on 5 cannot move: expected h1 before the move"),
    ("malaysian8", "W:W18:B14,15", "18-14",
     "'18-14': there is no move but to capture: expected 18x9 or 18x11"),
    ("frisian", "W:W46,K49:B5:RW49=3", "49-44",
     "'49-44': the king on 49 cannot move after 3 moves in a row: expected one on 46"),
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


@given(st.text('0123456789hHxX-:.*! \t{}()[]"%;/abcdef\x00é', max_size=12))
def test_whatever_is_typed_is_played_or_answered_by_one_line(text: str) -> None:
    game = dialogue("english-huff", "W:W15,22:B5,11:U11")
    before = game.pdn()
    said = game.enter(text)
    if " plays " in said or said.startswith("The man on 11 is huffed, and then: "):
        return
    if " ".join(text.lower().split()) not in ALIASES:
        assert "\n" not in said
        assert bool(said) == bool(text.split())
    assert (game.pdn(), game.waits, game.closed) == (before, True, False)
