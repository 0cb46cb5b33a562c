"""The league: who else than the champion itself plays the champion in self-play.

A player that meets nobody but itself forgets what others try against it. Fixed opponents are named
in the configuration; former champions of the run join by themselves. A job lists its members by
what they are, not where they lie, so that it says all that its games depend on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from engine import Evaluator, Handcrafted, Network, load_evaluator
from engine.evaluators.network import digest


def identify(evaluator: Evaluator) -> str:
    """Return what an evaluator is: the digest of its weights, behind its name unless learned."""
    if isinstance(evaluator, Network):
        return digest(evaluator.weights)
    if isinstance(evaluator, Handcrafted):
        return f"{evaluator.name} {hashlib.sha256(evaluator.weights.tobytes()).hexdigest()}"
    return evaluator.name


def load_league(names: Iterable[str], ruleset: str) -> list[Evaluator]:
    """Load the fixed members; ValueError, naming the key, where there is none of a name."""
    try:
        return [load_evaluator(name, ruleset) for name in names]
    except (ValueError, OSError) as error:
        raise ValueError(f"league: {error}") from None


def without(champion: Evaluator, members: Sequence[Evaluator]) -> list[Evaluator]:
    """Return the members that are not the champion, each once."""
    seen = {identify(champion)}
    chosen = []
    for member in members:
        name = identify(member)
        if name not in seen:
            seen.add(name)
            chosen.append(member)
    return chosen
