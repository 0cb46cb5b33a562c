"""Ratings by maximum likelihood reproduce what others published, and what a match says of two."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations

import numpy as np
import pytest

from rl.matches.likelihood import (
    ELO_UNIT,
    Likelihood,
    Meeting,
    Rating,
    difference,
    meeting,
    rate,
)
from rl.matches.statistics import MatchStatistics, PairCounts, evaluate_counts

# American League East, 1987: games the team in the row won against each in the order of the rows.
# A. Agresti, Categorical Data Analysis, 2002, page 438 (data/baseball.csv of the R package
# BradleyTerry2, home and away added up).
BASEBALL = {
    "Milwaukee": (0, 7, 9, 7, 7, 9, 11),
    "Detroit": (6, 0, 7, 5, 11, 9, 9),
    "Toronto": (4, 6, 0, 7, 7, 8, 12),
    "New York": (6, 8, 6, 0, 6, 7, 10),
    "Boston": (6, 2, 6, 7, 0, 7, 12),
    "Cleveland": (4, 4, 5, 6, 6, 0, 6),
    "Baltimore": (2, 4, 1, 3, 1, 7, 0),
}
# tests/baseball.Rout.save of BradleyTerry2, baseballModel1: log-odds over Baltimore, standard
# error; Agresti's table 10.11 has the first to two decimals.
BASEBALL_FIT = {
    "Milwaukee": (1.5814, 0.3433),
    "Detroit": (1.4364, 0.3396),
    "Toronto": (1.2945, 0.3367),
    "New York": (1.2476, 0.3359),
    "Boston": (1.1077, 0.3339),
    "Cleveland": (0.6839, 0.3319),
}

# Citations between journals of statistics: S. Stigler, Statistical Science 9, 1994
# (data/citations.txt of BradleyTerry2): citations of the journal in the row by each.
CITATIONS = {
    "Biometrika": (0, 730, 498, 221),
    "Comm Statist": (33, 0, 68, 17),
    "JASA": (320, 813, 0, 142),
    "JRSS-B": (284, 276, 325, 0),
}
# H. Turner, D. Firth, Bradley-Terry models in R, J. Stat. Software 48(9), 2012, section 2.1.
CITATIONS_FIT = {"Comm Statist": -2.9491, "JASA": -0.4796, "JRSS-B": 0.2690}


def table(wins: Mapping[str, tuple[int, ...]]) -> list[Meeting]:
    """Return the meetings of a table of wins, each game a trial of its own."""
    return [
        Meeting(
            first=first,
            second=second,
            trials=wins[first][column] + wins[second][row],
            total=wins[first][column],
            squares=wins[first][column],
        )
        for (row, first), (column, second) in combinations(enumerate(wins), 2)
    ]


def elos(ratings: list[Rating]) -> dict[str, float]:
    found = {}
    for rating in ratings:
        assert rating.elo is not None
        found[rating.player] = rating.elo
    return found


def match_of(pairs: PairCounts) -> MatchStatistics:
    wins, losses = 2 * pairs[4] + pairs[3], 2 * pairs[0] + pairs[1]
    return evaluate_counts(wins, 2 * sum(pairs) - wins - losses, losses, pairs)


def test_baseball_teams_are_as_strong_as_agresti_found_them() -> None:
    found = elos(rate(table(BASEBALL), "Baltimore"))
    for team, (strength, _) in BASEBALL_FIT.items():
        assert found[team] / ELO_UNIT == pytest.approx(strength, abs=6e-5)


def test_players_come_strongest_first() -> None:
    ordered = [rating.player for rating in rate(table(BASEBALL), "Boston")]
    assert ordered == ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland",
                       "Baltimore"]  # fmt: skip


def test_information_gives_the_published_standard_errors() -> None:
    likelihood = Likelihood(table(BASEBALL))
    information = likelihood.information(likelihood.fit("Baltimore"))
    free = [place for place, name in enumerate(likelihood.names) if name != "Baltimore"]
    errors = np.sqrt(np.diag(np.linalg.inv(information[np.ix_(free, free)])))
    for place, error in zip(free, errors, strict=True):
        assert error == pytest.approx(BASEBALL_FIT[likelihood.names[place]][1], abs=6e-5)


def test_intervals_of_independent_games_are_those_of_the_published_errors() -> None:
    """The games decide the width, not the model; 13 of each pairing agree to a tenth."""
    for rating in rate(table(BASEBALL), "Baltimore"):
        if rating.player != "Baltimore":
            width = 2 * 1.96 * BASEBALL_FIT[rating.player][1]
            assert (rating.high - rating.low) / ELO_UNIT == pytest.approx(width, rel=0.12)


def test_journals_are_cited_as_stigler_found_them() -> None:
    found = elos(rate(table(CITATIONS), "Biometrika"))
    for journal, strength in CITATIONS_FIT.items():
        assert found[journal] / ELO_UNIT == pytest.approx(strength, abs=6e-5)


def test_draws_count_as_ordo_counts_them() -> None:
    """K. Laskos, EloStat, Bayeselo and Ordo, talkchess.com, 24 June 2012 (viewtopic.php?t=44180).

    Worked out by hand: 191, 0, -191; Ordo of that day found 190.1.
    """
    played = [("Houdini", "Komodo", 24, 6, 0), ("Houdini", "Strelka", 18, 9, 3)]
    played += [("Strelka", "Komodo", 18, 9, 3)]
    meetings = [
        Meeting(
            first=first,
            second=second,
            trials=wins + draws + losses,
            total=wins + draws / 2,
            squares=wins + draws / 4,
        )
        for first, second, wins, draws, losses in played
    ]
    found = elos(rate(meetings, "Strelka"))
    assert found["Houdini"] == pytest.approx(400 * math.log10(3), abs=1e-3)
    assert found["Houdini"] == pytest.approx(190.1, abs=1.0)
    assert found["Komodo"] == pytest.approx(-found["Houdini"], abs=1e-3)


@pytest.mark.parametrize(
    "pairs",
    [(34, 54, 63, 64, 75), (332, 433, 498, 333, 334), (2, 8, 60, 25, 5), (0, 0, 40, 0, 0)],
)
def test_two_players_have_the_elo_of_their_match(pairs: PairCounts) -> None:
    """The first two are fastchess's own; intervals in Elo and in points part at the far ends."""
    found, match = difference([meeting("a", "b", pairs)], "a", "b"), match_of(pairs)
    assert match.elo_interval is not None
    assert found.elo == pytest.approx(match.elo, abs=1e-3)
    width = match.elo_interval[1] - match.elo_interval[0]
    assert found.low == pytest.approx(match.elo_interval[0], abs=0.02 * width)
    assert found.high == pytest.approx(match.elo_interval[1], abs=0.02 * width)


