"""Self-play with endgame tables: where games stop, and what their positions are labelled with."""

from __future__ import annotations

import fcntl
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import Endgames, Limits, Position, Reason, Searcher, _native, load_evaluator
from engine.rules import Colour
from engine.search.adjudication import Adjudication
from rl.selfplay.config import SelfPlayConfig
from rl.selfplay.endings import check_endings, find_tables, make_tables
from rl.selfplay.games import PlayedGames
from rl.selfplay.job import SelfPlayJob, play
from tests.engine.evaluators.tables import random_positions, tables

PIECES = 3
LARGEST_SCORE = 1499
CONFIG = SelfPlayConfig(
    games=(24,), nodes=(100,), endgame_pieces=PIECES, adjudication=Adjudication(ply_cap=250)
)


def job(games: int = 24, **changes: Any) -> SelfPlayJob:
    return SelfPlayJob(
        ruleset="english", player="handcrafted", config=replace(CONFIG, **changes), seed=1,
        generation=0, first_game=0, games=games, endgames=tables("english", PIECES).digest,
    )  # fmt: skip


@cache
def played() -> tuple[np.ndarray, PlayedGames]:
    return play(job(), load_evaluator("handcrafted"), endgames=tables("english", PIECES))


def position_of(sample: np.ndarray, first: Colour) -> Position:
    """Set up what a sample shows, of a game in which `first` began."""
    white = (first == Colour.WHITE) == (sample["ply"] % 2 == 0)
    sides = []
    for plane, bits in enumerate(sample["planes"]):
        squares = [square + 1 for square in range(32) if int(bits) >> square & 1]
        king = "K" if plane % 2 else ""
        sides.append([f"{king}{at if white else 33 - at}" for at in squares])
    own, other = (",".join(sides[i] + sides[i + 1]) for i in (0, 2))
    turn, below, above = ("W", own, other) if white else ("B", other, own)
    return Position.from_fen("english", f"{turn}:W{below}:B{above}")


def ended_by_tables() -> Iterator[int]:
    games = played()[1]
    found = [int(i) for i in np.flatnonzero(games.reasons == int(Reason.ENDGAME))]
    assert len(found) >= 5
    return iter(found)


def test_a_game_stops_at_the_first_position_that_the_tables_know_with_their_value() -> None:
    games = played()[1]
    for index in ended_by_tables():
        *before, last = games.replay(index, "english").positions
        value = tables("english", PIECES).probe(last)
        assert value is not None
        white = value.outcome if last.turn == Colour.WHITE else -value.outcome
        assert games.results[index] == white
        assert all(tables("english", PIECES).probe(position) is None for position in before)


def test_every_position_is_labelled_with_what_the_tables_say_of_the_end() -> None:
    samples, games = played()
    for index in ended_by_tables():
        last = games.replay(index, "english").position
        value = tables("english", PIECES).probe(last)
        assert value is not None
        rows = samples[samples["game"] == games.numbers[index]]
        assert len(rows)
        for sample in rows:
            mover_as_at_the_end = (games.lengths()[index] - sample["ply"]) % 2 == 0
            outcome = value.outcome if mover_as_at_the_end else -value.outcome
            counts = [int(sample[name]) for name in ("losses", "draws", "wins")]
            assert counts == [outcome == -1, outcome == 0, outcome == 1]


def test_the_line_of_the_tables_is_learned_from_with_exact_scores() -> None:
    samples, games = played()
    lengths = dict(zip(games.numbers.tolist(), games.lengths().tolist(), strict=True))
    beyond = [sample for sample in samples if sample["ply"] >= lengths[int(sample["game"])]]
    assert len(beyond) >= 20
    for sample in beyond:
        _check_exact(sample, Colour.BLACK)


def test_every_outcome_of_the_tables_is_learned_from_at_once() -> None:
    endgames = tables("english", PIECES)
    openings = list(random_positions("english", PIECES, 60))
    samples, games = _native.self_play(
        load_evaluator("material").native, seed=1, first_game=0, games=60, nodes=50,
        random_plies=(0, 0), opening_score=32000, openings=[p.native for p in openings],
        opening_share=1.0, adjudication=Adjudication().native, endgames=endgames.native,
    )  # fmt: skip
    assert not len(games.moves)
    assert all(reason in (Reason.ENDGAME, Reason.NO_MOVE) for reason in games.reasons)
    for sample in samples:
        _check_exact(sample, games.starts[int(sample["game"])].turn)
    assert set(np.sign(samples["score"])) == {-1, 0, 1}


def _check_exact(sample: np.ndarray, first: Colour) -> None:
    position = position_of(sample, first)
    assert position.key == sample["key"]
    assert not any(position.native.can_capture(colour) for colour in Colour)
    value = tables("english", PIECES).probe(position)
    assert value is not None
    assert int(sample["wins"]) - int(sample["losses"]) == value.outcome
    assert sample["score"] == LARGEST_SCORE * value.outcome


