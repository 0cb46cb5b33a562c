"""Reloads, slow and lost connections: the game is the server's and goes on."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Open, serving
from tests.browser.playpage import PlayPage
from tests.browser.proxy import Proxy


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


def test_a_dropped_connection_comes_back_to_the_same_game(open_page: Open, port: int) -> None:
    with Proxy(port) as proxy:
        page = open_page(url=proxy.url)
        position = page.play(page.begin("english"), ["11-15"])
        proxy.cut()
        expect(page.page.locator("#connection")).not_to_be_empty()
        expect(page.page.locator("#connection")).to_be_empty()
        page.page.locator("#board-frame[data-state=open]").wait_for(state="attached")
        page.play(position, ["23-19"])
        assert page.log == ["11-15", "23-19"]


def test_a_connection_dropped_in_the_computers_turn_gets_its_move(
    open_page: Open, port: int
) -> None:
    with Proxy(port) as proxy:
        page = open_page(url=proxy.url)
        page.begin("international", black="hard handcrafted")
        page.click(32, 28)
        page.page.locator("#board-frame[data-ply='1']").wait_for(state="attached")
        proxy.cut()
        page.wait_for_turn(1)
        assert page.ply == 2


def test_while_the_server_is_away_the_page_says_so_and_takes_no_move(
    open_page: Open, port: int
) -> None:
    with Proxy(port) as proxy:
        page = open_page(url=proxy.url)
        page.begin("english")
        proxy.is_away = True
        proxy.cut()
        lost = "The connection is lost; trying again."
        expect(page.page.locator("#connection")).to_have_text(lost)
        assert page.state == "closed"
        page.square(11).click()
        expect(page.message).to_contain_text("The connection is lost")
        proxy.is_away = False
        page.page.locator("#board-frame[data-state=open]").wait_for(state="attached")
        page.click(11, 15)
        page.wait_for_turn(0)


def test_a_move_that_a_lost_connection_took_with_it_is_sent_again(
    open_page: Open, port: int
) -> None:
    with Proxy(port) as proxy:
        page = open_page(url=proxy.url)
        page.page.locator("#board-frame[data-state=open]").wait_for(state="attached")
        page.begin("english")
        proxy.delay_s = 0.5
        page.click(11, 15)
        proxy.cut()
        page.wait_for_turn(0)
        assert page.log == ["11-15"]


def test_a_slow_connection_only_takes_longer(open_page: Open, port: int) -> None:
    with Proxy(port, delay_s=0.3) as proxy:
        page = open_page(url=proxy.url)
        page.play(page.begin("english"), ["11-15", "23-19", "8-11"])
        assert page.log == ["11-15", "23-19", "8-11"]


def test_a_server_that_was_killed_takes_the_game_from_the_page(
    open_page: Open, tmp_path: Path
) -> None:
    with serving(tmp_path) as (url, process):
        page = open_page(url=url)
        position = page.play(page.begin("english-huff", "B:W18,32:B1,2,15"), ["1-5", "h15 32-27"])
        process.kill()
    with serving(tmp_path, int(url.rsplit(":", 1)[1].strip("/"))):
        page.page.locator("#board-frame[data-ply='2'][data-state=open]").wait_for(state="attached")
        expect(page.message).to_contain_text("The server was started anew")
        assert page.fen == position.fen()
        assert page.log == ["1-5", "h15 32-27"]
        page.play(position, ["5-9"])


def test_a_game_against_an_evaluator_that_is_gone_is_played_on_against_another(
    open_page: Open, tmp_path: Path
) -> None:
    from engine.evaluators.files import shipped

    network = shipped("checkpoints", "russian", ".safetensors")
    assert network is not None
    champion = tmp_path / "mine" / "champion.safetensors"
    champion.parent.mkdir()
    champion.write_bytes(network.read_bytes())
    with serving(tmp_path) as (url, process):
        page = open_page(url=url)
        page.begin("russian", "W:W32:B1,2", black="easy runs/mine")
        page.click(32, 28)
        page.wait_for_turn(1)
        fen = page.fen
        process.kill()
    champion.unlink()
    with serving(tmp_path, int(url.rsplit(":", 1)[1].strip("/"))):
        expect(page.message).to_contain_text("The server was started anew")
        page.page.locator("#board-frame[data-ply='2'][data-state=open]").wait_for(state="attached")
        assert page.fen == fen
        expect(page.page.locator("#top-seat")).to_contain_text("easy, Black russian network")
