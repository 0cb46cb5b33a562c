"""Random English positions for comparing the core with the oracle: scattered and played out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from tests.oracle import english
from tests.oracle.english import Board


def scattered(random: Random, kings: float) -> tuple[Board, str]:
    """Scatter 1-12 pieces a side, each a king with probability `kings`; no man on its far row."""
    places = random.sample(english.PLACES, k=random.randint(2, 24))
    board: Board = {}
    for index, place in enumerate(places):
        piece = "wb"[index % 2]
        king = random.random() < kings or place[0] == english.far_row(piece)
        board[place] = piece.upper() if king else piece
    return board, random.choice("wb")


def played_out(random: Random) -> tuple[Board, str]:
    """Play a random number of random turns from the start."""
    board, side = english.start(), "b"
    for _ in range(random.randint(0, 90)):
        choice = sorted(english.turns(board, side), key=repr)
        if not choice:
            break
        board = english.after(board, random.choice(choice))
        side = "b" if side == "w" else "w"
    return board, side


def sample(seed: int, count: int) -> list[tuple[Board, str]]:
    """Make a mix: a third played out, a third scattered, a third scattered and rich in kings."""
    random = Random(f"english boards {seed}")
    kinds: list[Callable[[Random], tuple[Board, str]]]
    kinds = [played_out, partial(scattered, kings=0.2), partial(scattered, kings=0.9)]
    return [kinds[index % 3](random) for index in range(count)]
