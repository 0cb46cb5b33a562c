"""Matches and gates: blocks, colours, resumption, and who survives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from engine import _native
from engine.evaluators import Handcrafted, Material
from engine.evaluators.handcrafted import term_names
from rl.matches.blocks import describe_config, describe_match
from rl.matches.config import GateConfig, MatchConfig
from rl.matches.match import GateResult, MatchResult, play_gate, play_match
from rl.matches.openings import choose_openings
from rl.matches.players import as_player
from tests.rl.matches.fake_core import FakeCore, Script, by_opening

InstallCore = Callable[[Script], FakeCore]


def play(config: MatchConfig, folder: Path | None = None, workers: int = 1) -> MatchResult:
    openings = choose_openings(config, "english")
    return play_match(
        Handcrafted(), Material(), openings, config, folder, workers=workers, progress=False
    )


def gate(config: GateConfig, folder: Path | None = None) -> GateResult:
    return play_gate(Handcrafted(), Material(), config, 1, folder, progress=False)


def test_result_is_told_from_the_first_player_whatever_its_colour(fake_core: InstallCore) -> None:
    fake_core(lambda opening, game: 1)
    match = play(MatchConfig(nodes=1, pairs=9, openings="random"))
    assert {opening.position.turn for opening in match.openings} == set(_native.Colour)
    assert match.results == [1] * 18
    assert match.statistics.pairs == (0, 0, 0, 0, 9)


def test_first_game_of_a_pair_is_the_first_players_with_the_side_to_move(
    fake_core: InstallCore,
) -> None:
    # The side to move wins every game, so each player wins once from every opening.
    fake_core(lambda opening, game: -1 if game else 1)
    match = play(MatchConfig(nodes=1, pairs=5))
    assert match.results == [1, -1] * 5
    assert match.statistics.pairs == (0, 0, 5, 0, 0)


def test_size_of_blocks_changes_nothing(fake_core: InstallCore) -> None:
    fake_core(by_opening)
    results = [play(MatchConfig(nodes=1, pairs=20, block_pairs=size)) for size in (1, 7, 100)]
    assert len({match.records.digest() for match in results}) == 1
    assert results[0].results == results[1].results == results[2].results


def test_interrupted_match_goes_on_at_its_block(fake_core: InstallCore, tmp_path: Path) -> None:
    config = MatchConfig(nodes=1, pairs=20, block_pairs=6)
    core = fake_core(by_opening)
    whole = play(config, tmp_path / "whole")
    core.calls, core.fail_at_call = 0, 3
    with pytest.raises(KeyboardInterrupt):
        play(config, tmp_path / "broken")
    core.pairs_played = 0
    (tmp_path / "broken" / ".pairs-000013-000018.npz.123.tmp").write_bytes(b"half a block")
    resumed = play(config, tmp_path / "broken")
    assert core.pairs_played == 20 - 2 * 6
    assert resumed.records.digest() == whole.records.digest()
    names = [
        sorted(path.name for path in (tmp_path / run).iterdir()) for run in ("whole", "broken")
    ]
    assert names[0] == names[1]


def test_finished_match_is_read_and_not_played_again(
    fake_core: InstallCore, tmp_path: Path
) -> None:
    core = fake_core(by_opening)
    config = MatchConfig(nodes=1, pairs=6)
    first = play(config, tmp_path)
    core.pairs_played = 0
    assert play(config, tmp_path).records.digest() == first.records.digest()
    assert core.pairs_played == 0


@pytest.mark.parametrize(
    ("changed", "difference"),
    [
        (MatchConfig(nodes=2, pairs=6), "config.nodes is 1 instead of 2"),
        (MatchConfig(nodes=1, pairs=7), "config.pairs is 6 instead of 7"),
        (MatchConfig(nodes=1, pairs=6, margin_s=1), "config.margin_s is its default instead of 1"),
        (MatchConfig(nodes=1, pairs=6, seed=2), "config.seed is 1 instead of 2"),
    ],
)
def test_folder_of_another_match_is_refused(
    fake_core: InstallCore, tmp_path: Path, changed: MatchConfig, difference: str
) -> None:
    fake_core(by_opening)
    play(MatchConfig(nodes=1, pairs=6), tmp_path)
    with pytest.raises(ValueError, match=rf"match\.json: expected the match .* whose {difference}"):
        play(changed, tmp_path)


def test_setting_taken_back_is_another_match(fake_core: InstallCore, tmp_path: Path) -> None:
    fake_core(by_opening)
    play(MatchConfig(nodes=1, pairs=6, margin_s=1), tmp_path)
    with pytest.raises(
        ValueError, match=r"match\.json: .* config.margin_s is 1 instead of its def"
    ):
        play(MatchConfig(nodes=1, pairs=6), tmp_path)


def test_folder_of_other_players_is_refused(fake_core: InstallCore, tmp_path: Path) -> None:
    fake_core(by_opening)
    config = MatchConfig(nodes=1, pairs=3)
    openings = choose_openings(config, "english")
    play_match(
        Handcrafted("english", _native.untuned_weights("english")),
        Material(),
        openings,
        config,
        tmp_path,
        progress=False,
    )
    names = term_names("english")
    single = [name for name, size in _native.handcrafted_terms("english").items() if size == 1]
    single.remove("cramp")  # no random game that players are told apart by has one
    for term in [*single, "man_square 18", "king_square 14", "back_row_men 11"]:
        weights = _native.untuned_weights("english")
        weights[names.index(term)] += 9
        other = Handcrafted(weights=weights)
        with pytest.raises(ValueError, match=r"got one whose first\.fingerprint is "):
            play_match(other, Material(), openings, config, tmp_path, progress=False)


def test_a_match_is_described_as_before_there_were_further_settings() -> None:
    """So that blocks and folders of matches begun by an older version are still theirs."""
    first = describe_match(
        as_player(Handcrafted()), as_player(Material()), [], MatchConfig(nodes=1)
    )
    assert set(first) == {"schema", "ruleset", "first", "second", "openings", "config"}
    assert set(first["first"]) == {"name", "fingerprint"}
    assert set(first["config"]) == {
        "pairs", "nodes", "time_s", "openings", "seed", "table_mib", "block_pairs", "random",
        "adjudication",
    }  # fmt: skip
    clock = MatchConfig(clock_s=60, increment_s=0.6, opening_plies=4)
    assert {"clock_s", "increment_s", "opening_plies"} <= set(describe_config(clock))


def test_damaged_block_is_named(fake_core: InstallCore, tmp_path: Path) -> None:
    fake_core(by_opening)
    config = MatchConfig(nodes=1, pairs=6, block_pairs=3)
    play(config, tmp_path)
    (tmp_path / "pairs-000004-000006.npz").write_bytes(b"")
    with pytest.raises(ValueError, match=r"pairs-000004-000006\.npz: .* remove it"):
        play(config, tmp_path)


def test_openings_that_repeat_are_refused_under_nodes(fake_core: InstallCore) -> None:
    fake_core(by_opening)
    config = MatchConfig(nodes=1, pairs=2)
    openings = choose_openings(config, "english")[:1] * 2
    with pytest.raises(ValueError, match="repeat move for move"):
        play_match(Handcrafted(), Material(), openings, config, progress=False)
    timed = MatchConfig(time_s=0.01, pairs=2)
    played = play_match(Handcrafted(), Material(), openings, timed, progress=False)
    assert played.distinct_games == 2
    assert len(played.records) == 4


def test_number_of_openings_is_that_of_pairs(fake_core: InstallCore) -> None:
    fake_core(by_opening)
    config = MatchConfig(nodes=1, pairs=3)
    with pytest.raises(ValueError, match="pairs: expected 3 openings, got 2"):
        play_match(
            Handcrafted(),
            Material(),
            choose_openings(config, "english")[:2],
            config,
            progress=False,
        )


def test_gate_ends_with_the_pair_that_decides(fake_core: InstallCore, tmp_path: Path) -> None:
    core = fake_core(lambda opening, game: 1)
    result = gate(GateConfig(max_pairs=200, block_pairs=16), tmp_path)
    assert result.accepted
    assert result.verdict.passed is True
    assert len(result.match.records) == 2 * result.verdict.pairs
    assert result.verdict.pairs < core.pairs_played < 200


def test_gate_does_not_depend_on_its_blocks(fake_core: InstallCore) -> None:
    fake_core(by_opening)
    results = [gate(GateConfig(max_pairs=250, block_pairs=size)) for size in (1, 13, 250)]
    assert len({(r.accepted, r.verdict, r.match.records.digest()) for r in results}) == 1
    assert results[0].verdict.passed is not None


def test_weaker_challenger_is_rejected(fake_core: InstallCore) -> None:
    fake_core(lambda opening, game: -by_opening(opening, game))
    result = gate(GateConfig(max_pairs=250))
    assert not result.accepted
    assert result.verdict.passed is False


def test_challenger_that_only_draws_is_rejected(fake_core: InstallCore) -> None:
    fake_core(lambda opening, game: 0)
    result = gate(GateConfig(max_pairs=40))
    assert not result.accepted
    assert result.verdict.passed is None
    assert result.match.statistics.score == 0.5


@pytest.mark.parametrize(("share", "accepted"), [(0.55, True), (0.45, False)])
def test_more_than_half_the_points_decide_at_the_cap(
    fake_core: InstallCore, share: float, accepted: bool
) -> None:
    def close(opening: _native.Position, game: int) -> int:
        return 1 if Random(f"{opening.key} {game}").random() < share else -1

    fake_core(close)
    result = gate(GateConfig(max_pairs=60))
    assert result.verdict.passed is None
    assert result.match.statistics.score is not None
    assert result.accepted is (result.match.statistics.score > 0.5) is accepted
