"""The core against the brute-force oracle: moves, paths, positions after, keys, text."""

from __future__ import annotations

import pytest

from tests.oracle.compare import differences
from tests.oracle.rulesets import RULESETS

of_every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


@of_every_ruleset
def test_the_core_agrees_with_brute_force(ruleset: str) -> None:
    assert differences(ruleset, seed=1, count=36) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 7))
@of_every_ruleset
def test_the_core_agrees_with_brute_force_in_thousands_of_positions(
    ruleset: str, seed: int
) -> None:
    assert differences(ruleset, seed, count=450) == []
