"""Many matches as one undertaking: each in its folder, none played twice, names kept apart."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from rl.checkpoints.lock import held
from rl.matches.config import MatchConfig
from rl.matches.match import play_match
from rl.matches.openings import choose_openings
from rl.matches.players import Player, parse_players
from rl.matches.roundrobin import everybody, pairing_name, play_pairings
from tests.rl.matches.fake_core import FakeCore, Script, by_opening

InstallCore = Callable[[Script], FakeCore]

SETTINGS = MatchConfig(nodes=1, pairs=6, block_pairs=2)


def players(*names: str) -> list[Player]:
    return parse_players(names, "english")


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def play(joined: Sequence[Player], folder: Path | None = None) -> list[str]:
    """Play a round robin; return what was told."""
    told: list[str] = []
    play_pairings(everybody(joined), SETTINGS, folder, progress=False, tell=told.append)
    return told


def test_everybody_meets_everybody_once(fake_core: InstallCore) -> None:
    fake_core(by_opening)
    joined = players("handcrafted", "untuned", "material")
    results = play_pairings(everybody(joined), SETTINGS, progress=False)
    assert [(result.first, result.second) for result in results] == [
        ("handcrafted", "untuned"),
        ("handcrafted", "material"),
        ("untuned", "material"),
    ]
    assert len({result.openings for result in results}) == 1


def test_pairing_is_the_match_of_its_players(fake_core: InstallCore, tmp_path: Path) -> None:
    fake_core(by_opening)
    joined = players("handcrafted", "material")
    (result,) = play_pairings(everybody(joined), SETTINGS, tmp_path / "all", progress=False)
    openings, (first, second) = choose_openings(SETTINGS, "english"), joined
    alone = play_match(first, second, openings, SETTINGS, tmp_path / "one", progress=False)
    assert result.records.digest() == alone.records.digest()
    folder = tmp_path / "all" / "handcrafted-v-material"
    match, blocks = folder / "match.json", sorted(folder.glob("pairs-*"))
    assert match.read_bytes() == (tmp_path / "one" / "match.json").read_bytes()
    assert [path.name for path in blocks] == [
        "pairs-000001-000002.npz",
        "pairs-000003-000004.npz",
        "pairs-000005-000006.npz",
    ]
    assert {"report.txt", "report.json", "games.pdn"} <= {path.name for path in folder.iterdir()}


def test_interrupted_round_robin_plays_only_what_is_missing(
    fake_core: InstallCore, tmp_path: Path
) -> None:
    joined = players("handcrafted", "untuned", "material")
    core = fake_core(by_opening)
    core.fail_at_call = 5  # the second block of the second match
    with pytest.raises(KeyboardInterrupt):
        play(joined, tmp_path / "cut")
    core.pairs_played, core.fail_at_call = 0, None
    told = play(joined, tmp_path / "cut")
    assert core.pairs_played == 18 - 8
    play(joined, tmp_path / "whole")
    assert digests(tmp_path / "cut") == digests(tmp_path / "whole")
    assert len(told) == 3


def test_time_left_counts_the_pairs_that_are_missing(
    fake_core: InstallCore, tmp_path: Path
) -> None:
    fake_core(by_opening)
    play(players("handcrafted", "untuned"), tmp_path)
    told = play(players("handcrafted", "untuned", "material"), tmp_path)
    assert told[0].startswith("1/3 handcrafted v untuned: +")
    assert "left" not in told[0]  # nothing was played, so there is no pace yet
    assert "; 6 pairs left, about 0:0" in told[1]
    assert "left" not in told[2]


def test_finished_round_robin_is_read_and_not_touched(
    fake_core: InstallCore, tmp_path: Path
) -> None:
    core = fake_core(by_opening)
    play(players("handcrafted", "untuned", "material"), tmp_path)
    before, core.pairs_played = digests(tmp_path), 0
    play(players("handcrafted", "untuned", "material"), tmp_path)
    assert core.pairs_played == 0
    assert digests(tmp_path) == before


def test_report_that_a_kill_left_out_is_written(fake_core: InstallCore, tmp_path: Path) -> None:
    fake_core(by_opening)
    play(players("handcrafted", "untuned"), tmp_path)
    before = digests(tmp_path)
    (tmp_path / "handcrafted-v-untuned" / "report.json").unlink()
    play(players("handcrafted", "untuned"), tmp_path)
    assert digests(tmp_path) == before


def test_two_processes_do_not_play_in_one_folder(fake_core: InstallCore, tmp_path: Path) -> None:
    fake_core(by_opening)
    with held(tmp_path, "playing in this folder"):
        with pytest.raises(ValueError, match="another process is playing in this folder"):
            play(players("handcrafted", "untuned"), tmp_path)


def test_folder_of_another_round_robin_is_refused(fake_core: InstallCore, tmp_path: Path) -> None:
    fake_core(by_opening)
    play(players("handcrafted", "untuned"), tmp_path)
    with pytest.raises(ValueError, match=r"match.json: .* config.nodes is 1 instead of 2"):
        play_pairings(
            everybody(players("handcrafted", "untuned")),
            MatchConfig(nodes=2, pairs=6, block_pairs=2),
            tmp_path,
            progress=False,
        )


def test_one_player_is_no_round_robin() -> None:
    with pytest.raises(ValueError, match="players: expected two or more, got handcrafted"):
        everybody(players("handcrafted"))


def test_player_named_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="names that all differ, got material twice"):
        play(players("material", "untuned", "material"))


def test_player_without_a_limit_is_refused_before_the_first_game(
    fake_core: InstallCore, tmp_path: Path
) -> None:
    core = fake_core(by_opening)
    joined = players("material@depth=4", "untuned@depth=4", "handcrafted")
    with pytest.raises(ValueError, match="handcrafted: expected a limit"):
        play_pairings(everybody(joined), MatchConfig(pairs=2), tmp_path / "none", progress=False)
    assert core.calls == 0
    assert not (tmp_path / "none").exists()


def test_pairing_that_would_repeat_its_openings_is_refused_before_the_first_game(
    fake_core: InstallCore, tmp_path: Path
) -> None:
    core = fake_core(by_opening)
    joined = players("handcrafted", "material@depth=4", "untuned@depth=4")
    config = MatchConfig(pairs=157, time_s=0.01)
    with pytest.raises(ValueError, match=r"pairs: expected at most 156, .* three-move, got 157"):
        play_pairings(everybody(joined), config, tmp_path / "none", progress=False)
    assert core.calls == 0
    assert not (tmp_path / "none").exists()


def test_deck_may_be_played_twice_where_no_pairing_repeats(fake_core: InstallCore) -> None:
    fake_core(by_opening)
    config = MatchConfig(pairs=3, nodes=10, openings="go-as-you-please")
    (result,) = play_pairings(everybody(players("material", "random")), config, progress=False)
    assert result.statistics.games == 6


def test_commands_make_plain_names_of_folders_that_never_meet() -> None:
    engines = players("hub:/opt/scan hub --threads 1", "hub:/opt/scan hub  --threads 1", "random")
    names = [pairing_name(player, engines[2]) for player in engines[:2]]
    assert len(set(names)) == 2
    for name in names:
        assert name.startswith("hub-opt-scan-hub---threads-1-")
        assert "/" not in name
        assert " " not in name


def test_long_names_stay_short_enough_for_a_folder() -> None:
    long = players("hub:" + 300 * "x", "random")
    assert len(pairing_name(*long)) < 150
