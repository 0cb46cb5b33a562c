"""The table around the board: players, taking back, ending, looking back, texts, set-up, scores."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from engine.rules import ruleset_names
from tests.browser.conftest import Open
from tests.browser.playpage import PlayPage


def test_the_heading_names_the_game_and_its_board(page: PlayPage) -> None:
    page.begin("malaysian12")
    expect(page.page.locator("h1")).to_have_text("Malaysian dam on 12x12")
    page.begin("russian")
    expect(page.page.locator("h1")).to_have_text("Russian draughts (shashki) 8x8")


def test_every_ruleset_can_be_chosen(page: PlayPage) -> None:
    """Report U063: English, Russian, Malaysian on both boards and queens are there to choose."""
    page.button("New game").click()
    options = page.page.get_by_role("combobox", name="Game").locator("option")
    values = [option.get_attribute("value") for option in options.all()]
    assert values == ruleset_names()


@pytest.mark.parametrize("name", ["russian", "english-huff"])
def test_the_rules_of_the_game_on_the_board_are_shown_beside_it(page: PlayPage, name: str) -> None:
    """Report U064: 'illegal move' reports that were another country's rules."""
    from engine.rules.text import rules_page

    page.begin(name)
    rules = page.page.locator("#rules-text")
    expect(rules).to_be_visible()
    expect(rules).to_contain_text(rules_page(name).captures)
    expect(rules).to_contain_text(rules_page(name).paragraphs[-1])


def test_the_learned_evaluator_is_there_to_sit_down_against(page: PlayPage) -> None:
    expect(page.page.locator("#top-seat")).to_contain_text(
        "Computer, medium, White english network"
    )
    page.click(11, 15)
    page.wait_for_turn(0)
    assert page.ply == 2
    expect(page.page.locator("#thinking")).to_contain_text(re.compile(r"\d+ plies"))
    expect(page.page.locator("#thinking")).to_contain_text(re.compile(r"nodes, .*/s"))


def test_the_only_person_is_spoken_to_as_you_and_two_by_their_colours(page: PlayPage) -> None:
    expect(page.page.locator("#bottom-seat strong")).to_have_text("You")
    expect(page.page.locator("#bottom-seat")).to_contain_text("You, Black")
    expect(page.status).to_have_text("Your move: Black")
    page.begin("english")
    expect(page.page.locator(".seat strong")).to_have_text(["White", "Black"])
    expect(page.status).to_have_text("Black to move")


def test_of_two_persons_the_one_who_begins_sits_at_the_bottom(page: PlayPage) -> None:
    for ruleset, first in (("english", "Black"), ("russian", "White")):
        page.begin(ruleset)
        expect(page.page.locator("#bottom-seat strong")).to_have_text(first)


def test_the_computer_begins_where_it_has_the_first_move(page: PlayPage) -> None:
    page.new_game("russian", black="person", white="easy russian")
    page.wait_for_turn(0)
    assert page.ply == 1
    expect(page.status).to_have_text("Your move: Black")


def test_counters_show_pieces_and_kings(page: PlayPage) -> None:
    page.begin("english", "B:W18,K32:B1,2,15")
    expect(page.page.locator("#bottom-seat")).to_contain_text("3 of 12 pieces")
    expect(page.page.locator("#top-seat")).to_contain_text("2 of 12 pieces, 1 crowned")


def test_undo_goes_back_to_the_persons_move_and_redo_forward_again(page: PlayPage) -> None:
    start = page.begin("english", white="easy handcrafted")
    page.click(11, 15)
    page.wait_for_turn(0)
    after = page.fen
    with page.changing():
        page.button("Undo").click()
    assert (page.fen, page.log) == (start.fen(), [])
    with page.changing():
        page.button("Redo").click()
    assert page.fen == after


def test_undo_goes_back_after_the_end(page: PlayPage) -> None:
    start = page.begin("english", "B:W18:B15")
    page.click(15, 22)
    expect(page.status).to_contain_text("Black wins: White has no move")
    page.button("Undo").click()
    expect(page.page.locator("#fen")).to_have_value(start.fen())
    page.click(15, 22)
    expect(page.status).to_contain_text("Black wins")


