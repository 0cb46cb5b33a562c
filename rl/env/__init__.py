"""Draughts as an environment for other learners: one game for PettingZoo, many in step for speed.

`BatchedGames` needs nothing but NumPy; `rl.env.draughts_v0`, an AEC environment, the extra `env`.

>>> import numpy as np
>>> from rl.env import BatchedGames
>>> games = BatchedGames("english", 256, seed=1)
>>> games.observations.shape, games.action_mask.shape
((256, 6, 32), (256, 1152))
>>> ended = white = 0
>>> for _ in range(300):
...     movers = games.turns.copy()  # whose rewards they will be: 0 White, 1 Black
...     actions = games.sample()  # what a policy would choose where games.action_mask is True
...     observations, rewards, terminated, truncated, info = games.step(actions)
...     ended += np.count_nonzero(terminated | truncated)
...     white += int(np.where(movers == 0, rewards, -rewards).sum())
>>> bool(500 < ended > abs(white))
True

**Observations** are planes of the squares, `[planes, squares] uint8`, as the side to move sees
them, the board turned for Black like that of self-play's samples: own men, own kings, their men,
their kings, then what the draw rules count, and what else decides which moves are legal.
`BatchedGames.planes` names them, `on_board` lays them out in rows and columns.

**An action** is one whole move, named by its ends on the same turned board, counted from 0:
`from * squares + to`. In `english-huff`, to huff the piece on `h` first adds `(h + 1) *
squares**2`. Of the moves that agree in all that, the first, by the squares captured read as a
binary number, keeps this action; the others get spare ones from the end of these on, in order, of
which there are as many as a position can have moves. So every legal move has an action of its own
in every position, the same for both sides where they see the same. `legal_actions` translates.

Why so: a policy can learn only what means the same from one position to the next, and a place in
the list of legal moves does not. Single jumps as steps of their own (OpenSpiel, and checkers while
PettingZoo had it) need no spares; but where the rules ask for the most pieces a first jump is bound
by the last, the boards between two jumps are no positions of the game, and a ply is no longer a
move. Spares are rare: in random play one legal move in 170,000 has one in English draughts, in
70,000 in Russian, in 5,000 to 50,000 in the other rulesets tried.
"""

from rl.env.batched import BatchedGames
from rl.env.spaces import legal_actions, on_board

__all__ = ["BatchedGames", "legal_actions", "on_board"]
