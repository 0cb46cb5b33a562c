"""The curves of a match, for TensorBoard: one point a block, at the number of pairs played.

They follow from the blocks, so a match that goes on writes them anew, from its first block on:
nothing can be lacking or there twice. Without TensorBoard there are none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Self

from rl.matches.sprt import Sprt, log_likelihood_ratio, running_counts
from rl.matches.statistics import MatchStatistics, evaluate_results, pair_points
from rl.metrics import Metrics


class MatchCurves:
    """Writes the curves of one match into its folder; a context manager."""

    def __init__(self, folder: Path, test: Sprt | None = None) -> None:
        """Nothing is written, or cut, before there is a first result."""
        self._folder = folder
        self._test = test
        self._metrics: Metrics | None = None
        self._pairs = 0

    def follow(self, results: Sequence[int]) -> None:
        """Add a point for all results so far, +1, 0 or -1 for the first player, in pair order.

        Of a test, one for each pair since the last time.
        """
        if find_spec("tensorboard") is None:
            return
        if self._metrics is None:
            self._metrics = Metrics.resume(self._folder, {})
        points = pair_points(results)
        if self._test is not None:
            test, counts = self._test, running_counts(points)[self._pairs :]
            llrs = log_likelihood_ratio(counts, test.elo0, test.elo1, test.model)
            for pair, llr in enumerate(llrs, self._pairs + 1):
                self._metrics.scalar("match/llr", float(llr), pair)
        self._pairs = len(points)
        statistics = evaluate_results(results)
        scalars = match_scalars(statistics) | _interval(statistics)
        self._metrics.scalars({f"match/{k}": v for k, v in scalars.items()}, self._pairs)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._metrics is not None:
            self._metrics.close()


def match_scalars(statistics: MatchStatistics) -> dict[str, float]:
    """Return the numbers of a match that are defined and finite."""
    names = ("score", "elo", "nelo", "draw_rate", "los")
    return _finite({name: getattr(statistics, name) for name in names})


def _interval(statistics: MatchStatistics) -> dict[str, float]:
    low, high = statistics.elo_interval or (None, None)
    return _finite({"elo_low": low, "elo_high": high})


def _finite(values: dict[str, float | None]) -> dict[str, float]:
    return {k: v for k, v in values.items() if v is not None and math.isfinite(v)}
