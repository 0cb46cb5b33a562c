"""English draughts by brute force, in plain Python: the judge of the fast core.

Written from the written rules alone (WCDF rules of draughts; ACF standard laws of checkers), with a
dictionary of coordinates and no thought for speed, so that it shares no idea with the core:

- men step and jump forward only, kings one square or one jump in all four directions;
- a jump takes an adjacent enemy piece and lands on the empty square behind it;
- jumping is compulsory, the choice among jumps is free, a jump that can go on must go on;
- no piece is jumped twice; the square the capturing piece left counts as empty;
- a man that reaches the far row is crowned and its turn ends there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Place = tuple[int, int]  # row from the top, column from the left
Board = dict[Place, str]  # "w" and "b" men, "W" and "B" kings

PLACES = [(row, col) for row in range(8) for col in range(8) if (row + col) % 2 == 1]
NUMBERS = {place: number for number, place in enumerate(PLACES, start=1)}


@dataclass(frozen=True)
class Turn:
    """One whole turn; equal turns lead to the same position."""

    start: int
    end: int
    captured: frozenset[int]
    promoted: bool


def turns(board: Board, side: str) -> dict[Turn, set[tuple[int, ...]]]:
    """Return the turns of `side` ("w" or "b"), each with every path of squares that plays it."""
    found: dict[Turn, set[tuple[int, ...]]] = {}
    own = [place for place in board if board[place].lower() == side]
    paths = [path for place in own for path in captures(board, place, [place], [])]
    if not paths:
        paths = [([place, to], []) for place in own for to in steps(board, place)]
    for squares, taken in paths:
        promoted = board[squares[0]].islower() and squares[-1][0] == far_row(side)
        turn = Turn(
            NUMBERS[squares[0]],
            NUMBERS[squares[-1]],
            frozenset(NUMBERS[place] for place in taken),
            promoted,
        )
        found.setdefault(turn, set()).add(tuple(NUMBERS[place] for place in squares))
    return found


def captures(
    board: Board, origin: Place, squares: list[Place], taken: list[Place]
) -> Iterator[tuple[list[Place], list[Place]]]:
    """Yield (squares visited, places taken) of every jump of the piece on `origin`, to its end."""
    piece, (row, col) = board[origin], squares[-1]
    crowned = piece.islower() and len(squares) > 1 and row == far_row(piece)
    going_on = False
    for down, right in [] if crowned else directions(piece):
        over, to = (row + down, col + right), (row + 2 * down, col + 2 * right)
        enemy = over in board and board[over].lower() != piece.lower()
        empty = to in NUMBERS and (to not in board or to == origin)
        if enemy and over not in taken and empty:
            going_on = True
            yield from captures(board, origin, [*squares, to], [*taken, over])
    if taken and not going_on:
        yield squares, taken


def steps(board: Board, place: Place) -> list[Place]:
    """List where a piece may step."""
    row, col = place
    reached = [(row + down, col + right) for down, right in directions(board[place])]
    return [to for to in reached if to in NUMBERS and to not in board]


def directions(piece: str) -> list[tuple[int, int]]:
    """List the directions a piece moves in: White up the board, Black down, kings both."""
    rows = {"w": [-1], "b": [1]}.get(piece, [-1, 1])
    return [(row, col) for row in rows for col in (-1, 1)]


def far_row(piece: str) -> int:
    """Return the row on which the men of this side are crowned."""
    return 0 if piece.lower() == "w" else 7


def after(board: Board, turn: Turn) -> Board:
    """Return the board after a turn."""
    left = {place: piece for place, piece in board.items() if NUMBERS[place] not in turn.captured}
    piece = left.pop(PLACES[turn.start - 1])
    left[PLACES[turn.end - 1]] = piece.upper() if turn.promoted else piece
    return left


def perft(board: Board, side: str, depth: int) -> int:
    """Count the sequences of `depth` turns."""
    if depth == 0:
        return 1
    other = "b" if side == "w" else "w"
    return sum(perft(after(board, turn), other, depth - 1) for turn in turns(board, side))


def start() -> Board:
    """Return the board at the start."""
    return {
        place: "b" if number <= 12 else "w"
        for place, number in NUMBERS.items()
        if number not in range(13, 21)
    }


def fen(board: Board, side: str) -> str:
    """Write a board as FEN."""
    sides = []
    for colour in "wb":
        pieces = sorted(
            (NUMBERS[at], piece) for at, piece in board.items() if piece.lower() == colour
        )
        listed = (f"{'K' if piece.isupper() else ''}{number}" for number, piece in pieces)
        sides.append(colour.upper() + ",".join(listed))
    return ":".join([side.upper(), *sides])


def parse(text: str) -> tuple[Board, str]:
    """Read what `fen` writes."""
    side, white, black = text.split(":")[:3]
    board: Board = {}
    for group, colour in ((white, "w"), (black, "b")):
        for item in filter(None, group[1:].split(",")):
            king = item.startswith("K")
            board[PLACES[int(item.removeprefix("K")) - 1]] = colour.upper() if king else colour
    return board, side.lower()
