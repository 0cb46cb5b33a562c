"""The brute-force oracle against published counts, worked positions and its own symmetry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.oracle import boards
from tests.oracle.position import fen, parse, start, turned
from tests.oracle.published import TWINS, Written, perft_entries, read_turn, reports, worked_cases
from tests.oracle.rulesets import RULESETS
from tests.oracle.turns import Path, Turn, after, perft, turns, ways

FRISIAN = RULESETS["frisian"]

of_every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def wrong_counts(ruleset: str, more_than: int, at_most: int) -> list[str]:
    """List the published counts, of those of some size, that brute force does not come to."""
    rules = replace(RULESETS[ruleset], king_run=None)  # published counts leave it out
    return [
        f"{entry['fen']} {counted} {depth}"
        for entry in perft_entries(ruleset)
        for counted in ("unique", "path")
        for depth, count in entry.get(counted, {}).items()
        if more_than < count <= at_most
        and perft(parse(rules, entry["fen"]), int(depth), paths=counted == "path") != count
    ]


@of_every_ruleset
def test_sequences_are_as_many_as_published(ruleset: str) -> None:
    assert wrong_counts(ruleset, -1, 500) == []


@pytest.mark.slow
@of_every_ruleset
def test_longer_sequences_are_as_many_as_published(ruleset: str) -> None:
    assert wrong_counts(ruleset, 500, 8_000) == []


@pytest.mark.long
@of_every_ruleset
def test_long_sequences_are_as_many_as_published(ruleset: str) -> None:
    assert wrong_counts(ruleset, 8_000, 100_000) == []


@of_every_ruleset
def test_the_start_is_the_one_published(ruleset: str) -> None:
    [entry] = [
        entry
        for entry in perft_entries(TWINS.get(ruleset, ruleset))
        if entry["position"] == "start"
    ]
    published = parse(RULESETS[ruleset], entry["fen"])
    assert start(RULESETS[ruleset]).board == published.board
    assert (start(RULESETS[ruleset]).side == published.side) == (ruleset != "english-white-first")


def plays(text: str, turn: Turn, paths: set[Path]) -> bool:
    """Return whether a text of the data files names a turn."""
    written = read_turn(text)
    captured = None if written.captured is None else turn.captured
    rest = (captured, turn.promoted, turn.huffed, turn.lost)
    return any(written == Written(way, *rest) for way in {*paths, (turn.start, turn.end)})


def named(text: str, legal: dict[Turn, set[Path]]) -> Turn:
    """Return the one turn that a text names."""
    [turn] = [turn for turn, paths in legal.items() if plays(text, turn, paths)]
    return turn


def told(entry: dict[str, Any]) -> str:
    """Name a test by the ruleset, the position and what it shows."""
    return f"{entry['ruleset']} {entry['fen']} {entry['note']}"


@pytest.mark.parametrize(
    "case", [case for ruleset in RULESETS for case in worked_cases(ruleset)], ids=told
)
def test_worked_positions(case: dict[str, Any]) -> None:
    position = parse(RULESETS[case["ruleset"]], case["fen"])
    legal = turns(position)
    played = [named(text, legal) for text in case["moves"]]
    assert len(set(played)) == len(legal) == case["count_unique"]
    assert sum(ways(position.rules, paths) for paths in legal.values()) == case["count_path"]
    if case["after"]:
        assert [fen(after(position, turn)) for turn in played] == case["after"]


@pytest.mark.parametrize(
    "report", [report for ruleset in RULESETS for report in reports(ruleset)], ids=told
)
def test_reported_positions(report: dict[str, Any]) -> None:
    position = parse(RULESETS[report["ruleset"]], report["fen"])
    legal = turns(position)
    played = {named(text, legal) for text in report.get("moves", report.get("legal", []))}
    if "moves" in report:
        assert played == legal.keys()
    for text in report.get("illegal", []):
        assert not any(plays(text, turn, paths) for turn, paths in legal.items())
    if "paths" in report:
        assert {read_turn(text).squares for text in report["paths"]} == set().union(*legal.values())
    for text, expected in report.get("after", {}).items():
        followed = after(position, named(text, legal))
        assert followed == parse(RULESETS[report["ruleset"]], expected)


def test_taken_queens_that_stay_to_the_end_or_half_turns_forbidden_allow_one_capture_only() -> None:
    for change in ({"removal": "at the end"}, {"turning_back": False}):
        rules = replace(RULESETS["queens8"], **change)
        legal = turns(parse(rules, "W:WK22:B8,25"))
        assert legal.keys() == {Turn(22, 4, frozenset({8})), Turn(22, 29, frozenset({25}))}


def test_a_king_moves_three_times_in_a_row_while_its_side_has_a_man() -> None:
    position = parse(FRISIAN, "W:W46,K50:B5,K1")
    for text in ("50-44", "1-7", "44-50", "7-1", "50-44", "1-7"):
        assert {turn.start for turn in turns(position)} > {int(text.split("-")[0])}
        position = after(position, named(text, turns(position)))
    assert fen(position) == "W:WK44,46:B5,K7:RW44=3,B7=3"
    assert {turn.start for turn in turns(position)} == {46}
    assert fen(after(position, Turn(46, 41))) == "B:W41,K44:B5,K7:RB7=3"


def test_a_king_that_may_not_move_may_capture_and_then_move_again() -> None:
    position = parse(FRISIAN, "W:W46,K50:B5,44:RW50=3")
    for turn in turns(position):
        assert turn.captured == {44}
        assert not after(position, turn).runs


def test_a_king_moves_freely_without_men_beside_it() -> None:
    assert not after(parse(FRISIAN, "W:WK50:B5,K1"), Turn(50, 44)).runs
    assert not after(parse(FRISIAN, "B:W37,K50:B5,31:RW50=2"), Turn(31, 42, frozenset({37}))).runs


def test_another_king_may_move_and_counts_anew() -> None:
    position = parse(FRISIAN, "W:W46,K49,K50:B5:RW50=3")
    assert {turn.start for turn in turns(position)} == {46, 49}
    assert after(position, Turn(49, 44)).runs == {"w": (44, 1)}


def test_the_count_goes_with_a_king_that_is_taken() -> None:
    position = parse(FRISIAN, "B:WK37,46:B5,31:RW37=2")
    assert not after(position, named("31x42", turns(position))).runs


# Of several pieces that could jump the one on the lowest square is lost, whichever side it is.
@pytest.mark.parametrize(
    "ruleset", [ruleset for ruleset, rules in RULESETS.items() if rules.refusal != "loss"]
)
def test_both_sides_have_the_same_turns(ruleset: str) -> None:
    for position in boards.sample(RULESETS[ruleset], seed=3, count=9):
        beyond = len(position.rules.places) + 1
        found = turns(turned(position))
        for turn in turns(position):
            mirrored = Turn(
                beyond - turn.start,
                beyond - turn.end,
                frozenset(beyond - square for square in turn.captured),
                turn.promoted,
                beyond - turn.huffed if turn.huffed else 0,
            )
            assert mirrored in found
            assert after(turned(position), mirrored) == turned(after(position, turn))
        assert len(found) == len(turns(position))


@of_every_ruleset
def test_positions_are_read_as_they_are_written(ruleset: str) -> None:
    for position in boards.sample(RULESETS[ruleset], seed=4, count=9):
        assert parse(position.rules, fen(position)) == position