def test_resigning_asks_first_and_can_be_taken_back(page: PlayPage) -> None:
    page.begin("english", white="easy handcrafted")
    page.button("Resign").click()
    page.button("No, play on").click()
    expect(page.status).to_have_text("Your move: Black")
    page.button("Resign").click()
    page.button("Yes, resign").click()
    expect(page.status).to_have_text("You lost: Black resigned")
    page.button("Undo").click()
    expect(page.status).to_have_text("Your move: Black")


def test_another_game_is_offered_at_the_end_with_the_same_sides_or_swapped(page: PlayPage) -> None:
    start = page.begin("english", "B:W18:B15", white="easy handcrafted")
    ended = page.page.locator("#ended")
    expect(ended).to_be_hidden()
    page.click(15, 22)
    expect(page.status).to_have_text("You won: White has no move")
    page.button("Undo").click()
    expect(ended).to_be_hidden()
    page.click(15, 22)
    page.button("Play again").click()
    expect(page.status).to_have_text("Your move: Black")
    assert page.fen == start.fen()
    expect(ended).to_be_hidden()
    page.click(15, 22)
    with page.changing():
        page.button("Swap sides").click()
    page.wait_for_turn(0)
    expect(page.status).to_have_text("You lost: White has no move")
    expect(page.page.locator("#bottom-seat")).to_contain_text("You, White")


def test_the_end_is_said_once(page: PlayPage) -> None:
    page.begin("english", "B:W18:B15", white="easy handcrafted")
    page.page.evaluate("""() => {
        window.said = [];
        const status = document.querySelector("#status");
        new MutationObserver(() => window.said.push(status.textContent))
            .observe(status, {childList: true, characterData: true, subtree: true});
    }""")
    page.click(15, 22)
    expect(page.status).to_contain_text("You won")
    said = page.page.evaluate("window.said")
    assert [words for words in said if "won" in words] == ["You won: White has no move"]


def test_two_persons_are_not_asked_to_swap_sides(page: PlayPage) -> None:
    page.begin("english", "B:W18:B15")
    page.click(15, 22)
    expect(page.status).to_have_text("Black wins: White has no move")
    expect(page.button("Play again")).to_be_visible()
    expect(page.button("Swap sides")).to_be_hidden()


def test_a_second_person_is_asked_about_a_draw(page: PlayPage) -> None:
    page.begin("russian")
    page.button("Offer draw").click()
    expect(page.status).to_have_text("White offers a draw.")
    page.button("Decline").click()
    expect(page.status).to_have_text("White to move")
    page.button("Offer draw").click()
    page.button("Accept the draw").click()
    expect(page.status).to_have_text("Draw: by agreement")


def test_the_computer_declines_a_draw_in_the_opening(page: PlayPage) -> None:
    page.begin("english", white="easy handcrafted")
    page.button("Offer draw").click()
    expect(page.message).to_have_text("The computer declines the draw and plays on.")


def test_flipping_turns_board_and_numbers_together(page: PlayPage) -> None:
    page.begin("english")

    def corner() -> tuple[float, float]:
        box = page.square(1).bounding_box()
        assert box is not None
        return box["x"], box["y"]

    def number() -> tuple[float, float]:
        box = page.page.locator("#board .number").get_by_text("1", exact=True).bounding_box()
        assert box is not None
        return box["x"], box["y"]

    below = corner()
    assert abs(number()[1] - below[1]) < 20
    page.button("Flip").click()
    top = corner()
    assert below[1] > top[1]
    assert abs(number()[0] - top[0]) < 20
    assert abs(number()[1] - top[1]) < 20
    page.click(11, 15)
    page.wait_for_turn(0)
    assert page.log == ["11-15"]


def test_the_last_move_is_an_arrow_in_a_colour_of_its_own(page: PlayPage) -> None:
    page.play(page.begin("english"), ["11-15"])
    page.click(23)
    style = "(mark) => getComputedStyle(mark)."
    last = page.page.locator("#board path.mark.last")
    expect(last).to_have_count(1)
    others = [page.page.locator(f"#board .mark.{kind}").first for kind in ("selected", "target")]
    colours = {other.evaluate(style + "fill") for other in others}
    assert last.evaluate(style + "stroke") not in colours
    page.button("First position").click()
    expect(last).to_have_count(0)


