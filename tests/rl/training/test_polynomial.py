"""A polynomial is found again from games drawn from it, in its files and in words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine import _native, load_evaluator
from engine.evaluators import Handcrafted
from engine.evaluators.terms import place_of
from engine.evaluators.tuned import load_weights
from rl.selfplay.config import SelfPlayConfig
from rl.selfplay.job import SelfPlayJob, play
from rl.training import polynomial as module
from rl.training.polynomial import (
    Polynomial,
    format_polynomial,
    gather_terms,
    learn_polynomial,
    load_polynomial,
    rounded,
    save_polynomial,
)
from rl.training.regression import gather
from rl.training.roster import PolynomialConfig, Roster

TERMS = ("mobility", "gap", "the_move", "backed_man")
CONFIG = PolynomialConfig(active=TERMS, reserve=("hole",), search_share=1.0, deviation_cp=1000.0)
TRUTH = {"mobility": (6, -4), "gap": (-8, -3), "the_move": (5, 12), "backed_man": (7, 9)}


@pytest.fixture(scope="module")
def samples() -> np.ndarray:
    from rl.samples import merge

    job = SelfPlayJob(
        ruleset="english", player="untuned", config=SelfPlayConfig(games=(40,), nodes=(60,)),
        seed=3, generation=0, first_game=0, games=40,
    )  # fmt: skip
    return merge(play(job, load_evaluator("untuned"))[0])


def told(samples: np.ndarray, worth: float = 1.0) -> np.ndarray:
    """Return samples whose searches found what the truth says, times `worth`."""
    weights = _native.material_weights("english").astype(np.float64)
    for name, pair in TRUTH.items():
        weights[place_of("english", name)] = pair
    scores = gather("english", samples).scores(weights)
    changed = samples.copy()
    changed["score"] = np.clip(np.rint(worth * scores), -900, 900)
    return changed


def learned(samples: np.ndarray, config: PolynomialConfig = CONFIG) -> Polynomial:
    return learn_polynomial("english", samples, config, Roster.first(config), generation=0)


def test_known_weights_are_found_again(samples: np.ndarray) -> None:
    found = learned(told(samples))
    for name, pair in TRUTH.items():
        term = found.terms[name]
        assert (term.opening, term.ending) == pytest.approx(pair, abs=2), name
    assert found.king == 150


def test_a_man_stays_the_yardstick(samples: np.ndarray) -> None:
    """Scores half as large promise half as much, for men as for terms: the weights are the same."""
    whole, half = learned(told(samples)), learned(told(samples, 0.5))
    for name in TERMS:
        assert half.terms[name].opening == pytest.approx(whole.terms[name].opening, abs=2), name
    weights = half.weights()
    assert weights[place_of("english", "king")].tolist() == [[150, 150]]
    assert not weights[place_of("english", "man_square")].any()


def test_a_contribution_is_the_spread_that_a_term_gives_the_score(samples: np.ndarray) -> None:
    found, evidence = learned(told(samples)), gather("english", samples)
    weights = found.weights().astype(np.float64)
    for name, term in found.terms.items():
        without = weights.copy()
        without[place_of("english", name)] = 0
        share = evidence.scores(weights) - evidence.scores(without)
        mean = np.average(share, weights=evidence.count)
        spread = np.sqrt(np.average((share - mean) ** 2, weights=evidence.count))
        assert term.contribution == pytest.approx(spread, rel=1e-3, abs=1e-3), name


def test_a_jolted_term_is_left_out(samples: np.ndarray) -> None:
    roster = replace(Roster.first(CONFIG), jolted="backed_man")
    found = learn_polynomial("english", told(samples), CONFIG, roster, generation=4)
    assert list(found.terms) == ["mobility", "gap", "the_move"]
    assert not found.weights()[place_of("english", "backed_man")].any()


def test_evidence_in_parts_is_evidence_as_a_whole(
    samples: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = gather_terms("english", samples, TERMS)
    monkeypatch.setattr(module, "_ROWS", 100)
    parts = gather_terms("english", samples, TERMS)
    assert len(samples) > 300
    for name in ("features", "men", "result", "held_out"):
        assert np.array_equal(getattr(whole, name), getattr(parts, name)), name


def test_weights_are_rounded_to_hundredths_or_to_powers_of_two() -> None:
    weights = np.array([[0.4, -0.6], [3.1, -100.0], [2000.0, 47.0]])
    assert rounded(weights, "whole").tolist() == [[0, -1], [3, -100], [1000, 47]]
    assert rounded(weights, "power_of_two").tolist() == [[0, -1], [4, -128], [512, 64]]


def test_files_hold_the_polynomial_and_its_weights_play(
    samples: np.ndarray, tmp_path: Path
) -> None:
    found, path = learned(told(samples)), tmp_path / "g00.toml"
    save_polynomial(path, found, {"run": "x"})
    assert load_polynomial(path) == found
    assert (load_weights(path).weights == found.weights()).all()
    assert load_weights(path).provenance["run"] == "x"
    loaded = load_evaluator(str(path))
    assert isinstance(loaded, Handcrafted)


def test_the_same_samples_give_the_same_bytes(samples: np.ndarray, tmp_path: Path) -> None:
    for name in ("one", "two"):
        save_polynomial(tmp_path / f"{name}.toml", learned(told(samples)), {})
    for suffix in (".toml", ".json"):
        one, two = ((tmp_path / name).with_suffix(suffix) for name in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda path: path.write_bytes(path.read_bytes() + b"# more\n"), "its SHA-256 differs"),
        (lambda path: path.unlink(), r"g00\.toml: no such file"),
        (lambda path: path.with_suffix(".json").unlink(), r"g00\.json is missing"),
        (
            lambda path: path.with_suffix(".json").write_text(
                path.with_suffix(".json").read_text().replace('"losses": 0', '"losses": 1')
            ),
            r"g00\.json: expected content with digest",
        ),
    ],
)
def test_a_damaged_polynomial_is_named(
    samples: np.ndarray, tmp_path: Path, damage: object, said: str
) -> None:
    path = tmp_path / "g00.toml"
    save_polynomial(path, learned(samples), {})
    assert callable(damage)
    damage(path)
    with pytest.raises(ValueError, match=said):
        load_polynomial(path)


def test_a_polynomial_is_readable_in_words(samples: np.ndarray) -> None:
    found = learned(told(samples))
    event = {"generation": 1, "event": "demoted", "term": "pole", "contribution": 0.25,
             "successor": "gap"}  # fmt: skip
    lines = format_polynomial(found, replace(found.roster, history=(event,)))
    gap = next(line for line in lines if line.startswith("gap"))
    term = found.terms["gap"]
    assert gap.split()[1:4] == [
        f"{term.opening:+d}", f"{term.ending:+d}", f"{term.contribution:.1f}"
    ]  # fmt: skip
    assert gap.endswith("an empty square between two own pieces, or a piece and the edge, "
                        "on a diagonal")  # fmt: skip
    assert lines[-1] == "g01 pole, which contributed 0.2, makes room for gap"
    assert "in reserve: hole" in lines
