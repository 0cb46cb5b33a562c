"""The shots of the suite: what is known of each, and the file that holds them.

A shot is a position without a capture in which one move wins at least a man by giving up material
first; every other move gains a man less, and never more than a man. `depth` plies of full-width
search proved both (see `tests.oracle.fullwidth`), and one more proved them again. `nodes` is what
the search took when it was last measured, `ceiling` what it may take.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine import Position
from rl.checkpoints.files import write_atomic
from tests.oracle.fullwidth import MAN, judge

FILE = Path(__file__).parent.parent / "data" / "shots.json"
ABOUT = (
    "Shots: what the one right move gains in hundredths of a man (a flying king 300, another 150; "
    "10000 is the game), the plies of full-width search that proved it and that every other move "
    "gains a man less, a line, the nodes that the search took when last measured and may take."
)
SOURCE = (
    "positions of the engine's own careless play and of the ACF archive sample (acf_sample.pdn), "
    "found by python -m tests.tactics.make_shots, measured by python -m tests.tactics.measure"
)


@dataclass(frozen=True, kw_only=True)
class Shot:
    """One shot; `line` begins with its solution, a `gain` of `fullwidth.WON` wins the game."""

    ruleset: str
    fen: str
    gain: int
    depth: int
    line: tuple[str, ...]
    nodes: int = 0
    ceiling: int = 0

    @property
    def position(self) -> Position:
        """Set the position up."""
        return Position.from_fen(self.ruleset, self.fen)

    @property
    def solution(self) -> str:
        """Return the move that wins."""
        return self.line[0]

    def __str__(self) -> str:
        """Name it in a test."""
        return f"{self.ruleset} {self.fen} {self.solution}"


def proved(shot: Shot, nodes: int = 0) -> bool:
    """Tell whether full-width search finds the gain, and much less for any other move.

    Looked at twice, one ply deeper the second time: what hangs at the end of the one search is
    resolved in the other.
    """
    position = shot.position
    solution = position.parse_move(shot.solution)
    others = [move for move in position.legal_moves() if move != solution]
    too_much = min(shot.gain - MAN, MAN) + 1
    full = judge(shot.ruleset, nodes)
    return all(
        full.gains(position.native, solution, shot.gain, depth)
        and not any(full.gains(position.native, move, too_much, depth) for move in others)
        for depth in (shot.depth, shot.depth + 1)
    )


def load_shots(path: Path = FILE) -> list[Shot]:
    """Read the suite."""
    return [_shot(entry) for entry in json.loads(path.read_text())["shots"]]


def save_shots(shots: Iterable[Shot], path: Path = FILE) -> None:
    """Replace the suite, one shot a line."""
    entries = [json.dumps(asdict(shot)) for shot in shots]
    head = f' "about": {json.dumps(ABOUT)},\n "source": {json.dumps(SOURCE)},\n "shots": [\n  '
    write_atomic(path, ("{\n" + head + ",\n  ".join(entries) + "\n ]\n}\n").encode())


def _shot(entry: dict[str, Any]) -> Shot:
    return Shot(**{**entry, "line": tuple(entry["line"])})
