"""The handcrafted evaluation, and material alone: the same terms, all but the pieces at zero."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine import _native
from engine.evaluators.evaluator import Evaluator
from engine.rules.ruleset import ruleset as ruleset_named


class Handcrafted(Evaluator):
    """A weighted sum of named terms.

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
        """Use the tuned weights, or others: one whole number for each of `term_names()`."""
        ruleset = ruleset_named(ruleset).name
        chosen = _native.handcrafted_weights(ruleset) if weights is None else _whole(weights)
        super().__init__(name, _native.Evaluator.handcrafted(ruleset, chosen))


class Material(Handcrafted):
    """Men and kings counted, nothing else."""

    def __init__(self, ruleset: str = "english") -> None:
        """Take the piece values of the handcrafted evaluation of this ruleset."""
        ruleset = ruleset_named(ruleset).name
        super().__init__(ruleset, _native.material_weights(ruleset), name="material")


def term_names() -> list[str]:
    """List the terms that the weights belong to, in order."""
    return _native.handcrafted_terms()


def _whole(weights: ArrayLike) -> NDArray[np.int32]:
    array = np.asarray(weights)
    if array.shape != (len(term_names()),) or not np.issubdtype(array.dtype, np.integer):
        raise ValueError(
            f"expected {len(term_names())} whole numbers as handcrafted weights, "
            f"got {array.dtype} of shape {array.shape}"
        )
    return np.ascontiguousarray(array, dtype=np.int32)
