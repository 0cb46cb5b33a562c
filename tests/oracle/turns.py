"""Draughts by brute force, in plain Python: the judge of the fast core.

Written from the written rules alone, with a dictionary of squares and no thought for speed, so that
it shares no idea with the core. What all rulesets have in common:

- a capture is one turn by one piece; it goes on while there is a jump, and may turn after each;
- no piece is taken twice; the square that the capturing piece left counts as empty;
- a man that ends its turn on the far row is crowned;
- a side without a turn has lost, whatever the reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from tests.oracle.position import Board, Position, Run
from tests.oracle.rulesets import Direction, Directions, Key, Rules

Path = tuple[int, ...]  # the squares visited, from start to end


@dataclass(frozen=True)
class Turn:
    """One whole turn; equal turns lead to the same position."""

    start: int
    end: int
    captured: frozenset[int] = frozenset()
    promoted: bool = False
    huffed: int = 0  # the enemy piece removed before the move, since it could jump and did not
    lost: int = 0  # the square on which an own piece vanishes after the move, for a jump refused


class Move(NamedTuple):
    """What one piece does: a step, or a capture as far as it has come."""

    squares: Path
    piece: str  # as it is now: a king, once it is crowned on the way
    taken: tuple[int, ...] = ()
    last: Direction | None = None  # the heading of its last jump


def turns(position: Position) -> dict[Turn, set[Path]]:
    """Return the turns of the side to move, each with every path of squares that plays it."""
    rules, side = position.rules, position.side
    found: dict[Turn, set[Path]] = {}
    for huffed in [0, *position.huffable]:
        board = without(position.board, [huffed])
        jumps = preferred(rules, board, captures(rules, board, side))
        simple = steps(rules, board, side, position.runs.get(side))
        for move in [*jumps, *simple] if rules.refusal != "illegal" else jumps or simple:
            turn = Turn(
                move.squares[0],
                move.squares[-1],
                frozenset(move.taken),
                promoted(rules, board, move),
                huffed,
                lost(jumps, move) if rules.refusal == "loss" and not move.taken else 0,
            )
            found.setdefault(turn, set()).add(move.squares)
    return found


def after(position: Position, turn: Turn) -> Position:
    """Return the position after a turn."""
    rules, side = position.rules, position.side
    board = without(position.board, [turn.huffed])
    piece = board[turn.start]
    huffable: set[int] = set()
    if rules.refusal == "huff" and not turn.captured:
        able = {jump.squares[0] for jump in captures(rules, board, side)}
        huffable = {turn.end if square == turn.start else square for square in able}
    board = without(board, [turn.start, *turn.captured])
    board[turn.end] = piece.upper() if turn.promoted else piece
    board = without(board, [turn.lost])
    runs = king_runs(position, turn, board) if rules.king_run else {}
    return Position(rules, board, "b" if side == "w" else "w", frozenset(huffable), runs)


def king_runs(position: Position, turn: Turn, board: Board) -> dict[str, Run]:
    """Count the simple moves in a row with one king, of each side that has a man left."""
    runs = dict(position.runs)
    square, count = runs.pop(position.side, (0, 0))
    if position.board[turn.start].isupper() and not turn.captured:
        runs[position.side] = (turn.end, count + 1 if square == turn.start else 1)
    men = [piece for piece in board.values() if piece.islower()]
    return {side: run for side, run in runs.items() if side in men and run[0] not in turn.captured}


def perft(position: Position, depth: int, paths: bool = False) -> int:
    """Count the sequences of `depth` turns, or of the ways to play them; no draw ends one."""
    if depth == 0:
        return 1
    return sum(
        (ways(position.rules, squares) if paths else 1)
        * (depth == 1 or perft(after(position, turn), depth - 1, paths))
        for turn, squares in turns(position).items()
    )


def ways(rules: Rules, paths: set[Path]) -> int:
    """Count the orders and directions in which paths take their pieces, given by where they turn.

    Where a capture goes straight on, it does not matter on which square it comes down.
    """
    return len({turning(rules, path) for path in paths})


def turning(rules: Rules, path: Path) -> Path:
    """Leave out of a path the squares on which it goes straight on."""
    legs = [heading(rules, *leg) for leg in pairwise(path)]
    turned = [here for here, (to, on) in zip(path[1:], pairwise(legs), strict=False) if to != on]
    return (path[0], *turned, path[-1])


def heading(rules: Rules, start: int, end: int) -> Direction:
    """Return the direction from one square to another, as single steps."""
    (row, col), (to_row, to_col) = rules.places[start], rules.places[end]
    return ((to_row > row) - (to_row < row), (to_col > col) - (to_col < col))


def steps(rules: Rules, board: Board, side: str, run: Run | None) -> list[Move]:
    """List the simple moves; a king that has made all it may in a row stays where it is."""
    return [
        Move((square, to), piece)
        for square, piece in board.items()
        if piece.lower() == side and run != (square, rules.king_run)
        for heading in directions(piece, rules.man_steps, rules.king_steps)
        for to in free(rules, board, square, heading, reach(rules, piece))
    ]


def captures(rules: Rules, board: Board, side: str) -> list[Move]:
    """List the captures of a side to their ends, whatever takes precedence."""
    return [
        end
        for square, piece in board.items()
        if piece.lower() == side
        for end in jumped_on(rules, without(board, [square]), Move((square,), piece))
    ]


def jumped_on(rules: Rules, board: Board, move: Move) -> list[Move]:
    """List the ends of a capture that jumps at least once more; the board is without the jumper."""
    here, far = move.squares[-1], reach(rules, move.piece)
    if rules.far_row == "ends" and move.piece.islower() and rules.on_far_row(move.piece, here):
        return []
    found = []
    for heading in directions(move.piece, rules.man_jumps, rules.king_jumps):
        over = rules.ahead([here, *free(rules, board, here, heading, far - 1)][-1], heading)
        if not takes(rules, board, move, over):
            continue
        if move.last == (-heading[0], -heading[1]) and not rules.turning_back:
            continue
        stops = [
            Move((*move.squares, to), crowned(rules, move.piece, to), (*move.taken, over), heading)
            for to in free(rules, board, over, heading, far if rules.landing == "anywhere" else 1)
        ]
        left = without(board, [over]) if rules.removal == "at once" else board
        # Where the capture can go on from a square behind the piece, it has to stop on such a one.
        found += [end for stop in stops for end in jumped_on(rules, left, stop)] or stops
    return found


def takes(rules: Rules, board: Board, move: Move, square: int) -> bool:
    """Return whether the moving piece may take what is on a square, as far as it has come."""
    piece = board.get(square, move.piece)
    immune = piece.isupper() and move.piece.islower() and not rules.men_take_kings
    return piece.lower() != move.piece.lower() and square not in move.taken and not immune


def preferred(rules: Rules, board: Board, jumps: list[Move]) -> list[Move]:
    """Keep the captures before which none of their rivals takes precedence."""
    rivalries: dict[int, list[Move]] = {}
    for jump in jumps:
        shared = jump.squares[0] if rules.rivals == "same piece" else 0
        rivalries.setdefault(shared, []).append(jump)
    kept = []
    for rivals in rivalries.values():
        best = max(rank(rules, board, jump) for jump in rivals)
        kept += [jump for jump in rivals if rank(rules, board, jump) == best]
    return kept


def rank(rules: Rules, board: Board, jump: Move) -> list[list[int]]:
    """Say how a capture fares by each rule of precedence: the more, the better."""
    kings = [int(board[square].isupper()) for square in jump.taken]
    fares: dict[Key, list[int]] = {
        "most pieces": [len(kings)],
        "highest value": [len(kings) + sum(kings)],  # a king is worth two men
        "by a king": [int(board[jump.squares[0]].isupper())],
        "most kings": [sum(kings)],
        "fewest kings": [-sum(kings)],
        "kings first": kings,
    }
    return [fares[key] for key in rules.precedence]


def promoted(rules: Rules, board: Board, move: Move) -> bool:
    """Return whether a man is a king after its move."""
    king = move.piece.isupper() or rules.on_far_row(move.piece, move.squares[-1])
    return king and board[move.squares[0]].islower()


def lost(jumps: list[Move], move: Move) -> int:
    """Return where the mover loses a piece for a simple move, 0 where there was no jump to refuse.

    Lost is the piece with the biggest jump, on the square where it stands after the move: the moved
    one, if its jump was as big as any; else, of several, the one on the lowest square.
    """
    most = max((len(jump.taken) for jump in jumps), default=0)
    able = {jump.squares[0] for jump in jumps if len(jump.taken) == most}
    return move.squares[-1] if move.squares[0] in able else min(able, default=0)


def directions(piece: str, man: Directions, king: Directions) -> list[Direction]:
    """List the directions of a piece, given those of White's."""
    chosen = king if piece.isupper() else man
    return [(down if piece.lower() == "w" else -down, right) for down, right in chosen]


def reach(rules: Rules, piece: str) -> int:
    """Return how many squares a piece may go in a line."""
    return rules.size if piece.isupper() and rules.flying else 1


def free(rules: Rules, board: Board, square: int, heading: Direction, most: int) -> list[int]:
    """List the empty squares in a line from a square on, up to so many."""
    found: list[int] = []
    while len(found) < most and (square := rules.ahead(square, heading)) and square not in board:
        found.append(square)
    return found


def crowned(rules: Rules, piece: str, square: int) -> str:
    """Return what a piece that jumps to a square goes on as."""
    return piece.upper() if rules.far_row == "crowns" and rules.on_far_row(piece, square) else piece


def without(board: Board, squares: Iterable[int]) -> Board:
    """Return a board with some squares emptied."""
    return {square: piece for square, piece in board.items() if square not in squares}
