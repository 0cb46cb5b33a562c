"""How often the moves of recorded games were agreed with, and what they cost, by player.

Intervals respect games: the moves of one resemble each other, so a game is the unit, and a mean
over moves is a ratio of two sums over games.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import Colour
from engine.notation import PdnGame
from engine.rules import Game
from engine.rules.movetext import COLOUR_NAMES
from rl.study.appraisal import Appraisal
from rl.study.grades import Grade, Missed, grade, missed

_NOBODY = ("", "?", "-", "NN", "N.N.")
"""What stands in the tags of players whose names are not known."""


@dataclass
class Mean:
    """A mean over moves, and half its 95 % interval from the spread between games."""

    moves: int = 0
    total: int = 0
    _games: int = 0
    _squares: list[int] = field(default_factory=lambda: [0, 0, 0])

    def add(self, moves: int, total: int) -> None:
        """Add a game; one without moves says nothing."""
        self._games += moves > 0
        self.moves += moves
        self.total += total
        for place, product in enumerate((moves * moves, moves * total, total * total)):
            self._squares[place] += product

    @property
    def value(self) -> float | None:
        """Return the mean, None of no move."""
        return self.total / self.moves if self.moves else None

    @property
    def half_width(self) -> float | None:
        """Return half the 95 % interval, None of fewer than two games: one has no spread."""
        if self.value is None or self._games < 2:
            return None
        both, mixed, own = self._squares
        spread = own - 2 * self.value * mixed + self.value**2 * both
        unbiased = max(spread, 0.0) * self._games / (self._games - 1)
        return 1.96 * math.sqrt(unbiased) / self.moves


@dataclass
class Tally:
    """The moves of one side, one player or all of them."""

    games: int = 0
    forced: int = 0
    agreed: Mean = field(default_factory=Mean)
    """Moves that the search would play, too."""
    costless: Mean = field(default_factory=Mean)
    """These and others that cost nothing."""
    loss: Mean = field(default_factory=Mean)
    """In hundredths of a man."""
    mistakes: int = 0
    """Without the blunders."""
    blunders: int = 0
    missed: dict[tuple[Missed, bool], int] = field(default_factory=dict)
    """By what was missed and whether it was proven."""

    def add(self, appraisals: Sequence[Appraisal]) -> None:
        """Add the moves of a game."""
        free = [appraisal for appraisal in appraisals if not appraisal.forced]
        self.games += 1
        self.forced += len(appraisals) - len(free)
        self.agreed.add(len(free), sum(appraisal.agreed for appraisal in free))
        self.costless.add(len(free), sum(appraisal.loss == 0 for appraisal in free))
        self.loss.add(len(free), sum(appraisal.loss for appraisal in free))
        for appraisal in free:
            graded, miss = grade(appraisal), missed(appraisal)
            self.mistakes += graded is Grade.MISTAKE
            self.blunders += graded is Grade.BLUNDER
            if miss is not None:
                key = (miss.what, miss.proven)
                self.missed[key] = self.missed.get(key, 0) + 1

    @property
    def moves(self) -> int:
        """Return how many moves there were with a choice."""
        return self.agreed.moves

    def facts(self) -> dict[str, Any]:
        """Return the figures as JSON takes them, losses in men."""
        loss, width = self.loss.value, self.loss.half_width
        return {
            "games": self.games,
            "moves": self.moves,
            "forced": self.forced,
            "agreed": self.agreed.value,
            "agreed_half_width": self.agreed.half_width,
            "costless": self.costless.value,
            "loss_men": None if loss is None else loss / 100,
            "loss_half_width_men": None if width is None else width / 100,
            "mistakes": self.mistakes,
            "blunders": self.blunders,
            "missed_wins": self.count(Missed.WIN),
            "missed_wins_proven": self.missed.get((Missed.WIN, True), 0),
            "missed_draws": self.count(Missed.DRAW),
            "missed_draws_proven": self.missed.get((Missed.DRAW, True), 0),
        }

    def count(self, what: Missed) -> int:
        """Return how often it was missed, proven or not."""
        return sum(self.missed.get((what, proven), 0) for proven in (True, False))


@dataclass
class Figures:
    """Everything counted over the games of a study."""

    total: Tally = field(default_factory=Tally)
    colours: dict[str, Tally] = field(default_factory=dict)
    players: dict[str, Tally] = field(default_factory=dict)
    """By the names in the tags, without those that are not known."""
    after_draws: int = 0
    """Moves left out because the rules had drawn the game before."""

    def add(self, pdn: PdnGame, game: Game, appraisals: Sequence[Appraisal]) -> None:
        """Add a game."""
        self.total.add(appraisals)
        self.after_draws += len(game.moves) - len(appraisals)
        for offset in (0, 1):
            colour = game.positions[min(offset, len(game.moves))].turn
            if offset and not game.moves:
                colour = Colour(1 - colour)
            own, name = appraisals[offset::2], player(pdn.tags, colour)
            self.colours.setdefault(COLOUR_NAMES[colour], Tally()).add(own)
            if name is not None:
                self.players.setdefault(name, Tally()).add(own)

    def ranking(self) -> list[tuple[str, Tally]]:
        """Return the players by number of moves, most first."""
        return sorted(self.players.items(), key=lambda item: (-item[1].moves, item[0]))


def player(tags: Mapping[str, str], colour: Colour) -> str | None:
    """Return the name of the player of a side, None where it is not known.

    >>> player({"Black": "Tinsley, Marion", "White": "?"}, Colour.BLACK)
    'Tinsley, Marion'
    """
    name = tags.get(COLOUR_NAMES[colour], "").strip()
    return None if name in _NOBODY else name
