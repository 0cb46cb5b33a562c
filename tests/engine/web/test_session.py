"""A session without a browser: the computer's turns, searches that go with the page, refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest

from engine import Colour
from engine.web.catalogue import Catalogue
from engine.web.protocol import (
    Answer,
    Draw,
    Hint,
    Join,
    Load,
    Look,
    MoveNow,
    New,
    Pause,
    Play,
    Request,
    Resign,
    Seat,
    Seats,
    Undo,
)
from engine.web.session import Session
from engine.web.sessions import Sessions
from engine.web.thinking import Thinking
from engine.web.view import JSON

PERSON, EASY, HARD = Seat(), Seat("easy"), Seat("hard")
WAIT_S = 30.0


class Page:
    """Listens to a session as a page does."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.told: list[JSON] = []
        session.listen(self.hear)

    def hear(self, message: JSON) -> None:
        self.told.append(message)

    def ask(self, request: Request) -> None:
        self.session.ask(request, self.hear)

    def play(self, text: str) -> None:
        self.ask(Play(self.session.played.revision, notation=text))

    def last(self, kind: str) -> JSON:
        return next(message for message in reversed(self.told) if message["type"] == kind)

    async def until(self, there: Callable[[], bool]) -> None:
        async with asyncio.timeout(WAIT_S):
            while not there():
                await asyncio.sleep(0.005)

    async def ply(self, ply: int) -> None:
        await self.until(lambda: len(self.session.played.game.moves) >= ply)


Scene = Callable[[Page], Awaitable[None]]


@pytest.fixture
def thinking() -> Iterator[Thinking]:
    thinking = Thinking(1)
    yield thinking
    thinking.close()


@pytest.fixture
def act(thinking: Thinking) -> Callable[[Scene], None]:
    """Return what runs a scene with a page and its session."""

    def acting(scene: Scene) -> None:
        async def run() -> None:
            session = Session(Catalogue(), thinking, asyncio.get_running_loop(), 0.01)
            await scene(Page(session))
            session.stop()

        asyncio.run(run())

    return acting


def test_a_page_is_told_board_and_position_at_once(act: Callable[[Scene], None]) -> None:
    async def scene(page: Page) -> None:
        assert [message["type"] for message in page.told] == ["board", "position"]
        assert page.told[0]["session"] == page.session.id
        assert page.told[1]["seats"]["white"] == {"player": "medium", "evaluator": "english"}

    act(scene)


def test_the_computer_answers_a_move(act: Callable[[Scene], None]) -> None:
    async def scene(page: Page) -> None:
        page.ask(New("english", EASY, PERSON))
        page.play("11-15")
        assert page.last("position")["thinking"]
        assert page.last("position")["moves"] == []
        await page.ply(2)
        assert page.last("position")["ply"] == 2
        assert page.last("thinking")["line"]

    act(scene)


def test_nothing_is_accepted_while_the_computer_thinks(act: Callable[[Scene], None]) -> None:
    async def scene(page: Page) -> None:
        page.ask(New("english", HARD, PERSON))
        page.play("11-15")
        page.play("22-18")
        assert "it is the computer's turn" in page.last("refused")["words"]
        assert len(page.session.played.game.moves) == 1
        page.ask(MoveNow())
        await page.ply(2)

    act(scene)


def test_a_click_on_an_old_position_changes_nothing(act: Callable[[Scene], None]) -> None:
    async def scene(page: Page) -> None:
        page.ask(New("english", PERSON, PERSON))
        revision = page.session.played.revision
        page.ask(Play(revision, move=0))
        page.ask(Play(revision, move=0))
        assert "the position has changed" in page.last("refused")["words"]
        assert len(page.session.played.game.moves) == 1
        assert page.told[-1]["type"] == "position"

    act(scene)


