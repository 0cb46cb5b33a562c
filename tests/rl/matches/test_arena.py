"""The arena: the games of the core where the core could play them, and those that it could not."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.rules import Forfeit, Game, Reason, ruleset_names
from engine.search import GameClock, Limits, allot
from engine.search.adjudication import Adjudication
from rl.matches.arena import Arena
from rl.matches.config import MatchConfig
from rl.matches.match import MatchResult, play_match
from rl.matches.movers import Choice, EvaluatorMover
from rl.matches.openings import choose_openings
from rl.matches.players import parse_players, repeats
from rl.matches.records import GameRecords

STRICT = Adjudication(
    win_score=150, win_plies=4, draw_score=20, draw_plies=6, material_lead=100, material_plies=8
)


def play(
    first: str, second: str, config: MatchConfig, folder: Path | None = None, workers: int = 1
) -> MatchResult:
    one, other = parse_players([first, second])
    openings = choose_openings(config, one.ruleset, repeats([one, other], config))
    return play_match(one, other, openings, config, folder, workers=workers, progress=False)


def arena(first: str, second: str, config: MatchConfig, ruleset: str = "english") -> GameRecords:
    one, other = parse_players([first, second], ruleset)
    with Arena(one, other, config, workers=2) as played:
        return played.play(choose_openings(config, ruleset), 0)


@pytest.mark.parametrize("ruleset", ["english", "russian"])
@pytest.mark.parametrize("adjudication", [MatchConfig().adjudication, STRICT, Adjudication()])
def test_the_arena_plays_and_judges_the_games_that_the_core_plays(
    adjudication: Adjudication, ruleset: str
) -> None:
    config = MatchConfig(nodes=100, pairs=4, adjudication=adjudication, table_mib=1.0)
    one, other = parse_players(["handcrafted", "material"], ruleset)
    openings = choose_openings(config, ruleset)
    native = play_match(one, other, openings, config, progress=False)
    assert arena("handcrafted", "material", config, ruleset).digest() == native.records.digest()


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ruleset_names())
def test_the_arena_knows_every_ruleset_as_the_core_does(ruleset: str) -> None:
    config = MatchConfig(nodes=60, pairs=3, table_mib=0.1, adjudication=Adjudication())
    one, other = parse_players(["handcrafted", "material"], ruleset)
    native = play_match(one, other, choose_openings(config, ruleset), config, progress=False)
    played, records = arena("handcrafted", "material", config, ruleset), native.records
    assert list(played.results) == list(records.results)
    assert list(played.reasons) == list(records.reasons)
    for game in range(len(played)):
        own, core = (list(one.moves[one.plies(game)]) for one in (played, records))
        # A side without pieces has lost; where it lost the last by refusing to jump, the core
        # lets the other side move before it says so.
        assert core[: len(own)] == own
        assert len(core) - len(own) in ((0, 1) if ruleset.startswith("malaysian") else (0,))


def test_a_match_by_depth_is_played_by_the_core_and_the_arena_alike() -> None:
    config = MatchConfig(depth=3, pairs=3, table_mib=1.0)
    native = play("handcrafted@depth=2", "material", config)
    assert arena("handcrafted@depth=2", "material", config).digest() == native.records.digest()
    assert native.records.digest() != play("handcrafted", "material", config).records.digest()


def test_a_random_mover_plays_the_same_games_whatever_the_blocks_and_workers() -> None:
    digests = set()
    for block_pairs, workers in ((1, 1), (3, 2), (100, 3)):
        config = MatchConfig(depth=1, pairs=6, block_pairs=block_pairs, table_mib=0.1)
        digests.add(play("random", "material", config, workers=workers).records.digest())
    assert len(digests) == 1


def test_a_random_mover_plays_another_game_each_time_it_meets_an_opening() -> None:
    config = MatchConfig(depth=1, pairs=5, openings="start", table_mib=0.1)
    match = play("random", "material", config)
    assert match.distinct_games == 10
    assert match.statistics.score == 0.0


def test_two_random_movers_do_not_mirror_each_other() -> None:
    match = play("random", "random", MatchConfig(pairs=4, openings="start"))
    assert match.distinct_games == 8


def test_one_side_that_gives_no_score_is_not_adjudicated() -> None:
    rules = Adjudication(win_score=1, win_plies=2, draw_score=30000, draw_plies=2)
    match = play("random", "material", MatchConfig(depth=2, pairs=3, adjudication=rules))
    reasons = set(match.records.reasons)
    assert reasons <= {Reason.NO_MOVE, Reason.REPETITION, Reason.NO_PROGRESS, Reason.PLY_CAP}


def test_a_match_in_the_arena_goes_on_at_its_block(tmp_path: Path) -> None:
    config = MatchConfig(depth=1, pairs=6, block_pairs=2, table_mib=0.1)
    whole = play("random", "material", config, tmp_path / "whole")
    again = tmp_path / "whole" / "pairs-000003-000004.npz"
    written = again.read_bytes()
    again.unlink()
    assert play("random", "material", config, tmp_path / "whole").records.digest() == (
        whole.records.digest()
    )
    assert len(again.read_bytes()) > 0.5 * len(written)


Thinks = Callable[[Game, GameClock], float]
"""The seconds that a move takes."""


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> Callable[[Thinks], None]:
    """Return a function that lets evaluators take as long as told, on a clock of the test's own."""
    now_s = 0.0
    search = EvaluatorMover.choose

    def install(seconds: Thinks) -> None:
        def think(self: EvaluatorMover, game: Game, clock: GameClock | None) -> Choice:
            nonlocal now_s
            assert clock is not None
            now_s += seconds(game, clock)
            self._limits = Limits(depth=1)
            return search(self, game, clock)

        monkeypatch.setattr(EvaluatorMover, "choose", think)
        monkeypatch.setattr("rl.matches.arena.time.perf_counter", lambda: now_s)

    return install


