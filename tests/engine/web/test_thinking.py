"""The queue before the searches: fair shares, endings, and threads that go with it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine import Game, Player
from engine.search import Level, SearchResult
from engine.web.thinking import LEAST_SHARE, PERSONS_IN_A_ROW, Players, Thinking, Thought

QUICK = Level(name="quick", description="for tests", depth=2)
ENDLESS = Level(name="endless", description="for tests", depth=90)
WAIT_S = 30.0


class Asked:
    """Searches asked for, and the order in which they ended."""

    def __init__(self, thinking: Thinking) -> None:
        self.thinking = thinking
        self.ended: list[str] = []
        self.results: dict[str, SearchResult | None] = {}
        self.begun = threading.Event()
        self._changed = threading.Condition()

    def ask(self, name: str, level: Level = QUICK, **options: Any) -> Thought:
        thought = Thought(
            key=name,
            game=Game(),
            make_player=lambda: Player("english", level),
            done=lambda result: self._done(name, result),
            told=lambda found: self.begun.set(),
            **options,
        )
        self.thinking.ask(thought)
        return thought

    def wait(self, count: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.ended) >= count, WAIT_S)

    def _done(self, name: str, result: SearchResult | None) -> None:
        with self._changed:
            self.ended.append(name)
            self.results[name] = result
            self._changed.notify()


@pytest.fixture
def thinking() -> Iterator[Thinking]:
    thinking = Thinking(1)
    yield thinking
    thinking.close()


def test_a_search_answers_with_a_legal_move(thinking: Thinking) -> None:
    asked = Asked(thinking)
    asked.ask("one")
    asked.wait(1)
    result = asked.results["one"]
    assert result is not None
    assert result.move in Game().position.legal_moves()


def test_a_search_that_is_finished_answers_with_what_it_has(thinking: Thinking) -> None:
    asked = Asked(thinking)
    thought = asked.ask("endless", ENDLESS)
    assert asked.begun.wait(WAIT_S)
    thought.finish()
    asked.wait(1)
    result = asked.results["endless"]
    assert result is not None
    assert result.move is not None


def test_a_search_finished_before_it_begins_is_not_missed(thinking: Thinking) -> None:
    asked = Asked(thinking)
    first = asked.ask("first", ENDLESS)
    assert asked.begun.wait(WAIT_S)
    second = asked.ask("second", ENDLESS)
    second.finish()
    first.finish()
    asked.wait(2)
    result = asked.results["second"]
    assert result is not None
    assert result.move is not None


def test_a_dropped_search_answers_nothing(thinking: Thinking) -> None:
    asked = Asked(thinking)
    running = asked.ask("running", ENDLESS)
    waiting = asked.ask("waiting", ENDLESS)
    assert asked.begun.wait(WAIT_S)
    running.drop()
    waiting.drop()
    asked.wait(2)
    assert asked.results == {"running": None, "waiting": None}


def test_persons_come_first_but_not_for_ever(thinking: Thinking) -> None:
    asked = Asked(thinking)
    holding = asked.ask("holding", ENDLESS)
    assert asked.begun.wait(WAIT_S)
    asked.ask("nobody", awaited=False)
    for number in range(PERSONS_IN_A_ROW + 2):
        asked.ask(f"person {number}")
    holding.finish()
    asked.wait(PERSONS_IN_A_ROW + 4)
    place = asked.ended.index("nobody")
    assert 1 < place <= PERSONS_IN_A_ROW


def test_each_game_gets_its_share_of_the_threads(thinking: Thinking) -> None:
    asked = Asked(thinking)
    holding = asked.ask("holding", ENDLESS)
    assert asked.begun.wait(WAIT_S)
    many = [asked.ask(f"game {number}") for number in range(40)]
    holding.finish()
    asked.wait(41)
    assert holding.share == 1.0
    assert many[0].share == LEAST_SHARE
    assert many[30].share == pytest.approx(1 / 10)
    assert many[-1].share == 1.0


def test_a_share_cuts_the_seconds_of_a_level_and_not_its_depth() -> None:
    slow = replace(QUICK, depth=0, time_s=1000.0)
    assert Player("english", slow).choose(Game(), share=1e-6).move is not None
    player = Player("english", QUICK)
    assert player.choose(Game(), share=0.05).depth == 2


def test_the_threads_end_with_the_queue() -> None:
    thinking = Thinking(2)
    asked = Asked(thinking)
    asked.ask("endless", ENDLESS)
    assert asked.begun.wait(WAIT_S)
    thinking.close()
    names = [thread.name for thread in threading.enumerate() if thread.name.startswith("search ")]
    assert names == []


def test_players_keep_their_tables_until_too_many_came_after() -> None:
    players = Players(kept=2)
    made: list[Player] = []

    def make() -> Player:
        made.append(Player("english", QUICK))
        return made[-1]

    first = players.take("a", make)
    players.give_back("a", first)
    assert players.take("a", make) is first
    players.give_back("a", first)
    for key in "bc":
        players.give_back(key, players.take(key, make))
    assert players.take("a", make) is not first