def test_undo_while_the_computer_thinks_ends_its_search(act: Callable[[Scene], None]) -> None:
    async def scene(page: Page) -> None:
        page.ask(New("english", HARD, PERSON))
        page.play("11-15")
        page.ask(Undo())
        assert not page.session.is_thinking
        await asyncio.sleep(0.05)
        assert len(page.session.played.game.moves) == 0

    act(scene)


def test_searches_of_a_closed_page_end_and_begin_again_with_a_reload(
    act: Callable[[Scene], None], thinking: Thinking
) -> None:
    async def scene(page: Page) -> None:
        page.ask(New("english", HARD, PERSON))
        page.play("11-15")
        page.session.leave(page.hear)
        await page.until(lambda: thinking.load == (0, 0))
        assert not page.session.is_open
        again = Page(page.session)
        assert again.last("position")["thinking"]
        again.ask(MoveNow())
        await again.ply(2)

    act(scene)


def test_the_computer_begins_where_it_is_first(act: Callable[[Scene], None]) -> None:
    async def scene(page: Page) -> None:
        page.ask(New("russian", EASY, PERSON))
        await page.ply(1)

    act(scene)


def test_two_computers_play_until_they_are_paused(act: Callable[[Scene], None]) -> None:
    async def scene(page: Page) -> None:
        page.ask(New("english", EASY, Seat("easy", "english")))
        await page.ply(4)
        page.ask(Pause(True))
        ply = len(page.session.played.game.moves)
        await asyncio.sleep(0.1)
        assert len(page.session.played.game.moves) == ply
        page.ask(Pause(False))
        await page.ply(ply + 2)
        page.ask(Undo())
        assert page.session.paused

    act(scene)


def test_players_can_be_changed_in_the_middle(act: Callable[[Scene], None]) -> None:
    async def scene(page: Page) -> None:
        page.ask(New("english", PERSON, PERSON))
        page.play("11-15")
        page.ask(Seats(EASY, PERSON))
        await page.ply(2)

    act(scene)


@pytest.mark.parametrize("evaluator", ["russian", "/etc/passwd", "runs/none"])
def test_an_evaluator_that_is_not_listed_is_refused(
    act: Callable[[Scene], None], evaluator: str
) -> None:
    async def scene(page: Page) -> None:
        page.ask(New("english", Seat("easy", evaluator), PERSON))
        assert "expected one of english, handcrafted" in page.last("refused")["words"]
        assert page.session.played.seats[Colour.BLACK] == PERSON

    act(scene)


def test_an_unknown_ruleset_is_refused_with_the_names_there_are(
    act: Callable[[Scene], None],
) -> None:
    """Report U063: an unknown variant name gives the list of valid names."""

    async def scene(page: Page) -> None:
        page.ask(New("englich", PERSON, PERSON))
        words = page.last("refused")["words"]
        assert "expected one of english, " in words
        assert "malaysian12" in words
        assert words.endswith("the nearest is english")

    act(scene)


def test_a_hint_is_for_the_person_to_move(act: Callable[[Scene], None]) -> None:
    async def scene(page: Page) -> None:
        page.ask(New("english", PERSON, PERSON, fen="B:W18,32:B1,2,15"))
        page.ask(Hint())
        await page.until(lambda: any(message["type"] == "hint" for message in page.told))
        hint = page.last("hint")
        moves = page.last("position")["moves"]
        assert moves[hint["move"]]["text"] == "15x22"
        page.ask(Resign())
        page.ask(Hint())
        assert "a hint is for the person to move" in page.last("refused")["words"]

    act(scene)


def test_the_computer_agrees_to_a_draw_where_it_is_lost(act: Callable[[Scene], None]) -> None:
    async def scene(page: Page) -> None:
        page.ask(New("english", EASY, PERSON, fen="B:W32:B1,2,3,5,6"))
        page.ask(Draw())
        assert page.last("position")["ending"]["words"] == "draw: by agreement"
        page.ask(New("english", EASY, PERSON, fen="B:W32,31,30,29:B1"))
        page.ask(Draw())
        assert page.told[-1]["type"] == "declined"

    act(scene)


