"""The signature of the search: the nodes that it enters to a fixed depth.

The numbers come from the search itself. They say nothing about right or wrong; a change that was
not meant to alter how the search behaves must not alter them, and one that was has its match in
engine/search/LEDGER.md and its new numbers here.
"""

from __future__ import annotations

import pytest

from engine import Limits, Position, load_evaluator, search

DEPTH = 10

NODES = {
    "english": 91_024,
    "russian": 45_441,
    "malaysian8": 105_718,
    "malaysian12": 188_908,
    "queens8": 28_056,
    "queens10": 138_960,
    "english-huff": 132_615,
    "international": 47_889,
    "turkish": 721_917,
}
"""By ruleset: from its start, and from where eight of the best moves at a small depth lead."""


def positions(ruleset: str) -> list[Position]:
    """Return the start, and where eight best moves at a small depth lead."""
    later = start = Position.start(ruleset)
    evaluator = load_evaluator("untuned", ruleset)
    for _ in range(8):
        move = search(later, evaluator=evaluator, limits=Limits(depth=3)).move
        assert move is not None
        later = later.push(move)
    return [start, later]


@pytest.mark.parametrize("ruleset", NODES)
def test_the_search_enters_as_many_nodes_as_when_it_was_last_changed(ruleset: str) -> None:
    evaluator = load_evaluator("untuned", ruleset)
    found = [
        search(position, evaluator=evaluator, limits=Limits(depth=DEPTH))
        for position in positions(ruleset)
    ]
    assert sum(result.nodes for result in found) == NODES[ruleset]