def test_numbers_and_legal_moves_can_be_switched_off_and_stay_so(page: PlayPage) -> None:
    page.begin("english")
    numbers = page.page.locator("#board .numbers")
    expect(numbers).to_be_visible()
    expect(page.page.locator("#board .movable")).to_have_count(4)
    page.page.get_by_label("Show square numbers").uncheck()
    page.page.get_by_label("Show legal moves").uncheck()
    expect(numbers).to_be_hidden()
    expect(page.page.locator("#board .movable")).to_have_count(0)
    page.page.reload()
    expect(page.page.locator("#board .numbers")).to_be_hidden()


def test_the_moves_can_be_stepped_through_and_the_game_goes_on(page: PlayPage) -> None:
    start = page.begin("english")
    position = page.play(start, ["11-15", "23-19", "8-11"])
    page.button("One move back").click()
    expect(page.status).to_have_text("Looking back: after move 2 of 3")
    page.button("First position").click()
    expect(page.page.locator("#fen")).to_have_value(start.fen())
    page.page.locator("#moves").get_by_role("button", name="23-19").click()
    expect(page.page.locator("#moves [aria-current]")).to_have_text("23-19")
    page.button("Latest position").click()
    expect(page.page.locator("#fen")).to_have_value(position.fen())
    page.play(position, ["22-17"])
    assert page.log[-1] == "22-17"


def test_a_click_while_looking_back_leads_to_the_latest_position(page: PlayPage) -> None:
    position = page.play(page.begin("english"), ["11-15", "23-19"])
    page.button("First position").click()
    expect(page.status).to_contain_text("Looking back")
    page.click_once(11)
    expect(page.status).to_have_text("Black to move")
    expect(page.page.locator("#fen")).to_have_value(position.fen())
    page.play(position, ["8-11"])


def test_a_new_game_forgets_what_was_thought_in_the_last_one(page: PlayPage) -> None:
    page.begin("english", white="easy handcrafted")
    page.click(11, 15)
    page.wait_for_turn(0)
    depth = page.page.locator("#thinking dd").first
    expect(depth).to_contain_text("plies")
    page.begin("russian")
    expect(depth).to_have_text("\N{EN DASH}")


def test_the_side_is_chosen_in_the_dialog(page: PlayPage) -> None:
    page.button("New game").click()
    page.page.get_by_label("You play").select_option(label="White")
    page.button("Start").click()
    page.wait_for_turn(0)
    expect(page.page.locator("#top-seat")).to_contain_text("Computer, medium")
    expect(page.status).to_have_text("Your move: White")


def test_the_dialog_asks_about_as_many_computers_as_play(page: PlayPage) -> None:
    page.button("New game").click()
    strengths = page.page.get_by_label("Strength").locator("visible=true")
    evaluator = page.page.get_by_label("Evaluator").locator("visible=true")
    for side, count in (("black", 1), ("both", 0), ("neither", 2)):
        page.page.get_by_label("You play").select_option(side)
        expect(strengths).to_have_count(count)
        expect(evaluator).to_have_count(0)
    page.page.get_by_role("group", name="Black").locator("summary").click()
    expect(evaluator).to_have_accessible_description(
        re.compile("Learned by playing against itself")
    )
    evaluator.select_option("handcrafted")
    expect(evaluator).to_have_accessible_description(re.compile("Made by hand"))


def test_only_the_game_on_the_board_can_be_kept(page: PlayPage) -> None:
    page.button("New game").click()
    expect(page.button("Keep this position")).to_be_visible()
    page.page.get_by_role("combobox", name="Game").select_option("turkish")
    expect(page.button("Keep this position")).to_be_hidden()


def test_two_evaluators_play_each_other_and_can_be_paused(page: PlayPage) -> None:
    page.new_game("english", black="easy english", white="easy handcrafted")
    expect(page.page.locator("#moves li button").nth(2)).to_be_visible(timeout=30_000)
    page.button("Pause").click()
    expect(page.status).to_contain_text("the computer is paused")
    before = page.ply
    page.page.wait_for_timeout(1500)
    assert page.ply == before
    page.button("Pause").click()
    expect(page.page.locator("#moves li button").nth(before)).to_be_visible(timeout=30_000)


def test_who_looks_back_in_a_game_of_two_evaluators_is_not_disturbed(page: PlayPage) -> None:
    page.new_game("english", black="easy english", white="easy handcrafted")
    moves = page.page.locator("#moves li button")
    expect(moves.nth(1)).to_be_visible()
    page.button("First position").click()
    expect(page.status).to_contain_text("Looking back: after move 0 of")
    count = moves.count()
    expect(moves.nth(count + 1)).to_be_visible()
    expect(page.status).to_contain_text("Looking back: after move 0 of")
    page.button("Latest position").click()
    expect(page.status).to_contain_text("to move")


