"""What waits for a page that reads slowly, and that fifty games are served in turn."""

from __future__ import annotations

import asyncio

import pytest

from engine.web.catalogue import Catalogue
from engine.web.connection import QUEUE_MAX, Outbox
from engine.web.protocol import New, Play, Seat
from engine.web.session import Listener, Session
from engine.web.thinking import Thinking
from engine.web.view import JSON

GAMES, MOVES = 50, 3


def drain(outbox: Outbox, count: int) -> list[JSON | None]:
    async def take() -> list[JSON | None]:
        return [await outbox.get() for _ in range(count)]

    return asyncio.run(take())


def test_messages_come_in_the_order_they_were_put() -> None:
    outbox = Outbox()
    for number in range(3):
        outbox.put({"type": "position", "revision": number})
    assert [message and message["revision"] for message in drain(outbox, 3)] == [0, 1, 2]


def test_only_the_newest_news_of_a_search_waits() -> None:
    outbox = Outbox()
    for depth in range(5):
        outbox.put({"type": "thinking", "depth": depth})
    outbox.put({"type": "position"})
    assert drain(outbox, 2) == [{"type": "thinking", "depth": 4}, {"type": "position"}]


def test_a_page_that_falls_behind_is_cut_off_and_costs_no_memory() -> None:
    outbox = Outbox()
    for _ in range(QUEUE_MAX):
        outbox.put({"type": "position"})
    outbox.put({"type": "pong"})
    assert drain(outbox, 1) == [{"type": "position"}]
    for _ in range(2):
        outbox.put({"type": "position"})
    assert drain(outbox, 1) == [None]


@pytest.mark.slow
def test_fifty_games_are_served_in_turn() -> None:
    """No game gets its third reply before every game has its first."""
    replies: list[int] = []

    async def play(number: int, session: Session) -> None:
        for move in range(MOVES):
            moves = session.played.position.legal_moves()
            session.ask(Play(session.played.revision, len(moves) // 2), lambda message: None)
            while len(session.played.game.moves) < 2 * move + 2:
                await asyncio.sleep(0.001)

    def listener(number: int) -> Listener:
        def hear(message: JSON) -> None:
            if message["type"] == "position" and message["ply"] and message["ply"] % 2 == 0:
                replies.append(number)

        return hear

    async def run() -> None:
        thinking = Thinking(2)
        loop = asyncio.get_running_loop()
        sessions = [Session(Catalogue(), thinking, loop) for _ in range(GAMES)]
        for number, session in enumerate(sessions):
            session.listen(listener(number))
            session.ask(New("english", Seat("easy"), Seat()), lambda message: None)
        await asyncio.gather(*(play(n, session) for n, session in enumerate(sessions)))
        thinking.close()

    asyncio.run(run())
    assert sorted(replies) == sorted(list(range(GAMES)) * MOVES)
    third = next(at for at, number in enumerate(replies) if replies[:at].count(number) == 2)
    assert set(replies[:third]) == set(range(GAMES))
