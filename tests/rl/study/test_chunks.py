"""Chunks of a study: threads, resumption, what is refused, what is left out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from engine.evaluators import Handcrafted, Material
from engine.search import Searcher
from rl.study.chunks import Study
from rl.study.config import StudyConfig
from rl.study.grades import Missed
from rl.study.source import find_source
from rl.study.study import PDN, run_study
from tests.engine.evaluators.tables import tables
from tests.rl.study.archives import ACF, digests, finish, study_of

FAULTY = """
[Event "whole"] [Result "1-0"] [GameType "21"]
1. 11-15 22-18 2. 15x22 25x18 1-0
[Event "an illegal move"] [Result "1-0"] [GameType "21"]
1. 11-15 22-18 2. 8-11 1-0
[Event "another game"] [Result "2-0"] [GameType "20"]
1. 32-28 19-23 2-0
[Event "prose"] [Result "0-1"] [GameType "21"]
1. 11-15 here the score sheet ends 0-1
[Event "whole again"] [Result "0-1"] [GameType "21"]
1. 9-13 24-20 0-1
"""


def test_threads_change_no_byte(tmp_path: Path) -> None:
    alone, several = tmp_path / "alone", tmp_path / "several"
    finish(study_of(), alone, workers=1)
    finish(study_of(), several, workers=5)
    assert digests(alone) == digests(several)
    assert {"study.json", "report.json", "report.txt", PDN} < set(digests(alone))


def test_an_interrupted_study_goes_on_at_its_chunk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    finish(study_of(), whole)
    looks = count_looks(monkeypatch, stop_at=300)
    with pytest.raises(KeyboardInterrupt):
        finish(study_of(), broken)
    assert {path.name for path in broken.glob("*.npz")} == {"games-000001-000004.npz"}
    (broken / ".games-000005-000008.npz.123.tmp").write_bytes(b"half a chunk")
    monkeypatch.undo()
    rest = count_looks(monkeypatch)
    finish(study_of(), broken)
    assert digests(broken) == digests(whole)
    monkeypatch.undo()
    every = count_looks(monkeypatch)
    finish(study_of(), tmp_path / "counted")
    assert len(rest) < len(every) < len(rest) + len(looks)


def test_a_finished_study_is_read_and_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = finish(study_of(), tmp_path)
    looks = count_looks(monkeypatch)
    again = finish(study_of(), tmp_path)
    assert not looks
    assert again.figures == first.figures


def count_looks(monkeypatch: pytest.MonkeyPatch, stop_at: int = 0) -> list[int]:
    """Count searches in the list returned; Ctrl-C at one of them."""
    looks: list[int] = []
    search = Searcher.search

    def counted(*arguments: object, **named: object) -> object:
        looks.append(1)
        if len(looks) == stop_at:
            raise KeyboardInterrupt
        return search(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Searcher, "search", counted)
    return looks


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (lambda: study_of(nodes=61), "config.nodes is 60 instead of 61"),
        (lambda: study_of(games=11), "config.games is 10 instead of 11"),
        (lambda: study_of(evaluator=Material()), "evaluator.name is handcrafted instead of mat"),
        (lambda: study_of(nodes=0, depth=2), "config.depth is 0 instead of 2"),
    ],
)
def test_a_folder_of_another_study_is_refused_with_what_differs(
    tmp_path: Path, other: Callable[[], Study], difference: str
) -> None:
    finish(study_of(), tmp_path)
    before = digests(tmp_path)
    with pytest.raises(ValueError, match=rf"study\.json: expected the study .* {difference}"):
        finish(other(), tmp_path)
    assert digests(tmp_path) == before


def test_endgame_tables_make_it_another_study_and_prove_what_they_know(tmp_path: Path) -> None:
    """Two kings against one: a win in three, seen at a single ply."""
    file, folder = tmp_path / "games.pdn", tmp_path / "study"
    file.write_text('[GameType "21"] [FEN "W:WK11,K10:BK3"] 1. 11-8 3x12 *')
    source, config = find_source(file), StudyConfig(depth=1)
    known = Study(source, Handcrafted(), config, tables("english", 3))
    found = finish(known, folder).figures.total
    assert found.missed == {(Missed.WIN, True): 1}
    unknown = Study(source, Handcrafted(), config)
    assert finish(unknown).figures.total.missed == {}
    with pytest.raises(ValueError, match=r"whose endgames is [0-9a-f]{64} instead of None"):
        finish(unknown, folder)


def test_a_folder_of_another_file_is_refused(tmp_path: Path) -> None:
    file, folder = tmp_path / "games.pdn", tmp_path / "study"
    file.write_text(FAULTY)
    finish(study_of(file), folder)
    file.write_text(FAULTY.replace("24-20", "22-18"))
    with pytest.raises(ValueError, match=r"whose file\.sha256 is"):
        finish(study_of(file), folder)


def test_a_damaged_chunk_is_named_and_made_again_once_removed(tmp_path: Path) -> None:
    finish(study_of(), tmp_path)
    before, path = digests(tmp_path), tmp_path / "games-000005-000008.npz"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"games-000005-000008\.npz: expected a chunk .* remove"):
        finish(study_of(), tmp_path)
    path.unlink()
    finish(study_of(), tmp_path)
    assert digests(tmp_path) == before


def test_a_chunk_of_another_study_is_refused(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    finish(study_of(), one)
    finish(study_of(nodes=61), other)
    name = "games-000001-000004.npz"
    (one / name).write_bytes((other / name).read_bytes())
    with pytest.raises(ValueError, match=rf"{name}: expected 4 games .* of schema 1 and study"):
        finish(study_of(), one)


def test_games_that_do_not_replay_are_named_and_left_out(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(FAULTY)
    result = finish(study_of(file, games=0), tmp_path / "study")
    assert [fault.split(":")[0] for fault in result.left_out] == [
        "game 2, line 5, ply 3",
        "game 3, line 6",
        "game 4, line 9, ply 2",
    ]
    assert result.figures.total.games == 2
    assert result.figures.total.moves + result.figures.total.forced == 6
    assert (tmp_path / "study" / PDN).read_text().count("[Event") == 2
    report = (tmp_path / "study" / "report.txt").read_text()
    assert "2 of 5, 3 left out" in report
    assert all(fault in report for fault in result.left_out)


def test_a_file_without_a_game_that_replays_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text("1. 9-18 1-0\n1. 11-15 8-11 1-0")
    with pytest.raises(ValueError, match=r"expected a game that replays; game 1, line 1, ply 1: "):
        finish(study_of(file))


@pytest.mark.parametrize("text", ["", "% a comment and nothing else\n"])
def test_a_file_without_games_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"games\.pdn: expected games in PDN, got none"):
        find_source(file)


def test_games_are_spread_evenly_over_the_file() -> None:
    source = find_source(ACF)
    assert source.games == 200
    numbers = source.numbers(30)
    gaps = {after - before for before, after in pairwise(numbers)}
    assert len(numbers) == 30
    assert gaps == {6, 7}
    assert source.numbers(0) == source.numbers(200) == source.numbers(999) == [*range(1, 201)]
    assert [game.number for game in source.read(numbers)] == numbers


def test_a_study_without_a_folder_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run_study(study_of(), progress=False)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({}, "expected one of depth, nodes and time_s above 0"),
        ({"depth": 3, "nodes": 9}, "expected one of depth, nodes and time_s above 0"),
        ({"depth": 100}, "depth: expected at most 99 plies"),
        ({"nodes": 9, "games": -1}, "games: expected 0 to"),
        ({"nodes": 9, "chunk_games": 0}, "chunk_games: expected 1 to"),
    ],
)
def test_settings_out_of_range_are_refused(settings: dict[str, int], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        StudyConfig(**settings)


def test_an_evaluator_of_another_ruleset_studies_nothing(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text('[GameType "21"] 1. 11-15 *')
    with pytest.raises(ValueError, match="GameType '21' is english: expected 25"):
        finish(study_of(file, Handcrafted("russian")))
