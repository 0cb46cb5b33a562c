"""Moving pieces: what is compulsory, ambiguous, lost or huffed, and how the page says so."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.playpage import PlayPage


def test_a_compulsory_capture_is_explained_when_another_piece_is_tried(page: PlayPage) -> None:
    page.begin("english", "B:W18,32:B1,2,15")
    page.click(1)
    expect(page.message).to_have_text(
        "Not the piece on 1. Capturing is compulsory, with a free choice; "
        "men capture forwards only. Play 15x22."
    )
    page.click(15, 22)
    page.wait_for_turn(0)
    assert page.log == ["15x22"]


def test_a_blocked_piece_is_refused_and_another_can_be_chosen(page: PlayPage) -> None:
    """Report U106: choosing a piece that cannot move locked the game."""
    page.begin("english")
    page.click(1)
    expect(page.message).to_contain_text("The piece on 1 is blocked")
    page.click(11, 15)
    page.wait_for_turn(0)
    assert page.log == ["11-15"]


def test_a_piece_of_the_other_side_is_not_chosen(page: PlayPage) -> None:
    page.begin("english")
    page.click(21)
    expect(page.message).to_have_text("The piece on 21 is White's; Black is to move.")


def test_a_square_out_of_reach_is_explained(page: PlayPage) -> None:
    page.begin("english")
    page.click(11, 20)
    expect(page.message).to_have_text("The piece on 11 cannot go to 20; it can go to 15 or 16.")


def test_captures_with_the_same_ends_are_told_apart_by_a_step(page: PlayPage) -> None:
    """Report U108: two captures shared start and end, and a click pair could not say which."""
    position = page.begin("international", "W:WK4:B13,20,32,37")
    page.click(4, 15)
    expect(page.message).to_contain_text("2 moves lead to 15. Choose the next square, ")
    page.click(31)
    page.wait_for_turn(0)
    assert page.log == [position.format_move(position.parse_move("4x31x42x15"))]


def test_captures_with_the_same_ends_are_told_apart_by_a_list(page: PlayPage) -> None:
    """Report U108, without knowing what a next square is."""
    page.begin("international", "W:WK4:B13,20,32,37")
    page.click(4, 15)
    page.page.get_by_role("button", name="taking 13, 20, 32").click()
    page.wait_for_turn(0)
    assert page.log == ["4x27x38x15"]


def test_a_circular_capture_is_made_by_its_first_step(page: PlayPage) -> None:
    page.begin("english", "B:W10,11,18,19:BK7")
    page.click(7, 14)
    page.wait_for_turn(0)
    assert page.fen == "W:W:BK7"
    expect(page.status).to_contain_text("Black wins")


def test_a_long_capture_is_chosen_square_by_square(page: PlayPage) -> None:
    page.begin("english", "W:W27:B7,15,16,23,24,8")
    page.click(27, 18)
    expect(page.message).to_contain_text("The capture goes on from 18")
    page.click(1)
    expect(page.message).to_contain_text("A capture goes on to its end")
    page.click(18)
    assert page.square(27).get_attribute("aria-selected") == "false"


def test_a_refused_capture_says_beforehand_what_it_costs_and_then_why(page: PlayPage) -> None:
    page.begin("malaysian8", "B:W18,32:B1,2,15")
    expect(page.message).to_have_text("You can capture. Moves marked \N{MINUS SIGN} cost a piece.")
    page.click(1)
    expect(page.message).to_contain_text("refuses a capture, and costs a piece")
    assert "costs a piece" in page.label(5)
    page.click(5)
    page.wait_for_turn(0)
    said = page.page.locator("#announcer p").last
    why = "The piece on 15 is lost: it could have captured (15x22), and 1-5 did not."
    expect(said).to_contain_text(why)
    expect(page.message).to_contain_text(why)
    assert page.label(15) == "15, empty"


def test_what_a_refused_capture_cost_is_seen_after_the_computer_has_answered(
    page: PlayPage,
) -> None:
    page.begin("malaysian8", "B:W18,32,31:B1,2,15,7", white="easy material")
    page.click(1, 5)
    page.wait_for_turn(0)
    assert page.ply == 2
    expect(page.message).to_contain_text("The piece on 15 is lost: it could have captured")


def test_a_huff_is_offered_explained_and_made(page: PlayPage) -> None:
    page.begin("english-huff", "B:W18,32:B1,2,15")
    page.click(1, 5)
    page.wait_for_turn(0)
    expect(page.message).to_contain_text(
        "White may huff: the piece on 15 could have captured: 15x22"
    )
    assert page.label(15) == "15, Black man, can be huffed"
    page.click(15)
    expect(page.message).to_contain_text("The piece on 15 is huffed: now move")
    page.click(32, 28)
    page.wait_for_turn(1)
    assert page.log == ["1-5", "h15 32-28"]
    assert page.label(15) == "15, empty"
    expect(page.page.locator("#announcer p").last).to_contain_text("huffs the piece on 15")
    expect(page.message).to_have_text(
        "White huffed the piece on 15: it could have captured: 15x22."
    )


def test_a_huff_may_be_taken_back_before_the_move(page: PlayPage) -> None:
    page.begin("english-huff", "B:W18,32:B1,2,15")
    page.click(1, 5)
    page.wait_for_turn(0)
    page.click(15)
    page.click(15)
    page.click(32, 27)
    page.wait_for_turn(1)
    assert page.log == ["1-5", "32-27"]


def test_a_piece_is_dragged(page: PlayPage) -> None:
    page.begin("english")
    page.square(11).drag_to(page.square(15))
    page.wait_for_turn(0)
    assert page.log == ["11-15"]


@pytest.mark.parametrize(
    "ruleset", ["turkish", "thai", "frisian", "italian", "canadian", "queens10"]
)
def test_any_board_can_be_played_on(page: PlayPage, ruleset: str) -> None:
    position = page.begin(ruleset)
    squares = page.page.locator("#board [role=gridcell]")
    expect(squares).to_have_count(position.ruleset.squares)
    for _ in range(4):
        move = position.legal_moves()[0]
        page.play(position, [position.format_move(move)])
        position = position.push(move)
    assert page.fen == position.fen()


@pytest.mark.parametrize("ruleset", ["malaysian12", "russian"])
def test_a_legal_move_stands_as_an_example_in_the_field_for_notation(
    page: PlayPage, ruleset: str
) -> None:
    position = page.begin(ruleset)
    field = page.page.get_by_label("Move in notation")
    first = position.format_move(position.legal_moves()[0])
    expect(field).to_have_attribute("placeholder", first)
    field.fill(first)
    field.press("Enter")
    page.wait_for_turn(0)
    assert page.log == [first]


def test_unknown_moves_in_notation_are_refused_in_words(page: PlayPage) -> None:
    page.begin("english")
    field = page.page.get_by_label("Move in notation")
    field.fill("11-25")
    field.press("Enter")
    expect(page.message).to_have_text(re.compile("'11-25' is not legal here, Black to move"))
    field.fill("11-15")
    field.press("Enter")
    page.wait_for_turn(0)
    assert page.log == ["11-15"]
