"""Samples as the trainer wants them: packed planes, targets and weights in flat arrays.

The planes stay packed (16 bytes a row on an 8x8 board) until a batch is gathered: two million rows
then take 80 MB, and a random row costs one cache line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from rl.samples import plane_bytes
from rl.training.config import BUCKET_PIECES

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class Rows:
    """N positions, each seen from its side to move."""

    planes: Bytes
    """Bit planes, `[N, 4 * bytes a plane]`."""
    pieces: Bytes
    """Own men, own kings, their men, their kings, `[N, 4]`."""
    bucket: Bytes
    """Output bucket."""
    score: Floats
    """Search score in hundredths of a man."""
    result: Floats
    """Mean result of the games: 1 won, 0 lost."""
    weight: Floats
    """What the row counts for in every mean."""

    def __len__(self) -> int:
        return len(self.planes)

    def take(self, rows: npt.NDArray[np.integer]) -> Rows:
        """Return the rows of these numbers, in their order."""
        picked = {
            field.name: np.take(getattr(self, field.name), rows, axis=0) for field in fields(self)
        }
        return Rows(**picked)

    def spread(self, most: int) -> Rows:
        """Return at most `most` rows, evenly spaced."""
        if len(self) <= most:
            return self
        return self.take(np.linspace(0, len(self) - 1, most).astype(np.int64))


def bucket_table(bounds: Sequence[int], pieces_max: int) -> Bytes:
    """Return the bucket of every number of pieces, `[pieces_max + 1]`.

    `bounds` are the most pieces of each bucket in a game of 24 pieces.
    """
    scaled = np.rint(np.asarray(bounds) * (pieces_max / BUCKET_PIECES))
    return np.searchsorted(scaled, np.arange(pieces_max + 1)).astype(np.uint8)


def make_rows(samples: np.ndarray, buckets: Bytes, repeat_cap: float) -> Rows:
    """Return samples as rows; a position that occurred n times weighs min(sqrt(n), repeat_cap)."""
    wins, draws, losses = (samples[name].astype(np.float32) for name in ("wins", "draws", "losses"))
    games = wins + draws + losses
    pieces = np.bitwise_count(samples["planes"])
    if pieces.ndim > 2:  # boards of more squares than a word has bits
        pieces = pieces.sum(axis=2, dtype=np.uint8)
    return Rows(
        planes=plane_bytes(samples["planes"]),
        pieces=pieces,
        bucket=buckets[pieces.sum(axis=1, dtype=np.uint8)],
        score=samples["score"].astype(np.float32),
        result=(wins + np.float32(0.5) * draws) / games,
        weight=np.minimum(np.sqrt(games), np.float32(repeat_cap)),
    )


def blended_target(rows: Rows, score_scale: float, search_share: float) -> Floats:
    """Return `search_share * sigmoid(score / score_scale) + (1 - search_share) * result`."""
    share = np.float32(search_share)
    expected = sigmoid(rows.score / np.float32(score_scale))
    return share * expected + (1 - share) * rows.result


def sigmoid(logits: Floats) -> Floats:
    """Return 1 / (1 + exp(-x)); beyond 30 either way it is 0 or 1 to 13 digits."""
    one = np.float32(1)
    value: Floats = one / (one + np.exp(-np.clip(logits, -30, 30)))
    return value
