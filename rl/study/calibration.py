"""Scores against results: what positions of each range of scores were worth in the games.

Each free choice is one position, its score and the game's result both for its side to move. An
expected result is sigmoid(score / scale), but 1 or 0 for a win or a loss that is proven. The scale
is fitted to these very results, so only the shape is judged; a network's own, from its training, is
judged beside it.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from engine import _native
from engine.notation import NotationError, PdnGame
from engine.rules import Game, parse_result
from rl.study.appraisal import Appraisal
from rl.training.scale import score_scale

Floats = npt.NDArray[np.float64]

EDGES = (-300, -200, -100, -60, -30, -10, 10, 30, 60, 100, 200, 300)
"""Bounds of the ranges, in hundredths of a man; beyond the outer ones those not proven."""


@dataclass(frozen=True, kw_only=True)
class Bucket:
    """The positions of a range of scores."""

    label: str
    positions: int
    games: int
    won: float
    """Share of the positions whose side to move won the game."""
    drawn: float
    actual: float
    """Mean result, 1 for a win and 0.5 for a draw."""
    expected: float
    own_expected: float | None
    """By the evaluator's own scale."""


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """Expected and actual results; no buckets where no game has a result."""

    games: int
    """Games with a result."""
    unknown: int
    """Games without one, left out here."""
    positions: int
    scale_cp: float | None
    """Hundredths of a man for which the expected odds rise by a factor of e, as fitted."""
    own_scale_cp: float | None
    brier: float | None
    """Mean squared distance of expected and actual result."""
    own_brier: float | None
    correlation: float | None
    """Of expected and actual result."""
    buckets: tuple[Bucket, ...]


@dataclass
class CalibrationCount:
    """Collects positions with the results of their games."""

    games: int = 0
    unknown: int = 0
    _scores: array[int] = field(default_factory=lambda: array("h"))
    _results: array[float] = field(default_factory=lambda: array("f"))
    _games: array[int] = field(default_factory=lambda: array("q"))

    def add(self, pdn: PdnGame, game: Game, appraisals: Sequence[Appraisal]) -> None:
        """Add a game."""
        try:
            winner = parse_result(pdn.result, game.start.ruleset)
        except NotationError:
            self.unknown += 1
            return
        self.games += 1
        for position, appraisal in zip(game.positions, appraisals, strict=False):
            if not appraisal.forced:
                won = winner == position.turn
                self._scores.append(appraisal.score)
                self._results.append(0.5 if winner is None else float(won))
                self._games.append(pdn.number)

    def conclude(self, own_scale_cp: float | None) -> Calibration:
        """Return the calibration of all that was added."""
        scores, results = np.array(self._scores, np.float64), np.array(self._results, np.float64)
        empty = not len(scores)
        scale = None if empty else _fit(scores, results)
        expected = None if scale is None else expect(scores, scale)
        own = None if empty or own_scale_cp is None else expect(scores, own_scale_cp)
        return Calibration(
            games=self.games,
            unknown=self.unknown,
            positions=len(scores),
            scale_cp=scale,
            own_scale_cp=own_scale_cp,
            brier=_brier(expected, results),
            own_brier=_brier(own, results),
            correlation=_correlation(expected, results),
            buckets=() if expected is None else self._buckets(scores, results, expected, own),
        )

    def _buckets(
        self, scores: Floats, results: Floats, expected: Floats, own: Floats | None
    ) -> tuple[Bucket, ...]:
        games, places = np.array(self._games), _places(scores)
        found = []
        for place, label in enumerate(_labels()):
            inside = places == place
            if inside.any():
                found.append(
                    Bucket(
                        label=label,
                        positions=int(inside.sum()),
                        games=len(np.unique(games[inside])),
                        won=float(np.mean(results[inside] == 1)),
                        drawn=float(np.mean(results[inside] == 0.5)),
                        actual=float(results[inside].mean()),
                        expected=float(expected[inside].mean()),
                        own_expected=None if own is None else float(own[inside].mean()),
                    )
                )
        return tuple(found)


def expect(scores: Floats, scale_cp: float) -> Floats:
    """Return the expected result of each score.

    >>> expect(np.array([0.0, 30_000.0]), 100.0).tolist()
    [0.5, 1.0]
    """
    curve = 1 / (1 + np.exp(-np.clip(scores / scale_cp, -50, 50)))
    return np.where(_proven(scores), scores > 0, curve)


def _fit(scores: Floats, results: Floats) -> float:
    known = ~_proven(scores)
    return score_scale(scores[known], results[known], np.ones(int(known.sum())))


def _proven(scores: Floats) -> npt.NDArray[np.bool_]:
    return np.abs(scores) > _native.STATIC_BOUND


def _places(scores: Floats) -> npt.NDArray[np.int64]:
    """Return the range that each score is in, the first and the last for what is proven."""
    bound = _native.STATIC_BOUND
    return np.digitize(scores, (-bound, *EDGES, bound + 1))


def _labels() -> list[str]:
    men = [f"{edge / 100:+.1f}" for edge in EDGES]
    between = [f"{low} to {high}" for low, high in pairwise(men)]
    return ["lost, proven", f"below {men[0]}", *between, f"{men[-1]} and more", "won, proven"]


def _brier(expected: Floats | None, results: Floats) -> float | None:
    return None if expected is None else float(np.mean((expected - results) ** 2))


def _correlation(expected: Floats | None, results: Floats) -> float | None:
    if expected is None or expected.std() == 0 or results.std() == 0:
        return None
    return float(np.corrcoef(expected, results)[0, 1])
