"""The suite of shots: each is what it claims to be, and the search still solves it in time.

A search that fails here has got worse at tactics, or has changed so much that the suite wants to be
measured anew: python -m tests.tactics.measure.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Limits, Position
from tests.oracle.fullwidth import MAN, WON, judge
from tests.tactics import finding, make_shots
from tests.tactics.finding import Mine, played, quiet, shots_of
from tests.tactics.make_shots import differing, spread
from tests.tactics.measure import LIMIT, nodes_needed, rounded_up, solves, table
from tests.tactics.shots import Shot, load_shots, proved, save_shots

SHOTS = load_shots()
QUICK = 60_000
"""Nodes that a quick test may take."""

EXCESS = 1.5
"""How far the nodes of the whole suite may exceed what was measured."""

LEVEL = Shot(
    ruleset="english", fen="B:W18,25,29:B15,1,2", gain=MAN, depth=5, line=("15x22", "25x18")
)
"""No shot: what is taken is taken back."""

DOUBLE = Shot(ruleset="english", fen="B:W18,32:B1,14,15", gain=MAN, depth=3, line=("15x22",))
"""No shot: another move takes the same man."""

EXCHANGES = Shot(
    ruleset="english",
    fen="W:W21,22,24,25,26,28,29,30:B3,4,5,8,13,14,15,19",
    gain=MAN,
    depth=7,
    line=("26-23", "19x26", "30x23", "13-17", "22x13"),
)
"""A shot: after the exchange Black cannot guard both 13 and 14."""


IN_THEIR_TIER = [
    pytest.param(shot, id=str(shot), marks=[pytest.mark.slow] * (shot.ceiling > QUICK))
    for shot in SHOTS
]


def test_the_suite_is_large_and_covers_the_rulesets() -> None:
    counts = Counter(shot.ruleset for shot in SHOTS)
    assert len(SHOTS) >= 60
    assert counts["english"] >= 25
    assert len({(shot.ruleset, shot.fen) for shot in SHOTS}) == len(SHOTS)
    assert len(counts) >= 10
    assert all(0 < shot.nodes < shot.ceiling for shot in SHOTS)


@pytest.mark.parametrize("shot", SHOTS, ids=str)
def test_a_shot_looks_quiet_and_its_line_gives_material_up_and_gains_it(shot: Shot) -> None:
    position, full = shot.position, judge(shot.ruleset)
    assert quiet(position)
    assert len(position.legal_moves()) >= 3
    balances, here = [full.balance(position.native)], position
    for move in shot.line:
        here = here.push(move)
        own = full.balance(here.native)
        balances.append(own if here.turn == position.turn else -own)
    assert min(balances[:5]) <= balances[0] - MAN
    assert not here.legal_moves() or balances[-1] >= balances[0] + MAN
    assert shot.gain == WON or shot.gain >= MAN


@pytest.mark.parametrize("shot", IN_THEIR_TIER)
def test_a_shot_is_solved_within_its_nodes(shot: Shot) -> None:
    assert solves(shot, Limits(nodes=shot.ceiling))[0]


@pytest.mark.slow
def test_the_suite_as_a_whole_takes_no_more_nodes() -> None:
    """Single shots vary with every change of the search; their sum tells whether it got worse."""
    taken = sum(nodes_needed(shot) or shot.ceiling for shot in SHOTS)
    assert taken <= EXCESS * sum(shot.nodes for shot in SHOTS)


@pytest.mark.slow
@pytest.mark.parametrize("shot", [shot for shot in SHOTS if shot.depth <= 7][::4], ids=str)
def test_full_width_search_proves_a_shot(shot: Shot) -> None:
    assert proved(shot)


@pytest.mark.long
@pytest.mark.parametrize("shot", SHOTS, ids=str)
def test_full_width_search_proves_every_shot(shot: Shot) -> None:
    assert proved(shot)


@pytest.mark.parametrize("shot", [LEVEL, DOUBLE], ids=str)
def test_a_gain_that_is_none_or_not_the_only_one_is_not_proved(shot: Shot) -> None:
    assert not proved(shot)


def test_only_the_solution_of_a_shot_is_proved() -> None:
    moves = [EXCHANGES.position.format_move(move) for move in EXCHANGES.position.legal_moves()]
    assert [move for move in moves if proved(replace(EXCHANGES, line=(move,)))] == ["26-23"]


def test_more_than_a_shot_gains_is_not_proved() -> None:
    assert not proved(replace(EXCHANGES, gain=MAN + 50))


def test_a_shot_is_found_in_the_game_that_holds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the shallowest search wants is left out: it may learn to see this one."""
    monkeypatch.setattr(finding, "surprising", lambda position, solution: True)
    where = Mine(ruleset="english", seed=1, nodes=20_000)
    level = Position.start("english")
    (found,) = shots_of(where, [[level], [level, EXCHANGES.position]])
    assert replace(found, line=found.line[:1]) == replace(EXCHANGES, line=("26-23",))


