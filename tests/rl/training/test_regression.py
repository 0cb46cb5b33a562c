"""The fit finds weights that are known because the results were drawn from them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.evaluators import Handcrafted, load
from engine.evaluators.handcrafted import term_names
from engine.evaluators.terms import place_of
from rl.selfplay.config import SelfPlayConfig
from rl.selfplay.job import SelfPlayJob, play
from rl.training.regression import Evidence, fit, gather, normalise

SCALE = 60.0
WEIGHTS = len(term_names("english"))
TRUTH = {"king": (150, 130), "mobility": (6, -3), "backed_man": (-9, 4), "turn": (12, 2)}


def truth() -> np.ndarray:
    weights = np.zeros((WEIGHTS, 2))
    for name, pair in TRUTH.items():
        weights[term_names("english").index(name)] = pair
    return weights


def synthetic(rows: int, seed: int = 1) -> Evidence:
    """Draw positions of random features, and results with the odds that the truth gives them."""
    random = np.random.default_rng(seed)
    features = np.zeros((rows, WEIGHTS), np.float32)
    for name in TRUTH:
        most = 1 if name == "king" else 4
        features[:, term_names("english").index(name)] = random.integers(-most, most + 1, rows)
    evidence = Evidence(
        features=features,
        opening=random.random(rows, np.float32),
        men=random.integers(-1, 2, rows).astype(np.float32),
        kings_level=np.zeros(rows, bool),
        score=np.zeros(rows, np.float32),
        result=np.zeros(rows, np.float32),
        count=np.ones(rows, np.float32),
        man_squares=place_of("english", "man_square"),
        held_out=np.arange(rows) % 16 == 0,
    )
    odds = 1 / (1 + np.exp(-evidence.scores(truth()) / SCALE))
    result = (random.random(rows) < odds).astype(np.float32)
    return replace(evidence, result=result)


def loose(cp: float = 1000.0) -> np.ndarray:
    return np.full(WEIGHTS, cp)


def begun() -> np.ndarray:
    weights = np.zeros((WEIGHTS, 2), np.int32)
    weights[0] = 150
    return weights


@pytest.mark.slow
def test_known_weights_are_found_again() -> None:
    """Up to their common scale, which only the worth of a man fixes; here that is found too."""
    evidence = synthetic(50_000)
    fitted = fit(evidence, begun(), loose(), score_share=0.0)
    man = 100 + fitted.weights[evidence.man_squares].mean()
    scaled = fitted.weights * (100 / man)
    for name, pair in TRUTH.items():
        found = scaled[term_names("english").index(name)]
        assert found == pytest.approx(pair, abs=5 if name == "king" else 2.5), name
    assert fitted.loss_after < fitted.loss_before


def test_a_firm_prior_keeps_the_weights_begun_from() -> None:
    fitted = fit(synthetic(5000), begun(), loose(1e-6), score_share=0.0)
    others = np.ones(WEIGHTS, bool)
    others[place_of("english", "man_square")] = False
    assert (fitted.weights == begun())[others].all()


def test_scores_in_the_target_are_followed() -> None:
    """Results are noise here; the scores say that a square to step to is worth ten."""
    evidence = synthetic(20_000)
    random = np.random.default_rng(5)
    mobility = term_names("english").index("mobility")
    features = np.zeros_like(evidence.features)
    features[:, mobility] = random.integers(-9, 10, len(evidence))
    score = 100 * evidence.men + 10 * features[:, mobility]
    result = (random.random(len(evidence)) < 1 / (1 + np.exp(-score / SCALE))).astype(np.float32)
    told = replace(evidence, features=features, score=score.astype(np.float32), result=result)
    fitted = fit(told, begun(), loose(), score_share=1.0)
    man = 100 + fitted.weights[told.man_squares].mean()
    assert fitted.weights[mobility] * (100 / man) == pytest.approx([10, 10], abs=0.6)


def test_games_held_out_are_not_fitted() -> None:
    evidence = synthetic(4000)
    spoiled = np.where(evidence.held_out, 1 - evidence.result, evidence.result)
    one = fit(evidence, begun(), loose(), score_share=0.0)
    two = fit(replace(evidence, result=spoiled), begun(), loose(), score_share=0.0)
    assert (one.weights == two.weights).all()
    assert one.loss_after != two.loss_after


def test_a_man_up_is_worth_a_hundred_after_the_fit() -> None:
    evidence = replace(synthetic(5000), kings_level=np.ones(5000, bool))
    weights = np.random.default_rng(2).normal(0, 20, (WEIGHTS, 2))
    scores = evidence.scores(normalise(evidence, weights, 63.0))
    means = [scores[evidence.men == lead].mean() for lead in (1, -1)]
    assert (means[0] - means[1]) / 2 != pytest.approx(100)  # no man squares among the features
    squares = np.zeros_like(evidence.features)
    squares[:, evidence.man_squares.start] = evidence.men
    shown = replace(evidence, features=evidence.features + squares)
    scores = shown.scores(normalise(shown, weights, 63.0))
    means = [scores[shown.men == lead].mean() for lead in (1, -1)]
    assert (means[0] - means[1]) / 2 == pytest.approx(100)


def test_the_evidence_of_real_games_gives_the_scores_of_the_evaluator() -> None:
    job = SelfPlayJob(
        ruleset="english", player="untuned", config=SelfPlayConfig(games=(4,), nodes=(50,)),
        seed=1, generation=0, first_game=0, games=4,
    )  # fmt: skip
    samples, games = play(job, load("untuned"))
    evidence = gather("english", samples)
    weights = np.random.default_rng(3).integers(-50, 50, (WEIGHTS, 2), np.int32)
    evaluator = Handcrafted("english", weights)
    expected = []
    for sample in samples:
        position = games.replay(int(sample["game"]), "english").positions[sample["ply"]]
        assert position.native.key == sample["key"]
        expected.append(evaluator.evaluate(position))
    assert np.abs(evidence.scores(weights.astype(np.float64)) - expected).max() < 2.5
    assert evidence.result.tolist() == [
        (sample["wins"] + sample["draws"] / 2) for sample in samples
    ]
