"""Samuel's terms counted square by square, from their descriptions.

Source of the ideas: A. Samuel, IBM Journal 3(3), 1959, appendix C. Each function counts for one
side, with the board turned so that its men go up; the score is White's count less Black's.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.oracle.position import Position, turned
from tests.oracle.rulesets import DIAGONAL, Direction, Rules

Place = tuple[int, int]
LINES: tuple[tuple[Direction, Direction], ...] = (((-1, -1), (1, 1)), ((-1, 1), (1, -1)))


class View:
    """A board as one side sees it: `own` and `foe` pieces by place, a king in capitals."""

    def __init__(self, position: Position, side: str) -> None:
        seen = position if side == "w" else turned(position)
        self.rules: Rules = seen.rules
        places = self.rules.places
        self.cells = set(places.values())
        self.own = {places[s]: p for s, p in seen.board.items() if p.lower() == "w"}
        self.foe = {places[s]: p for s, p in seen.board.items() if p.lower() == "b"}
        self.empty = self.cells - set(self.own) - set(self.foe)

    def around(self, place: Place) -> list[Place]:
        return [cell for d in DIAGONAL if (cell := step(place, d)) in self.cells]

    def moves(self) -> list[tuple[Place, Place, bool]]:
        """List from, to and whether it is a man of every step that is not a capture."""
        rules = self.rules
        return [
            (place, step(place, d), piece == "w")
            for place, piece in self.own.items()
            for d in (rules.man_steps if piece == "w" else rules.king_steps)
            if step(place, d) in self.empty
        ]

    def can_take(self, piece: str, heading: Direction) -> bool:
        """Say whether a piece captures along a diagonal; the enemy's men go down."""
        row, column = heading if piece.lower() == "w" else (-heading[0], -heading[1])
        jumps = self.rules.king_jumps if piece.isupper() else self.rules.man_jumps
        return (row, column) in jumps

    def captures(self, takers: dict[Place, str], victim: Place, empty: set[Place]) -> list[Place]:
        """List where a taker next to the victim could land behind it."""
        return [
            step(victim, d)
            for d in DIAGONAL
            if (taker := takers.get(step(victim, d, -1)))
            and self.can_take(taker, d)
            and step(victim, d) in empty
        ]


def step(place: Place, heading: Direction, times: int = 1) -> Place:
    return place[0] + times * heading[0], place[1] + times * heading[1]


def exposure(view: View) -> int:
    return sum(
        any(step(p, a) in view.empty and step(p, b) in view.empty for a, b in LINES)
        for p in view.own
    )


def gap(view: View) -> int:
    def closed(place: Place, a: Direction, b: Direction) -> bool:
        ends = [step(place, a), step(place, b)]
        held = sum(end in view.own for end in ends)
        return held == 2 or (held == 1 and any(end not in view.cells for end in ends))

    return sum(any(closed(p, *line) for line in LINES) for p in view.empty)


def hole(view: View) -> int:
    return sum(sum(q in view.own for q in view.around(p)) >= 3 for p in view.empty)


def node(view: View) -> int:
    return sum(sum(q in view.empty for q in view.around(p)) >= 3 for p in view.own)


def pole(view: View) -> int:
    men = [p for p, piece in view.own.items() if piece == "w"]
    return sum(all(q in view.empty for q in view.around(p)) for p in men)


def dyke(view: View) -> int:
    return sum(
        step(p, a) in view.own and step(p, b) in view.own for p in view.own for a, b in LINES
    )


def threat(view: View) -> int:
    squares = set()
    for _, to, is_man in view.moves():
        for d in DIAGONAL:
            able = view.can_take("w" if is_man else "W", d)
            if able and step(to, d) in view.foe and step(to, d, 2) in view.empty:
                squares.add(to)
    return len(squares)


def denied(view: View) -> int:
    return len({to for origin, to, _ in view.moves() if _taken(view, origin, to)})


def exchange(view: View) -> int:
    squares = set()
    for origin, to, is_man in view.moves():
        left = {p: piece for p, piece in view.own.items() if p != origin}
        for landing in _taken(view, origin, to) if is_man else []:
            if view.captures(left, landing, view.empty):
                squares.add(to)
    return len(squares)


def _taken(view: View, origin: Place, to: Place) -> list[Place]:
    return view.captures(view.foe, to, (view.empty | {origin}) - {to})


def fork(view: View) -> int:
    ahead: tuple[Direction, Direction] = (-1, -1), (-1, 1)
    return sum(
        all(step(to, d) in view.foe and step(to, d, 2) in view.empty for d in ahead)
        for to in {to for _, to, _ in view.moves()}
    )


def triangle(view: View) -> int:
    places = {(7, 2), (7, 4), (6, 3)}
    held = all(view.own.get(p) == "w" for p in _on_8x8(view, places))
    return int(_is_8x8(view) and held and "b" in view.foe.values())


def cramp(view: View) -> int:
    if not _is_8x8(view):
        return 0
    man = all(view.own.get(p) == "w" for p in _on_8x8(view, {(4, 7)}))
    support = any(view.own.get(p) == "w" for p in _on_8x8(view, {(5, 6), (4, 5)}))
    foes = all(p in view.foe for p in _on_8x8(view, {(3, 6), (2, 7), (2, 5), (1, 6)}))
    return int(man and support and foes)


def _is_8x8(view: View) -> bool:
    return view.rules.size == 8 and view.rules.corner != "both"


def _on_8x8(view: View, places: set[Place]) -> set[Place]:
    """Return places of the board with a playable corner at the left, mirrored where it is right."""
    return places if view.rules.corner == "left" else {(row, 7 - col) for row, col in places}


def centre_control(view: View) -> int:
    size = view.rules.size
    held = set(view.own) | {to for _, to, _ in view.moves()}
    rows = range(size // 2 - 2, size // 2 + 2)
    return sum(row in rows and 2 <= col <= size - 3 for row, col in held)


def double_diagonal(view: View) -> int:
    size, mirrored = view.rules.size, view.rules.corner == "right"
    return sum(abs(row - (size - 1 - col if mirrored else col)) == 1 for row, col in view.own)


COUNTED: dict[str, Callable[[View], int]] = {
    function.__name__: function
    for function in (
        exposure, gap, hole, node, pole, dyke, threat, denied, exchange, fork, triangle, cramp,
        centre_control, double_diagonal,
    )
}  # fmt: skip


def count(term: str, position: Position) -> int:
    """Return what a term says about a position, seen from the side to move."""
    sign = 1 if position.side == "w" else -1
    if position.rules.corner == "both" and term != "centre_control":
        return 0
    if term == "the_move":
        return the_move(position)
    of = COUNTED[term]
    return sign * (of(View(position, "w")) - of(View(position, "b")))


def the_move(position: Position) -> int:
    """Count by the files that begin on the back row of the side to move, as players do."""
    view = View(position, position.side)
    if len(view.own) != len(view.foe):
        return 0
    last = view.rules.size - 1
    files = {col for row, col in view.cells if row == last}
    return 1 if sum(col in files for _, col in (*view.own, *view.foe)) % 2 else -1