@pytest.mark.parametrize("scattered", [False, True])
def test_games_repeat_exactly_and_differ_from_each_other(scattered: bool) -> None:
    where = Mine(ruleset="english", seed=1, nodes=1000, scattered=scattered)
    games = [played(where, number) for number in range(5)]
    assert games == [played(where, number) for number in range(5)]
    assert len({game[-1] for game in games}) == len(games)
    assert scattered != all(game[0] == Position.start("english") for game in games)


def test_mining_goes_on_where_it_was_and_repeats_exactly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make_shots, "GAMES", 2)
    monkeypatch.setattr(finding, "surprising", lambda position, solution: True)
    command = ["mine", str(tmp_path), "russian", "--batches", "2", "--nodes", "1000"]
    make_shots.main(command)
    first, second = sorted(tmp_path.iterdir())
    contents = second.read_bytes()
    assert load_shots(first) + load_shots(second)
    save_shots([DOUBLE], first)
    second.unlink()
    make_shots.main(command)
    assert load_shots(first) == [DOUBLE]
    assert second.read_bytes() == contents


def test_half_of_the_shots_chosen_are_the_hardest() -> None:
    shots = [replace(DOUBLE, nodes=nodes) for nodes in range(20)]
    assert [shot.nodes for shot in spread(shots, 8)] == [0, 4, 8, 12, 16, 17, 18, 19]
    assert spread(shots[:3], 8) == shots[:3]


def test_of_shots_that_go_on_alike_one_is_chosen() -> None:
    twin = replace(LEVEL, line=("1-5", "25x18"))
    assert differing({LEVEL: 900, DOUBLE: 700, twin: 800}) == [DOUBLE, LEVEL]


def test_the_suite_reads_back_as_it_was_written(tmp_path: Path) -> None:
    save_shots(SHOTS, tmp_path / "shots.json")
    assert load_shots(tmp_path / "shots.json") == SHOTS


def test_fewer_nodes_than_needed_do_not_solve_a_shot() -> None:
    shot = max(SHOTS, key=lambda shot: (shot.ceiling <= QUICK, shot.nodes))
    needed = nodes_needed(shot)
    assert needed is not None
    assert not solves(shot, Limits(nodes=needed // 10))[0]
    assert nodes_needed(shot, limit=needed // 10) is None


def test_the_table_counts_the_shots_solved_by_each_number_of_nodes() -> None:
    rows = [row.split() for row in table({EXCHANGES: 900, LEVEL: 20_000, DOUBLE: None})]
    assert rows[-1] == ["all", "3", "1", "1", "2", "2", f"{900 + 20_000 + LIMIT:,}"]


def test_ceilings_are_rounded_up_to_two_figures() -> None:
    assert [rounded_up(n) for n in (7, 99, 100, 101, 1234, 98_765)] == [
        7,
        99,
        100,
        110,
        1300,
        99_000,
    ]
