"""Samples whose truth is known: material decides, with noise; nothing else matters."""

from __future__ import annotations

import numpy as np

from engine._native import sample_dtype

SQUARES = 32
KING_IN_MEN = 1.5
LOGIT_A_MAN = 0.8


def material_samples(rows: int, *, seed: int = 1, kings: bool = True) -> np.ndarray:
    """Random positions of up to 12 pieces a side, English; score and result follow material.

    The score is 100 a man and 150 a king with a noise of 30; the expected result is
    1 / (1 + exp(-LOGIT_A_MAN * lead in men)); a third of the games end drawn.
    """
    random = np.random.default_rng(seed)
    samples = np.zeros(rows, dtype=sample_dtype("english"))
    samples["planes"] = _planes(rows, random, kings)
    samples["key"] = np.arange(rows, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    samples["game"] = np.arange(rows) // 8
    samples["ply"] = np.arange(rows) % 8
    lead = lead_in_men(samples)
    samples["score"] = np.rint(100 * lead + random.normal(0, 30, rows))
    expected = 1 / (1 + np.exp(-LOGIT_A_MAN * lead))
    # A draw counts half, so it must take from wins and losses alike to leave the mean as it is.
    draw = np.minimum(1 / 3, 2 * np.minimum(expected, 1 - expected))
    ticket = random.random(rows)
    samples["draws"] = ticket < draw
    samples["wins"] = (ticket >= draw) & (ticket < expected + draw / 2)
    samples["losses"] = ticket >= expected + draw / 2
    return samples


def lead_in_men(samples: np.ndarray) -> np.ndarray:
    """Return the lead of the side to move, in men."""
    men, kings, their_men, their_kings = np.bitwise_count(samples["planes"]).astype(float).T
    lead: np.ndarray = men - their_men + KING_IN_MEN * (kings - their_kings)
    return lead


def _planes(rows: int, random: np.random.Generator, kings: bool) -> np.ndarray:
    """Men and kings on different squares, no man where it would be crowned."""
    order = np.argsort(random.random((rows, SQUARES)), axis=1)
    own = random.integers(1, 13, rows)[:, None]
    their = np.clip(own + random.integers(-2, 3, (rows, 1)), 1, 12)
    place = np.arange(SQUARES)
    mine, theirs = order < own, (order >= own) & (order < own + their)
    king = random.random((rows, SQUARES)) < (0.2 if kings else 0.0)
    own_king = mine & (king | (place < 4))
    their_king = theirs & (king | (place >= SQUARES - 4))
    planes = [mine & ~own_king, own_king, theirs & ~their_king, their_king]
    if not kings:
        planes[1], planes[3] = np.zeros_like(mine), np.zeros_like(mine)
    bits = np.stack(planes, axis=1).astype(np.uint32)
    packed: np.ndarray = (bits << place.astype(np.uint32)).sum(axis=2, dtype=np.uint32)
    return packed
