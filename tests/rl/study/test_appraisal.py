"""One game: what is looked at, what is compared with what, and where it ends."""

from __future__ import annotations

import pytest

from engine import _native
from engine.evaluators import Handcrafted, Material
from engine.notation import read_pdn
from engine.rules import Game, Position, replay
from engine.search import Limits, Searcher, search, win_plies
from rl.study.appraisal import LOSS_CAP, NO_SCORE, Appraisal, Appraiser, Stopped, backed
from rl.study.grades import Grade, Miss, Missed, grade, missed
from tests.oracle.fullwidth import judge
from tests.oracle.published import acf_sample
from tests.rl.study.archives import HANGING_PLY, HANGS_A_MAN, LIMITS, appraise, game_of

DEPTH = Limits(depth=7)


def by_score(best: int, played: int) -> Appraisal:
    return Appraisal(0, 1, 0, best, played, 5, (1,))


def test_a_move_that_hangs_a_man_costs_a_man_and_no_other_costs_anything() -> None:
    game = game_of(HANGS_A_MAN)
    appraisals = appraise(game, DEPTH, Material())
    losses = [appraisal.loss for appraisal in appraisals]
    assert losses == [100 if ply == HANGING_PLY else 0 for ply in range(1, 9)]
    # The brute-force judge says so, too: White can stay level before the move and not behind it.
    oracle, before = judge("english"), game.positions[HANGING_PLY - 1]
    assert oracle.reaches(before.native, 0, 5)
    assert not oracle.reaches(game.positions[HANGING_PLY + 1].native, 0, 5)


def test_a_forced_move_is_not_judged() -> None:
    appraisals = appraise(game_of(HANGS_A_MAN), DEPTH, Material())
    reply = appraisals[HANGING_PLY]
    assert reply.forced
    assert (reply.score, reply.best_score, reply.played_score) == (NO_SCORE,) * 3
    assert (reply.loss, grade(reply), missed(reply)) == (0, None, None)
    assert not appraisals[HANGING_PLY - 1].forced


def test_a_game_played_by_the_search_itself_is_agreed_with_throughout() -> None:
    game, searcher = Game(), Searcher(Handcrafted(), table_mib=0.125)
    while game.outcome() is None and len(game.moves) < 40:
        searcher.clear()
        move = searcher.search(game, limits=LIMITS).move
        assert move is not None
        game.push(move)
    appraisals = appraise(game)
    assert len(appraisals) == 40
    assert all(appraisal.agreed and appraisal.loss == 0 for appraisal in appraisals)


def settled(game: Game) -> tuple[Game, int]:
    """Play what is forced; return how many plies that took, too."""
    plies = 0
    while game.outcome() is None and len(game.position.legal_moves()) == 1:
        game, plies = game.after(game.position.legal_moves()[0]), plies + 1
    return game, plies


def looked(game: Game) -> int:
    """Score a position for its side to move by one search of its own, behind forced moves."""
    end, plies = settled(game)
    assert end.outcome() is None
    score = search(end, evaluator=Handcrafted(), limits=LIMITS, table_mib=0.125).score
    return backed(score, plies)


def test_played_and_best_move_are_looked_at_alike() -> None:
    """As by a search of its own behind each of the two, whatever was searched before."""
    game = replay(next(read_pdn(acf_sample())), "english")
    path, disagreed = Game(), 0
    for move, appraisal in zip(game.moves, appraise(game), strict=True):
        if not appraisal.agreed:
            best = path.position.legal_moves()[appraisal.best]
            assert appraisal.best_score == -looked(path.after(best))
            assert appraisal.played_score == -looked(path.after(move))
            disagreed += 1
        path.push(move)
    assert disagreed > 5


def test_the_better_line_is_legal_and_begins_with_the_better_move() -> None:
    game = replay(next(read_pdn(acf_sample())), "english")
    for position, appraisal in zip(game.positions, appraise(game), strict=False):
        assert bool(appraisal.line) == (not appraisal.agreed)
        for place in appraisal.line:
            position = position.push(position.legal_moves()[place])
        assert not appraisal.line or appraisal.line[0] == appraisal.best


def test_a_look_knows_the_history_of_its_game() -> None:
    """To go back a second time is to draw: with a lead of a king that is no best move."""
    start = Position.from_fen("english", "W:WK18,K23:BK5")
    game = Game(start)
    for move in ["18-22", "5-1", "22-18", "1-5", "18-22", "5-1", "22-18"]:
        game.push(move)
    last = appraise(game, Limits(depth=7))[-1]
    assert not last.agreed
    assert last.best_score > 50


