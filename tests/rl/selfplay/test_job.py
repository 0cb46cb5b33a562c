from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import load_evaluator
from engine.rules import Colour
from engine.search.adjudication import Adjudication
from rl.samples import held_out, inputs, load_shard, merge
from rl.selfplay.config import SelfPlayConfig
from rl.selfplay.curves import chunk_scalars, game_text
from rl.selfplay.games import PlayedGames, load_games
from rl.selfplay.job import SelfPlayJob, ballots, jobs_of_generation, play, run_job

CONFIG = SelfPlayConfig(games=(24,), nodes=(60,), chunk=10, adjudication=Adjudication(ply_cap=120))


def job(first_game: int = 0, games: int = 12, **changes: Any) -> SelfPlayJob:
    return SelfPlayJob(
        ruleset="english", player="material", config=replace(CONFIG, **changes), seed=1,
        generation=0, first_game=first_game, games=games,
    )  # fmt: skip


def test_the_number_of_workers_changes_no_byte(tmp_path: Path) -> None:
    digests = []
    for workers in (1, 3):
        paths = tmp_path / f"{workers}.npy", tmp_path / f"{workers}.npz"
        run_job(job(), load_evaluator("material"), *paths, workers=workers)
        digests.append([hashlib.sha256(path.read_bytes()).hexdigest() for path in paths])
    assert digests[0] == digests[1]


def test_chunks_together_are_the_games_of_one_large_chunk() -> None:
    material = load_evaluator("material")
    whole, games = play(job(0, 12), material)
    parts = [play(job(first, 4), material) for first in (0, 4, 8)]
    assert np.array_equal(np.concatenate([samples for samples, _ in parts]), whole)
    assert np.array_equal(np.concatenate([part.moves for _, part in parts]), games.moves)
    assert np.concatenate([part.numbers for _, part in parts]).tolist() == list(range(12))


def test_generations_play_other_games() -> None:
    material = load_evaluator("material")
    _, first = play(job(), material)
    _, second = play(replace(job(), generation=1), material)
    assert not np.array_equal(first.moves, second.moves)


def test_a_generation_is_cut_into_chunks_that_cover_it() -> None:
    config = replace(CONFIG, games=(25, 12))
    chunks = [
        jobs_of_generation(config, ruleset="english", player="x", seed=1, generation=generation)
        for generation in range(3)
    ]
    assert [(part.first_game, part.games) for part in chunks[0]] == [(0, 10), (10, 10), (20, 5)]
    assert [(part.first_game, part.games) for part in chunks[1]] == [(25, 10), (35, 2)]
    assert chunks[2][0].first_game == 37


def test_every_kept_position_is_quiet_and_counts_the_result_for_its_side() -> None:
    samples, games = play(job(), load_evaluator("material"))
    by_game = {int(number): index for index, number in enumerate(games.numbers)}
    assert len(samples) > 100
    for sample in samples:
        index = by_game[int(sample["game"])]
        position = games.replay(index, "english").positions[sample["ply"]]
        assert position.key == sample["key"]
        assert not any(position.native.can_capture(colour) for colour in Colour)
        result = int(games.results[index]) * (1 if position.turn == Colour.WHITE else -1)
        counts = [int(sample[name]) for name in ("losses", "draws", "wins")]
        assert counts == [result == -1, result == 0, result == 1]


def test_a_sample_is_seen_and_scored_by_its_side_to_move() -> None:
    samples, games = play(job(), load_evaluator("handcrafted"))
    by_game = {int(number): index for index, number in enumerate(games.numbers)}
    boards = inputs(samples["planes"], 32).reshape(len(samples), 4, 32)
    for sample, planes in zip(samples, boards, strict=True):
        index = by_game[int(sample["game"])]
        assert sample["score"] == games.scores[games.offsets[index] + sample["ply"]]
        position = games.replay(index, "english").positions[sample["ply"]]
        own, other = position.turn, next(colour for colour in Colour if colour != position.turn)
        pieces = [of(side) for side in (own, other) for of in (position.men, position.kings)]
        for plane, squares in zip(planes, pieces, strict=True):
            seen = squares if own == Colour.WHITE else [33 - square for square in squares]
            assert (np.flatnonzero(plane) + 1).tolist() == sorted(seen)


