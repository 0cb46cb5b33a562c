"""The core's move generator against published counts of move sequences."""

from __future__ import annotations

import pytest

from engine.rules import Position, perft
from tests.oracle.position import fen, parse, turned
from tests.oracle.published import TWINS, perft_entries
from tests.oracle.rulesets import RULESETS

of_every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def wrong_counts(
    ruleset: str, counted: str, more_than: int, at_most: int, *, bulk: bool = True
) -> list[str]:
    """List the published counts, of those of some size, that the core does not come to."""
    return [
        f"{text} depth {depth}: expected {count:,}, got {got:,}"
        for text, counts in published(ruleset, counted)
        for depth, count in counts.items()
        if more_than < count <= at_most
        and (got := count_of(ruleset, text, int(depth), counted, bulk=bulk)) != count
    ]


def count_of(ruleset: str, text: str, depth: int, counted: str, *, bulk: bool) -> int:
    position = Position.from_fen(ruleset, text)
    return perft(position, depth, bulk=bulk, paths=counted == "path")


def published(ruleset: str, counted: str) -> list[tuple[str, dict[str, int]]]:
    """List positions and their counts by depth."""
    entries = perft_entries(TWINS.get(ruleset, ruleset))
    texts = [entry["fen"] for entry in entries]
    if ruleset == "english-white-first":
        texts = [fen(turned(parse(RULESETS[ruleset], text))) for text in texts]
    counts = [entry.get(counted, {}) for entry in entries]
    assert any(counts)
    return list(zip(texts, counts, strict=True))


@of_every_ruleset
def test_sequences_are_as_many_as_published(ruleset: str) -> None:
    assert wrong_counts(ruleset, "unique", -1, 300_000) == []


@pytest.mark.slow
@of_every_ruleset
def test_longer_sequences_are_as_many_as_published(ruleset: str) -> None:
    assert wrong_counts(ruleset, "unique", 300_000, 30_000_000) == []


@pytest.mark.long
@of_every_ruleset
def test_the_longest_sequences_are_as_many_as_published(ruleset: str) -> None:
    assert wrong_counts(ruleset, "unique", 30_000_000, 3_000_000_000) == []


@of_every_ruleset
def test_making_every_leaf_counts_the_same(ruleset: str) -> None:
    assert wrong_counts(ruleset, "unique", -1, 50_000, bulk=False) == []


@of_every_ruleset
def test_paths_are_as_many_as_published(ruleset: str) -> None:
    assert wrong_counts(ruleset, "path", -1, 30_000) == []


@pytest.mark.slow
@of_every_ruleset
def test_longer_paths_are_as_many_as_published(ruleset: str) -> None:
    assert wrong_counts(ruleset, "path", 30_000, 1_500_000) == []


@pytest.mark.long
@of_every_ruleset
def test_the_longest_paths_are_as_many_as_published(ruleset: str) -> None:
    assert wrong_counts(ruleset, "path", 1_500_000, 100_000_000) == []


def test_no_sequence_is_counted_once_at_depth_0_and_negative_depths_are_refused() -> None:
    for paths in (False, True):
        assert perft(Position.start(), 0, paths=paths) == 1
        with pytest.raises(ValueError, match="depth"):
            perft(Position.start(), -1, paths=paths)
