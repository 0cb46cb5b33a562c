"""What a person at a board is told of the rules: what must be captured, what was lost, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine._native import Colour, Move
from engine.rules import Position
from engine.rules.movetext import COLOUR_NAMES
from engine.rules.text import rules_page
from engine.search import expected_plies, win_plies


def either(texts: Iterable[str]) -> str:
    """Join alternatives: `a, b or c`."""
    *head, last = texts
    return f"{', '.join(head)} or {last}" if head else last


def describe_piece(position: Position, square: int) -> str:
    """Name what stands on a square: `the man on 11`."""
    kings = position.kings(Colour.WHITE) + position.kings(Colour.BLACK)
    kind = "king" if square in kings else "man"
    return f"the {kind} on {position.ruleset.board.format(square)}"


def describe_score(score: int) -> str:
    """Say a score in men, or what is forced, for the side it is seen from."""
    for plies in (win_plies(score), expected_plies(score)):
        if plies is not None:
            return f"{'a win' if plies > 0 else 'a loss'} in {abs(plies)} plies"
    return f"{score / 100:+.2f} men"


def describe_duty(position: Position) -> str:
    """Say what captures bind the side to move, nothing where there are none.

    >>> describe_duty(Position.from_fen("english", "W:W18:B15,1"))
    'Capturing is compulsory.'
    """
    moves = position.legal_moves()
    if not any(move.captured for move in moves):
        return ""
    if all(move.captured for move in moves):
        optional = _captures(position).startswith("optional")
        return "There is no move but to capture." if optional else "Capturing is compulsory."
    if any(move.lost for move in moves):
        return "You can capture; another move loses the piece named beside it."
    return "You can capture; a piece that could and does not may be huffed."


def describe_turn(before: Position, move: Move) -> str:
    """Tell what a turn did beyond moving: its huff, captures, crowning, and the piece it lost."""
    board, taken = before.ruleset.board, list(move.captured)
    said = []
    if move.huffed:
        said.append(f"{describe_piece(before, move.huffed)} is huffed")
    if taken:
        said.append(f"takes {', '.join(map(board.format, taken))}")
    if move.promoted:
        said.append("is crowned")
    if move.lost:
        said.append(f"refusing to capture loses {_missed(before, move, move.lost)}")
    return "; ".join(said)


def describe_huffs(before: Position, move: Move) -> str:
    """Say which pieces the side now to move may huff, and what each could have taken, else nothing.

    >>> before = Position.from_fen("english-huff", "B:W15,22:B5,11")
    >>> describe_huffs(before, before.parse_move("5-9"))
    'White may huff the man on 11, which could have taken 15, 22 by 11x18x25'
    """
    after = before.push(move)
    return _offer(after, [_missed(before, move, square) for square in after.huffable])


def describe_huffable(position: Position) -> str:
    """Say which pieces may be huffed where nothing is known of the move before, else nothing."""
    return _offer(position, [describe_piece(position, square) for square in position.huffable])


def explain_refusal(position: Position, squares: Sequence[int], huffed: int = 0) -> str:
    """Say why no move, with this huff or without any, has these squares, and what is expected.

    >>> english = Position.from_fen("english", "W:W27,21:B23")
    >>> explain_refusal(english, (21, 17))
    'capturing is compulsory, and the man on 21 may not: expected the man on 27 (27x18)'
    """
    start, turn = squares[0], position.turn
    board, name = position.ruleset.board, COLOUR_NAMES[position.turn]
    if start not in position.men(turn) + position.kings(turn):
        return f"{name} has no piece on {board.format(start)}: expected {_movable(position)}"
    moves = [move for move in position.legal_moves() if move.huffed == huffed]
    own = [move for move in moves if move.from_square == start]
    piece = describe_piece(position, start)
    forced = bool(moves) and all(move.captured for move in moves)
    if forced and not own:
        return f"{_binding(position)}, and {piece} may not: expected {_capturers(position)}"
    if not own:
        king, run = position.king_runs[turn]
        tired = f" after {run} moves in a row" if king == start else ""
        return f"{piece} cannot move{tired}: expected {_movable(position)}"
    expected = either(position.full_path(move) for move in own)
    if any(_begins(position, move, squares) for move in own):
        return f"a capture goes on to its end: expected {expected}"
    if forced:
        return f"{_binding(position)}: expected {expected}"
    return f"{piece} cannot go there: expected {expected}"


def _offer(position: Position, pieces: Sequence[str]) -> str:
    return f"{COLOUR_NAMES[position.turn]} may huff {either(pieces)}" if pieces else ""


def _missed(before: Position, move: Move, square: int) -> str:
    """Name the piece that after a move stands on a square, and the most it could have taken."""
    board = before.ruleset.board
    was = move.from_square if square == move.to_square else square
    piece = describe_piece(before, was)
    if was != square:
        piece = f"{piece}, now on {board.format(square)}"
    captures = [
        other
        for other in before.legal_moves()
        if other.captured and (other.from_square, other.huffed) == (was, move.huffed)
    ]
    if not captures:
        return piece
    most = max(captures, key=lambda other: len(other.captured))
    taken = ", ".join(map(board.format, most.captured))
    return f"{piece}, which could have taken {taken} by {before.full_path(most).split()[-1]}"


def _begins(position: Position, move: Move, squares: Sequence[int]) -> bool:
    """Tell whether these squares are the first of a capture."""
    paths = position.native.paths(move) if move.captured else []
    return any(path[: len(squares)] == list(squares) for path in paths)


def _binding(position: Position) -> str:
    """Say that only captures can be played, and which ones come first where not all are free."""
    captures = _captures(position)
    if captures.startswith("optional"):
        return "there is no move but to capture"
    return f"capturing is {captures.removesuffix(', with a free choice')}"


def _captures(position: Position) -> str:
    """Return how captures bind, in the words of the rules."""
    return rules_page(position.ruleset.name).captures.partition("; men")[0]


def _capturers(position: Position) -> str:
    """Name the pieces that capture, each with its captures."""
    ways: dict[int, list[str]] = {}
    for move in position.legal_moves():
        ways.setdefault(move.from_square, []).append(position.full_path(move))
    pieces = sorted(ways.items())
    return either(f"{describe_piece(position, at)} ({', '.join(own)})" for at, own in pieces)


def _movable(position: Position) -> str:
    """Name the squares of the pieces that can move, with their captures where they must capture."""
    moves = [move for move in position.legal_moves() if not move.huffed]
    if moves and all(move.captured for move in moves):
        return _capturers(position)
    squares = sorted({move.from_square for move in moves})
    if not squares:
        huffs = either(f"h{position.ruleset.board.format(square)}" for square in position.huffable)
        return f"{huffs} before the move"
    return f"one on {either(map(position.ruleset.board.format, squares))}"
