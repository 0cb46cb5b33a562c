"""Draughts for PettingZoo: an AEC environment of every ruleset. Needs the extra `env`.

>>> from rl.env import draughts_v0
>>> game = draughts_v0.env("russian", render_mode="ansi")
>>> game.reset(seed=1)
>>> for agent in game.agent_iter():
...     observation, reward, termination, truncation, info = game.last()
...     over = termination or truncation
...     mask = None if over else observation["action_mask"]
...     game.step(None if over else game.action_space(agent).sample(mask))
>>> "outcome" in info
True

The agents are `white_0` and `black_0`, the side that begins first. Each sees the board from its own
side, whoever is to move. Actions and observations are those of `rl.env`; the mask is all zeros for
who is not to move. Rewards come at the end: 1 for the winner, -1 for the loser, 0 for a draw and at
the ply cap, which truncates. An illegal action ends the game with -1 for who chose it and 0 for the
other. `reset(options={"fen": …})` begins at a position.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engine import _native
from engine.rules import Colour, Outcome, Position, Reason, opponent
from engine.rules import ruleset as ruleset_named
from rl.env.batched import BatchedGames

try:
    import gymnasium
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"{__name__} needs PettingZoo; install it with: pip install 'crownhead[env]'",
        name=error.name,
    ) from None

AGENTS = {Colour.WHITE: "white_0", Colour.BLACK: "black_0"}


def env(ruleset: str = "english", **settings: Any) -> AECEnv:
    """Return the environment of a ruleset, wrapped as PettingZoo's own board games are.

    The settings are those of `raw_env`.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(ruleset, **settings), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # PettingZoo is no part of the base install
    """The bare environment: an illegal action raises ValueError."""

    def __init__(
        self,
        ruleset: str = "english",
        *,
        random_plies: tuple[int, int] = (0, 0),
        ply_cap: int = 400,
        render_mode: str | None = None,
    ) -> None:
        """Make an environment; its games begin with a number of random plies between two bounds."""
        EzPickle.__init__(
            self, ruleset, random_plies=random_plies, ply_cap=ply_cap, render_mode=render_mode
        )
        if render_mode not in (None, "ansi"):
            raise ValueError(f"expected render_mode None or 'ansi', got {render_mode!r}")
        self.ruleset = ruleset_named(ruleset)
        self.metadata: dict[str, Any] = {
            "name": f"draughts_{self.ruleset.name}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._settings: dict[str, Any] = {"random_plies": random_plies, "ply_cap": ply_cap}
        self._fen: str | None = None
        self._games = self._begin(None, 0)
        first = self.ruleset.first_mover
        self.possible_agents = [AGENTS[first], AGENTS[opponent(first)]]
        self.agents: list[str] = []
        self._turned = [self._games.planes.index(_theirs(name)) for name in self._games.planes]
        self.observation_spaces = {agent: self._observation_space() for agent in AGENTS.values()}
        self.action_spaces = {agent: Discrete(self._games.actions) for agent in AGENTS.values()}

    @property
    def position(self) -> Position:
        """Return the position now."""
        return self._games.position(0)

    def observation_space(self, agent: str) -> Dict:
        """Return what an agent may observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return what an agent may choose from."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game, at the FEN in `options["fen"]` if there is one.

        Without a seed, random openings are drawn on; before any was given, from seed 0.
        """
        fen = (options or {}).get("fen")
        if fen != self._fen:
            self._fen, self._games = fen, self._begin(fen, seed or 0)
        else:
            self._games.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, str]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def step(self, action: int | np.integer | None) -> None:
        """Play an action of the agent whose turn it is, None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._games.step(np.array([action]))
        reward = float(self._games.rewards[0])
        self.rewards = {each: reward if each == agent else 0 - reward for each in self.agents}
        self.terminations = dict.fromkeys(self.agents, bool(self._games.terminated[0]))
        self.truncations = dict.fromkeys(self.agents, bool(self._games.truncated[0]))
        if self._games.reasons[0] >= 0:
            self.infos = {each: self._ending() for each in self.agents}
        self.agent_selection = self._to_move()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Return the planes as this agent sees them, and its legal actions as 1 and 0."""
        planes, mask = self._games.observations[0], self._games.action_mask[0].astype(np.int8)
        if agent == self._to_move():
            return {"observation": planes.copy(), "action_mask": mask}
        return {"observation": planes[self._turned, ::-1], "action_mask": np.zeros_like(mask)}

    def render(self) -> str | None:
        """Return the board as text."""
        if self.render_mode is None:
            gymnasium.logger.warn("expected render_mode='ansi' when the environment was made")
            return None
        return str(self.position)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _begin(self, fen: str | None, seed: int) -> BatchedGames:
        starts = [] if fen is None else [Position.from_fen(self.ruleset.name, fen)]
        return BatchedGames(
            self.ruleset.name, 1, seed=seed, starts=starts, auto_reset=False, **self._settings
        )

    def _to_move(self) -> str:
        return AGENTS[Colour(int(self._games.turns[0]))]

    def _ending(self) -> dict[str, str]:
        reason = Reason(int(self._games.reasons[0]))
        winners = (colour for colour, agent in AGENTS.items() if self.rewards[agent] > 0)
        outcome = Outcome(next(winners, None), reason)
        return {"reason": reason.name, "outcome": outcome.describe(self.ruleset)}

    def _observation_space(self) -> Dict:
        shape = self._games.observations.shape[1:]
        greatest = [value for _, value in _native.observation_planes(self.ruleset.name)]
        high = np.repeat(np.array(greatest, dtype=np.uint8)[:, None], shape[1], axis=1)
        return Dict(
            {
                "observation": Box(np.zeros_like(high), high, dtype=np.uint8),
                "action_mask": Box(0, 1, (self._games.actions,), dtype=np.int8),
            }
        )


def _theirs(plane: str) -> str:
    """Return what the other side calls a plane."""
    side, _, rest = plane.partition(" ")
    swapped = {"own": "their", "their": "own"}
    return f"{swapped[side]} {rest}" if side in swapped else plane