def test_a_recorded_game_is_gone_on_with_against_the_computer(page: PlayPage) -> None:
    page.play(page.begin("english"), ["11-15"])
    page.button("New game").click()
    page.page.get_by_label("You play").select_option("black")
    page.page.get_by_label("Strength").first.select_option("easy")
    page.button("Keep this position").click()
    page.wait_for_turn(1)
    assert page.log[0] == "11-15"
    assert page.ply == 2


def test_thinking_can_be_cut_short(page: PlayPage) -> None:
    page.begin("international", black="hard handcrafted")
    page.click(32, 28)
    assert page.state == "closed"
    page.click(31)
    expect(page.message).to_contain_text(re.compile("thinking|on its way"))
    page.button("Move now").click()
    page.wait_for_turn(0)
    assert page.ply == 2


def test_a_hint_names_a_move_and_marks_it(page: PlayPage) -> None:
    page.begin("english", "B:W18,32:B1,2,15")
    page.button("Hint").click()
    expect(page.message).to_contain_text("Hint: 15x22", timeout=15_000)
    expect(page.page.locator("#board .hint")).to_have_count(2)


def test_scores_have_a_unit(page: PlayPage) -> None:
    expect(page.page.get_by_role("heading", name="Evaluation, in men")).to_be_visible()


def test_both_evaluations_stand_side_by_side(page: PlayPage) -> None:
    page.begin("english", "B:W32:B1,2,3")
    names = page.page.locator("#judged dt")
    expect(names).to_have_text(["handcrafted", "english"])
    for name in ("handcrafted", "english"):
        meter = page.page.get_by_role("meter", name=f"Evaluation by {name}")
        assert int(meter.get_attribute("aria-valuenow") or 0) < -50
        assert (meter.get_attribute("aria-valuetext") or "").startswith("Black")
    page.begin("turkish")
    expect(names).to_have_text(["handcrafted"])


def test_the_graph_grows_with_the_game(page: PlayPage) -> None:
    page.play(page.begin("english"), ["11-15", "23-19", "8-11"])
    line = page.page.locator("#graph polyline.learned")
    assert len((line.get_attribute("points") or "").split()) == 4


def test_an_illegal_position_is_refused_by_name_and_the_game_stays(page: PlayPage) -> None:
    start = page.begin("english")
    page.open("FEN and PDN")
    page.set_up("B:W4:B1")
    expect(page.page.locator("#texts-said")).to_contain_text("man")
    expect(page.page.locator("#texts-said")).to_contain_text("4")
    page.set_up("")
    expect(page.page.locator("#texts-said")).to_have_text("Expected a FEN, got none.")
    page.set_up("B:W40:B1")
    expect(page.page.locator("#texts-said")).to_contain_text("expected a square 1-32")
    page.click(11, 15)
    page.wait_for_turn(0)
    assert page.fen == start.push("11-15").fen()


def test_a_position_is_set_up_by_clicks(page: PlayPage) -> None:
    page.begin("english")
    page.button("Set up").click()
    page.button("Clear the board").click()
    page.page.get_by_role("radio", name="black man").check()
    page.click_setup(15)
    page.page.get_by_role("radio", name="white king").check()
    page.click_setup(18, 32, 32, 32)
    page.page.locator("[name=setup-turn][value=white]").check()
    page.button("Play from here").click()
    expect(page.page.locator("#fen")).to_have_value("W:WK18,K32:B15")
    page.click(18, 11)
    expect(page.status).to_contain_text("White wins")


def test_escape_leaves_the_set_up_and_the_game_is_as_it_was(page: PlayPage) -> None:
    start = page.begin("english")
    page.button("Set up").click()
    page.click_setup(11, 15)
    page.page.keyboard.press("Tab")
    page.square(15).press("Escape")
    expect(page.status).to_have_text("Black to move")
    expect(page.button("Set up")).to_be_focused()
    assert page.label(11) == "11, Black man, can move"
    page.play(start, ["11-15"])


