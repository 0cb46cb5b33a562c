"""A game by keyboard alone, and what a screen reader is told meanwhile."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.playpage import PlayPage


def tab_to(page: PlayPage, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(60):
        if page.page.locator(f"{selector}:focus").count():
            return
        page.page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def press(page: PlayPage, *keys: str) -> None:
    for key in keys:
        page.page.keyboard.press(key)


def focused(page: PlayPage) -> int:
    return int(page.page.locator("[data-square]:focus").get_attribute("data-square") or 0)


def test_a_game_is_chosen_played_and_won_by_keyboard_alone(page: PlayPage) -> None:
    tab_to(page, "#open-new")
    press(page, "Enter")
    expect(page.page.locator("#new-dialog")).to_be_visible()
    tab_to(page, "#you-play")
    page.page.keyboard.type("both")
    tab_to(page, "#start-game")
    press(page, "Enter")
    expect(page.page.locator("#new-dialog")).to_be_hidden()
    tab_to(page, "#texts summary")
    press(page, "Enter")
    tab_to(page, "#fen")
    press(page, "ControlOrMeta+a")
    page.page.keyboard.type("B:W18:B15")
    tab_to(page, "#fen-form [type=submit]")
    press(page, "Enter")
    expect(page.page.locator("#bottom-seat")).to_contain_text("1 of 12 pieces")
    tab_to(page, "[data-square]")
    assert focused(page) == 15  # the piece that can move
    press(page, "Enter", "ArrowUp", "ArrowUp")
    press(page, *["ArrowLeft" if focused(page) < 22 else "ArrowRight"] * abs(focused(page) - 22))
    press(page, " ")
    expect(page.status).to_contain_text("Black wins: White has no move")


def test_the_board_is_one_stop_of_the_tab_key(page: PlayPage) -> None:
    page.begin("english")
    page.button("New game").focus()
    press(page, "Tab")
    assert page.label(focused(page)).endswith("can move")
    press(page, "ArrowUp", "Shift+Tab")
    expect(page.button("New game")).to_be_focused()
    press(page, "Tab", "Tab")
    expect(page.button("Undo")).to_be_focused()


def test_arrow_keys_go_where_they_point_on_a_flipped_board(page: PlayPage) -> None:
    page.begin("english", white="easy handcrafted")
    page.square(11).focus()
    press(page, "ArrowUp")
    up = focused(page)
    assert up in (15, 16)
    press(page, "ArrowDown")
    assert focused(page) in (10, 11, 12)
    page.square(11).focus()
    press(page, "ArrowRight")
    assert focused(page) == 10
    press(page, "End")
    assert focused(page) == 9


def test_a_whole_capture_is_made_by_keyboard(page: PlayPage) -> None:
    page.begin("english", "B:W18,32:B1,2,15")
    page.square(15).focus()
    press(page, "Enter")
    assert "capture to here" in page.label(22)
    assert page.square(15).get_attribute("aria-selected") == "true"
    page.square(22).focus()
    press(page, " ")
    page.wait_for_turn(0)
    said = page.page.locator("#announcer p").last
    expect(said).to_have_text("Black: 15 to 22, taking 18")


def test_escape_takes_a_choice_back(page: PlayPage) -> None:
    page.begin("english")
    page.square(11).focus()
    press(page, "Enter", "Escape")
    expect(page.message).to_have_text("Taken back: choose a piece.")
    assert page.square(11).get_attribute("aria-selected") == "false"


def test_the_focus_stays_on_the_board_after_a_move(page: PlayPage) -> None:
    page.begin("english", white="easy handcrafted")
    page.square(11).focus()
    press(page, "Enter")
    page.square(15).focus()
    press(page, "Enter")
    page.wait_for_turn(0)
    assert focused(page) == 15


def test_the_focus_goes_on_when_a_choice_is_made(page: PlayPage) -> None:
    page.begin("international", "W:WK4:B13,20,32,37")
    page.click(4, 15)
    page.page.get_by_role("button", name="taking 13, 20, 32").press("Enter")
    page.wait_for_turn(0)
    assert focused(page)
    page.button("Resign").press("Enter")
    expect(page.button("Yes, resign")).to_be_focused()
    press(page, "Enter")
    expect(page.status).to_contain_text("resigned")
    expect(page.button("Play again")).to_be_focused()
    press(page, "Enter")
    expect(page.status).to_have_text("White to move")
    assert focused(page)


def test_squares_are_said_with_what_can_be_done(page: PlayPage) -> None:
    page.begin("english")
    assert page.label(11) == "11, Black man, can move"
    assert page.label(1) == "1, Black man"
    assert page.label(15) == "15, empty"
    page.click(11)
    assert page.label(15) == "15, empty, move to here"


def test_status_and_moves_are_live_regions(page: PlayPage) -> None:
    expect(page.page.get_by_role("status").filter(has_text="Your move: Black")).to_have_count(1)
    expect(page.page.get_by_role("log")).to_have_count(1)
    expect(page.page.get_by_role("grid")).to_have_count(1)
