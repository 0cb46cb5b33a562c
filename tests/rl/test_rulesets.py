"""Every ruleset goes the whole way: self-play, samples, training, gate, matches, reports."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from engine import _native, load_evaluator
from engine.evaluators import Material
from engine.notation import read_pdn
from engine.rules import Position, deck_names, replay, ruleset, ruleset_names
from rl.matches.config import MatchConfig
from rl.matches.match import play_match
from rl.matches.openings import choose_openings
from rl.matches.report import format_games, format_report
from rl.matches.report import replay as replayed
from rl.samples import inputs, merge
from rl.selfplay.config import SelfPlayConfig
from rl.selfplay.job import SelfPlayJob, play
from rl.training.config import TrainingConfig
from rl.training.rows import bucket_table, make_rows

# Pictures take most of the time of a tiny run; one ruleset of each board size draws them.
PICTURED = ("english", "queens10", "turkish", "canadian")

of_every_ruleset = pytest.mark.parametrize("name", ruleset_names())


def games_of(name: str, games: int = 4) -> tuple[np.ndarray, list[list[Position]]]:
    """Let the handcrafted evaluation play itself; return the samples and each game's positions."""
    job = SelfPlayJob(
        ruleset=name,
        player="handcrafted",
        config=SelfPlayConfig(nodes=(40,), fork_share=0.5),
        seed=7,
        generation=0,
        first_game=0,
        games=games,
    )
    samples, played = play(job, load_evaluator("handcrafted", name))
    return samples, [list(played.replay(index, name).positions) for index in range(games)]


@of_every_ruleset
def test_a_sample_is_a_quiet_position_of_its_game_as_the_side_to_move_sees_it(name: str) -> None:
    samples, games = games_of(name)
    assert len(samples) > 40
    squares = ruleset(name).squares
    boards = inputs(samples["planes"], squares).reshape(len(samples), 4, squares)
    for sample, board in zip(samples, boards, strict=True):
        native = games[sample["game"]][sample["ply"]].native
        assert sample["key"] == native.key
        assert np.array_equal(board, native.planes())
        assert not native.can_capture(_native.Colour.WHITE)
        assert not native.can_capture(_native.Colour.BLACK)
        assert not native.huffable


@of_every_ruleset
def test_rows_count_pieces_and_find_the_bucket_of_their_number(name: str) -> None:
    pieces_max = 2 * ruleset(name).men
    buckets = bucket_table(TrainingConfig().buckets, pieces_max)
    assert (buckets[0], buckets[pieces_max], len(buckets)) == (0, 7, pieces_max + 1)
    assert set(np.diff(buckets.astype(int))) <= {0, 1}
    samples, games = games_of(name)
    rows = make_rows(merge(samples), buckets, 8.0)
    for row, sample in enumerate(merge(samples)):
        native = games[sample["game"]][sample["ply"]].native
        counts = native.planes().sum(axis=1)
        assert rows.pieces[row].tolist() == counts.tolist()
        assert rows.bucket[row] == buckets[counts.sum()]


@of_every_ruleset
@pytest.mark.parametrize("skip", [True, False])
def test_a_network_starts_from_the_material_of_its_ruleset(name: str, skip: bool) -> None:
    pytest.importorskip("torch")
    from engine import Network
    from rl.training.start import LEAD_REACH, material_start

    config = TrainingConfig(width=32, skip=skip)
    network = Network(material_start(name, config, 150.0, seed=1))
    for game in games_of(name, 2)[1]:
        for position in game[::5]:
            material = Material(name).evaluate(position)
            if skip or abs(material) <= 50 * LEAD_REACH:
                assert abs(network.evaluate(position) - material) <= 1


@of_every_ruleset
def test_the_units_of_a_new_network_are_spread_alike_on_every_board(name: str) -> None:
    pytest.importorskip("torch")
    from rl.training.start import material_start

    start = material_start(name, TrainingConfig(width=256), 150.0, seed=1)
    samples, _ = games_of(name)
    x = inputs(samples["planes"], ruleset(name).squares).astype(np.float32)
    sums = x @ start.input_weights + start.input_bias
    assert 0.25 < sums.std() < 0.5


@of_every_ruleset
def test_the_games_of_a_match_are_written_as_pdn_that_replays(name: str) -> None:
    config = MatchConfig(pairs=2, nodes=40)
    players = load_evaluator("handcrafted", name), load_evaluator("material", name)
    match = play_match(*players, choose_openings(config, name), config, progress=False)
    assert match.config.openings == (deck_names(name) or ["random"])[0]
    assert match.config.openings in format_report(match)
    for number, pdn in enumerate(read_pdn(format_games(match))):
        assert replay(pdn, name).positions == replayed(match, number).positions
    assert number + 1 == 4


@pytest.mark.slow
@of_every_ruleset
def test_a_tiny_run_goes_the_whole_way(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("tensorboard")
    if name not in PICTURED:
        monkeypatch.setattr("rl.metrics.Metrics.image", lambda *_: None)
        for picture in ("reliability", "piece_maps", "hidden_units"):
            monkeypatch.setattr(f"rl.loop.curves.{picture}_picture", lambda *_: b"")
    from rl.loop import train
    from tests.rl.tiny import tiny_config

    config = tiny_config(
        "--ruleset", name, "--generations", "1", "--selfplay.opening_share", "0",
        "--selfplay.games", "[24]", "--selfplay.chunk", "24", "--selfplay.nodes", "30",
        "--training.passes", "1", "--gate.max_pairs", "2", "--workers", "1",
    )  # fmt: skip
    report = train(config, tmp_path / "run", progress=False, say=lambda line: None)
    assert report == json.loads((tmp_path / "run" / "report.json").read_bytes())
    challenger = load_evaluator(str(tmp_path / "run" / "networks" / "g00.safetensors"))
    assert challenger.ruleset == name
    for part, games in (("final_nodes", 8), ("final_time", 4)):
        assert report["matches"][part]["games"] == games
        assert report["matches"][part]["ruleset"] == name
