"""Many games in step, played by the core: what a learner's loop needs, as arrays.

The shape of `reset` and `step` is that of Gymnasium's vector environments. A game has two sides
that move in turn, so the rewards of a step are those of the sides that made its moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from engine import _native
from engine.rules import Position
from engine.rules import ruleset as ruleset_named

Info = dict[str, npt.NDArray[Any]]


class BatchedGames:
    """B games of one ruleset, each begun anew in the step that ends it.

    The arrays are the batch's own: they change with every step, cannot be written to, and what is
    kept of them has to be copied. `observations` and `action_mask` are those of the next move; of
    a game that has just ended they already belong to the next one, and `final_observations` has
    how it ended, as the side to move would see it.

    A batch of one plays the first game of any batch of the same seed. Some hundred games go
    fastest: of thousands, on large boards, what a step touches no longer fits near the processor.
    """

    def __init__(
        self,
        ruleset: str,
        games: int,
        *,
        seed: int = 0,
        starts: Sequence[Position] = (),
        random_plies: tuple[int, int] = (0, 0),
        ply_cap: int = 400,
        auto_reset: bool = True,
        threads: int = 1,
    ) -> None:
        """Begin so many games of a ruleset.

        Each begins at one of `starts`, drawn anew each time, or as the ruleset has it, with a
        number of random plies between two bounds. `ply_cap` 0 is none. Without `auto_reset` a
        game that is over stays as it is, whatever action it gets. The number of threads changes
        nothing but the time: on two cores two were 1.4 to 1.7 times as fast with 4,096 games, no
        faster with 1,024, and slower with less, where waking them takes longer than the step.

        Raises ValueError for starts of another ruleset, or that are over, and for numbers out of
        range.
        """
        _check_seed(seed)
        self.ruleset = ruleset_named(ruleset)
        self.actions = _native.action_count(self.ruleset.name)
        self.planes = tuple(name for name, _ in _native.observation_planes(self.ruleset.name))
        self._native = _native.GameBatch.make(
            self.ruleset.name,
            games,
            seed=seed,
            starts=[position.native for position in starts],
            random_plies=random_plies,
            ply_cap=ply_cap,
            auto_reset=auto_reset,
            threads=threads,
        )
        self.observations: npt.NDArray[np.uint8] = self._native.observations
        """As the sides to move see their games, `[B, planes, squares]`."""
        self.action_mask: npt.NDArray[np.bool_] = self._native.action_mask
        """Which actions are legal, `[B, actions]`; none where a game is over."""
        self.turns: npt.NDArray[np.uint8] = self._native.turns
        """The sides to move, `[B]`: 0 White, 1 Black."""
        self.plies: npt.NDArray[np.int32] = self._native.plies
        """Plies of each game so far, those of a random opening included, `[B]`."""
        self.rewards: npt.NDArray[np.float32] = self._native.rewards
        """1 where the side that has just moved has won, -1 where it has lost, else 0, `[B]`."""
        self.terminated: npt.NDArray[np.bool_] = self._native.terminated
        """Which games have just ended by their rules, `[B]`."""
        self.truncated: npt.NDArray[np.bool_] = self._native.truncated
        """Which were stopped at the ply cap, `[B]`; nobody has won them."""
        self.reasons: npt.NDArray[np.int8] = self._native.reasons
        """How they ended, `[B]`: values of `engine.Reason`, -1 for games that go on."""
        self.final_observations: npt.NDArray[np.uint8] = self._native.final_observations
        """The last observations of games that have just ended, `[B, planes, squares]`."""
        self._info: Info = {
            "action_mask": self.action_mask,
            "turns": self.turns,
            "plies": self.plies,
            "reasons": self.reasons,
            "final_observations": self.final_observations,
        }

    def __len__(self) -> int:
        return len(self._native)

    def reset(self, seed: int | None = None) -> tuple[npt.NDArray[np.uint8], Info]:
        """Begin all games anew and return observations and the other arrays by name.

        With a seed this is a new batch; without, openings and samples are drawn on.
        """
        if seed is not None:
            _check_seed(seed)
        self._native.reset(seed)
        return self.observations, self._info

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[np.uint8],
        npt.NDArray[np.float32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        Info,
    ]:
        """Play an action in each game, `[B]` integers.

        Returns observations, rewards, terminated, truncated and the other arrays by name. An
        illegal action raises ValueError that names the game, and nothing is played.
        """
        chosen = np.asarray(actions)
        if chosen.ndim != 1 or not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError(
                f"expected [{len(self)}] integers as actions, got {list(chosen.shape)} of"
                f" {chosen.dtype}"
            )
        self._native.step(np.ascontiguousarray(chosen, dtype=np.int64))
        return self.observations, self.rewards, self.terminated, self.truncated, self._info

    def sample(self) -> npt.NDArray[np.int64]:
        """Draw a legal action for each game by the seed, all equally likely, `[B]`."""
        return self._native.sample()

    def position(self, game: int) -> Position:
        """Return the position of one game."""
        return Position(self._native.position(game))


def _check_seed(seed: int) -> None:
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"expected a seed of 0 to {(1 << 64) - 1}, got {seed}")
