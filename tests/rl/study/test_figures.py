"""Counts by player, intervals, calibration and the list of critical positions."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from engine import _native
from engine.evaluators import Handcrafted, Material, Network
from engine.notation import PdnGame, read_pdn
from engine.rules import Game, Position, replay
from rl.study.appraisal import NO_SCORE, Appraisal
from rl.study.calibration import EDGES, Calibration, CalibrationCount
from rl.study.critical import CriticalList
from rl.study.figures import Figures, Mean, Tally
from rl.study.grades import Missed
from tests.oracle.network import random_network
from tests.rl.study.archives import HANGING_PLY, HANGS_A_MAN, LIMITS, appraise, finish, study_of

GOOD = Appraisal(0, 0, 10, 10, 10, 5, ())
FORCED = Appraisal(0, 0, NO_SCORE, NO_SCORE, NO_SCORE, 0, ())
MISTAKE = Appraisal(0, 1, 10, 30, -30, 5, (1,))
BLUNDER = Appraisal(0, 1, 10, 30, -400, 5, (1,))
AS_GOOD = Appraisal(0, 1, 10, 10, 12, 5, (1,))


def one_game(text: str) -> tuple[PdnGame, Game]:
    pdn = next(read_pdn(text))
    return pdn, replay(pdn, "english")


def scored(scores: list[int], result: str) -> tuple[PdnGame, Game, list[Appraisal]]:
    """Return a game with these scores for the side to move, Black at even plies."""
    pdn, game = one_game(f"1. 9-13 22-18 2. 13-17 21x14 3. 10x17 18-14 4. 6-9 {result}")
    assert len(scores) <= len(game.moves)
    return pdn, game, [GOOD._replace(score=score) for score in scores]


def calibrated(*games: tuple[list[int], str], own: float | None = None) -> Calibration:
    count = CalibrationCount()
    for scores, result in games:
        count.add(*scored(scores, result))
    return count.conclude(own)


def test_moves_are_counted_by_colour_and_by_name() -> None:
    figures = Figures()
    for black, white in (("Tinsley", "?"), ("Hellman", "Tinsley")):
        pdn, game = one_game(
            f'[Black "{black}"] [White "{white}"] 1. 11-15 22-18 2. 15x22 25x18 3. 8-11 *'
        )
        figures.add(pdn, game, [GOOD, MISTAKE, FORCED, BLUNDER, AS_GOOD])
    total, black_side, white_side = figures.total, *map(figures.colours.get, ("Black", "White"))
    assert black_side is not None
    assert white_side is not None
    assert (total.games, total.moves, total.forced) == (2, 8, 2)
    assert (total.agreed.total, total.costless.total, total.loss.total) == (2, 4, 2 * (60 + 330))
    assert (total.mistakes, total.blunders) == (2, 2)
    assert total.missed == {(Missed.DRAW, False): 2}
    assert (black_side.moves, black_side.forced, black_side.loss.total) == (4, 2, 0)
    assert (white_side.moves, white_side.forced, white_side.loss.total) == (4, 0, 780)
    assert [(name, tally.games, tally.moves) for name, tally in figures.ranking()] == [
        ("Tinsley", 2, 4),
        ("Hellman", 1, 2),
    ]
    assert figures.players["Tinsley"].blunders == 1


def test_a_game_that_white_begins_is_counted_for_the_right_colours() -> None:
    start = Position.from_fen("english", "W:WK18,K23:BK5")
    game = Game(start)
    game.push("18-22")
    figures = Figures()
    figures.add(PdnGame({"White": "Cake"}, ()), game, [BLUNDER])
    assert {name: tally.moves for name, tally in figures.colours.items()} == {
        "White": 1,
        "Black": 0,
    }
    assert figures.players["Cake"].blunders == 1


def test_moves_after_a_draw_by_rule_are_told() -> None:
    pdn, game = one_game("1. 11-15 22-18 2. 15x22 25x18 *")
    figures = Figures()
    figures.add(pdn, game, [GOOD])
    assert figures.after_draws == 3


def test_the_interval_of_a_mean_covers_it_about_nineteen_times_in_twenty() -> None:
    """Games with a quality of their own, so that moves of one game resemble each other."""
    source, covered, trials = Random(4), 0, 300
    for _ in range(trials):
        mean = Mean()
        for _ in range(60):
            moves, quality = source.randint(20, 60), source.uniform(0.3, 0.7)
            mean.add(moves, sum(source.random() < quality for _ in range(moves)))
        assert mean.value is not None
        assert mean.half_width is not None
        covered += abs(mean.value - 0.5) <= mean.half_width
    assert 0.92 < covered / trials < 0.98


def test_one_game_has_a_mean_and_no_interval() -> None:
    mean = Mean()
    mean.add(40, 20)
    mean.add(0, 0)
    assert (mean.value, mean.half_width) == (0.5, None)


def test_an_interval_of_games_of_one_length_is_that_of_their_means() -> None:
    """Then it is 1.96 times the standard error of the mean, here sqrt(0.02 / 2)."""
    mean = Mean()
    mean.add(10, 4)
    mean.add(10, 6)
    assert mean.half_width == pytest.approx(1.96 * 0.1)


def test_a_mean_of_no_move_is_not_defined() -> None:
    assert (Mean().value, Mean().half_width) == (None, None)
    assert Tally().facts()["agreed"] is None


def test_results_are_read_for_the_side_to_move() -> None:
    """In English draughts 1-0 is a win for Black, who has the even plies."""
    found = calibrated(([150, -150, 150, -150], "1-0"), ([-150, 150], "0-1"), ([0], "1/2-1/2"))
    shares = {
        bucket.label: (bucket.positions, bucket.won, bucket.actual) for bucket in found.buckets
    }
    assert shares == {
        "-2.0 to -1.0": (3, 0.0, 0.0),
        "-0.1 to +0.1": (1, 0.0, 0.5),
        "+1.0 to +2.0": (3, 1.0, 1.0),
    }
    assert (found.games, found.unknown, found.positions) == (3, 0, 7)


def test_games_without_a_result_are_left_out_of_the_calibration() -> None:
    found = calibrated(([150], "*"), ([20], "1-0"))
    assert (found.games, found.unknown, found.positions) == (1, 1, 1)
    nothing = calibrated(([150], "*"))
    assert (nothing.scale_cp, nothing.brier, nothing.buckets) == (None, None, ())


def test_the_fitted_scale_is_that_of_the_results() -> None:
    """Results drawn with known odds are predicted as they were drawn."""
    source, scale, games = Random(1), 80.0, []
    for _ in range(3000):
        score = source.randint(-250, 250)
        won = source.random() < 1 / (1 + math.exp(-score / scale))
        games.append(([score], "1-0" if won else "0-1"))
    found = calibrated(*games, own=300.0)
    assert found.scale_cp is not None
    assert 72 < found.scale_cp < 88
    assert found.brier is not None
    assert found.own_brier is not None
    assert found.brier < found.own_brier
    assert all(abs(bucket.actual - bucket.expected) < 0.1 for bucket in found.buckets)


def test_proven_scores_are_certain_and_do_not_bend_the_scale() -> None:
    games = [([50], "1-0"), ([50], "0-1"), ([50], "1-0")]
    plain = calibrated(*games)
    found = calibrated(*games, ([_native.WIN - 9, 9 - _native.WIN], "1-0"))
    first, *_, last = found.buckets
    assert (first.label, first.expected, first.actual) == ("lost, proven", 0.0, 0.0)
    assert (last.label, last.expected, last.actual) == ("won, proven", 1.0, 1.0)
    assert found.scale_cp == plain.scale_cp


def test_forced_moves_are_no_positions_of_the_calibration() -> None:
    pdn, game, appraisals = scored([10, 20], "1-0")
    count = CalibrationCount()
    count.add(pdn, game, [appraisals[0], FORCED])
    assert count.conclude(None).positions == 1


def test_every_bound_lies_in_one_range() -> None:
    for edge in EDGES:
        [bucket] = calibrated(([edge], "1-0")).buckets
        assert bucket.label.startswith((f"{edge / 100:+.1f} to", f"{edge / 100:+.1f} and"))


def test_a_network_is_judged_by_its_own_scale_beside_the_fitted_one() -> None:
    network = Network(random_network(0, width=32))
    found = finish(study_of(evaluator=network, games=3)).calibration
    assert found.own_scale_cp == network.weights.scale_cp
    assert all(bucket.own_expected is not None for bucket in found.buckets)
    assert finish(study_of(games=3)).calibration.own_scale_cp is None


def test_a_critical_position_tells_all_that_is_needed_to_look_again() -> None:
    pdn, game = one_game(f'[Event "casual"] [White "Novice"] {HANGS_A_MAN}')
    listed = CriticalList(5)
    listed.add(pdn, game, appraise(game, evaluator=Material()))
    [critical] = listed.ranked()
    position = game.positions[HANGING_PLY - 1]
    assert (critical.game, critical.line, critical.ply) == (1, 1, HANGING_PLY)
    assert (critical.event, critical.mover) == ("casual", "Novice (White)")
    assert Position.from_fen("english", critical.fen) == position
    assert critical.played == "21-17"
    assert critical.better == critical.variation[0] != critical.played
    assert critical.better_score - critical.played_score == critical.loss == 100
    line = position
    for text in critical.variation:
        line = line.push(text)


def test_the_worst_moves_are_kept_in_order_however_they_come() -> None:
    source, listed, losses = Random(3), CriticalList(7), []
    _, game = one_game("1. 11-15 *")
    for number in range(1, 40):
        loss = source.randrange(0, 301, 25)
        losses.append(loss)
        appraisal = MISTAKE._replace(best_score=0, played_score=-loss)
        listed.add(PdnGame({}, (), number), game, [appraisal])
    kept = listed.ranked()
    assert [critical.loss for critical in kept] == sorted(losses)[::-1][:7]
    assert all(
        before.game < after.game for before, after in pairwise(kept) if before.loss == after.loss
    )
    assert listed.blunders == sum(loss >= 100 for loss in losses)


def test_no_critical_positions_are_kept_where_none_are_wanted() -> None:
    listed = CriticalList(0)
    pdn, game = one_game(HANGS_A_MAN)
    listed.add(pdn, game, appraise(game, LIMITS, Handcrafted()))
    assert listed.ranked() == []
    assert listed.blunders > 0


@pytest.mark.parametrize("folder", [True, False])
def test_figures_do_not_depend_on_a_folder(tmp_path: Path, folder: bool) -> None:
    result = finish(study_of(games=4), tmp_path if folder else None)
    again = finish(study_of(games=4))
    assert result.figures == again.figures
    assert result.calibration == again.calibration
    assert result.critical == again.critical
