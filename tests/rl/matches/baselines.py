"""The fixed baselines of every source ruleset, frozen so that later networks can be compared.

    python -m tests.rl.matches.baselines

writes tests/data/baselines.json anew. That is only right where a baseline is meant to change: what
was measured against the former one no longer compares, and the ledgers have to say so.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from engine import _native, load_evaluator
from engine.evaluators.handcrafted import term_names, tuned_weights
from rl.checkpoints.files import write_atomic
from rl.checkpoints.fingerprint import fingerprint

FILE = Path(__file__).parents[2] / "data" / "baselines.json"
RULESETS = (
    "english",
    "russian",
    "malaysian8",
    "malaysian12",
    "queens8",
    "queens10",
    "english-huff",
)
WEIGHTS = {
    "material": _native.material_weights,
    "untuned": _native.untuned_weights,
    "handcrafted": tuned_weights,
}
_ABOUT = (
    "What networks are compared with: of each evaluator the SHA-256 of its weights by name, and of "
    "the scores that the core gives along random games. Written by python -m "
    "tests.rl.matches.baselines, which is only right where a baseline is meant to change; what was "
    "measured against the former one no longer compares, and the ledgers have to say so."
)


def baseline(name: str, ruleset: str) -> dict[str, str]:
    """Return the digests of one evaluator: what it weighs its terms by, and what it says."""
    weights = dict(zip(term_names(ruleset), WEIGHTS[name](ruleset).tolist(), strict=True))
    return {
        "weights": hashlib.sha256(json.dumps(weights, sort_keys=True).encode()).hexdigest(),
        "scores": fingerprint(load_evaluator(name, ruleset)),
    }


def frozen() -> dict[str, Any]:
    """Read the digests of every baseline, by ruleset and name."""
    baselines: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))["baselines"]
    return baselines


def main() -> None:
    """Write down what the baselines are now."""
    found = {ruleset: {name: baseline(name, ruleset) for name in WEIGHTS} for ruleset in RULESETS}
    document = {"about": _ABOUT, "baselines": found}
    write_atomic(FILE, (json.dumps(document, indent=1) + "\n").encode())


if __name__ == "__main__":
    main()
