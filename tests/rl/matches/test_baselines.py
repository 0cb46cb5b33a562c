"""The baselines stand still: a network of next year meets the same opponents as one of today."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Position, _native
from engine.evaluators import Handcrafted, load, tuned
from engine.evaluators.handcrafted import term_names, tuned_weights
from engine.evaluators.tuned import save_weights
from tests.rl.matches import baselines
from tests.rl.matches.baselines import RULESETS, WEIGHTS, baseline, frozen


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", WEIGHTS)
def test_a_baseline_is_what_it_was_when_it_was_frozen(name: str, ruleset: str) -> None:
    changed = "changed; if on purpose: python -m tests.rl.matches.baselines, and say so in the log"
    assert baseline(name, ruleset) == frozen()[ruleset][name], f"{ruleset} {name} {changed}"


def test_the_baselines_of_each_source_ruleset_are_frozen_and_differ() -> None:
    assert set(frozen()) == set(RULESETS)
    for digests in frozen().values():
        assert list(digests) == list(WEIGHTS)
        for kind in ("weights", "scores"):
            assert len({each[kind] for each in digests.values()}) == len(WEIGHTS)


@pytest.mark.parametrize("name", WEIGHTS)
def test_the_weights_that_are_frozen_are_those_that_play(name: str) -> None:
    position = Position.start("queens8").push("22-18").push("9-13").push("24-20")
    weighed = Handcrafted("queens8", WEIGHTS[name]("queens8"))
    assert load(name, "queens8").evaluate(position) == weighed.evaluate(position)


def test_one_weight_changed_is_another_baseline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = tuned_weights("english")
    weights[term_names("english").index("mobility"), 1] += 1
    save_weights(tmp_path / "english.toml", "english", weights, {})
    before = baseline("handcrafted", "english")
    monkeypatch.setattr(tuned, "FOLDER", tmp_path)
    after = baseline("handcrafted", "english")
    assert before["weights"] != after["weights"]
    assert before["scores"] != after["scores"]


def test_the_file_is_written_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baselines, "FILE", tmp_path / "baselines.json")
    monkeypatch.setattr(baselines, "RULESETS", ("english",))
    baselines.main()
    assert frozen() == {"english": {name: baseline(name, "english") for name in WEIGHTS}}


def test_material_counts_kings_beside_men_and_nothing_else() -> None:
    weights = dict(
        zip(term_names("english"), _native.material_weights("english").tolist(), strict=True)
    )
    assert {name for name, pair in weights.items() if any(pair)} == {"king"}
