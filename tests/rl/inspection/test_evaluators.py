"""What an inspection tells of evaluators whose answers are known beforehand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine import Network, load_evaluator
from engine._native import Colour
from engine.evaluators import Material
from engine.rules import ruleset as ruleset_named
from engine.rules import ruleset_names
from rl.inspection.calibration import balance_scores, calibrate
from rl.inspection.evaluators import find_subject, inspect_evaluator
from rl.inspection.maps import format_map, piece_maps
from rl.inspection.positions import boards, known_positions, played, reference_boards, spread
from rl.training import TrainingConfig
from rl.training.start import king_cp, material_start


def skip_network(**squares: float) -> Network:
    """Return a network of material alone, some of whose own men are worth more on a square."""
    weights = material_start("english", TrainingConfig(width=32), score_scale=100.0, seed=1)
    skip = weights.skip.copy()
    for name, value in squares.items():
        square = int(name[1:]) - 1
        skip[square] += value / 100  # own man
        skip[64 + 31 - square] -= value / 100  # their man there, as the opponent sees it
    return Network(replace(weights, skip=skip))


def test_a_map_finds_what_each_square_adds() -> None:
    man, king = piece_maps(skip_network(_9=20, _24=-15))
    assert man.values[9 - 1] == pytest.approx(120, abs=1)
    assert man.values[24 - 1] == pytest.approx(85, abs=1)
    assert man.values[14 - 1] == pytest.approx(100, abs=1)
    assert king.values == pytest.approx(np.full(32, king_cp("english")), abs=1)


def test_men_have_no_value_where_they_are_crowned() -> None:
    man, king = piece_maps(Material("english"))
    assert np.isnan(man.values[:4]).all()
    assert (man.values[4:] == 100).all()
    assert np.isfinite(king.values).all()
    drawn = format_map(man, "english").splitlines()
    assert drawn[1].split() == ["never"] * 4
    assert [len(line) - len(line.lstrip()) for line in drawn[2:4]] == [3, 9]  # 5 left of 9


def test_reference_boards_are_the_same_every_time_and_leave_room_for_a_piece() -> None:
    found = reference_boards("english", 64)
    assert found == reference_boards("english", 64)
    assert len(found) == 64
    for board in found:
        assert len(board.men + board.kings) < 12
        assert len(board.their_men + board.their_kings) < 12


def test_boards_show_the_side_to_move_as_white() -> None:
    samples = spread(played(Material("english"), 2, 50), 10)
    for sample, board in zip(samples, boards(samples, "english"), strict=True):
        assert board.position().turn == Colour.WHITE
        pieces = [
            len(part) for part in (board.men, board.kings, board.their_men, board.their_kings)
        ]
        assert pieces == np.bitwise_count(sample["planes"]).tolist()
        assert board.quiet()  # only quiet positions are kept


def test_known_positions_are_what_their_names_say() -> None:
    worth = {
        known.name: {Material("english").native.evaluate(p) for p in known.positions}
        for known in known_positions("english")
    }
    king = king_cp("english")
    assert worth == {
        "start of the game": {0},
        "start, a man up": {100},
        "start, a king for a man": {king - 100},
        "back rows, a king up": {king},
        "2 kings v 1": {king},
        "3 kings v 2": {king},
        "First Position": {100 - king},  # White has two men, Black a man and a king
    }


@pytest.mark.parametrize("name", ruleset_names())
def test_every_ruleset_has_known_positions_and_a_map(name: str) -> None:
    evaluator, facts = Material(name), ruleset_named(name)
    found = {known.name: len(known.positions) for known in known_positions(name)}
    assert found["start, a man up"] == found["start, a king for a man"] == facts.men
    assert found["2 kings v 1"] >= 20
    for board in reference_boards(name, 4):
        assert len(board.men + board.kings) < facts.men
    man, king = piece_maps(evaluator, 4)
    assert man.mean == pytest.approx(100)
    assert king.mean > 100


def test_a_scale_that_is_not_the_evaluators_own_is_fitted() -> None:
    fitted = calibrate(load_evaluator("material"), games=12)
    own = calibrate(skip_network(), games=12)
    assert (fitted.own_scale, own.own_scale) == (False, True)
    assert own.scale_cp == 100.0 != fitted.scale_cp
    assert fitted.positions == own.positions  # the same evaluation, hence the same games
    assert fitted.gap != own.gap
    assert fitted.reliability.weight.sum() == pytest.approx(1)


def test_scores_by_balance_of_material_are_the_balance() -> None:
    found = balance_scores(Material("english"), played(Material("english"), 40, 50))
    assert found is not None
    assert 0 in found.balance
    assert found.mean == pytest.approx(100 * found.balance)
    assert found.low == pytest.approx(found.high)
    assert balance_scores(Material("english"), played(Material("english"), 1, 20)[:5]) is None


def test_inspection_of_a_file_tells_where_its_weights_come_from() -> None:
    facts = inspect_evaluator(find_subject("handcrafted"), calibration=False)
    assert facts["kind"] == "handcrafted terms"
    assert facts["provenance"]
    assert facts["calibration"] is None
    assert find_subject("untuned").file is None
