"""Matches in the real core: the same games however many are played at once, and after a kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine import _native
from engine.evaluators import Handcrafted, Material
from engine.notation import read_pdn
from engine.rules import parse_result, replay, ruleset
from engine.search.adjudication import Adjudication
from rl.matches.config import GateConfig, MatchConfig
from rl.matches.match import MatchResult, play_gate, play_match
from rl.matches.openings import choose_openings
from rl.matches.report import write_report

NO_ADJUDICATION = Adjudication(win_plies=0, draw_plies=0)


def play(config: MatchConfig, folder: Path | None = None, workers: int = 1) -> MatchResult:
    return play_match(
        Handcrafted(),
        Material(),
        choose_openings(config, "english"),
        config,
        folder,
        workers=workers,
        progress=False,
    )


def test_workers_and_blocks_change_no_game() -> None:
    digests = {
        play(MatchConfig(nodes=200, pairs=9, block_pairs=size), workers=workers).records.digest()
        for size, workers in ((100, 1), (100, 3), (2, 2))
    }
    assert len(digests) == 1


def test_games_replay_to_their_results_and_endings(tmp_path: Path) -> None:
    config = MatchConfig(
        nodes=200, pairs=4, openings="random", adjudication=NO_ADJUDICATION, table_mib=1.0
    )
    match = play(config, tmp_path)
    write_report(tmp_path, match)
    games = list(read_pdn((tmp_path / "games.pdn").read_text(encoding="utf-8")))
    for number, pdn in enumerate(games):
        outcome = replay(pdn).outcome()
        reason = _native.Reason(int(match.records.reasons[number]))
        if reason != _native.Reason.PLY_CAP:
            assert outcome is not None
            assert outcome.reason == reason
            assert outcome.winner == parse_result(pdn.result, ruleset("english"))


def test_player_against_itself_scores_half_and_repeats_its_games() -> None:
    config = MatchConfig(nodes=200, pairs=5)
    openings = choose_openings(config, "english")
    match = play_match(Handcrafted(), Handcrafted(), openings, config, progress=False)
    assert match.statistics.pairs == (0, 0, 5, 0, 0)
    assert match.distinct_games == 5


def test_gate_keeps_handcrafted_against_material() -> None:
    result = play_gate(
        Material(), Handcrafted(), GateConfig(nodes=300, max_pairs=150), seed=1, progress=False
    )
    assert not result.accepted
    assert result.match.statistics.score is not None
    assert result.match.statistics.score < 0.5


def test_times_are_kept_of_every_searched_move() -> None:
    match = play(MatchConfig(time_s=0.001, pairs=1))
    searched = match.records.scores != _native.NO_SCORE
    assert searched.any()
    assert (match.records.times[searched] > 0).all()


SCRIPT = """
import sys
from pathlib import Path
from tests.rl.matches.test_played import CONFIG, play
play(CONFIG, Path(sys.argv[1]))
"""
CONFIG = MatchConfig(nodes=3000, pairs=12, block_pairs=1, table_mib=1.0)


@pytest.mark.slow
def test_killed_match_goes_on_and_ends_like_one_left_alone(tmp_path: Path) -> None:
    root = Path(__file__).parents[3]
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    process = subprocess.Popen(command, cwd=root, env=os.environ | {"PYTHONPATH": str(root)})
    try:
        while process.poll() is None and len(list(tmp_path.glob("pairs-*"))) < 3:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
    finally:
        process.kill()
        process.wait()
    assert len(list(tmp_path.glob("pairs-*"))) >= 3
    assert play(CONFIG, tmp_path).records.digest() == play(CONFIG).records.digest()
