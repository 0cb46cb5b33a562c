"""The handcrafted evaluation: tuned, as chosen by hand, and material alone.

All three are the same terms under other weights; the core lists and computes them. A weight is a
pair, what it is on the full board and what it is on the empty one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine import _native
from engine.evaluators.evaluator import Evaluator
from engine.evaluators.tuned import load_weights, shipped_weights
from engine.rules.ruleset import ruleset as ruleset_named


class Handcrafted(Evaluator):
    """A weighted sum of named terms; `.weights` are the ones it was made from.

    >>> from engine.rules import Position
    >>> Handcrafted().evaluate(Position.from_fen("english", "B:W21:B1,2,3")) > 100
    True
    """

    def __init__(
        self,
        ruleset: str = "english",
        weights: ArrayLike | None = None,
        *,
        name: str = "handcrafted",
    ) -> None:
        """Use the tuned weights, those chosen by hand where none are, or others.

        Others are whole numbers `[W, 2]`, on the full and on the empty board, in the order of
        `term_names`.
        """
        ruleset = ruleset_named(ruleset).name
        self.weights = tuned_weights(ruleset) if weights is None else _whole(ruleset, weights)
        super().__init__(name, _native.Evaluator.handcrafted(ruleset, self.weights))


class Untuned(Handcrafted):
    """The weights chosen by hand."""

    def __init__(self, ruleset: str = "english") -> None:
        """Take the weights that the core was written with."""
        ruleset = ruleset_named(ruleset).name
        super().__init__(ruleset, _native.untuned_weights(ruleset), name="untuned")


class Material(Handcrafted):
    """Men and kings counted, nothing else."""

    def __init__(self, ruleset: str = "english") -> None:
        """Take the piece values of the untuned evaluation of this ruleset."""
        ruleset = ruleset_named(ruleset).name
        super().__init__(ruleset, _native.material_weights(ruleset), name="material")


def tuned_weights(ruleset: str) -> NDArray[np.int32]:
    """Return the weights that were fitted for a ruleset, those chosen by hand where none were."""
    path = shipped_weights(ruleset)
    return _native.untuned_weights(ruleset) if path is None else load_weights(path).weights


def term_names(ruleset: str) -> list[str]:
    """List what the weights belong to, in order: terms, and numbered places in their tables."""
    return [
        name if size == 1 else f"{name} {place + 1}"
        for name, size in _native.handcrafted_terms(ruleset).items()
        for place in range(size)
    ]


def _whole(ruleset: str, weights: ArrayLike) -> NDArray[np.int32]:
    array = np.asarray(weights)
    expected = (len(term_names(ruleset)), 2)
    if array.shape != expected or not np.issubdtype(array.dtype, np.integer):
        raise ValueError(
            f"expected whole numbers of shape {expected} as handcrafted weights for {ruleset}, "
            f"got {array.dtype} of shape {array.shape}"
        )
    return np.ascontiguousarray(array, dtype=np.int32)
