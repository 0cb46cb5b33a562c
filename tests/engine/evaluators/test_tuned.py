"""Files of weights: what is written is read back, and nothing else is taken for weights."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from engine import _native
from engine.evaluators import Handcrafted, Untuned, load, tuned
from engine.evaluators.handcrafted import term_names
from engine.evaluators.terms import SAMUEL, place_of
from engine.evaluators.tuned import format_weights, load_weights, save_weights
from engine.rules import Position, ruleset_names
from tests.engine.positions import position_of

PROVENANCE = {"tool": 'a "tool" \\ here', "games": 12, "loss": 0.5}


def random_weights(ruleset: str, seed: int) -> np.ndarray:
    shape = _native.untuned_weights(ruleset).shape
    return np.random.default_rng(seed).integers(-300, 300, shape, dtype=np.int32)


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_weights_are_read_as_they_were_written(ruleset: str, tmp_path: Path) -> None:
    path, weights = tmp_path / "mine.toml", random_weights(ruleset, 1)
    save_weights(path, ruleset, weights, PROVENANCE)
    read = load_weights(path)
    assert read.ruleset == ruleset
    assert read.provenance == PROVENANCE
    assert (read.weights == weights).all()


def test_a_file_of_weights_is_an_evaluator_of_its_ruleset(tmp_path: Path) -> None:
    path, weights = tmp_path / "mine.toml", random_weights("english-white-first", 2)
    save_weights(path, "english-white-first", weights, {})
    loaded = load(str(path))
    assert (loaded.name, loaded.ruleset) == (str(path), "english-white-first")
    position = Position.start("english-white-first").push("22-18")
    assert loaded.evaluate(position) == Handcrafted(loaded.ruleset, weights).evaluate(position)
    with pytest.raises(ValueError, match="expected weights for english, got ones for english-w"):
        load(str(path), "english")


def test_handcrafted_stands_for_the_tuned_weights_where_there_are_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuned, "FOLDER", tmp_path)
    positions = [position_of(seed) for seed in range(20)]
    untuned = [Untuned().evaluate(position) for position in positions]
    assert [load("handcrafted").evaluate(position) for position in positions] == untuned
    weights = random_weights("english", 3)
    save_weights(tmp_path / "english.toml", "english", weights, {})
    expected = [Handcrafted("english", weights).evaluate(position) for position in positions]
    assert expected != untuned
    assert [load("handcrafted").evaluate(position) for position in positions] == expected
    assert [load("untuned").evaluate(position) for position in positions] == untuned


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("crownhead-weights-1", "other", "expected weights of schema 'crownhead-weights-1', got"),
        ('ruleset = "english"', 'ruleset = "chess"', "unknown ruleset 'chess'"),
        ('ruleset = "english"', "ruleset = 3", "ruleset: expected the name of one, got 3"),
        ("[ending]", "[endings]", r"expected a section \[ending\]"),
        ("[provenance]", "surplus = 1\n[provenance]", "unknown key 'surplus'"),
        ("king = 0", "kings = 0", "opening.kings: unknown term; there are king, advance"),
        ("turn = 0", "", "opening.turn: missing"),
        ("king = 0", "king = 1001", "opening.king: expected a whole number from -1000 to 1000"),
        ("king = 0", "king = 1.5", "opening.king: expected a whole number .*got 1.5"),
        ("king = 0", "king = true", "opening.king: expected a whole number .*got True"),
        ("king = 0", "king = [1]", r"opening.king: expected a whole number .*got \[1\]"),
        ("turn = 0", "turn = 0\nother = [1]", "opening.other: unknown term; there are king, adv"),
        (
            "man_square = [\n       0,",
            "man_square = [",
            "man_square: expected a list of 32 .*got 31",
        ),
        ("[opening]", "[opening", "expected TOML"),
    ],
)
def test_anything_else_is_refused_in_one_line(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    path = tmp_path / "mine.toml"
    text = format_weights("english", np.zeros_like(_native.untuned_weights("english")), PROVENANCE)
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(ValueError, match=rf"mine\.toml: .*{said}") as caught:
        load(str(path))
    assert "\n" not in str(caught.value)


def test_a_term_of_samuels_may_be_left_out_but_not_by_halves(tmp_path: Path) -> None:
    path, weights = tmp_path / "mine.toml", np.zeros_like(_native.untuned_weights("english"))
    weights[place_of("english", "gap")] = 3, 0
    text = format_weights("english", weights, {})
    assert text.count("gap = ") == 2
    assert not any(f"\n{term} =" in text for term in SAMUEL if term != "gap")
    path.write_text(text)
    assert (load_weights(path).weights == weights).all()
    path.write_text(text.replace("\ngap = 0", ""))
    with pytest.raises(ValueError, match=r"mine\.toml: ending\.gap: missing"):
        load_weights(path)


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match=r"nowhere\.toml: no such file"):
        load("nowhere.toml")


def test_tables_are_drawn_as_boards() -> None:
    weights = _native.untuned_weights("english")
    weights[term_names("english").index("man_square 5"), 0] = 77
    lines = format_weights("english", weights, {}).splitlines()
    board = lines[lines.index("man_square = [") + 1 :][:8]
    assert [row.count(",") for row in board] == [4] * 8
    assert board[1].split()[0] == "77,"


def test_shipped_weights_belong_to_the_ruleset_they_are_named_after() -> None:
    files = sorted(tuned.FOLDER.glob("*.toml"))
    assert {path.stem for path in files} <= set(ruleset_names())
    for path in files:
        read = load_weights(path)
        assert read.ruleset == path.stem
        assert {"tool", "date", "games", "nodes", "seed", "positions", "match"} <= set(
            read.provenance
        )


def weights_of(ruleset: str) -> dict[str, list[int]]:
    """Return the shipped weights of a ruleset by name, on the full and on the empty board."""
    path = tuned.shipped_weights(ruleset)
    assert path is not None
    return dict(zip(term_names(ruleset), load_weights(path).weights.tolist(), strict=True))


def test_english_weights_have_the_signs_that_players_would_give_them() -> None:
    weights = weights_of("english")
    assert min(weights["king"]) > 100
    assert min(weights["trade"]) > 0
    for good in ("back_row", "mobility", "runaway", "double_corner", "turn"):
        assert weights[good][0] > 0, good
    assert weights["trapped_king"][0] < 0


@pytest.mark.parametrize("name", sorted(path.stem for path in tuned.FOLDER.glob("*.toml")))
def test_a_man_more_is_about_a_man_and_a_king_is_more(name: str) -> None:
    """On average over positions of random games, each man in turn taken away or crowned."""
    evaluator, random = load("handcrafted", name), Random(name)
    lost, crowned = [], []
    for _ in range(20):
        position = Position.start(name)
        for _ in range(random.randint(10, 40)):
            position = position.push(random.choice(position.legal_moves()))
            if not position.legal_moves():
                break
        men, kings = position.men(position.turn), position.kings(position.turn)
        before = evaluator.evaluate(position)
        for man in men:
            rest = [other for other in men if other != man]
            lost.append(before - evaluator.evaluate(with_own(position, rest, kings)))
            crowned.append(evaluator.evaluate(with_own(position, rest, [*kings, man])) - before)
    assert 60 < np.mean(lost) < 170
    assert np.mean(crowned) > 10


def with_own(position: Position, men: list[int], kings: list[int]) -> Position:
    """Return a position with other pieces of the side to move."""
    enemy = _native.Colour(1 - position.turn)
    sides = [(men, kings), (position.men(enemy), position.kings(enemy))]
    white, black = sides if position.turn == _native.Colour.WHITE else sides[::-1]
    return Position(_native.Position(position.ruleset.name, position.turn, *white, *black))