def test_winner_of_every_game_has_the_bound_of_its_match() -> None:
    pairs = (0, 0, 0, 0, 20)
    found, match = rate([meeting("a", "b", pairs)], "b")[0], match_of(pairs)
    assert match.elo_interval is not None
    assert (found.player, found.elo, found.high) == ("a", math.inf, math.inf)
    assert found.low == pytest.approx(match.elo_interval[0], abs=0.01)
    lost = rate([meeting("a", "b", pairs)], "a")[-1]
    assert (lost.player, lost.elo, lost.low) == ("b", -math.inf, -math.inf)
    assert lost.high == pytest.approx(-match.elo_interval[0], abs=0.01)


def test_player_that_lost_everything_leaves_the_others_alone() -> None:
    others = [meeting("a", "b", (1, 2, 10, 4, 3)), meeting("a", "c", (0, 1, 5, 8, 6))]
    lost = [meeting("a", "random", (0, 0, 0, 0, 20)), meeting("c", "random", (0, 0, 0, 0, 20))]
    alone, among = rate(others, "a"), rate([*others, *lost], "a")
    assert among[:-1] == alone
    assert (among[-1].player, among[-1].elo, among[-1].low) == ("random", -math.inf, -math.inf)


def test_more_lost_games_push_the_bound_further() -> None:
    twenty = difference([meeting("a", "b", (20, 0, 0, 0, 0))], "a", "b")
    forty = difference([meeting("a", "b", (40, 0, 0, 0, 0))], "a", "b")
    assert forty.high < twenty.high < 0


def test_loser_of_all_to_a_weak_player_is_below_that_one() -> None:
    chain = [meeting("strong", "weak", (0, 0, 1, 4, 15)), meeting("weak", "lost", (0, 0, 0, 0, 20))]
    found = {rating.player: rating for rating in rate(chain, "strong")}
    weak, step = found["weak"].elo, difference(chain, "lost", "weak").high
    assert weak is not None
    # How weak that one is, is uncertain as well.
    assert weak + step < found["lost"].high < weak


def test_half_a_point_makes_an_estimate_of_a_bound() -> None:
    found = difference([meeting("a", "b", (0, 1, 0, 0, 99))], "a", "b")
    assert found.elo == pytest.approx(match_of((0, 1, 0, 0, 99)).elo, abs=0.01)
    assert found.elo is not None
    assert math.isfinite(found.low)
    assert math.isfinite(found.high)
    assert found.high - found.elo > found.elo - found.low > 0  # more is open above than below


def test_players_only_beaten_by_the_same_third_cannot_be_compared() -> None:
    split = [meeting("top", "left", (0, 0, 0, 0, 9)), meeting("top", "right", (0, 0, 0, 0, 9))]
    found = difference(split, "left", "right")
    assert (found.elo, found.low, found.high) == (None, -math.inf, math.inf)


