"""How the value network is shaped and fitted.

Sources of the values: optimiser, schedule and clipping after bullet's examples (jw1912/bullet) and
official-stockfish/nnue-pytorch; buckets finest at few pieces after DarkHorse (CheckersGuy). Step
size and search share were measured on 0.85 million rows of material playing itself and 0.62
million of the network after it, by matches of 400 game pairs at 1,000 nodes a move, each about 20
Elo either way: step sizes of 2e-3 and 3e-2 lost 21 and 20 Elo to 1e-2; a search share of 0.8 won 41
against 0.6, which won 54 against 0.3; 1.0 lost 28 to 0.8. Six passes lost 2 to twelve; a width of
32 lost 22 to 64, and 128 won 15, at equal nodes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Device = Literal["auto", "cpu", "cuda"]

BUCKET_PIECES = 24
"""Pieces at the start of the game whose piece counts the bucket bounds are given in."""

WIDTH_STEP, WIDTH_MAX = 32, 256
"""Widths that the core's kernels take: whole registers, and sums that fit their type."""


@dataclass(frozen=True, kw_only=True)
class TrainingConfig:
    """Shape of the network, targets, optimiser and schedule of one training."""

    width: int = 64
    """Units of the hidden layer, a multiple of 32."""
    perspectives: int = 1
    """Views of the board that the output reads the hidden units in: 1 = that of the side to move,
    2 = also that of its opponent, by the same input weights."""
    skip: bool = True
    """Whether every piece also has a value by its square, past the hidden layer. Without this skip
    those values are 0, and hidden units hold the material that a network starts from."""
    buckets: tuple[int, ...] = (4, 6, 8, 10, 13, 16, 20, 24)
    """Most pieces on the board for each output bucket, ascending, for a game that starts with 24
    pieces; for other games they are scaled in proportion to the pieces at the start."""
    search_share: tuple[float, ...] = (0.8,)
    """Share of the search score in the target, from 0 to 1, a generation; the rest is the result of
    the game."""
    passes: int = 8
    """Times every training position is visited."""
    batch_size: int = 16384
    """Positions to one step of the optimiser."""
    learning_rate: float = 1e-2
    """Highest step size, reached at the end of the warm-up."""
    final_learning_rate: float = 1e-4
    """Step size at the last step; between the two it falls along half a cosine."""
    warmup_share: float = 0.04
    """Share of all steps in which the step size rises from 0."""
    weight_decay: float = 1e-4
    """Pull of input and output weights towards 0, as a share of the step size; the biases and the
    piece-square skip are not pulled."""
    weight_clip: float = 1.98
    """Largest absolute input weight, output weight and input bias after each step."""
    repeat_cap: float = 8.0
    """Largest weight of a position; one that occurred n times weighs the square root of n."""
    average_decay: float = 0.999
    """Share that the running average of the weights, which is what gets exported, keeps at each
    step; less in the first steps, so that the start is forgotten."""
    threads: int = 1
    """Threads of the matrix products. Another number rounds otherwise: a run cannot be resumed
    with it."""
    device: Device = "auto"
    """Where the network is fitted; auto = a CUDA device if there is one. Games are played on the
    processor all the same. The other device rounds otherwise: a training begun on one cannot be
    resumed on the other."""

    def __post_init__(self) -> None:
        self._check("width", WIDTH_STEP, WIDTH_MAX)
        if self.width % WIDTH_STEP:
            raise ValueError(f"width: expected a multiple of {WIDTH_STEP}, got {self.width}")
        self._check("perspectives", 1, 2)
        if not self.buckets or list(self.buckets) != sorted({BUCKET_PIECES, *self.buckets}):
            raise ValueError(
                f"buckets: expected ascending piece counts that end with {BUCKET_PIECES}, "
                f"got {list(self.buckets)}"
            )
        if self.buckets[0] < 1:
            raise ValueError(f"buckets: expected piece counts above 0, got {self.buckets[0]}")
        if not self.search_share or not all(0 <= share <= 1 for share in self.search_share):
            raise ValueError(
                f"search_share: expected values of 0 to 1, got {list(self.search_share)}"
            )
        self._check("passes", 1, 10_000)
        self._check("batch_size", 1, 10**7)
        self._check("learning_rate", 1e-7, 1)
        self._check("final_learning_rate", 0, self.learning_rate)
        self._check("warmup_share", 0, 0.9)
        self._check("weight_decay", 0, 10)
        self._check("weight_clip", 0.1, 4)
        self._check("repeat_cap", 1, 1000)
        self._check("average_decay", 0, 0.99999)
        self._check("threads", 1, 1024)
        if self.device not in get_args(Device):
            names = ", ".join(map(repr, get_args(Device)))
            raise ValueError(f"device: expected one of {names}, got {self.device!r}")

    def search_share_at(self, generation: int) -> float:
        """Return the share of the search score in the target of a generation."""
        return self.search_share[min(generation, len(self.search_share) - 1)]

    def _check(self, name: str, low: float, high: float) -> None:
        value = getattr(self, name)
        if not low <= value <= high:
            raise ValueError(f"{name}: expected {low:g} to {high:g}, got {value:g}")
