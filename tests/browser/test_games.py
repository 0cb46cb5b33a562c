"""Whole games by clicks, in four rulesets: won, lost and drawn."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from engine import Limits, Move, Position, search
from tests.browser.playpage import PlayPage

RULESETS = ("english", "russian", "malaysian12", "english-huff")
KINGS = {
    "english": ("B:WK32:BK1", ["1-6", "32-27", "6-1", "27-32"] * 2),
    "russian": ("W:WK32:BK1", ["g1-f2", "b8-a7", "f2-g1", "a7-b8"] * 2),
    "malaysian12": ("B:WK70:BK2", ["2-8", "70-63", "8-2", "63-70"] * 2),
    "english-huff": ("B:WK32:BK1", ["1-6", "32-27", "6-1", "27-32"] * 2),
}


def best(position: Position) -> Move:
    """Choose as a person who knows the game."""
    move = search(position, limits=Limits(nodes=10_000), table_mib=1).move
    assert move is not None
    return move


def worst(position: Position) -> Move:
    """Choose what a look two plies ahead likes least."""
    lines = search(position, limits=Limits(depth=2), lines=100, table_mib=1).lines
    move = lines[-1].move
    assert move is not None
    return move


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_game_can_be_won(page: PlayPage, ruleset: str) -> None:
    page.begin(ruleset, white="easy material")
    page.play_out(ruleset, best)
    expect(page.status).to_have_text(re.compile(r"^You won: White has no move"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_game_can_be_lost(page: PlayPage, ruleset: str) -> None:
    page.begin(ruleset, white="easy handcrafted")
    page.play_out(ruleset, worst)
    expect(page.status).to_have_text(re.compile(r"^You lost: Black has no move"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_can_be_drawn_by_repetition(page: PlayPage, ruleset: str) -> None:
    fen, moves = KINGS[ruleset]
    position = page.begin(ruleset, fen)
    page.play(position, moves)
    expect(page.status).to_have_text("Draw: the position occurred 3 times")