def test_an_illegal_set_up_is_refused_by_name(page: PlayPage) -> None:
    start = page.begin("english")
    page.button("Set up").click()
    page.page.get_by_role("radio", name="white man").check()
    page.click_setup(17)
    page.button("Play from here").click()
    expect(page.message).to_contain_text("expected at most 12 white pieces, got 13")
    page.button("Clear the board").click()
    page.click_setup(1)
    page.button("Play from here").click()
    expect(page.message).to_contain_text("1")
    assert page.state == "setup"
    page.button("Back to the game").click()
    assert page.fen == start.fen()


def test_pdn_is_written_and_read_back(page: PlayPage) -> None:
    position = page.play(page.begin("english"), ["11-15", "23-19", "8-11", "22-17"])
    page.open("FEN and PDN")
    page.button("Write PDN").click()
    field = page.page.get_by_label("PDN of the game")
    expect(field).to_have_value(re.compile(r"1\. 11-15 23-19 2\. 8-11 22-17 \*"))
    text = field.input_value()
    page.begin("english")
    field.fill(text)
    page.button("Read PDN").click()
    expect(page.page.locator("#fen")).to_have_value(position.fen())
    assert page.log == ["11-15", "23-19", "8-11", "22-17"]


def test_on_a_phone_the_board_is_seen_after_a_pdn_was_read(open_page: Open) -> None:
    page = open_page(360, 740)
    page.begin("english")
    page.open("FEN and PDN")
    page.page.get_by_label("PDN of the game").fill("1. 11-15 23-19 *")
    expect(page.page.locator("#board")).not_to_be_in_viewport()
    with page.changing():
        page.button("Read PDN").click()
    expect(page.page.locator("#board")).to_be_in_viewport(ratio=1)


def test_a_pdn_with_an_illegal_move_is_refused_and_the_game_stays(page: PlayPage) -> None:
    page.play(page.begin("english"), ["9-13"])
    page.open("FEN and PDN")
    page.page.get_by_label("PDN of the game").fill("1. 11-15 11-16 *")
    page.button("Read PDN").click()
    expect(page.page.locator("#texts-said")).to_contain_text("ply 2: '11-16' is not legal here")
    assert page.log == ["9-13"]


def test_a_pdn_of_another_game_brings_its_board(page: PlayPage) -> None:
    page.begin("english")
    page.open("FEN and PDN")
    text = '[GameType "25,W,8,8,A0,0"]\n1. c3-d4 b6-a5 *'
    page.page.get_by_label("PDN of the game").fill(text)
    with page.changing():
        page.button("Read PDN").click()
    expect(page.page.get_by_role("heading", level=1)).to_contain_text("Russian")
    assert page.log == ["c3-d4", "b6-a5"]


def test_a_pdn_too_long_to_be_read_is_refused_in_words(page: PlayPage) -> None:
    page.begin("english")
    page.open("FEN and PDN")
    field = page.page.get_by_label("PDN of the game")
    field.evaluate("(field) => { field.value = '1. 11-15 * '.repeat(500_000); }")
    page.button("Read PDN").click()
    said = page.page.locator("#texts-said")
    expect(said).to_have_text("Expected at most 100,000 characters, got 5,500,000.")
    assert page.log == []


def test_the_longest_pdn_is_read(page: PlayPage) -> None:
    page.begin("english")
    page.open("FEN and PDN")
    comment = "\N{CYRILLIC SMALL LETTER A}" * 99_000
    page.page.get_by_label("PDN of the game").fill(f"1. 11-15 {{{comment}}} 23-19 *")
    with page.changing():
        page.button("Read PDN").click()
    assert page.log == ["11-15", "23-19"]


def test_the_game_is_saved_as_a_file(page: PlayPage) -> None:
    page.play(page.begin("english"), ["11-15", "23-19"])
    page.open("FEN and PDN")
    with page.page.expect_download() as download:
        page.button("Save PDN").click()
    assert download.value.suggested_filename == "english.pdn"
    assert "1. 11-15 23-19 *" in download.value.path().read_text()


def test_a_king_is_drawn_as_two_stacked_pieces(page: PlayPage) -> None:
    page.begin("english", "B:WK32:B1")
    expect(page.page.locator("#board .piece.king .rim")).to_have_count(2)
    expect(page.page.locator("#board .piece.black .rim")).to_have_count(1)
    assert page.label(32) == "32, White king"
