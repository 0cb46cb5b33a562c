"""How many plies a second the batched environment plays, masks and observations included."""

from __future__ import annotations

import time

from rl.env import BatchedGames

GAMES = 256
STEPS = 100
"""Between two looks at the clock; as many before the first, to leave the opening."""


def environment_rate(ruleset: str, seconds: float) -> float:
    """Return plies a second of random play, by the time of the processor."""
    games = BatchedGames(ruleset, GAMES, seed=1)
    _play(games)
    began, plies = time.process_time(), 0
    while True:
        _play(games)
        plies += STEPS * GAMES
        spent = time.process_time() - began
        if spent >= seconds:
            return plies / spent


def _play(games: BatchedGames) -> None:
    for _ in range(STEPS):
        games.step(games.sample())