def test_the_larger_a_score_the_oftener_its_side_wins() -> None:
    """A sign turned in either would show: a fault that trainers have had for months."""
    samples, _ = play(job(games=60, nodes=(100,)), load_evaluator("handcrafted"))
    result = samples["wins"] + samples["draws"] / 2
    gained = np.sign(samples["score"]) * (result - 0.5)
    size = np.abs(samples["score"])
    small, large = gained[size < 50].mean(), gained[size >= 150].mean()
    assert large > 2 * small > 0
    assert np.corrcoef(np.tanh(samples["score"] / 200), result)[0, 1] > 0.3


def test_the_shard_holds_the_merged_samples_and_the_result_counts_them(tmp_path: Path) -> None:
    material = load_evaluator("material")
    result = run_job(job(), material, tmp_path / "a.npy", tmp_path / "a.npz")
    samples, games = play(job(), material)
    shard = load_shard(tmp_path / "a.npy", "english")
    assert np.array_equal(shard, merge(samples))
    assert (result.kept, result.unique) == (len(samples), len(shard))
    assert result.plies == len(games.moves)
    assert result.draws == np.count_nonzero(games.results == 0)
    assert held_out(shard["game"]).any()
    assert not held_out(shard["game"]).all()


def test_games_are_read_back_as_played(tmp_path: Path) -> None:
    result = run_job(job(), load_evaluator("material"), tmp_path / "a.npy", tmp_path / "a.npz")
    loaded = load_games(tmp_path / "a.npz", result.records)
    _, games = play(job(), load_evaluator("material"))
    for name in ("offsets", "moves", "scores", "results", "reasons", "numbers"):
        assert np.array_equal(getattr(loaded, name), getattr(games, name)), name
    assert loaded.starts == games.starts


@pytest.mark.parametrize("size", [0, 100, -1])
def test_a_truncated_games_file_is_refused_and_named(tmp_path: Path, size: int) -> None:
    path = tmp_path / "a.npz"
    result = run_job(job(0, 2), load_evaluator("material"), tmp_path / "a.npy", path)
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(ValueError, match=r"a\.npz: expected a chunk of self-play games"):
        load_games(path)
    with pytest.raises(ValueError, match=r"a\.npz: its SHA-256 differs"):
        load_games(path, result.records)


def test_a_share_of_the_games_starts_from_the_deck() -> None:
    _, games = play(job(0, 12, opening_share=1.0), load_evaluator("material"))
    assert len(games.starts) > 1
    assert all(start.startswith("W:") for start in games.starts)  # Black, White, Black have moved


def test_a_deck_of_another_ruleset_is_refused() -> None:
    said = r"^deck: expected one of three-move, .*, english-random for english, got 'russian-table'"
    with pytest.raises(ValueError, match=said):
        play(job(0, 1, opening_share=0.5, deck="russian-table"), load_evaluator("material"))


def test_self_play_opens_from_a_deck_of_random_plies_only_where_it_is_named() -> None:
    assert len(ballots("usual", "russian")) == 148
    assert len(ballots("malaysian8-random", "malaysian8")) == 400
    for name in ("malaysian8", "turkish"):
        with pytest.raises(ValueError, match=f"^opening_share: .* no ballots of {name}"):
            ballots("usual", name)


def test_the_curves_of_a_chunk_are_shares_and_rates(tmp_path: Path) -> None:
    result = run_job(job(), load_evaluator("material"), tmp_path / "a.npy", tmp_path / "a.npz")
    scalars = chunk_scalars(result, 2.0, "english")
    assert scalars["data/games_per_s"] == 6.0
    assert scalars["data/plies"] == result.plies / 12
    white = (result.white_wins + result.draws / 2) / 12
    assert scalars["data/first_player_score"] == pytest.approx(1 - white)  # Black moves first


def test_a_sample_game_reads_as_pdn_with_scores() -> None:
    _, games = play(job(0, 1), load_evaluator("material"))
    text = game_text(games, 0, "english", "material")
    assert '[White "material"]' in text
    assert "[Termination " in text
    assert len(text.split("{")) - 1 == np.count_nonzero(games.scores != -32768)


def test_games_report_progress() -> None:
    seen: list[int] = []
    play(job(0, 6), load_evaluator("material"), progress=seen.append)
    assert seen[-1] == 6
    assert seen == sorted(seen)


def test_a_games_file_of_uneven_columns_is_refused(tmp_path: Path) -> None:
    from rl.selfplay.games import save_games

    _, games = play(job(0, 2), load_evaluator("material"))
    broken = PlayedGames(**{**vars(games), "moves": games.moves[:-1]})
    save_games(tmp_path / "a.npz", broken, {})
    with pytest.raises(ValueError, match=r"a\.npz: expected .* moves instead of"):
        load_games(tmp_path / "a.npz")
