"""Where the games of a match start: ballots, openings of a file, random ones, or the very start.

A player limited by nodes or depth repeats itself exactly, so a pair from an opening already played
would count the same evidence twice; such a match is refused. Random openings exist for gates, which
need more starting points than a deck holds, other ones each time, and none that were trained on.
They are made one after the other from a seed, so a longer list begins with the shorter one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from engine import _native
from engine.evaluators import load
from engine.rules import USUAL, Opening, Position, deck, deck_names, deck_ruleset
from rl.matches.config import RANDOM, START, MatchConfig, RandomOpeningsConfig
from rl.matches.opening_files import is_openings_file, read_openings

_TRIES_EACH = 200  # random openings drawn for each one wanted before giving up

Screen = Callable[[Position], bool]


def settle_openings(config: MatchConfig, ruleset: str, repeats: bool | None = None) -> MatchConfig:
    """Return the settings with the name of the openings they mean for a ruleset.

    `repeats` tells whether the players would play the same game again from the same opening; by
    default the limits of the match decide. Raises ValueError for a deck of another ruleset, and for
    a match of such players that has more pairs than there are openings.
    """
    name = usual_openings(ruleset) if config.openings == USUAL else config.openings
    settled = replace(config, openings=name)
    if name != RANDOM:
        _check_pairs(settled, len(book(settled, ruleset)), repeats)
    return settled


def book(config: MatchConfig, ruleset: str) -> tuple[Opening, ...]:
    """Return the openings that a match is dealt from, in the order they are kept in.

    There is no book of random ones. Raises ValueError for those of another ruleset.
    """
    name = config.openings
    if name in START:
        return (Opening(name, (), Position.start(ruleset)),)
    if is_openings_file(name):
        return read_openings(Path(name), ruleset, config.opening_plies)
    if deck_ruleset(name) != ruleset:
        names = ", ".join([*deck_names(ruleset), RANDOM, START[0]])
        raise ValueError(
            f"openings: {name} is a deck of {deck_ruleset(name)}, expected for {ruleset} one of "
            f"{names}"
        )
    return deck(name)


def usual_openings(ruleset: str) -> str:
    """Return the openings that a match of a ruleset begins from when nobody says which."""
    return next(iter(deck_names(ruleset)), RANDOM)


def choose_openings(
    config: MatchConfig, ruleset: str, repeats: bool | None = None
) -> list[Opening]:
    """Return the opening of each pair of a match, in pair order.

    Decks are shuffled by the seed and none of their openings comes back before all were played.
    Raises ValueError as `settle_openings` does.
    """
    config = settle_openings(config, ruleset, repeats)
    if config.openings == RANDOM:
        before = config.first_opening - 1
        count = before + config.pairs
        return screened_openings(ruleset, config.seed, count, config.random)[before:]
    return deal(book(config, ruleset), config, repeats)


def deal(
    openings: Sequence[Opening], config: MatchConfig, repeats: bool | None = None
) -> list[Opening]:
    """Return an opening for each pair of a match from a deck, shuffled anew each time through."""
    if not openings:
        raise ValueError(f"openings: {config.openings} holds none")
    _check_pairs(config, len(openings), repeats)
    before, dealt = config.first_opening - 1, list[Opening]()
    while len(dealt) < before + config.pairs:
        shuffled = list(openings)
        Random(f"deck {config.seed} {len(dealt)}").shuffle(shuffled)
        dealt += shuffled
    return dealt[before : before + config.pairs]


def screened_openings(
    ruleset: str, seed: int, count: int, config: RandomOpeningsConfig
) -> list[Opening]:
    """Return random openings that a short search of material alone finds level.

    Material judges because it is neither of the players and never changes.
    """
    screen = level_by(_native_material(ruleset), config.score, config.nodes)
    return random_openings(ruleset, seed, count, (config.plies_min, config.plies_max), screen)


def random_openings(
    ruleset: str,
    seed: int,
    count: int,
    plies: tuple[int, int] = (6, 10),
    screen: Screen | None = None,
) -> list[Opening]:
    """Return `count` openings of uniformly random plies with distinct end positions.

    None of them ends the game, and each passes `screen`. Raises ValueError when there are too few.
    """
    openings: list[Opening] = []
    seen: set[Position] = set()
    for attempt in range(_TRIES_EACH * count):
        if len(openings) == count:
            break
        random = Random(f"opening {seed} {attempt}")
        opening = _random_opening(ruleset, random, random.randint(*plies))
        if opening is None or opening.position in seen:
            continue
        seen.add(opening.position)
        if screen is None or screen(opening.position):
            openings.append(opening)
    if len(openings) < count:
        raise ValueError(
            f"openings: found {len(openings)} of {count} distinct random openings of {plies[0]} to "
            f"{plies[1]} plies; allow more plies or a larger score"
        )
    return openings


def level_by(
    evaluator: _native.Evaluator, score: int, nodes: int, table_mib: float = 1.0
) -> Screen:
    """Return a screen that passes positions where a search finds at most `score`, either way."""
    searcher = _native.Searcher(evaluator, table_mib=table_mib)

    def screen(position: Position) -> bool:
        searcher.clear()
        found: int = searcher.search(position.native, nodes=nodes).score
        return abs(found) <= score

    return screen


def openings_digest(openings: Sequence[Opening]) -> str:
    """Return the SHA-256 of the positions of a list of openings, in order."""
    text = "".join(f"{opening.position.fen()}\n" for opening in openings)
    return hashlib.sha256(text.encode()).hexdigest()


def _check_pairs(config: MatchConfig, openings: int, repeats: bool | None) -> None:
    if config.first_opening > openings:
        raise ValueError(
            f"first_opening: expected 1 to {openings}, the openings of {config.openings}, got "
            f"{config.first_opening}"
        )
    left = openings - config.first_opening + 1
    if config.pairs <= left or not (config.repeats if repeats is None else repeats):
        return
    there = "openings" if left == openings else f"openings from {config.first_opening} on"
    raise ValueError(
        f"pairs: expected at most {left}, the {there} of {config.openings}, got {config.pairs}; "
        "limited by nodes or depth, further pairs would repeat these move for move"
    )


def _random_opening(ruleset: str, random: Random, plies: int) -> Opening | None:
    position = Position.start(ruleset)
    moves = []
    for _ in range(plies):
        legal = position.legal_moves()
        if not legal:
            return None
        move = random.choice(legal)
        moves.append(move)
        position = position.push(move)
    if not position.legal_moves():
        return None
    return Opening(f"{plies} random plies", tuple(moves), position)


def _native_material(ruleset: str) -> _native.Evaluator:
    return load("material", ruleset).native
