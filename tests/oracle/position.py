"""A position as a dictionary of squares, and how it is written as FEN."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tests.oracle.rulesets import Rules

Board = dict[int, str]  # by square: "w" and "b" men, "W" and "B" kings
Run = tuple[int, int]  # the square of a king, and how many simple moves in a row it has made


@dataclass(frozen=True)
class Position:
    """All that decides which turns there are."""

    rules: Rules
    board: Board
    side: str  # to move: "w" or "b"
    huffable: frozenset[int] = frozenset()  # squares of the other side's pieces
    runs: dict[str, Run] = field(default_factory=dict)  # of each side that has one


def start(rules: Rules) -> Position:
    """Return the position at the start."""
    rows = range(rules.free_rows, rules.free_rows + rules.men_rows)
    board: Board = {}
    for square, (row, _) in rules.places.items():
        if row in rows:
            board[square] = "b"
        if rules.size - 1 - row in rows:
            board[square] = "w"
    return Position(rules, board, rules.first)


def fen(position: Position) -> str:
    """Write a position as FEN.

    After the pieces come the huffable ones, as in `:U11,16`, or the runs of kings: by `:RB27=2`
    Black has made 2 moves in a row with the king on 27.
    """
    groups = [position.side.upper()]
    for side in "wb":
        pieces = [item for item in sorted(position.board.items()) if item[1].lower() == side]
        squares = [f"K{square}" if piece.isupper() else str(square) for square, piece in pieces]
        groups.append(side.upper() + ",".join(squares))
    if position.huffable:
        groups.append("U" + ",".join(map(str, sorted(position.huffable))))
    if position.runs:
        runs = [(side.upper(), *run) for side, run in sorted(position.runs.items(), reverse=True)]
        groups.append("R" + ",".join(f"{side}{square}={count}" for side, square, count in runs))
    return ":".join(groups)


def parse(rules: Rules, text: str) -> Position:
    """Read what `fen` writes, with the colours in either order and ranges of squares."""
    side, *groups = text.split(":")
    board: Board = {}
    huffable: set[int] = set()
    runs = {}
    for group in groups:
        if group.startswith("R"):
            found = re.findall(r"([WB])(\d+)=(\d)", group)
            runs = {side.lower(): (int(square), int(count)) for side, square, count in found}
            continue
        for king, first, last in re.findall(r"(K?)(\d+)(?:-(\d+))?", group):
            squares = range(int(first), int(last or first) + 1)
            if group.startswith("U"):
                huffable.update(squares)
            else:
                piece = group[0] if king else group[0].lower()
                board.update(dict.fromkeys(squares, piece))
    return Position(rules, board, side.lower(), frozenset(huffable), runs)


def turned(position: Position) -> Position:
    """Turn the board round and change the colours."""
    swap = str.maketrans("wbWB", "bwBW")
    beyond = len(position.rules.places) + 1
    return Position(
        position.rules,
        {beyond - square: piece.translate(swap) for square, piece in position.board.items()},
        position.side.translate(swap),
        frozenset(beyond - square for square in position.huffable),
        {s.translate(swap): (beyond - square, n) for s, (square, n) in position.runs.items()},
    )