def test_moves_behind_a_draw_by_rule_are_left_out() -> None:
    start = Position.from_fen("english", "W:WK18,K23:BK5")
    game = Game(start)
    for move in ["18-22", "5-1", "22-18", "1-5"] * 3:
        game.push(move)
    assert len(appraise(game)) == 8


@pytest.mark.parametrize(
    ("move", "plies", "loss", "miss"),
    [
        ("10-6", 3, 0, None),
        ("10-14", 3, 0, None),
        ("11-7", 7, 0, None),
        ("11-8", None, LOSS_CAP, Miss(Missed.WIN, proven=True)),
        ("10-7", -8, 2 * LOSS_CAP, Miss(Missed.WIN, proven=True)),
    ],
)
def test_a_won_endgame_may_be_won_slowly_drawn_or_lost(
    move: str, plies: int | None, loss: int, miss: Miss | None
) -> None:
    """Two kings against one beside its corner; a jump of the king away draws, one into it loses."""
    game = Game(Position.from_fen("english", "W:WK11,K10:BK3"))
    game.push(move)
    [appraisal] = appraise(game, Limits(depth=9))
    assert win_plies(appraisal.score) == 3
    assert win_plies(appraisal.played_score) == plies
    assert (appraisal.loss, missed(appraisal)) == (loss, miss)


def test_a_better_move_that_leaves_no_reply_is_a_win_in_one() -> None:
    """The man on 12 is blocked by 11-8; there is no position behind it to search."""
    game = Game(Position.from_fen("english", "B:W12:BK3,K11"))
    game.push("11-7")
    [appraisal] = appraise(game, Limits(depth=5))
    assert (win_plies(appraisal.best_score), win_plies(appraisal.played_score)) == (1, 3)
    assert len(appraisal.line) == 1


@pytest.mark.parametrize(
    ("best", "played", "loss"),
    [
        (30, -20, 50),
        (-20, 30, 0),
        (_native.WIN - 5, 0, LOSS_CAP),
        (_native.WIN - 5, _native.WIN - 25, 0),
        (_native.WIN - 5, 900, 0),
        (0, 12 - _native.WIN, LOSS_CAP),
        (-900, 12 - _native.WIN, 0),
        (_native.WIN - 5, 12 - _native.WIN, 2 * LOSS_CAP),
    ],
)
def test_decided_scores_are_cut_before_they_are_compared(best: int, played: int, loss: int) -> None:
    assert by_score(best, played).loss == loss


@pytest.mark.parametrize(
    ("best", "played", "miss"),
    [
        (_native.WIN - 5, 20, Miss(Missed.WIN, proven=True)),
        (450, 20, Miss(Missed.WIN, proven=False)),
        (450, 12 - _native.WIN, Miss(Missed.WIN, proven=False)),
        (0, 12 - _native.WIN, Miss(Missed.DRAW, proven=True)),
        (0, -450, Miss(Missed.DRAW, proven=False)),
        (_native.WIN - 5, _native.WIN - 9, None),
        (-450, 12 - _native.WIN, None),
        (30, -30, None),
    ],
)
def test_wins_and_draws_are_missed_by_score_or_by_proof(
    best: int, played: int, miss: Miss | None
) -> None:
    assert missed(by_score(best, played)) == miss


@pytest.mark.parametrize(
    ("loss", "graded"), [(49, None), (50, Grade.MISTAKE), (99, Grade.MISTAKE), (100, Grade.BLUNDER)]
)
def test_thresholds_of_mistakes_and_blunders(loss: int, graded: Grade | None) -> None:
    assert grade(by_score(0, -loss)) is graded


def test_wins_are_further_off_the_more_plies_lie_before_them() -> None:
    win, loss = _native.WIN - 3, 3 - _native.WIN
    assert [backed(win, plies) for plies in (0, 1, 2)] == [win, 4 - _native.WIN, win - 2]
    assert [backed(loss, plies) for plies in (0, 1, 2)] == [loss, _native.WIN - 4, loss + 2]
    assert [backed(40, plies) for plies in (0, 1, 2)] == [40, -40, 40]


def test_a_study_given_up_ends_within_its_look() -> None:
    appraiser = Appraiser(Searcher(Handcrafted(), table_mib=1), LIMITS, lambda: True)
    with pytest.raises(Stopped):
        appraiser.appraise(game_of(HANGS_A_MAN))
