"""The play page as a person uses it: by what is shown, clicked and typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, TimeoutError, expect

from engine.rules import Move, Position

PERSON = "person"

TRACE = """
window.trace = [];
const note = (...words) => {
  window.trace.push([Math.round(performance.now()), ...words].join(" "));
  if (window.trace.length > 40) window.trace.shift();
};
for (const kind of ["pointerdown", "pointerup", "click", "keydown"]) {
  addEventListener(kind, (event) => {
    const square = event.target.closest?.("[data-square]")?.dataset.square;
    note(kind, square ?? event.target.id, event.detail ?? "", event.key ?? "");
  }, true);
}
const Plain = WebSocket;
window.WebSocket = class extends Plain {
  constructor(url) {
    super(url);
    this.addEventListener("close", (event) => note("closed", event.code));
    this.addEventListener("message", (event) => note("got", event.data.slice(0, 60)));
  }
  send(data) {
    note("sent", data.slice(0, 80));
    super.send(data);
  }
};
"""
"""Makes the page note what it was told and did last, for a test that fails."""

MIDDLE = """(cell) => {
    cell.scrollIntoView({block: "nearest"});
    const {x, y, width, height} = cell.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
"""Brings a square into view and tells its middle, at once: the board does not move by itself."""


class PlayPage:
    """Drives one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frame = page.locator("#board-frame")
        expect(page.locator("#board")).to_be_visible()

    # --- what is shown -----------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """Return how many plies were played."""
        return int(self.frame.get_attribute("data-ply") or 0)

    @property
    def state(self) -> str:
        """Return open, closed, over, earlier or setup."""
        return self.frame.get_attribute("data-state") or ""

    @property
    def fen(self) -> str:
        """Return the FEN in view."""
        return self.page.locator("#fen").input_value()

    @property
    def status(self) -> Locator:
        return self.page.locator("#status .state")

    @property
    def message(self) -> Locator:
        return self.page.locator("#status .message")

    @property
    def log(self) -> list[str]:
        """Return the move list."""
        return self.page.locator("#moves li button").all_inner_texts()

    def square(self, number: int) -> Locator:
        return self.page.locator(f'#board [data-square="{number}"]')

    def label(self, number: int) -> str:
        """Return what a screen reader says of a square."""
        return self.square(number).get_attribute("aria-label") or ""

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    # --- what is done ------------------------------------------------------------------------

    def new_game(self, ruleset: str, black: str = PERSON, white: str = PERSON) -> None:
        """Begin a game; players are `person` or `LEVEL EVALUATOR`."""
        page = self.page
        self.button("New game").click()
        page.get_by_role("combobox", name="Game").select_option(ruleset)
        computers = [seat for seat in (black, white) if seat != PERSON]
        sides = {(True, True): "both", (True, False): "black", (False, True): "white"}
        side = sides.get((black == PERSON, white == PERSON), "neither")
        page.get_by_label("You play").select_option(side)
        names = ("Black", "White") if side == "neither" else ("The computer",)
        for name, seat in zip(names, computers, strict=False):
            player, _, evaluator = seat.partition(" ")
            group = page.get_by_role("group", name=name)
            group.get_by_label("Strength").select_option(player)
            if evaluator:
                group.locator("summary").click()
                group.get_by_label("Evaluator").select_option(evaluator)
                group.locator("summary").click()
        self.button("Start").click()
        expect(page.locator("#new-dialog")).to_be_hidden()

    def open(self, summary: str) -> None:
        """Open a part of the page that is folded."""
        details = self.page.locator("details", has=self.page.get_by_text(summary))
        if details.get_attribute("open") is None:
            details.locator("summary").click()

    def set_up(self, fen: str) -> None:
        """Play from a FEN."""
        self.open("FEN and PDN")
        self.page.locator("#fen").fill(fen)
        self.button("Play from FEN").click()
        self.page.locator("h1").click()

    def begin(
        self, ruleset: str, fen: str = "", black: str = PERSON, white: str = PERSON
    ) -> Position:
        """Begin a game at a position, and wait until it is there."""
        with self.changing():
            self.new_game(ruleset, black, white)
        if fen:
            with self.changing():
                self.set_up(fen)
        return Position.from_fen(ruleset, fen) if fen else Position.start(ruleset)

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Wait, after what is done within, until the game has changed."""
        self.page.locator("#board-frame[data-revision]").wait_for(state="attached")
        before = self.frame.get_attribute("data-revision")
        yield
        changed = f'#board-frame:not([data-revision="{before}"])'
        self.page.locator(changed).wait_for(state="attached")

    def click(self, *squares: int) -> None:
        """Click squares one after the other, until a move is made.

        The computer may have answered by the time that one looks, so that the state is open again.
        """
        before = self.frame.get_attribute("data-revision")
        for square in squares:
            self.click_once(square)
            if self.state != "open" or self.frame.get_attribute("data-revision") != before:
                return

    def click_once(self, square: int) -> None:
        """Click in the middle of a square, once.

        Playwright's own click was seen to press twice on a busy machine, which chooses a piece and
        lets go of it again.
        """
        middle = self.square(square).evaluate(MIDDLE)
        self.page.mouse.click(*middle)

    def click_setup(self, *squares: int) -> None:
        """Click squares while a position is set up."""
        for square in squares:
            self.click_once(square)

    def make(self, position: Position, move: Move) -> None:
        """Make a move by clicking the squares of its path, the huffed piece first."""
        path = position.native.paths(move)[0]
        self.click(*([move.huffed] if move.huffed else []), *path)
        choices = self.page.locator("#choices button")
        if self.state == "open" and choices.count():
            choices.first.click()

    def wait_for_turn(self, ply: int) -> None:
        """Wait until more plies than these were played and a person is to move, or it is over."""
        there = f'#board-frame:not([data-ply="{ply}"]):is([data-state=open], [data-state=over])'
        try:
            self.page.locator(there).wait_for(state="attached", timeout=60_000)
        except TimeoutError as error:
            lost = self.page.locator("#connection").get_attribute("data-lost")
            shown = f"{self.status.inner_text()!r}, {self.message.inner_text()!r}"
            found = f"ply {self.ply}, {self.state}, {self.fen}, lost {lost} times: {shown}"
            trace = "\n".join(self.page.evaluate("window.trace"))
            raise AssertionError(f"{found}\n{trace}") from error

    def play_out(self, ruleset: str, choose: Callable[[Position], Move], most: int = 300) -> None:
        """Play the person's side by clicks until the game is over."""
        while self.state != "over":
            ply = self.ply
            assert ply < most, "the game does not end"
            position = Position.from_fen(ruleset, self.fen)
            self.make(position, choose(position))
            self.wait_for_turn(ply)

    def play(self, position: Position, texts: Sequence[str]) -> Position:
        """Play moves given as text, for both sides, by clicks."""
        for text in texts:
            ply = self.ply
            move = position.parse_move(text)
            self.make(position, move)
            self.wait_for_turn(ply)
            position = position.push(move)
        return position
