"""The judge of the shots: against published endings, brute force and the engine's search."""

from __future__ import annotations

from random import Random

import pytest

from engine import Limits, Position, load_evaluator, search
from engine.search import win_plies
from tests.oracle import boards
from tests.oracle.endings import king_against_king
from tests.oracle.fullwidth import FOLLOWED, WON, TooManyNodesError, judge
from tests.oracle.position import Position as OraclePosition
from tests.oracle.position import fen
from tests.oracle.rulesets import RULESETS
from tests.oracle.turns import after, captures, turns

FORCED = ["english", "russian", "queens8", "italian", "turkish", "brazilian"]
"""Rulesets without refused captures, which the search follows beyond its horizon as full width."""


def small(ruleset: str, seed: int) -> OraclePosition:
    """Scatter up to six pieces."""
    random = Random(f"small {seed}")
    while True:
        position = boards.scattered(RULESETS[ruleset], random, kings=0.3)
        if len(position.board) <= 6:
            return position


def value(position: OraclePosition, depth: int) -> int:
    """Work out what the side to move gets by trying everything, without bounds or memory."""
    moves, other = list(turns(position)), "b" if position.side == "w" else "w"
    if not moves:
        return -WON
    if depth <= 0:
        jumps = [turn for turn in moves if turn.captured]
        threatened = captures(position.rules, position.board, other)
        if not jumps and (not threatened or depth <= -FOLLOWED):
            return material(position, position.side) - material(position, other)
        if depth <= -FOLLOWED:
            moves = jumps
    return max(-value(after(position, turn), depth - 1) for turn in moves)


def material(position: OraclePosition, side: str) -> int:
    """Count a side's pieces in hundredths of a man."""
    king = 300 if position.rules.flying else 150
    own = [piece for piece in position.board.values() if piece.lower() == side]
    return sum(king if piece.isupper() else 100 for piece in own)


def test_king_against_king_is_as_published() -> None:
    values, full = king_against_king(), judge("english")
    longest = max(values.values())
    for own in range(1, 33):
        for other in {*range(1, 33)} - {own}:
            position = Position.from_fen("english", f"W:WK{own}:BK{other}").native
            plies = values.get((own, other))
            if plies is None:
                assert not full.reaches(position, WON, longest + 1)
                assert full.reaches(position, 1 - WON, longest + 1)
            elif plies > 0:
                assert full.reaches(position, WON, plies)
            else:
                assert not full.reaches(position, 1 - WON, -plies)


@pytest.mark.parametrize(
    ("ruleset", "depth"),
    [*((ruleset, 1) for ruleset in FORCED), ("english-huff", -1), ("malaysian8", -1)],
)
def test_the_bound_reached_is_the_value_by_brute_force(ruleset: str, depth: int) -> None:
    for seed in range(12):
        position = small(ruleset, seed)
        core, exact = Position.from_fen(ruleset, fen(position)).native, value(position, depth)
        assert judge(ruleset).reaches(core, exact, depth), fen(position)
        assert not judge(ruleset).reaches(core, exact + 1, depth), fen(position)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", FORCED)
def test_search_and_full_width_find_the_same_wins(ruleset: str) -> None:
    """The search prunes, so that it may need a few plies more; what it claims has to be true."""
    wins = 0
    for seed in range(60):
        position = Position.from_fen(ruleset, fen(small(ruleset, seed)))
        material = load_evaluator("material", ruleset)
        score = search(position, evaluator=material, limits=Limits(depth=9), table_mib=1).score
        plies = win_plies(score)
        if plies is not None and 0 < plies <= 9:
            wins += 1
            assert judge(ruleset).reaches(position.native, WON, plies), position.fen()
        elif judge(ruleset).reaches(position.native, WON, 5):
            deeper = search(position, evaluator=material, limits=Limits(depth=16), table_mib=1)
            assert (win_plies(deeper.score) or 0) > 0, position.fen()
    assert wins >= 5


def test_a_capture_that_is_taken_back_gains_nothing() -> None:
    position = Position.from_fen("english", "B:W18,25,29:B15,1,2")
    (take,) = position.legal_moves()
    for depth in (1, 2, 3):
        assert judge("english").gains(position.native, take, 0, depth)
        assert not judge("english").gains(position.native, take, 1, depth)


def test_more_nodes_than_granted_are_refused() -> None:
    with pytest.raises(TooManyNodesError):
        judge("english", nodes=1000).reaches(Position.start().native, 100, 9)
