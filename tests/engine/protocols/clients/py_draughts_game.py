"""A game that py-draughts' HubEngine has an engine play against itself, printed as JSON.

Runs in an environment of its own, where py-draughts is the package `draughts`:
`python py_draughts_game.py PROGRAM`, which the client starts with the one argument `hub`.
"""

# mypy: ignore-errors
from __future__ import annotations

import json
import sys

from draughts import StandardBoard
from draughts.engines.hub import HubEngine

MOST_PLIES = 250


def main(program: str) -> dict:
    """Play international draughts until the client says that the game is over."""
    board, moves = StandardBoard(), []
    with HubEngine(program, depth_limit=3, init_timeout=60) as engine:
        while not board.game_over and len(moves) < MOST_PLIES:
            move = engine.get_best_move(board)
            moves.append(str(move))
            board.push(move)
        fen = board.fen.removeprefix('[FEN "').removesuffix('"]')  # it writes the whole PDN tag
        return {"engine": engine.info.name, "moves": moves, "fen": fen}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1])))
