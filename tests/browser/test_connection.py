"""Reloads, slow and lost connections: the game is the server's and goes on."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Open
from tests.browser.playpage import PlayPage


def test_a_reload_comes_back_to_the_same_game(page: PlayPage) -> None:
    position = page.play(page.begin("russian"), ["c3-d4", "b6-c5"])
    page.page.reload()
    expect(page.page.locator("#fen")).to_have_value(position.fen())
    assert page.log[0] == "c3-d4"


def test_a_reload_in_the_computers_turn_lets_it_think_on(page: PlayPage) -> None:
    page.begin("international", black="hard handcrafted")
    page.click(32, 28)
    page.page.reload()
    page.wait_for_turn(1)
    assert page.ply == 2


def test_a_second_tab_is_a_second_game(open_page: Open) -> None:
    first, second = open_page(), open_page()
    first.begin("turkish")
    expect(second.page.locator("#title")).to_contain_text("English")


def test_a_dropped_connection_comes_back_to_the_same_game(open_page: Open, server: str) -> None:
    page = open_page()
    routes: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        routes.append(route)
        route.connect_to_server()

    page.page.route_web_socket("**/talk", through)
    page.page.reload()
    position = page.play(page.begin("english"), ["11-15"])
    routes[-1].close(code=4999)
    expect(page.page.locator("#connection")).to_have_text("")
    page.page.locator("#board-frame[data-state=open]").wait_for(state="attached")
    assert len(routes) >= 2
    page.play(position, ["23-19"])
    assert page.log == ["11-15", "23-19"]


def test_while_the_server_is_away_the_page_says_so_and_takes_no_move(open_page: Open) -> None:
    page = open_page()
    routes: list[WebSocketRoute] = []
    away: list[bool] = []

    def through(route: WebSocketRoute) -> None:
        routes.append(route)
        if away:
            route.close(code=4999)
        else:
            route.connect_to_server()

    page.page.route_web_socket("**/talk", through)
    page.page.reload()
    page.begin("english")
    away.append(True)
    routes[-1].close(code=4999)
    expect(page.page.locator("#connection")).to_have_text("The connection is lost; trying again.")
    assert page.state == "closed"
    page.square(11).click()
    expect(page.message).to_contain_text("The connection is lost")
    away.clear()
    page.page.locator("#board-frame[data-state=open]").wait_for(state="attached")
    page.click(11, 15)
    page.wait_for_turn(0)


def test_a_slow_connection_only_takes_longer(open_page: Open) -> None:
    page = open_page()
    late: list[Any] = []

    def through(route: WebSocketRoute) -> None:
        server_side = route.connect_to_server()

        def slowly(message: str | bytes) -> None:
            late.append(message)
            page.page.wait_for_timeout(300)
            server_side.send(message)

        route.on_message(slowly)

    page.page.route_web_socket("**/talk", through)
    page.page.reload()
    page.play(page.begin("english"), ["11-15", "23-19", "8-11"])
    assert page.log == ["11-15", "23-19", "8-11"]
    assert late
