"""Whether everybody can use the page: axe-core, widths, light and dark, no shift, fast paint."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.playpage import PlayPage

WIDTHS = {360: 740, 800: 900, 1280: 900}
SHIFT = """() => new Promise((done) => {
    let shift = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shift += entry.value;
    }).observe({type: 'layout-shift', buffered: true});
    setTimeout(() => done(shift), 500);
})"""

CONTRAST = """(selector) => {
    const light = (colour) => {
        const [red, green, blue] = colour.match(/[\\d.]+/g).map((part) => {
            const share = part / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = (node) => {
        const { backgroundColor } = getComputedStyle(node);
        return /, 0\\)$/.test(backgroundColor) ? ground(node.parentElement) : backgroundColor;
    };
    const node = document.querySelector(selector);
    const { backgroundColor, borderTopColor } = getComputedStyle(node);
    const behind = light(ground(node.parentElement)) + 0.05;
    return Math.max(...[backgroundColor, borderTopColor].map((colour) => {
        const here = light(colour) + 0.05;
        return Math.max(here, behind) / Math.min(here, behind);
    }));
}"""
"""Contrast of what is drawn, by its fill or its edge, with what is behind it."""


def violations(page: PlayPage) -> list[str]:
    """Run axe-core and name what it finds: WCAG 2.0 to 2.2 A and AA, and its best practices."""
    found = Axe().run(page.page).response["violations"]
    return [f"{one['id']}: {[node['target'] for node in one['nodes']]}" for one in found]


def places(page: PlayPage) -> list[float]:
    """Return where board and controls begin, on the page and in whole pixels."""
    boxes = (page.page.locator(part).bounding_box() for part in ("#board", "#control", "#rules"))
    scrolled: float = page.page.evaluate("scrollY")
    return [round(value) for box in boxes if box for value in (box["x"], box["y"] + scrolled)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_no_violation(open_page: Open, pictures: Path, width: int, scheme: str) -> None:
    page = open_page(width, WIDTHS[width], color_scheme=scheme)
    position = page.begin("english-huff", "B:W18,K32:B1,K2,15")
    page.page.screenshot(path=pictures / f"{width}-{scheme}.png", full_page=True)
    assert violations(page) == []
    page.play(position, ["1-5"])
    for summary in ("How the computer plays", "FEN and PDN"):
        page.open(summary)
    page.page.screenshot(path=pictures / f"{width}-{scheme}-open.png", full_page=True)
    assert violations(page) == []
    page.button("Set up").click()
    page.page.screenshot(path=pictures / f"{width}-{scheme}-set-up.png")
    assert violations(page) == []
    page.button("Back to the game").click()
    page.button("Resign").click()
    assert violations(page) == []
    page.button("Yes, resign").click()
    page.button("Play again").wait_for()
    page.page.screenshot(path=pictures / f"{width}-{scheme}-over.png")
    assert violations(page) == []
    page.button("New game").click()
    page.page.screenshot(path=pictures / f"{width}-{scheme}-new.png")
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_both_sides_are_seen_on_bars_and_seats(open_page: Open, scheme: str) -> None:
    page = open_page(color_scheme=scheme)
    expect(page.page.get_by_role("meter").first).to_be_visible()
    for part in ("#top-seat .disc", "#bottom-seat .disc", "#judged [role=meter]"):
        assert page.page.evaluate(CONTRAST, part) >= 3, part


@pytest.mark.parametrize("name", ["malaysian12", "turkish"])
def test_axe_finds_no_violation_on_other_boards(open_page: Open, pictures: Path, name: str) -> None:
    page = open_page(360, 740)
    page.begin(name)
    page.page.screenshot(path=pictures / f"360-{name}.png", full_page=True)
    assert violations(page) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_screen(open_page: Open, width: int) -> None:
    page = open_page(width, WIDTHS[width])
    page.begin("malaysian12")
    for summary in ("How the computer plays", "FEN and PDN"):
        page.open(summary)
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width


def test_no_choice_of_the_new_game_is_cut_off(open_page: Open) -> None:
    page = open_page(360, 740)
    page.button("New game").click()
    for summary in page.page.locator("#new-dialog summary").all():
        if summary.is_visible():
            summary.click()
    assert (
        page.page.evaluate("""() => [...document.querySelectorAll("#new-dialog select")]
        .filter((select) => select.offsetWidth)
        .flatMap((select) => [...select.options].filter((option) => {
            const alone = select.cloneNode(false);
            alone.append(option.cloneNode(true));
            alone.style.width = "max-content";
            alone.style.maxWidth = "none";
            select.after(alone);
            const cut = alone.offsetWidth > select.offsetWidth;
            alone.remove();
            return cut;
        }).map((option) => option.text))""")
        == []
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_the_layout_does_not_shift(open_page: Open, width: int) -> None:
    page = open_page(width, WIDTHS[width])
    expect(page.status).to_have_text("Your move: Black")
    assert page.page.evaluate(SHIFT) < 0.1
    page.begin("english", "B:W18,32:B1,2,15")
    before = places(page)
    page.click(1)
    expect(page.message).to_contain_text("compulsory")
    assert places(page) == before
    page.click(15, 22)
    page.wait_for_turn(0)
    assert places(page) == before
    page.button("Resign").click()
    page.button("Yes, resign").click()
    page.button("Play again").wait_for()
    assert places(page) == before
    page.begin("international", "W:WK4:B13,20,32,37")
    before = places(page)
    page.click(4, 15)
    expect(page.page.locator("#choices button")).to_have_count(2)
    assert places(page) == before


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1024, 600), (360, 740)])
def test_board_seats_and_turn_are_seen_without_scrolling(
    open_page: Open, size: tuple[int, int]
) -> None:
    page = open_page(*size)
    page.begin("english", "B:W18,32:B1,2,15")
    page.page.evaluate("scrollTo(0, 0)")
    for part in ("#top-seat", "#board", "#bottom-seat", "#status .message", "#undo"):
        expect(page.page.locator(part)).to_be_in_viewport(ratio=1)


def test_the_board_stays_in_view_while_a_position_is_set_up(open_page: Open) -> None:
    page = open_page(360, 740)
    page.begin("english")
    page.button("Set up").click()
    for part in ("#board", "#status"):
        expect(page.page.locator(part)).to_be_in_viewport(ratio=0.9)
    expect(page.page.get_by_role("radio", name="black king")).to_be_in_viewport()


def test_targets_are_large_enough_for_a_finger(open_page: Open) -> None:
    """WCAG 2.2 asks for 24 by 24 CSS pixels, on the smallest screen and the largest board too."""
    page = open_page(360, 740)
    page.begin("malaysian12")
    box = page.square(40).bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 24


def test_a_finger_taps_a_move(open_page: Open) -> None:
    page = open_page(360, 740, has_touch=True, is_mobile=True)
    page.begin("english")
    page.square(11).tap()
    page.square(15).tap()
    page.wait_for_turn(0)
    assert page.log == ["11-15"]


def test_nothing_comes_from_another_place(page: PlayPage, server: str) -> None:
    names = page.page.evaluate("performance.getEntriesByType('resource').map((e) => e.name)")
    assert names
    assert all(name.startswith(server) for name in names)
