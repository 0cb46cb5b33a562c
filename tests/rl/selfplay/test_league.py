"""The league: who plays, whose positions are kept, and that it changes nothing else."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import Evaluator, Game, Limits, Searcher, load_evaluator
from engine.rules import Colour
from engine.search.adjudication import Adjudication
from rl.selfplay.config import SelfPlayConfig
from rl.selfplay.curves import format_league, game_text, league_counts
from rl.selfplay.games import load_games, save_games
from rl.selfplay.job import SelfPlayJob, play, run_job
from rl.selfplay.league import identify, load_league, without
from tests.engine.evaluators.tables import tables

NODES = 60
CONFIG = SelfPlayConfig(
    games=(24,), nodes=(NODES,), league_share=0.5, adjudication=Adjudication(ply_cap=120)
)


def league() -> list[Evaluator]:
    return load_league(("untuned", "handcrafted"), "english")


def job(games: int = 16, endgames: str = "", **changes: Any) -> SelfPlayJob:
    return SelfPlayJob(
        ruleset="english", player="material", config=replace(CONFIG, **changes), seed=1,
        generation=0, first_game=0, games=games, league=tuple(map(identify, league())),
        endgames=endgames,
    )  # fmt: skip


def test_in_a_share_of_the_games_one_side_is_played_by_the_league() -> None:
    _, games = play(job(), load_evaluator("material"), league=league())
    players = np.stack([games.white_players, games.black_players], axis=1)
    assert not players.all(axis=1).any()  # never both sides
    assert 4 <= np.count_nonzero(players.any(axis=1)) <= 12
    assert set(players.ravel()) == {0, 1, 2}
    assert players.any(axis=0).all()  # White in some games, Black in others


def test_only_positions_that_the_champion_searched_are_kept() -> None:
    samples, games = play(job(league_share=1.0), load_evaluator("material"), league=league())
    assert len(samples) > 100
    for index, number in enumerate(games.numbers):
        positions = games.replay(index, "english").positions
        for sample in samples[samples["game"] == number]:
            position = positions[sample["ply"]]
            assert position.key == sample["key"]
            white = position.turn == Colour.WHITE
            assert (games.white_players if white else games.black_players)[index] == 0


def test_after_the_end_by_tables_too_only_the_turns_of_the_champion_are_kept() -> None:
    endgames = tables("english", 3)
    settings = job(
        24, endgames.digest, league_share=1.0, endgame_pieces=3,
        adjudication=Adjudication(ply_cap=250),
    )  # fmt: skip
    samples, games = play(settings, load_evaluator("material"), league=league(), endgames=endgames)
    lengths = dict(zip(games.numbers.tolist(), games.lengths().tolist(), strict=True))
    black = dict(zip(games.numbers.tolist(), (games.black_players == 0).tolist(), strict=True))
    assert any(sample["ply"] >= lengths[int(sample["game"])] for sample in samples)
    for sample in samples:
        assert (sample["ply"] % 2 == 0) == black[int(sample["game"])]  # Black moves first


def test_a_member_plays_as_it_does_in_a_search_of_its_own() -> None:
    _, games = play(
        job(6, league_share=1.0, fork_share=0.0), load_evaluator("material"), league=league()
    )
    searched = 0
    for index in range(len(games)):
        white = int(games.white_players[index])
        member = league()[(white or int(games.black_players[index])) - 1]
        colour = Colour.WHITE if white else Colour.BLACK
        searcher = Searcher(member, table_mib=CONFIG.table_mib)
        game = games.replay(index, "english")
        replayed = Game(game.positions[0])
        for ply, move in enumerate(game.moves):
            score = int(games.scores[games.offsets[index] + ply])
            if replayed.position.turn == colour and score != -32768:
                found = searcher.search(replayed, limits=Limits(nodes=NODES))
                assert (found.move, found.score) == (move, score)
                searched += 1
            replayed.push(move)
    assert searched > 50


def test_neither_league_nor_tables_make_a_byte_depend_on_the_number_of_workers(
    tmp_path: Path,
) -> None:
    endgames, digests = tables("english", 3), []
    for workers in (1, 2):
        paths = tmp_path / f"{workers}.npy", tmp_path / f"{workers}.npz"
        settings = job(10, endgames.digest, endgame_pieces=3)
        run_job(
            settings, load_evaluator("material"), *paths, league=league(), endgames=endgames,
            workers=workers,
        )  # fmt: skip
        digests.append([hashlib.sha256(path.read_bytes()).hexdigest() for path in paths])
    assert digests[0] == digests[1]


def test_games_without_the_league_are_what_they_would_be_if_there_were_none() -> None:
    material = load_evaluator("material")
    _, with_league = play(job(fork_share=0.0), material, league=league())
    _, alone = play(replace(job(fork_share=0.0, league_share=0.0), league=()), material)
    ours = (with_league.white_players == 0) & (with_league.black_players == 0)
    assert 0 < np.count_nonzero(ours) < len(ours)
    for index in np.flatnonzero(ours):
        one, other = (
            games.moves[games.offsets[index] : games.offsets[index + 1]]
            for games in (with_league, alone)
        )
        assert np.array_equal(one, other)


def test_another_league_than_that_of_the_job_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^expected the league \['untuned [^\n]+, got \[\]$"):
        play(job(1), load_evaluator("material"))


def test_an_unknown_member_is_refused_in_one_line() -> None:
    with pytest.raises(ValueError, match=r"^league: unknown evaluator 'nobody': expected [^\n]+$"):
        load_league(("untuned", "nobody"), "english")


def test_a_share_without_a_league_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^league_share: expected 0 without a league, got 0\.5$"):
        replace(CONFIG, league_champions=0)


def test_a_league_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^league: expected at most 64 members, .*, got 65$"):
        replace(CONFIG, league=("material",) * 61)


def test_the_champion_is_no_member_and_nobody_is_twice() -> None:
    members = load_league(("material", "untuned", "untuned"), "english")
    chosen = without(load_evaluator("material"), members)
    assert [member.name for member in chosen] == ["untuned"]


def test_members_are_told_apart_by_their_weights() -> None:
    tuned, untuned = load_evaluator("handcrafted"), load_evaluator("untuned")
    assert identify(tuned).removeprefix("handcrafted ") != identify(untuned).removeprefix(
        "untuned "
    )
    assert identify(tuned) == identify(load_evaluator("handcrafted"))


def test_a_game_names_who_played_it(tmp_path: Path) -> None:
    _, games = play(job(4, league_share=1.0), load_evaluator("material"), league=league())
    names = ("material", "untuned", "handcrafted")
    text = game_text(games, 0, "english", "material", names[1:])
    assert f'[White "{names[games.white_players[0]]}"]' in text
    assert f'[Black "{names[games.black_players[0]]}"]' in text
    save_games(tmp_path / "a.npz", games, {})
    loaded = load_games(tmp_path / "a.npz")
    assert np.array_equal(loaded.white_players, games.white_players)
    assert np.array_equal(loaded.black_players, games.black_players)


def test_the_results_against_each_member_are_counted_for_the_champion() -> None:
    _, games = play(job(), load_evaluator("material"), league=league())
    counts = np.zeros((2, 3), dtype=int)
    for white, black, result in zip(
        games.white_players.tolist(), games.black_players.tolist(), games.results.tolist(),
        strict=True,
    ):  # fmt: skip
        if white or black:
            points = -result if white else result
            counts[(white or black) - 1, {1: 0, 0: 1, -1: 2}[points]] += 1
    assert counts.sum() > 0
    assert np.array_equal(league_counts([games], 2), counts)
    assert np.array_equal(league_counts([games, games], 2), 2 * counts)


def test_results_against_the_league_are_written_as_those_of_matches() -> None:
    text = format_league(np.array([[12, 3, 1], [5, 9, 6]]), ["material", "untuned"])
    assert text == "material +12 =3 -1, untuned +5 =9 -6"
