"""Evaluators told apart by what they do, however they were made or named."""

from __future__ import annotations

import hashlib
import json
from random import Random

from engine.evaluators import Evaluator
from engine.rules import Position

_GAMES = 16
_PLIES = 150  # far enough for kings and unequal material


def fingerprint(evaluator: Evaluator) -> str:
    """Return the SHA-256 of an evaluator's scores along random games."""
    scores = []
    for game in range(_GAMES):
        random, position = Random(f"fingerprint {game}"), Position.start(evaluator.ruleset)
        for _ in range(_PLIES):
            scores.append(evaluator.evaluate(position))
            legal = position.legal_moves()
            if not legal:
                break
            position = position.push(random.choice(legal))
    return hashlib.sha256(json.dumps(scores).encode()).hexdigest()