def test_proven_scores_are_kept_within_the_range_of_samples() -> None:
    samples, games = played()
    assert np.abs(samples["score"]).max() == LARGEST_SCORE
    offsets = dict(zip(games.numbers.tolist(), games.offsets[:-1].tolist(), strict=True))
    lengths = dict(zip(games.numbers.tolist(), games.lengths().tolist(), strict=True))
    proven = 0
    for sample in samples:
        number, ply = int(sample["game"]), int(sample["ply"])
        if ply < lengths[number]:
            found = int(games.scores[offsets[number] + ply])
            clamped = abs(found) > 20000
            assert sample["score"] == (LARGEST_SCORE * np.sign(found) if clamped else found)
            proven += clamped
    assert proven > 0


def test_the_searches_look_positions_up_too() -> None:
    config = replace(CONFIG, fork_share=0.0, opening_score=30000, random_plies=(6, 6))
    endgames, material = tables("english", PIECES), load_evaluator("material")
    _, games = play(replace(job(4), config=config), material, endgames=endgames)
    hits = 0
    for index in range(len(games)):
        game = games.replay(index, "english")
        searcher = Searcher(material, endgames=endgames, table_mib=config.table_mib)
        replayed = type(game)(game.positions[0])
        for ply, move in enumerate(game.moves):
            if ply == 6:  # whether the opening is level
                searcher.search(replayed, limits=Limits(nodes=100))
            if ply >= 6 and len(replayed.position.legal_moves()) > 1:
                found = searcher.search(replayed, limits=Limits(nodes=100))
                assert found.move == move
                assert found.score == games.scores[games.offsets[index] + ply]
                hits += found.table_hits
            replayed.push(move)
    assert hits > 0


def test_tables_that_cannot_be_made_are_refused_in_one_line() -> None:
    said = (
        r"^endgame_pieces: expected 0 or tables that can be made, got 3: no endgame tables for "
        r"'english-huff': [^\n]+$"
    )
    with pytest.raises(ValueError, match=said):
        check_endings(CONFIG, "english-huff")
    with pytest.raises(ValueError, match=r"^endgame_pieces: expected 0 or[^\n]+ too much to build"):
        check_endings(replace(CONFIG, endgame_pieces=8), "english")
    with pytest.raises(ValueError, match=r"^endgame_pieces: expected 0 or 2 to 8, got 1$"):
        replace(CONFIG, endgame_pieces=1)


def test_other_tables_than_those_of_the_job_are_refused() -> None:
    material = load_evaluator("material")
    with pytest.raises(ValueError, match=r"^expected endgame tables of digest '[0-9a-f]+' as in "):
        play(job(1), material)
    with pytest.raises(ValueError, match=r"^expected endgame tables of digest '[0-9a-f]+' as in "):
        play(job(1), material, endgames=tables("english", 2))


def test_tables_are_made_once_mended_and_the_same_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROWNHEAD_TABLES", str(tmp_path / "none"))
    folder = tmp_path / "runs" / "tables"
    assert find_tables("english", 2, folder) is None
    made = make_tables("english", 2, folder, workers=1, progress=lambda *_: None)
    found = find_tables("english", 2, folder)
    assert found is not None
    assert found.digest == made.digest == tables("english", 2).digest
    assert made.digest != tables("english", PIECES).digest
    damaged = next((folder / "english").glob("K-K*"))
    data = damaged.read_bytes()
    damaged.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert find_tables("english", 2, folder) is None
    make_tables("english", 2, folder, workers=1, progress=lambda *_: None)
    assert damaged.read_bytes() == data


def test_the_tables_of_the_user_are_taken_and_no_more_pieces_than_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROWNHEAD_TABLES", str(tables("english", PIECES).files[0].path.parents[1]))
    found = find_tables("english", 2, tmp_path)
    assert isinstance(found, Endgames)
    assert (found.pieces, found.digest) == (2, tables("english", 2).digest)
    assert not list(tmp_path.iterdir())


def test_a_run_waits_for_another_that_makes_the_same_tables(tmp_path: Path) -> None:
    (tmp_path / "english").mkdir()
    made: list[Endgames] = []

    def make() -> None:
        made.append(make_tables("english", 2, tmp_path, workers=1, progress=lambda *_: None))

    waiting = threading.Thread(target=make)
    with (tmp_path / "english" / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        waiting.start()
        waiting.join(timeout=0.2)
        assert waiting.is_alive()
        assert not list((tmp_path / "english").glob("*.safetensors"))
    waiting.join()
    assert made[0].digest == tables("english", 2).digest