def test_players_that_take_what_is_allotted_to_them_keep_within_their_clocks(
    thinking: Callable[[Thinks], None],
) -> None:
    thinking(lambda game, clock: clock.limits(0.05).time_s + 0.05)
    config = MatchConfig(clock_s=10.0, increment_s=0.1, pairs=2, adjudication=Adjudication())
    records = play("handcrafted", "material", config).records
    assert Forfeit.TIME not in set(records.reasons)
    assert records.times[0] == pytest.approx(allot(10.1, 0.1, overhead_s=0.05) + 0.05)
    for number in range(4):
        times = records.times[records.plies(number)]
        for side in (times[::2], times[1::2]):
            assert side.sum() <= 10.0 + 0.1 * len(side) + 1e-4


@pytest.mark.parametrize(("margin_s", "plies"), [(0.0, 6), (0.6, 6), (0.8, 8), (1.9, 10)])
def test_a_side_whose_clock_runs_out_has_lost(
    margin_s: float, plies: int, thinking: Callable[[Thinks], None]
) -> None:
    # Who begins takes a second a move, of 3.3 and the margin; the other one no time at all.
    thinking(lambda game, clock: 1.0 if len(game.moves) % 2 == 0 else 0.0)
    config = MatchConfig(clock_s=3.3, margin_s=margin_s, pairs=1, openings="start")
    match = play("handcrafted", "material", config)
    assert list(match.records.reasons) == [Forfeit.TIME] * 2
    assert list(match.records.lengths) == [plies] * 2
    assert match.results == [-1, 1]
    assert match.records.notes[0].startswith("took 1.000 s where it had ")


def test_limits_of_its_own_free_a_player_from_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, set[bool]] = {}
    search = EvaluatorMover.choose

    def watch(self: EvaluatorMover, game: Game, clock: GameClock | None) -> Choice:
        seen.setdefault(self._searcher.evaluator.name, set()).add(clock is None)
        return search(self, game, clock)

    monkeypatch.setattr(EvaluatorMover, "choose", watch)
    play("handcrafted@depth=1", "material", MatchConfig(clock_s=0.3, pairs=1, table_mib=0.1))
    assert seen == {"handcrafted": {True}, "material": {False}}


def test_an_interrupted_match_ends_the_searches_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    searching = threading.Event()
    search = EvaluatorMover.choose

    def interrupted(self: EvaluatorMover, game: Game, clock: GameClock | None) -> Choice:
        if self._searcher.evaluator.name == "handcrafted":
            searching.set()
            return search(self, game, clock)
        searching.wait()
        raise KeyboardInterrupt

    monkeypatch.setattr(EvaluatorMover, "choose", interrupted)
    config = MatchConfig(time_s=600.0, pairs=1, table_mib=0.1)  # longer than this test may take
    with pytest.raises(KeyboardInterrupt):
        arena("handcrafted", "material", config)


def test_a_player_that_nothing_limits_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^material: expected a limit: .* material@depth=4"):
        play("random", "material", MatchConfig(pairs=1))


def test_scores_and_nodes_of_the_arena_fit_their_records() -> None:
    records = play("random", "material@depth=2", MatchConfig(pairs=1, openings="start")).records
    searched = records.nodes > 0
    assert searched.any()
    assert not searched.all()
    assert np.all(records.times >= 0)
