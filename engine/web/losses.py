"""Why a piece was lost for a capture that was refused, was huffed or may be, in words."""

from __future__ import annotations

from engine._native import Move
from engine.rules import Game, Position
from engine.rules.movetext import COLOUR_NAMES


def explain_loss(before: Position, move: Move) -> str:
    """Say which piece a refused capture cost, and why that one; empty where it cost none.

    >>> position = Position.from_fen("malaysian8", "B:W18,32:B15,1,2")
    >>> explain_loss(position, position.parse_move("1-5"))
    'The piece on 15 is lost: it could have captured (15x22), and 1-5 did not.'
    """
    if not move.lost:
        return ""
    name, text = before.ruleset.board.format, before.format_move(move)
    own = move.lost == move.to_square
    stood = move.from_square if own else move.lost
    capture = best_capture(before, stood)
    if own:
        where = f"The piece that moved to {name(move.lost)} is lost"
    else:
        where = f"The piece on {name(move.lost)} is lost"
    if capture is None:
        return f"{where}: a capture was refused."
    could = f"it could have captured ({before.full_path(capture)})"
    return f"{where}: {could}, and {text} did not."


def explain_last(game: Game, ply: int) -> str:
    """Say which piece the move that led to a ply cost either side, and why; empty for none."""
    before, move = game.positions[ply - 1], game.moves[ply - 1]
    if not move.huffed:
        return explain_loss(before, move)
    huffed, reason = before.ruleset.board.format(move.huffed), "could have captured"
    if ply > 1:
        reason = _missed(game.positions[ply - 2], game.moves[ply - 2], move.huffed)
    return f"{COLOUR_NAMES[before.turn]} huffed the piece on {huffed}: it {reason}."


def explain_huff(game: Game) -> str:
    """Say which pieces may be huffed now, and what they could have captured; empty for none."""
    huffable = game.position.huffable
    if not huffable:
        return ""
    name = game.position.ruleset.board.format
    before = game.positions[-2] if game.moves else None
    said = []
    for square in huffable:
        reason = "could have captured"
        if before is not None:
            reason = _missed(before, game.moves[-1], square)
        said.append(f"the piece on {name(square)} {reason}")
    side = COLOUR_NAMES[game.position.turn]
    return f"{side} may huff: {'; '.join(said)}. Huffing is free: the turn goes on with a move."


def best_capture(position: Position, square: int) -> Move | None:
    """Return the capture of the piece on a square that takes most, None where it has none."""
    captures = [move for move in position.legal_moves() if move.captured]
    own = [move for move in captures if move.from_square == square and not move.huffed]
    return max(own, key=lambda move: len(move.captured), default=None)


def _missed(before: Position, played: Move, square: int) -> str:
    """Say what the piece that now stands on a square could have captured."""
    moved = played.to_square == square
    capture = best_capture(before, played.from_square if moved else square)
    if capture is None:
        return "could have captured"
    came = f" (it came from {before.ruleset.board.format(played.from_square)})" if moved else ""
    return f"could have captured{came}: {before.full_path(capture)}"
