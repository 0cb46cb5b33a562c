"""Random positions for comparing the core with the oracle: scattered and played out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from tests.oracle.position import Board, Position, start
from tests.oracle.rulesets import Rules
from tests.oracle.turns import after, turns


def scattered(rules: Rules, random: Random, kings: float) -> Position:
    """Scatter pieces of both sides, each a king with probability `kings`; no man on its far row.

    Where legality depends on it, some pieces are huffable and some kings have run.
    """
    men = len(start(rules).board) // 2
    # Crowds of flying kings have more captures than brute force can list.
    most = min(men, 8) if kings > 0.5 and rules.flying else men
    board: Board = {}
    for index, square in enumerate(random.sample(list(rules.places), random.randint(2, 2 * most))):
        man = "wb"[index % 2]
        king = random.random() < kings or rules.on_far_row(man, square)
        board[square] = man.upper() if king else man
    side = random.choice("wb")
    huffable, runs = set(), {}
    for square, piece in board.items():
        if rules.refusal == "huff" and piece.lower() != side and random.random() < 0.2:
            huffable.add(square)
        if rules.king_run and piece.isupper() and piece.lower() in board.values():
            runs[piece.lower()] = (square, random.randint(1, rules.king_run))
    return Position(rules, board, side, frozenset(huffable), runs)


def played_out(rules: Rules, random: Random) -> Position:
    """Play a game of random turns and return one of its positions."""
    positions = [start(rules)]
    while (choice := list(turns(positions[-1]))) and len(positions) < 200:
        positions.append(after(positions[-1], random.choice(choice)))
    return random.choice(positions)


def sample(rules: Rules, seed: int, count: int) -> list[Position]:
    """Make a mix: a third played out, a third scattered, a third scattered and rich in kings."""
    random = Random(f"boards {seed}")
    kinds: list[Callable[[Rules, Random], Position]]
    kinds = [played_out, partial(scattered, kings=0.2), partial(scattered, kings=0.9)]
    return [kinds[index % 3](rules, random) for index in range(count)]