def test_pairs_that_agree_count_for_less_than_their_games() -> None:
    """Equal points: won by the same player twice, or once by each."""
    swept = difference([meeting("a", "b", (20, 0, 0, 0, 20))], "a", "b")
    split = difference([meeting("a", "b", (0, 10, 20, 10, 0))], "a", "b")
    assert swept.elo == pytest.approx(0.0, abs=1e-6)
    assert split.elo == pytest.approx(0.0, abs=1e-6)
    assert swept.high - swept.low > 2.5 * (split.high - split.low)


def test_common_opponents_compare_players_that_never_met() -> None:
    chain = [meeting("a", "b", (10, 20, 40, 60, 70)), meeting("b", "c", (10, 20, 40, 60, 70))]
    step = difference(chain, "a", "b")
    both = difference(chain, "a", "c")
    assert step.elo is not None
    assert both.elo == pytest.approx(2 * step.elo, abs=1e-3)
    # Independent errors add up in squares.
    assert both.high - both.low == pytest.approx(math.sqrt(2) * (step.high - step.low), rel=0.02)


def test_circle_of_victors_is_uncertain() -> None:
    """A beats B beats C beats A: the pairs agree with each other but not with any strength."""
    circle = [meeting(*names, (0, 0, 4, 12, 4)) for names in (("a", "b"), ("b", "c"), ("c", "a"))]
    level = [meeting(*names, (0, 4, 12, 4, 0)) for names in (("a", "b"), ("b", "c"), ("c", "a"))]
    round_about, even = difference(circle, "a", "b"), difference(level, "a", "b")
    assert round_about.elo == pytest.approx(0.0, abs=1e-3)
    assert round_about.high - round_about.low > 1.5 * (even.high - even.low)


def test_order_of_players_and_meetings_changes_nothing() -> None:
    meetings = table(BASEBALL)
    turned = [
        Meeting(
            first=m.second,
            second=m.first,
            trials=m.trials,
            total=m.trials - m.total,
            squares=m.trials - m.total,
        )
        for m in reversed(meetings)
    ]
    for here, there in zip(rate(meetings, "Boston"), rate(turned, "Boston"), strict=True):
        assert here.player == there.player
        assert here.elo == pytest.approx(there.elo, abs=1e-4)
        assert here.low == pytest.approx(there.low, abs=0.01)
        assert here.high == pytest.approx(there.high, abs=0.01)


def test_players_that_never_met_are_refused_by_name() -> None:
    apart = [meeting("a", "b", (1, 1, 1, 1, 1)), meeting("c", "d", (1, 1, 1, 1, 1))]
    with pytest.raises(ValueError, match="a, b and c, d did not"):
        rate(apart, "a")


def test_meeting_without_games_connects_nobody() -> None:
    unplayed = [meeting("a", "b", (1, 1, 1, 1, 1)), meeting("b", "c", (0, 0, 0, 0, 0))]
    with pytest.raises(ValueError, match="c"):
        rate(unplayed, "c")


def test_anchor_that_did_not_play_is_refused() -> None:
    with pytest.raises(ValueError, match="anchor: expected one of a, b, got x"):
        rate([meeting("a", "b", (1, 1, 1, 1, 1))], "x")


@pytest.mark.slow
def test_intervals_hold_the_truth_nineteen_times_in_twenty() -> None:
    """Five players, pairs whose games share the luck of their opening, one game in three drawn."""
    truth = {"a": 0.0, "b": 60.0, "c": 150.0, "d": 300.0, "e": 420.0}
    random, held, total = np.random.default_rng(6), 0, 0
    for _ in range(150):
        ratings = rate(_tournament(truth, random, pairs=40), "a")
        for rating in ratings:
            if rating.player != "a":
                held += rating.low <= truth[rating.player] <= rating.high
                total += 1
    # 600 intervals, by fours of one tournament: a standard error of 1 to 2 %.
    assert 0.91 <= held / total <= 0.985


def _tournament(truth: dict[str, float], random: np.random.Generator, pairs: int) -> list[Meeting]:
    """Play a round robin: half of the pairs score the same in both games."""
    meetings = []
    for first, second in combinations(truth, 2):
        expected = 1 / (1 + 10 ** ((truth[second] - truth[first]) / 400))
        draw = 0.6 * min(expected, 1 - expected)
        chances = [1 - expected - draw / 2, draw, expected - draw / 2]
        games = random.choice(3, size=(pairs, 2), p=chances)
        same = random.random(pairs) < 0.5
        games[same, 1] = games[same, 0]
        counts = np.bincount(games.sum(axis=1), minlength=5)
        meetings.append(meeting(first, second, tuple(map(int, counts))))  # type: ignore[arg-type]
    return meetings
