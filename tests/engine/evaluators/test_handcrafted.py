"""The terms: what the fit sees is what the search computes, and the untuned weights never change.

The pinned numbers were recorded from the evaluation when it had 15 weights and no taper.
"""

from __future__ import annotations

import hashlib
import json
from random import Random

import numpy as np
import pytest

from engine import _native
from engine.evaluators import Handcrafted, Material, Untuned
from engine.evaluators.handcrafted import term_names
from engine.rules import Position, ruleset, ruleset_names

SCORES = {
    "english": "ad0436a1383e0f7d",
    "english-white-first": "6bde8e6171c32607",
    "english-king-first": "add9b62b250430fe",
    "english-mid-promotion": "6055c9350eb28be5",
    "english-house": "d61460001d07680a",
    "english-huff": "6cbf20c3d5fd3b84",
    "queens8": "9456fa46494cb628",
    "queens10": "8844b6dd697ec531",
    "russian": "4658c7b5568e46a6",
    "malaysian8": "75aeaa6d6cdde861",
    "malaysian12": "c7691d420beda1b3",
    "malaysian8-forced": "49cb7dd9c08e736b",
    "malaysian12-forced": "1bc585f41af69900",
    "international": "1c1f71e1cba3723b",
    "brazilian": "9d844d4e2c4c3ec6",
    "pool": "1e01bfad8ee50a9f",
    "czech": "73983694a8163dd4",
    "spanish": "ca7dbf1834d27960",
    "portuguese": "bd9524a61a4805ee",
    "italian": "cbebe71232a8dab7",
    "canadian": "46f99769a3c7c304",
    "frisian": "62891d2c355dcad1",
    "thai": "ac3923ec6b12eaa8",
    "turkish": "355e52227686a0be",
}
"""SHA-256, shortened, of the scores of `walked` by the untuned evaluation and by material."""

of_every_ruleset = pytest.mark.parametrize("name", ruleset_names())


def walked(name: str, games: int = 40) -> list[Position]:
    """Return the positions of games of random moves."""
    random, positions = Random(name), []
    for _ in range(games):
        position = Position.start(name)
        for _ in range(random.randint(5, 120)):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.push(random.choice(moves))
            positions.append(position)
    return positions


def planes(positions: list[Position]) -> np.ndarray:
    """Return positions as the planes of samples, `[N, 4 * words] uint64`."""
    words = -(-positions[0].ruleset.squares // 64)
    boards = np.stack([position.native.planes() for position in positions])
    padded = np.zeros((len(positions), 4, 64 * words), np.uint8)
    padded[:, :, : boards.shape[2]] = boards
    packed = np.packbits(padded, axis=2, bitorder="little").reshape(len(positions), -1)
    return packed.view("<u8").astype(np.uint64)


@of_every_ruleset
def test_untuned_scores_are_what_they_always_were(name: str) -> None:
    evaluators = Untuned(name), Material(name)
    scores = [e.evaluate(position) for position in walked(name) for e in evaluators]
    digest = hashlib.sha256(json.dumps(scores).encode()).hexdigest()
    assert digest[:16] == SCORES[name]


@of_every_ruleset
def test_features_times_weights_are_the_score(name: str) -> None:
    """But for what three divisions, one of them in the term for trading, may round off."""
    positions = walked(name, 8)
    weights = np.random.default_rng(1).integers(-99, 99, (len(term_names(name)), 2), np.int32)
    features, opening = _native.handcrafted_features(name, planes(positions))
    columns = features.astype(np.float64) @ weights
    men = [len(p.men(p.turn)) - len(p.men(other(p.turn))) for p in positions]
    scores = 100 * np.array(men) + opening * columns[:, 0] + (1 - opening) * columns[:, 1]
    evaluator = Handcrafted(name, weights)
    expected = np.array([evaluator.evaluate(position) for position in positions])
    assert np.abs(scores - expected).max() < 2.5
    assert np.abs(expected).max() < 20_000


@of_every_ruleset
def test_the_opening_share_is_that_of_the_pieces_still_there(name: str) -> None:
    positions = walked(name, 4)
    opening = _native.handcrafted_features(name, planes(positions))[1]
    pieces = [sum(len(p.men(c)) + len(p.kings(c)) for c in _native.Colour) for p in positions]
    assert opening == pytest.approx(np.array(pieces) / (2 * ruleset(name).men))


@pytest.mark.parametrize(
    ("term", "fen", "expected"),
    [
        ("king_mobility", "W:WK18:B1", 4),
        ("king_mobility", "B:WK18:BK29", 1 - 4),
        ("backed_man", "W:W18,22,23:B1", 1),
        ("backed_man", "B:W30:B1,5,6", 2),
        ("man_square 18", "W:W18:BK1", 1),
        ("man_square 15", "W:W32:B18", -1),
        ("king_square 32", "B:WK4:BK1", 1),
        ("back_row_men 11", "W:W29,31:B2", 0),
        ("back_row_men 6", "W:W29,31:B2", 1),
        ("back_row_men 6", "B:W29,31:B2,4", 0),
        ("back_row_men 11", "B:W29,31:B1,3", 1),
        ("back_row_men 6", "W:W29,31:BK2", 0),
    ],
)
def test_a_term_counts_what_it_is_named_after(term: str, fen: str, expected: int) -> None:
    names = term_names("english")
    weights = np.zeros((len(names), 2), np.int32)
    weights[names.index(term)] = 100
    position = Position.from_fen("english", fen)
    alone, none = Handcrafted("english", weights), Handcrafted("english", 0 * weights)
    assert alone.evaluate(position) - none.evaluate(position) == 100 * expected


def test_weights_taper_with_the_pieces() -> None:
    names = term_names("english")
    weights = np.zeros((len(names), 2), np.int32)
    weights[names.index("turn")] = 240, 0
    evaluator = Handcrafted("english", weights)
    assert evaluator.evaluate(Position.start()) == 240
    assert evaluator.evaluate(Position.from_fen("english", "W:W32:B1")) == 20


def other(colour: _native.Colour) -> _native.Colour:
    return _native.Colour(1 - colour)
