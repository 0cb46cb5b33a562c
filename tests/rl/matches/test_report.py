"""Reports: strict JSON, text with what is needed to judge a match, PDN that replays."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import _native
from engine.evaluators import Handcrafted, Material
from engine.notation import Kind, read_pdn
from engine.rules import parse_result, replay, ruleset
from rl.matches.config import MatchConfig
from rl.matches.match import MatchResult, play_match
from rl.matches.openings import choose_openings
from rl.matches.report import format_report, summarise, write_report
from rl.matches.sprt import Sprt, decide
from tests.rl.matches.fake_core import GAME_PLIES, FakeCore, Script, by_opening

InstallCore = Callable[[Script], FakeCore]


def some_match(
    pairs: int = 4, openings: str = "three-move", test: Sprt | None = None
) -> MatchResult:
    config = MatchConfig(nodes=50, pairs=pairs, openings=openings)
    played = choose_openings(config, "english")
    return play_match(Handcrafted(), Material(), played, config, progress=False, test=test)


def test_pdn_replays_to_the_result_and_the_players_of_every_game(
    fake_core: InstallCore, tmp_path: Path
) -> None:
    fake_core(by_opening)
    match = some_match(4)
    write_report(tmp_path, match)
    games = list(read_pdn((tmp_path / "games.pdn").read_text(encoding="utf-8")))
    assert len(games) == 8
    for number, (pdn, result) in enumerate(zip(games, match.results, strict=True)):
        assert len(replay(pdn).moves) == 3 + GAME_PLIES
        winner = parse_result(pdn.result, ruleset("english"))
        name = {None: None, _native.Colour.WHITE: "White", _native.Colour.BLACK: "Black"}[winner]
        assert result == {"handcrafted": 1, "material": -1}.get(pdn.tags.get(str(name), ""), 0)
        assert pdn.tags["Round"] == f"{number // 2 + 1}.{number % 2 + 1}"
        assert pdn.tags["Opening"] == match.openings[number // 2].name
        assert pdn.tags["GameType"] == "21,B,8,8,N1,0"
        # Of the three moves of a ballot White makes one, so White is first to move by itself.
        assert pdn.tags["White"] == ("material" if number % 2 else "handcrafted")


def test_pdn_comments_give_score_and_time_of_the_players_moves_only(
    fake_core: InstallCore, tmp_path: Path
) -> None:
    fake_core(by_opening)
    write_report(tmp_path, some_match(1))
    pdn = next(read_pdn((tmp_path / "games.pdn").read_text(encoding="utf-8")))
    comments = [token.text for token in pdn.tokens if token.kind is Kind.COMMENT]
    assert comments == ["+0.12 0.250s"] * GAME_PLIES


def test_random_openings_are_written_as_moves_from_the_start(
    fake_core: InstallCore, tmp_path: Path
) -> None:
    fake_core(by_opening)
    match = some_match(2, "random")
    write_report(tmp_path, match)
    for number, pdn in enumerate(read_pdn((tmp_path / "games.pdn").read_text(encoding="utf-8"))):
        opening = match.openings[number // 2]
        assert "FEN" not in pdn.tags
        assert replay(pdn).positions[len(opening.moves)] == opening.position


def test_text_tells_what_is_needed_to_judge_the_match(fake_core: InstallCore) -> None:
    fake_core(lambda opening, game: 1 - game)
    text = format_report(some_match(4))
    assert text.startswith("handcrafted v material, english\n")
    for line in (
        "games       8: +4 =4 -0, score 75.0 %",
        "pairs       LL 0  LD 0  DD+WL 0  WD 4  WW 0, ratio inf",
        "Elo         +190.8, 95 % in [",
        "normalised  not defined by these games",
        "superior    100.0 % likelihood that handcrafted is the stronger",
        "draws       50.0 % of the games",
        "limits      50 nodes a move, table 16 MiB",
        "openings    three-move, seed 1, 4 played, sha256 ",
        f"endings     ply cap 8; {GAME_PLIES} plies a game",
        "repeated    0 of 8 games are another one move for move",
    ):
        assert f"  {line}" in text


@pytest.mark.parametrize("result", [1, 0, -1])
def test_json_is_strict_even_where_elo_is_infinite(
    fake_core: InstallCore, tmp_path: Path, result: int
) -> None:
    fake_core(lambda opening, game: result)
    match = some_match(3)
    write_report(tmp_path, match)

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    text = (tmp_path / "report.json").read_text(encoding="utf-8")
    summary = json.loads(text, parse_constant=refuse)
    assert summary["elo"] == {1: "inf", 0: 0.0, -1: "-inf"}[result]
    assert summary["nelo"] is None
    assert summary["games"] == 6
    assert summary["games_digest"] == match.records.digest()


def test_a_test_and_its_verdict_are_reported(fake_core: InstallCore) -> None:
    fake_core(lambda opening, game: 1)
    test = Sprt(elo0=0.0, elo1=30.0, alpha=0.05, beta=0.05)
    match = some_match(40, test=test)
    assert match.verdict == decide([4] * 40, test)
    pairs = match.verdict.pairs
    assert pairs < 40
    text = format_report(match)
    assert f"test        passed after {pairs} pairs, LLR +" in text
    assert "in [-2.94, 2.94], normalised Elo [0, 30]" in text
    assert summarise(match)["test"]["passed"] is True
    assert len(match.records) == 2 * pairs


def test_summary_tells_what_each_player_spent_on_its_moves(fake_core: InstallCore) -> None:
    fake_core(by_opening)
    match = some_match(3)
    records = match.records
    for game in range(len(records)):
        plies = records.plies(game)
        for ply in range(plies.start, plies.stop):
            first = (ply - plies.start) % 2 == game % 2  # in even games it has the first move
            records.times[ply], records.nodes[ply] = (0.5, 70) if first else (2.0, 300)
    records.times[0] = 0.0  # a forced move
    effort = summarise(match)["effort"]
    assert effort["first"] == {"time_s": 0.5, "nodes": 70.0}
    assert effort["second"] == {"time_s": 2.0, "nodes": 300.0}


def test_report_of_no_games_divides_nothing_by_zero(fake_core: InstallCore) -> None:
    fake_core(by_opening)
    match = some_match(1)
    empty = MatchResult(
        first="a",
        second="b",
        ruleset="english",
        config=match.config,
        openings=(),
        records=match.records.head(0),
    )
    assert "games       0: +0 =0 -0" in format_report(empty)
    assert summarise(empty)["elo"] is None
