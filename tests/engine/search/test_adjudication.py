"""When a game between two searches is called won, and when a king on its own forbids it.

Three kings against one that holds the main road are drawn in Russian draughts: IDF, "Official rules
of Russian draughts", which stop such an ending after 5 moves; against stepping kings they win.
"""

from __future__ import annotations

import pytest

from engine import Position, _native, load_evaluator
from engine._native import Reason
from engine.search.adjudication import Adjudication

CALLS = {
    "score": Adjudication(win_score=200, win_plies=4, ply_cap=40),
    "material": Adjudication(material_lead=200, material_plies=4, ply_cap=40),
}


def ending(fen: str, ruleset: str, call: str) -> tuple[int, Reason]:
    """Let material play both sides from a position; return who won and why."""
    material = load_evaluator("material", ruleset).native
    limits = _native.Limits(nodes=300)
    games = _native.play_match(
        material,
        material,
        [Position.from_fen(ruleset, fen).native],
        first_limits=limits,
        second_limits=limits,
        adjudication=CALLS[call].native,
    )
    return int(games.results[0]), Reason(int(games.reasons[0]))


@pytest.mark.parametrize(
    "ruleset", ["russian", "international", "malaysian12", "queens8", "turkish"]
)
@pytest.mark.parametrize("call", CALLS)
def test_no_lead_is_a_win_against_a_flying_king(ruleset: str, call: str) -> None:
    squares = _native.Position.start(ruleset).ruleset.squares
    corner = squares - 7 if ruleset == "turkish" else {32: 29, 50: 46, 72: 67}[squares]
    for turn in "WB":
        result, reason = ending(f"{turn}:WK1,K2,K3:BK{corner}", ruleset, call)
        assert reason not in (Reason.SCORE, Reason.MATERIAL)
        assert result == 0 or reason == Reason.NO_MOVE
        result, reason = ending(f"{turn}:WK{corner}:BK1,K2,K3", ruleset, call)
        assert reason not in (Reason.SCORE, Reason.MATERIAL)


@pytest.mark.parametrize(
    "ruleset", ["russian", "international", "malaysian12", "queens8", "turkish"]
)
def test_a_lasting_lead_against_men_alone_is_a_win(ruleset: str) -> None:
    squares = _native.Position.start(ruleset).ruleset.squares
    wall = ",".join(str(square) for square in range(squares - 11, squares + 1))
    result, reason = ending(f"W:W{wall}:B1,2,3,4", ruleset, "material")
    assert (result, reason) == (1, Reason.MATERIAL)


@pytest.mark.parametrize("call", ["score", "material"])
def test_a_lead_in_stepping_kings_is_a_win(call: str) -> None:
    result, reason = ending("W:WK1,K2,K3:BK29", "english", call)
    assert (result, reason) == (1, {"score": Reason.SCORE, "material": Reason.MATERIAL}[call])
