"""Measure how many nodes the search takes for each shot, and set what it may take.

    python -m tests.tactics.measure            print how many shots so many nodes solve
    python -m tests.tactics.measure --write    and store what was measured, with new ceilings

A change of the search or of the core's handcrafted weights moves these numbers. The table and the
means say which search is the better one at tactics; single shots say little.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engine import Limits
from engine.search.limits import DEPTH_MAX
from tests.oracle.fullwidth import MAN, judge
from tests.tactics.finding import searched
from tests.tactics.shots import Shot, load_shots, save_shots

LIMIT = 2_000_000
"""Nodes after which a shot counts as not solved."""

STAYS = 4
"""A solution has to stay best until the search has taken this many times the nodes."""

SLACK = 3
"""A ceiling allows this many times the nodes measured: searches differ, disasters stand out."""

STEPS = (1_000, 10_000, 100_000, 1_000_000)


def solves(shot: Shot, limits: Limits) -> tuple[bool, int]:
    """Search a shot afresh; tell whether its solution is best and its gain seen, and the nodes.

    Half the gain, a man at most, tells a sacrifice that was seen through from a lucky one.
    """
    position = shot.position
    found = searched(position, limits)
    seen = judge(shot.ruleset).balance(position.native) + min(shot.gain // 2, MAN)
    solved = found.move == position.parse_move(shot.solution) and found.score >= seen
    return solved, found.nodes


def nodes_needed(shot: Shot, limit: int = LIMIT) -> int | None:
    """Return the nodes of the first iteration from which on the solution is best, None if never."""
    since, last = None, 0
    for depth in range(1, DEPTH_MAX + 1):
        solved, nodes = solves(shot, Limits(depth=depth))
        since = (since or nodes) if solved else None
        # A search that takes no more nodes has found a win or loss at its exact distance.
        if nodes == last or nodes >= (STAYS * since if since else limit):
            break
        last = nodes
    return since


def ceiling_of(shot: Shot, nodes: int) -> int:
    """Allow some slack in two figures, and more where a search broken off there would not do."""
    ceiling = rounded_up(SLACK * nodes)
    while not solves(shot, Limits(nodes=ceiling))[0]:
        ceiling = rounded_up(ceiling * 5 // 4)
    return ceiling


def rounded_up(number: int) -> int:
    """Round to two figures, never down."""
    unit: int = 10 ** max(len(str(number)) - 2, 0)
    return math.ceil(number / unit) * unit


def table(nodes: Mapping[Shot, int | None]) -> Iterable[str]:
    """Say for each ruleset how many shots are solved by how many nodes, and the nodes in all."""
    yield f"{'ruleset':<14}{'shots':>6}" + "".join(f"{step:>11,}" for step in STEPS) + " nodes"
    rulesets = list(dict.fromkeys(shot.ruleset for shot in nodes))
    for name in [*rulesets, ""]:
        needed = [n for shot, n in nodes.items() if name in ("", shot.ruleset)]
        solved = [sum(n is not None and n <= step for n in needed) for step in STEPS]
        row = "".join(f"{count:>11}" for count in solved)
        yield f"{name or 'all':<14}{len(needed):>6}{row} {sum(n or LIMIT for n in needed):,}"


def comparison(nodes: Mapping[Shot, int | None]) -> str:
    """Compare with the nodes stored: in all, and as the geometric mean over the shots."""
    ratios = [(needed or LIMIT) / shot.nodes for shot, needed in nodes.items()]
    stored, taken = sum(shot.nodes for shot in nodes), sum(n or LIMIT for n in nodes.values())
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    return f"{taken / stored:.2f} times the nodes stored, {mean:.2f} times as a geometric mean"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the suite, print the table, and store what was measured if asked to."""
    parser = argparse.ArgumentParser(prog="python -m tests.tactics.measure", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "--each", action="store_true", help="print the nodes of every shot, stored and now"
    )
    parser.add_argument("--write", action="store_true", help="store nodes and new ceilings")
    parser.add_argument("--drop", action="store_true", help="and leave out what is not solved")
    options = parser.parse_args(arguments)
    began = time.process_time()
    nodes = {shot: nodes_needed(shot) for shot in load_shots()}
    if options.each:
        for shot, needed in nodes.items():
            print(f"{shot.nodes:>9,} {needed or LIMIT:>9,}  {shot}")
    print(*table(nodes), comparison(nodes), sep="\n")
    print(f"{time.process_time() - began:.1f} s of processor time")
    solved = {shot: needed for shot, needed in nodes.items() if needed}
    if options.write and len(solved) < len(nodes) and not options.drop:
        names = "; ".join(str(shot) for shot in nodes if shot not in solved)
        parser.error(f"expected all solved within {LIMIT:,} nodes (--drop leaves out): {names}")
    if options.write:
        save_shots(measured(solved))


def measured(nodes: Mapping[Shot, int]) -> list[Shot]:
    """Put the nodes into the shots, with the ceilings that go with them."""
    return [
        replace(shot, nodes=needed, ceiling=ceiling_of(shot, needed))
        for shot, needed in nodes.items()
    ]


if __name__ == "__main__":
    main()
