"""Engines that others wrote: whatever they do is scored and named, and the match goes on."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from engine.notation import read_pdn
from engine.protocols.hub_client import EngineCrashed, HubEngine
from engine.rules import Forfeit, Game, Position, Reason, replay
from engine.search import Limits
from rl.cli import main
from rl.matches.config import MatchConfig
from rl.matches.endings import list_forfeits
from rl.matches.match import MatchResult, play_match
from rl.matches.openings import choose_openings
from rl.matches.players import parse_players, repeats
from rl.matches.report import format_report, write_report
from tests.engine.protocols.processes import gone, noted
from tests.rl.matches import bad_hub

ROOT = Path(__file__).parents[3]
HUB = f"hub:{sys.executable} -P -m rl hub --table-mib 1"
SLOW_MACHINE_S = 60.0
FEN = bad_hub.BOOK.split()[0]
FORFEITS = {
    "crash": (Forfeit.CRASH, SLOW_MACHINE_S),
    "hang": (Forfeit.HANG, 5.0),
    "illegal move": (Forfeit.ILLEGAL_MOVE, SLOW_MACHINE_S),
    "protocol": (Forfeit.PROTOCOL, SLOW_MACHINE_S),
}


@pytest.fixture
def book(tmp_path: Path) -> str:
    path = tmp_path / "book.fen"
    path.write_text(bad_hub.BOOK)
    return str(path)


def engine(habit: str = "good", at: int = 1, pids: Path | None = None) -> str:
    """Return an engine that misbehaves at its `at`-th move as a player."""
    words = [sys.executable, "-I", "-S", bad_hub.__file__, f"'{habit}'", str(at), str(pids or "")]
    return f"hub:{' '.join(words)}".strip()


def settings(book: str, pairs: int = 1, **given: Any) -> MatchConfig:
    values: dict[str, Any] = {"timeout_s": SLOW_MACHINE_S, "block_pairs": 2, "openings": book}
    values |= {} if {"time_s", "clock_s"} & set(given) else {"depth": 1}
    return MatchConfig(pairs=pairs, **values | given)


def play(
    first: str, second: str, config: MatchConfig, folder: Path | None = None, workers: int = 1
) -> MatchResult:
    one, other = parse_players([first, second])
    openings = choose_openings(config, one.ruleset, repeats([one, other], config))
    return play_match(one, other, openings, config, folder, workers=workers, progress=False)


def test_well_behaved_engines_play_whole_games(book: str) -> None:
    match = play(engine(), engine(), settings(book, 4), workers=2)
    assert set(match.records.reasons) == {Reason.REPETITION}
    assert set(match.records.lengths) == {8}
    assert list_forfeits(match) == []
    assert "forfeits" not in format_report(match)


@pytest.mark.parametrize(
    "habit", ["crash", "illegal move", "protocol", pytest.param("hang", marks=pytest.mark.slow)]
)
def test_a_failure_loses_the_game_is_named_and_the_match_goes_on(
    habit: str, book: str, tmp_path: Path
) -> None:
    pids, (reason, timeout_s) = tmp_path / "pids", FORFEITS[habit]
    config = settings(book, 3, timeout_s=timeout_s)
    match = play(engine(habit, 6, pids), engine(), config)
    # Four answers make a game; a process that fails at its sixth is followed by a new one.
    assert match.results == [0, -1] * 3
    assert list(match.records.reasons) == [Reason.REPETITION, reason] * 3
    for item, game in zip(list_forfeits(match), ("1.2", "2.2", "3.2"), strict=True):
        assert (item["game"], item["player"], item["reason"]) == (game, match.first, habit)
        assert item["said"].startswith("Bad ")
    assert f"{match.first}: {habit} 3; game 1.2: Bad " in format_report(match)
    assert gone(noted(pids, 4))  # the trial before the match, and one for each game after a failure


def test_a_failure_is_in_the_pdn_of_its_game(book: str, tmp_path: Path) -> None:
    match = play(engine("crash", 3), engine(), settings(book))
    write_report(tmp_path, match)
    game = next(read_pdn((tmp_path / "games.pdn").read_text(encoding="utf-8")))
    assert (game.tags["White"], game.result) == (match.first, "1-0")  # Black begins, so Black won
    assert game.tags["Termination"].startswith(
        "Black wins: the program of White ended; "
        "Bad was ended by SIGABRT, 'assertion failed: ply < MAX_PLY', after 'go'"
    )
    assert len(replay(game).moves) == 4


def test_a_block_read_again_still_says_what_failed(book: str, tmp_path: Path) -> None:
    players = engine("crash", 6), engine()
    match = play(*players, settings(book, 3), tmp_path / "match")
    again = play(*players, settings(book, 3), tmp_path / "match")
    assert list_forfeits(again) == list_forfeits(match) != []
    assert again.records.digest() == match.records.digest()


@pytest.mark.parametrize("limit", ["time_s", "clock_s"])
def test_an_engine_that_takes_too_long_has_lost_on_time(book: str, limit: str) -> None:
    given: dict[str, Any] = {limit: 0.05, "margin_s": 0.01}
    match = play(engine("late", 1), engine(), settings(book, **given))
    assert match.records.reasons[0] == Forfeit.TIME
    assert match.results[0] == -1
    assert re.fullmatch(r"took \d+\.\d{3} s where it had 0\.050 s", match.records.notes[0])


@pytest.mark.slow
def test_the_clock_of_an_engine_stands_while_it_starts(book: str) -> None:
    clock_s = bad_hub.SLOW_START_S - 1
    match = play(engine("slow start"), engine(), settings(book, clock_s=clock_s, margin_s=0.0))
    assert set(match.records.reasons) == {Reason.REPETITION}


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("hub:no-such-engine hub", "no-such-engine': expected a program that can be run, found no"),
        (f"hub:{sys.executable} -c 'import sys; sys.exit(3)'", "ended with exit code 3"),
    ],
)
def test_an_engine_that_does_not_run_is_one_line_and_nothing_is_started(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, message: str
) -> None:
    out = tmp_path / "match"
    arguments = ["match", "material", command, "--depth", "1", "--pairs", "1", "--out", str(out)]
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
    assert not (out / "match.json").exists()


def test_an_interrupted_match_ends_engines_in_the_middle_of_their_thinking(
    book: str, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"

    def interrupt() -> None:
        noted(pids, 2)  # the trial before the match, and the match
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        play(engine("hang", 1, pids), "random", settings(book, timeout_s=600.0))
    assert gone(noted(pids, 2))


def test_an_engine_can_be_stopped_by_another_thread() -> None:
    command, where = engine("hang", 1).removeprefix("hub:"), Position.from_fen("english", FEN)
    with HubEngine(command, "english", timeout_s=600.0) as thinking:
        threading.Timer(0.3, thinking.stop).start()
        with pytest.raises(EngineCrashed):
            thinking.choose(Game(where), Limits(depth=1))


@pytest.mark.slow
def test_no_engine_is_left_behind_by_a_runner_that_was_killed(book: str, tmp_path: Path) -> None:
    """U073: the children are gone, too, after kill -9 while they think."""
    pids = tmp_path / "pids"
    arguments = ["--depth", "1", "--pairs", "2", "--timeout_s", "600", "--workers", "2", "--quiet"]
    players = [engine("hang", 1, pids), "random", "--openings", book]
    command = [sys.executable, "-P", "-m", "rl", "match", *players, *arguments]
    runner = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)})
    try:
        children = noted(pids, 3)  # the trial before the match, and two games at once
    finally:
        runner.kill()
        runner.wait()
    assert gone(children)


@pytest.mark.long
def test_forty_games_of_our_own_hub_engine_against_itself_end_by_the_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    config = MatchConfig(nodes=300, pairs=20, timeout_s=60.0)
    match = play(HUB, HUB, config)
    assert len(match.records) == 40
    assert list_forfeits(match) == []
    assert match.statistics.pairs == (0, 0, 20, 0, 0)


@pytest.mark.slow
def test_our_own_hub_engine_plays_the_moves_of_the_search_it_serves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    config = MatchConfig(depth=3, pairs=1, timeout_s=60.0, table_mib=1.0)
    served = play(f"{HUB} --evaluator material", "handcrafted", config)
    native = play("material", "handcrafted", config)
    assert list_forfeits(served) == []
    for column in ("moves", "scores", "nodes"):
        assert list(getattr(served.records, column)) == list(getattr(native.records, column))
