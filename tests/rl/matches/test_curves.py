"""The curves of a match: a point a block, whole and once only, however often it was stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("tensorboard")

from rl.matches.curves import MatchCurves
from rl.matches.sprt import Sprt, log_likelihood_ratio
from rl.metrics import LINES_NAME

TEST = Sprt(elo0=0.0, elo1=10.0, alpha=0.05, beta=0.05)
RESULTS = [1, 0, 0, 0, 1, 1, 0, -1, 1, 1, 0, 0]


def points(folder: Path, tag: str) -> list[tuple[int, float]]:
    lines = (folder / LINES_NAME).read_text().splitlines()
    records = [json.loads(line) for line in lines]
    return [(item["step"], item["value"]) for item in records if item["tag"] == tag]


def follow(folder: Path, blocks: list[int], test: Sprt | None = None) -> None:
    with MatchCurves(folder, test) as curves:
        for games in blocks:
            curves.follow(RESULTS[:games])


def test_there_is_a_point_at_the_pairs_of_every_block(tmp_path: Path) -> None:
    follow(tmp_path, [4, 8, 12])
    assert [step for step, _ in points(tmp_path, "match/elo")] == [2, 4, 6]
    assert points(tmp_path, "match/score")[-1][1] == pytest.approx(8 / 12)
    low, elo, high = (
        points(tmp_path, f"match/{name}")[-1][1] for name in ("elo_low", "elo", "elo_high")
    )
    assert low < elo < high
    assert list(tmp_path.glob("events.out.tfevents.*"))


def test_a_test_has_a_point_for_every_pair(tmp_path: Path) -> None:
    follow(tmp_path, [4, 12], TEST)
    curve = points(tmp_path, "match/llr")
    assert [step for step, _ in curve] == [1, 2, 3, 4, 5, 6]
    # Points of the pairs: 3, 2, 4, 1, 4, 2 half points.
    assert curve[-1][1] == pytest.approx(float(log_likelihood_ratio((0, 1, 2, 1, 2), 0.0, 10.0)))


def test_a_match_that_goes_on_has_each_point_once(tmp_path: Path) -> None:
    follow(tmp_path, [4, 8], TEST)
    follow(tmp_path, [4, 8, 12], TEST)
    assert [step for step, _ in points(tmp_path, "match/elo")] == [2, 4, 6]
    assert [step for step, _ in points(tmp_path, "match/llr")] == [1, 2, 3, 4, 5, 6]
    assert len(list(tmp_path.glob("events.out.tfevents.*"))) == 1


def test_nothing_is_cut_before_there_is_a_first_result(tmp_path: Path) -> None:
    (tmp_path / LINES_NAME).write_text("from before\n")
    follow(tmp_path, [])
    assert (tmp_path / LINES_NAME).read_text() == "from before\n"


def test_what_is_not_defined_has_no_point(tmp_path: Path) -> None:
    with MatchCurves(tmp_path) as curves:
        curves.follow([1, 1])
    assert points(tmp_path, "match/elo") == []
    assert points(tmp_path, "match/score") == [(1, 1.0)]
