"""A stand-in for the core's `play_match`: legal games with results that a test dictates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

from engine import _native

Script = Callable[[_native.Position, int], int]
"""The first player's result from an opening, in game 0 or 1 of the pair."""

GAME_PLIES = 6


class FakeCore:
    """Plays random legal moves and ends each game as `script` says."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.pairs_played = 0
        self.calls = 0
        self.fail_at_call: int | None = None

    def play_match(
        self,
        first: object,
        second: object,
        openings: Sequence[_native.Position],
        *,
        workers: int = 1,
        progress: Callable[[int], None] | None = None,
        **settings: object,
    ) -> Any:
        """Take the arguments of the core's function of this name."""
        self.calls += 1
        if self.calls == self.fail_at_call:
            raise KeyboardInterrupt
        self.pairs_played += len(openings)
        games = [self._game(opening, game) for opening in openings for game in (0, 1)]
        if progress is not None:
            progress(len(games))
        moves = [indices for indices, _ in games]
        plies = sum(map(len, moves))
        return SimpleNamespace(
            offsets=np.cumsum([0, *map(len, moves)]),
            moves=np.array([index for game in moves for index in game], np.uint16),
            scores=np.full(plies, 12, np.int16),
            nodes=np.full(plies, 100, np.uint32),
            times=np.full(plies, 0.25, np.float32),
            results=np.array([result for _, result in games], np.int8),
            reasons=np.full(len(games), int(_native.Reason.PLY_CAP.value), np.uint8),
            numbers=np.arange(len(games), dtype=np.uint32),
        )

    def _game(self, opening: _native.Position, game: int) -> tuple[list[int], int]:
        random, position, indices = Random(f"{opening.key} {game}"), opening, []
        for _ in range(GAME_PLIES):
            legal = position.legal_moves()
            if not legal:
                break
            indices.append(random.randrange(len(legal)))
            position = position.push(legal[indices[-1]])
        first_is_white = (opening.turn == _native.Colour.WHITE) != bool(game)
        result = self.script(opening, game)
        return indices, result if first_is_white else -result


def by_opening(opening: _native.Position, game: int) -> int:
    """Give each opening its own results, a little in favour of the first player."""
    return Random(f"result {opening.key} {game}").choice([1, 1, 0, 0, -1])
