"""What the Hub protocol says of a search: the limits it is given and what it has found.

Scores are in men. A win in n plies is 100 - n/100, one that draw rules may prevent 90 - n/100, as
Scan scores them; everything else is kept below 80, because clients read 90 and more as a win.
Source: the Hub protocol, version 2, by Fabien Letouzey (`protocol.txt` and `readme.txt` of Scan).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine import _native
from engine._native import Move
from engine.notation import Squares, shorten
from engine.protocols.hub_board import format_move
from engine.search import GameClock, Limits, SearchResult, expected_plies, win_plies
from engine.search.limits import DEPTH_MAX, NODES_MAX

WIN, EXPECTED, LARGEST = 10_000, 9_000, 8_000
"""Scores in hundredths of a man: a win now, one expected, the largest of any other kind."""
_NAMES = ("depth", "nodes", "move-time", "moves", "time", "inc")


@dataclass(frozen=True, kw_only=True)
class HubLevel:
    """Limits as a client sets them; without any, a search goes on until it is stopped."""

    depth: int = 0
    nodes: int = 0
    move_time_s: float = 0.0
    clock: GameClock | None = None

    @property
    def limits(self) -> Limits:
        """Return the limits of a search that begins now."""
        times = [self.move_time_s] if self.move_time_s else []
        times += [self.clock.limits().time_s] if self.clock else []
        time_s = min(times, default=0.0)
        infinite = not (self.depth or self.nodes or time_s)
        return Limits(depth=self.depth, nodes=self.nodes, time_s=time_s, infinite=infinite)


def parse_level(arguments: Mapping[str, str]) -> HubLevel:
    """Read the arguments of `level`; ValueError for an unusable number or where none is known.

    The increment comes before the move, so that the clock holds both.

    >>> parse_level({"time": "60", "inc": "1"}).clock
    GameClock(remaining_s=61.0, increment_s=1.0, moves_to_go=0)
    """
    if not set(arguments) & {*_NAMES, "infinite"}:
        raise ValueError("level: expected depth, nodes, move-time, moves and time, or infinite")
    numbers = {name: _number(name, arguments[name]) for name in _NAMES if name in arguments}
    clock = None
    if "time" in numbers:
        increment_s = numbers.get("inc", 0.0)
        clock = GameClock(
            remaining_s=numbers["time"] + increment_s,
            increment_s=increment_s,
            moves_to_go=int(numbers.get("moves", 0)),
        )
    return HubLevel(
        depth=_whole(numbers, "depth", DEPTH_MAX),
        nodes=_whole(numbers, "nodes", NODES_MAX),
        move_time_s=max(numbers["move-time"], 0.001) if "move-time" in numbers else 0.0,
        clock=clock,
    )


def format_level(limits: Limits | GameClock) -> dict[str, object]:
    """Return the arguments of `level` that set these limits.

    >>> format_level(GameClock(remaining_s=60, increment_s=1))
    {'time': '59', 'inc': '1'}
    """
    if isinstance(limits, GameClock):
        found: dict[str, object] = {"moves": limits.moves_to_go} if limits.moves_to_go else {}
        found["time"] = _seconds(limits.remaining_s - limits.increment_s)
        if limits.increment_s:
            found["inc"] = _seconds(limits.increment_s)
        return found
    if limits.infinite:
        return {"infinite": None}
    given = {"depth": limits.depth, "nodes": limits.nodes}
    found = {name: number for name, number in given.items() if number}
    return found | ({"move-time": _seconds(limits.time_s)} if limits.time_s else {})


def format_score(score: int) -> str:
    """Write a score in men.

    >>> format_score(-125), format_score(_native.WIN - 7), format_score(7 - _native.WIN)
    ('-1.25', '99.93', '-99.93')
    """
    hundredths = max(-LARGEST, min(score, LARGEST))
    for plies, best in ((win_plies(score), WIN), (expected_plies(score), EXPECTED)):
        if plies is not None:
            hundredths = int(math.copysign(best - min(abs(plies), EXPECTED - LARGEST), score))
    return f"{hundredths / 100:.2f}"


def parse_score(text: str) -> int:
    """Read a score; ValueError where it is no number.

    >>> parse_score("-1.25"), parse_score("99.93") == _native.WIN - 7
    (-125, True)
    """
    hundredths = round(_number("score", text) * 100)
    size = abs(hundredths)
    if size > EXPECTED:
        size = _native.WIN - max(WIN - size, 0)
    elif size > LARGEST:
        size = _native.EXPECTED_WIN - (EXPECTED - size)
    return size if hundredths >= 0 else -size


def describe(found: SearchResult, squares: Squares) -> dict[str, object]:
    """Return the arguments of `info` that tell what has been found."""
    rate = found.nodes / found.time_s / 1e6 if found.time_s else 0.0
    return {
        "depth": found.depth,
        "score": format_score(found.score),
        "nodes": found.nodes,
        "time": f"{found.time_s:.3f}",
        "nps": f"{rate:.3f}",
        "pv": format_moves(found.pv, squares),
    }


def format_moves(moves: Iterable[Move], squares: Squares) -> str:
    """Write moves behind each other."""
    return " ".join(format_move(move, squares) for move in moves)


def _number(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise ValueError(f"{name}: expected a number, got {shorten(text)}") from None
    if not math.isfinite(number) or (number < 0 and name not in ("time", "score")):
        raise ValueError(f"{name}: expected a finite number of 0 or more, got {shorten(text)}")
    return number


def _whole(numbers: Mapping[str, float], name: str, largest: int) -> int:
    return min(max(int(numbers[name]), 1), largest) if name in numbers else 0


def _seconds(seconds: float) -> str:
    return f"{seconds:.6f}".rstrip("0").rstrip(".")
