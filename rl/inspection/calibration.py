"""Predicted against actual results, and scores against material, of any evaluator.

A score becomes an expected result by sigmoid(score / scale). A network brings its own scale; for
others it is fitted to the very results it is then compared with, so that only the shape is judged.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine import Evaluator, Network
from engine.rules import ruleset as ruleset_named
from rl.inspection.positions import played, scores, spread
from rl.samples import held_out, load_shard, merge
from rl.training.config import TrainingConfig
from rl.training.plots import BalanceScores
from rl.training.report import Reliability
from rl.training.rows import Rows, bucket_table, make_rows
from rl.training.scale import score_scale
from rl.training.validation import reliability

POSITIONS = 2**13
"""Most positions that are evaluated, one by one."""
GAMES, NODES = 120, 200
"""Self-play on the spot: seconds, and the same games every time."""
BALANCE_MAX, BALANCE_ROWS = 6, 20
"""Most men ahead, and fewest positions, that make a point."""


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """Results as an evaluator predicts them and as they were."""

    source: str
    """Where the positions come from."""
    damaged: tuple[str, ...]
    """Files of samples that could not be used."""
    positions: int
    scale_cp: float
    """Hundredths of a man for which the expected odds rise by a factor of e."""
    own_scale: bool
    """The scale is the evaluator's own; else it was fitted to these results."""
    reliability: Reliability

    @property
    def gap(self) -> float:
        """Return the mean distance of prediction and result over the bins, by positions."""
        filled = self.reliability.weight > 0
        gaps = np.abs(self.reliability.predicted - self.reliability.actual)[filled]
        return float(gaps @ self.reliability.weight[filled])


def calibrate(
    evaluator: Evaluator, folder: Path | None = None, *, games: int = GAMES
) -> Calibration:
    """Judge an evaluator on held-out games of a run, or on `games` with itself where it has none.

    Raises ValueError where there is no position to judge by.
    """
    source, samples, damaged = held_out_samples(folder, evaluator.ruleset)
    if not len(samples):
        source = f"{games} games with itself at {NODES} nodes a move"
        samples = merge(played(evaluator, games, NODES))
    if not len(samples):
        raise ValueError(f"{evaluator.name}: expected quiet positions in its games, got none")
    samples = spread(samples, POSITIONS)
    rows, found = _rows(samples, evaluator.ruleset), scores(evaluator, samples)
    own = evaluator.weights.scale_cp if isinstance(evaluator, Network) else None
    scale = own or score_scale(found, rows.result, rows.weight)
    return Calibration(
        source=source,
        damaged=damaged,
        positions=len(samples),
        scale_cp=scale,
        own_scale=own is not None,
        reliability=reliability(rows, found / np.float32(scale)),
    )


def predictions(evaluator: Evaluator, samples: np.ndarray, scale_cp: float) -> Reliability | None:
    """Return predicted against actual results of samples; None where there are none."""
    if not len(samples):
        return None
    samples = spread(samples, POSITIONS)
    logits = scores(evaluator, samples) / np.float32(scale_cp)
    return reliability(_rows(samples, evaluator.ruleset), logits)


def held_out_samples(folder: Path | None, ruleset: str) -> tuple[str, np.ndarray, tuple[str, ...]]:
    """Return where the newest held-out samples of a run come from, they, and what is damaged.

    Without a folder, or samples in it, there are none.
    """
    if folder is None:
        return "", np.empty(0), ()
    shards = sorted((folder / "samples").glob("g*-*.npy"))
    last = shards[-1].name.partition("-")[0] if shards else ""
    usable, damaged = [], []
    for path in shards:
        if path.name.startswith(f"{last}-"):
            try:
                samples = load_shard(path, ruleset)
            except ValueError as error:
                damaged.append(str(error))
            else:
                usable.append(np.take(samples, np.flatnonzero(held_out(samples["game"]))))
    source = f"held-out games of {last} in {folder}"
    return source, merge(np.concatenate(usable)) if usable else np.empty(0), tuple(damaged)


def balance_scores(evaluator: Evaluator, samples: np.ndarray) -> BalanceScores | None:
    """Return the scores by men ahead; None where no balance has positions enough."""
    samples = spread(samples, POSITIONS)
    own_men, own_kings, their_men, their_kings = _pieces(samples, evaluator.ruleset)
    found, men = scores(evaluator, samples), own_men - their_men
    groups = {
        ahead: found[(own_kings == their_kings) & (men == ahead)]
        for ahead in range(-BALANCE_MAX, BALANCE_MAX + 1)
    }
    groups = {ahead: group for ahead, group in groups.items() if len(group) >= BALANCE_ROWS}
    if not groups:
        return None
    return BalanceScores(
        balance=np.array(list(groups), dtype=np.int64),
        mean=np.array([group.mean() for group in groups.values()], dtype=np.float64),
        low=np.array([np.percentile(group, 10) for group in groups.values()]),
        high=np.array([np.percentile(group, 90) for group in groups.values()]),
        positions=np.array([len(group) for group in groups.values()], dtype=np.int64),
    )


def _rows(samples: np.ndarray, ruleset: str) -> Rows:
    config = TrainingConfig()
    buckets = bucket_table(config.buckets, 2 * ruleset_named(ruleset).men)
    return make_rows(samples, buckets, config.repeat_cap)


def _pieces(samples: np.ndarray, ruleset: str) -> npt.NDArray[np.int8]:
    """Return own men, own kings, their men, their kings, `[4, N]`."""
    return _rows(samples, ruleset).pieces.astype(np.int8).T
