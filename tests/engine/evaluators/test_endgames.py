"""Endgame tables: counts against published ones, values against a second, slow solver.

Published counts and distances: tests/data/endgames.json, which names its sources.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine import Endgames, Position, ruleset_names
from engine._native import Endgames as NativeEndgames
from tests.engine.evaluators.tables import (
    PUBLISHED,
    best_of_moves,
    one_sided,
    random_positions,
    ruleset_squares,
    solve_slowly,
    tables,
)
from tests.oracle.endings import king_against_king

STATEFUL = {"english-huff", "frisian"}
"""Rulesets in which more than the pieces decides which moves are legal."""


def published_slices(pieces: int) -> Iterator[dict[str, int | str]]:
    for row in PUBLISHED["slices"]:
        if len(row["slice"]) == pieces + 1:
            yield row


@pytest.mark.parametrize("pieces", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_every_slice_has_the_published_wins_losses_and_draws(pieces: int) -> None:
    published = list(published_slices(pieces))
    solved = {
        facts.slice: {
            "slice": facts.slice,
            "win": facts.wins,
            "loss": facts.losses,
            "draw": facts.draws,
            "longest_win": facts.longest_win,
            "longest_wins": facts.longest_wins,
        }
        for facts in tables("english", max(pieces, 3)).slices
        if facts.pieces == pieces
    }
    assert [solved[str(row["slice"])] for row in published] == published
    assert len(solved) == len(published) == {2: 4, 3: 12, 4: 25}[pieces]


@pytest.mark.parametrize(
    "pieces",
    [2, 3, pytest.param(4, marks=pytest.mark.slow), pytest.param(5, marks=pytest.mark.long)],
)
def test_as_many_positions_are_solved_as_were_counted_for_chinook(pieces: int) -> None:
    facts = tables("english", max(pieces, 3)).slices
    solved = sum(one.positions for one in facts if one.pieces == pieces)
    assert solved + one_sided(pieces) == PUBLISHED["positions"][str(pieces)]


@pytest.mark.parametrize("pieces", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_single_positions_have_their_published_distance(pieces: int) -> None:
    """Among those of four pieces is the first position of the textbooks, won in 93 plies."""
    endgames = tables("english", max(pieces, 3))
    rows = [row for row in PUBLISHED["points"] if row["fen"].count(",") == pieces - 2]
    assert rows
    for row in rows:
        position = Position.from_fen("english", row["fen"])
        assert endgames.probe(position) == (row["outcome"], row["plies"])


def test_king_against_king_is_what_the_oracle_makes_of_it() -> None:
    values = king_against_king()
    endgames = tables("english", 3)
    for own in range(1, 33):
        for other in set(range(1, 33)) - {own}:
            value = values.get((own, other))
            expected = (0, 0) if value is None else (1, value) if value > 0 else (-1, -value)
            assert endgames.probe(Position.from_fen("english", f"W:WK{own}:BK{other}")) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    "ruleset",
    ["english", "english-white-first", "english-mid-promotion", "italian", "queens8", "russian",
     "malaysian8", "malaysian8-forced", "thai"],
)  # fmt: skip
def test_two_pieces_are_worth_what_a_slow_solver_finds(ruleset: str) -> None:
    """Every position of one piece a side, with either to move."""
    compare_with_slow_solver(ruleset)


@pytest.mark.long
@pytest.mark.parametrize("ruleset", ["international", "brazilian", "turkish", "canadian"])
def test_two_pieces_on_large_boards_are_worth_what_a_slow_solver_finds(ruleset: str) -> None:
    compare_with_slow_solver(ruleset)


def compare_with_slow_solver(ruleset: str) -> None:
    endgames = tables(ruleset, 2)
    solved = solve_slowly(ruleset)
    assert {value and value[0] for value in solved.values()} >= {1, None}
    for position, value in solved.items():
        assert endgames.probe(position) == (value or (0, 0)), position.fen()


@pytest.mark.long
def test_a_position_of_five_pieces_is_worth_what_its_best_move_leads_to() -> None:
    endgames = tables("english", 5)
    for position in random_positions("english", 5, 5000):
        assert endgames.probe(position) == best_of_moves(endgames, position), position.fen()


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [name for name in ruleset_names() if name not in STATEFUL])
def test_a_position_is_worth_what_its_best_move_leads_to(ruleset: str) -> None:
    """Three pieces in every ruleset that can have tables, at random and with either to move."""
    endgames = tables(ruleset, 3 if ruleset_squares(ruleset) < 72 else 2)
    seen = 0
    for position in random_positions(ruleset, endgames.pieces, 1000):
        assert endgames.probe(position) == best_of_moves(endgames, position), position.fen()
        seen += 1
    assert seen == 1000


@pytest.mark.parametrize("ruleset", sorted(STATEFUL))
def test_rulesets_whose_positions_hold_more_than_pieces_have_no_tables(ruleset: str) -> None:
    with pytest.raises(ValueError, match=f"^no endgame tables for '{ruleset}': ") as caught:
        NativeEndgames.empty(ruleset)
    assert "\n" not in str(caught.value)


def test_only_these_rulesets_have_none() -> None:
    for name in ruleset_names():
        if name not in STATEFUL:
            assert NativeEndgames.empty(name).slices(2)


def test_more_pieces_than_the_tables_hold_are_not_known() -> None:
    endgames = tables("english", 3)
    assert endgames.pieces == 3
    assert endgames.probe(Position.start("english")) is None
    assert endgames.probe(Position.from_fen("english", "W:WK1,K2:BK31,K32")) is None


def test_a_capture_that_leaves_few_enough_pieces_is_looked_through() -> None:
    """The man takes two of three and is left with a king against one."""
    endgames = tables("english", 3)
    position = Position.from_fen("english", "W:W27:B23,15,K29")
    value = endgames.probe(position)
    assert value == best_of_moves(endgames, position)
    assert value is not None


def test_a_side_without_pieces_has_lost() -> None:
    endgames = tables("english", 3)
    assert endgames.probe(Position.from_fen("english", "W:WK1:B")) == (1, 1)
    assert endgames.probe(Position.from_fen("english", "B:WK1:B")) == (-1, 0)


def test_a_position_of_another_ruleset_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a position of ruleset 'english', got one of"):
        tables("english", 3).probe(Position.from_fen("english-white-first", "W:WK1:BK32"))


def test_without_tables_the_folder_and_the_command_are_named(tmp_path: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        Endgames.load("english", tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}/english: no endgame tables; "
        "make them with: crownhead tables build english --pieces 4"
    )
