"""King against king by retrograde analysis over the brute-force generator: all 992 positions.

The value of a position is for the side to move: n > 0 wins in n plies, n <= 0 has lost or loses in
-n plies; positions without a value are drawn. Draw rules are left out.
"""

from __future__ import annotations

from functools import cache

from tests.oracle.position import Position
from tests.oracle.rulesets import ENGLISH
from tests.oracle.turns import turns

Kings = tuple[int, int]  # the square of the king to move and of the other; White is to move


@cache
def king_against_king() -> dict[Kings, int]:
    """Return the value of every decided position with White to move."""
    squares = range(1, 33)
    following = {(a, b): _following((a, b)) for a in squares for b in squares if a != b}
    values = {kings: 0 for kings, after in following.items() if not after}
    longest = -1
    while len(values) > longest:
        longest = len(values)
        plies = 1 + max(map(abs, values.values()), default=0)
        found = {}
        for kings in following.keys() - values.keys():
            replies = [0 if after is None else values.get(after) for after in following[kings]]
            if any(reply is not None and reply <= 0 for reply in replies):
                found[kings] = plies
            elif all(reply is not None for reply in replies):
                found[kings] = -plies
        values |= found
    return values


def _following(kings: Kings) -> list[Kings | None]:
    """List what each move leads to, turned so that White moves; None where it takes the king."""
    position = Position(ENGLISH, {kings[0]: "W", kings[1]: "B"}, "w")
    return [None if turn.captured else (33 - kings[1], 33 - turn.end) for turn in turns(position)]
