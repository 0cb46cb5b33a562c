"""Standings tell who is how strong, and who scored what against whom."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import _native
from rl.matches.config import MatchConfig
from rl.matches.likelihood import Rating
from rl.matches.match import MatchResult
from rl.matches.players import parse_players
from rl.matches.roundrobin import everybody, play_pairings
from rl.matches.standings import (
    Standings,
    choose_anchor,
    format_rating,
    format_standings,
    summarise_standings,
    write_standings,
)
from tests.rl.matches.fake_core import FakeCore, Script

InstallCore = Callable[[Script], FakeCore]


@pytest.fixture
def standings(fake_core: InstallCore) -> Standings:
    """Three players: the first scores three quarters against each other, these are level."""
    scores = iter(["three quarters", "three quarters", "half"])

    def play(first: str, second: str) -> MatchResult:
        wanted = next(scores)

        def script(opening: _native.Position, game: int) -> int:
            if wanted == "half":
                return 0
            return 1 if game else 0

        fake_core(script)
        settings = MatchConfig(nodes=1, pairs=8)
        pairings = everybody(parse_players([first, second], "english"))
        return play_pairings(pairings, settings, progress=False)[0]

    met = [("untuned", "handcrafted"), ("untuned", "material"), ("handcrafted", "material")]
    return Standings(results=[play(*names) for names in met], anchor="handcrafted")


def test_table_names_players_strongest_first(standings: Standings) -> None:
    text = format_standings(standings, "three players")
    rows = [line.split() for line in text.splitlines()]
    assert rows[0] == ["three", "players"]
    players = next(place for place, row in enumerate(rows) if row[:1] == ["player"])
    assert rows[players + 1][:3] == ["1", "untuned", "+191"]
    assert rows[players + 1][-3:] == ["32", "75.0", "%"]
    assert {row[1] for row in rows[players + 2 : players + 4]} == {"handcrafted", "material"}
    assert "of handcrafted = 0" in text
    assert "1 nodes a move" in text


def test_cross_table_reads_from_the_row(standings: Standings) -> None:
    lines = format_standings(standings, "three players").splitlines()
    table = [line.split() for line in lines[lines.index(next(
        line for line in lines if line.startswith("score in %"))) + 1 :]]  # fmt: skip
    assert table[0] == ["1", "untuned", "-", "75.0", "75.0"]
    assert [row[2] for row in table[1:]] == ["25.0", "25.0"]
    assert table[1][4] == table[2][3] == "50.0"


def test_players_that_did_not_meet_have_no_score(standings: Standings) -> None:
    text = format_standings(Standings(results=standings.results[:2], anchor="untuned"), "two")
    table = [line.split() for line in text.splitlines()][-3:]
    assert table[1][2:] == ["25.0", "-", "."]
    assert table[2][2:] == ["25.0", ".", "-"]


def test_json_holds_what_a_program_needs(standings: Standings) -> None:
    document = json.loads(json.dumps(summarise_standings(standings), allow_nan=False))
    best, *others = document["players"]
    assert (best["rank"], best["player"], best["games"], best["points"]) == (1, "untuned", 32, 24)
    assert best["elo"] == pytest.approx(400 * math.log10(3), abs=1e-3)
    assert best["low"] < best["elo"] < best["high"]
    anchor = next(player for player in others if player["player"] == "handcrafted")
    assert (anchor["elo"], anchor["low"], anchor["high"]) == (0, 0, 0)
    meeting = document["meetings"][0]
    assert (meeting["first"], meeting["second"]) == ("untuned", "handcrafted")
    assert (meeting["wins"], meeting["draws"], meeting["losses"]) == (8, 8, 0)
    assert meeting["pairs"] == [0, 0, 0, 8, 0]
    assert document["config"]["pairs"] == 8


def test_bounds_are_text_in_json(fake_core: InstallCore) -> None:
    fake_core(lambda opening, game: 1)
    pairings = everybody(parse_players(["handcrafted", "material"], "english"))
    results = play_pairings(pairings, MatchConfig(nodes=1, pairs=8), progress=False)
    found = summarise_standings(Standings(results=results, anchor="handcrafted"))["players"][1]
    assert (found["player"], found["elo"], found["low"]) == ("material", "-inf", "-inf")
    assert found["high"] < 0


def test_files_tell_the_same_as_the_screen(standings: Standings, tmp_path: Path) -> None:
    write_standings(tmp_path, standings, "three players")
    text = (tmp_path / "standings.txt").read_text()
    assert text == format_standings(standings, "three players")
    document = json.loads((tmp_path / "standings.json").read_text())
    assert document == json.loads(json.dumps(summarise_standings(standings)))


@pytest.mark.parametrize(
    ("elo", "low", "high", "text"),
    [
        (61.6, 20.2, 105.0, "+62 [+20, +105]"),
        (-0.4, -30.0, 29.0, "+0 [-30, +29]"),
        (math.inf, 800.4, math.inf, "> +800"),
        (-math.inf, -math.inf, -800.4, "< -800"),
        (None, -math.inf, math.inf, "no telling"),
        (0.0, 0.0, 0.0, "0"),
    ],
)
def test_ratings_are_written_with_what_is_known(
    elo: float | None, low: float, high: float, text: str
) -> None:
    assert format_rating(Rating(player="a", elo=elo, low=low, high=high)) == text


def test_anchor_is_handcrafted_where_it_plays() -> None:
    assert choose_anchor(["a", "handcrafted"]) == "handcrafted"
    assert choose_anchor(["a", "b"]) == "a"
    assert choose_anchor(["a", "b"], "b") == "b"
    with pytest.raises(ValueError, match="anchor: expected one of a, b, got c"):
        choose_anchor(["a", "b"], "c")
