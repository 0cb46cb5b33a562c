"""A game that pydraughts' HubEngine has an engine play against itself, printed as JSON.

Runs in an environment of its own, where pydraughts 0.6.7 or 0.5.7 is the package `draughts`:
`python pydraughts_game.py VARIANT FEN NODES PARAMETERS COMMAND...`, FEN being startpos or one, and
PARAMETERS a JSON object.
"""

# mypy: ignore-errors
from __future__ import annotations

import json
import sys

import draughts
from draughts.engine import HubEngine, Limit

MOST_PLIES = 250
OLD = draughts.__version__.startswith("0.5.")


def main(variant: str, fen: str, nodes: int, parameters: dict, command: list[str]) -> dict:
    """Play until the client says that the game is over."""
    engine = HubEngine(command)
    try:
        engine.configure(parameters)
        engine.init()
        board = (draughts.Game if OLD else draughts.Board)(variant, fen)
        start, infos, fens = fen_of(board), [], []
        while not board.is_over() and len(board.move_stack) < MOST_PLIES:
            result = engine.play(board, Limit(nodes=nodes), ponder=False)
            board.push(result.move.board_move if OLD else result.move)
            infos.append(result.info)
            fens.append(fen_of(board))
        engine.ping()
        engine.quit()
        engine.p.communicate(timeout=60)
    finally:
        if engine.p.poll() is None:
            engine.kill_process()
    return {
        "client": draughts.__version__,
        "engine": engine.id,
        "variants": sorted(engine.variants),
        "sent": board.initial_hub_fen if OLD else board._game.initial_hub_fen,
        "start": start,
        "hub": [move.hub_move for move in board.move_stack],
        "pdn": [move.pdn_move for move in board.move_stack],
        "fens": fens,
        "infos": infos,
        "winner": (board.get_winner if OLD else board.winner)(),
        "exit": engine.p.returncode,
    }


def fen_of(board) -> str:
    """Return a position as FEN, in the squares that the client shows."""
    return board.get_li_fen() if OLD else board.fen


if __name__ == "__main__":
    variant, fen, nodes, parameters, *command = sys.argv[1:]
    print(json.dumps(main(variant, fen, int(nodes), json.loads(parameters), command)))