def test_a_person_answers_the_offer_of_the_other(act: Callable[[Scene], None]) -> None:
    async def scene(page: Page) -> None:
        page.ask(New("english", PERSON, PERSON))
        page.ask(Answer(True))
        assert page.last("refused")["words"] == "no draw is on offer"
        page.ask(Draw())
        assert page.last("position")["offer"] == "black"
        page.ask(Answer(False))
        assert page.last("position")["offer"] is None
        assert page.last("position")["ending"] is None

    act(scene)


def test_a_recorded_game_is_taken_with_its_result(act: Callable[[Scene], None]) -> None:
    async def scene(page: Page) -> None:
        page.ask(Load("english", "1. 11-15 22-18 2. 15x22 25x18 1-0"))
        position = page.last("position")
        assert (position["ply"], position["ending"]["result"]) == (4, "1-0")
        assert len(position["scores"]) == 5
        assert "1. 11-15 22-18 2. 15x22 25x18 1-0" in position["pdn"]

    act(scene)


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (Load("english", ""), "expected a PDN text with a game 1"),
        (Load("english", "1. 11-15 *", 2), "expected a PDN text with a game 2"),
        (Load("english", "1. 11-15 11-16 *"), "ply 2: '11-16' is not legal here"),
        (Load("english", '[GameType "99"] 1. 11-15 *'), "GameType"),
        (New("english", PERSON, PERSON, fen="B:W1,1:B2"), "square 1 holds two pieces"),
        (New("english", PERSON, PERSON, fen="nonsense"), "unknown side to move"),
        (New("english", PERSON, PERSON, fen="B:W:B"), "expected a piece on the board, got none"),
        (Look(7), "expected a ply from 0 to 0, got 7"),
        (MoveNow(), "the computer is not thinking"),
        (Join(), "join is not asked of a session"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words_and_the_game_stays(
    act: Callable[[Scene], None], request_: Request, words: str
) -> None:
    async def scene(page: Page) -> None:
        before = page.session.played
        page.ask(request_)
        assert words in page.last("refused")["words"]
        assert page.session.played is before

    act(scene)


def test_a_session_is_found_by_id_and_token_only(thinking: Thinking) -> None:
    async def run() -> None:
        loop = asyncio.get_running_loop()
        sessions = Sessions(lambda: Session(Catalogue(), thinking, loop))
        session, known = sessions.join(Join("nothing", "nothing"))
        assert not known
        assert sessions.join(Join(session.id, session.token)) == (session, True)
        assert sessions.join(Join(session.id, "guessed\ud800"))[0] is not session

    asyncio.run(run())


def test_the_longest_unused_session_without_a_page_makes_room(thinking: Thinking) -> None:
    async def run() -> None:
        loop = asyncio.get_running_loop()
        sessions = Sessions(lambda: Session(Catalogue(), thinking, loop), most=2)
        first = Page(sessions.join(Join())[0])
        second, _ = sessions.join(Join())
        sessions.join(Join())
        assert len(sessions) == 2
        assert sessions.join(Join(first.session.id, first.session.token))[1]
        assert not sessions.join(Join(second.id, second.token))[1]

    asyncio.run(run())


def test_a_search_that_fails_is_said_and_the_others_go_on(
    act: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*given: object) -> Callable[[], object]:
        def make() -> object:
            raise MemoryError("no room for a table")

        return make

    async def scene(page: Page) -> None:
        page.ask(New("english", EASY, PERSON))
        with monkeypatch.context() as patch:
            patch.setattr("engine.web.players.player_maker", failing)
            page.play("11-15")
            await page.until(lambda: page.session.paused)
        assert "the search failed" in page.last("refused")["words"]
        assert page.last("position")["paused"]
        page.ask(Pause(False))
        await page.ply(2)

    act(scene)
