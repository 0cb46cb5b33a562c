"""What a search thinks of the moves of one game: each move played beside the best one.

A look searches a position, with an empty table and the history of its game, within fixed limits.
So it depends on nothing but the game so far and these limits, and the moves can be looked at in
any order, by any number of threads.

The move played and the best move are compared by the same look: each at the position it leads to.
To take the score of the best move from the search that found it would set a search against one
that looks a ply deeper, and count as losses what is but that difference: in the archive of LOSS_CAP
0.064 men a move instead of 0.041, of which 0.018 on moves that the search itself would play.

A reply that is forced is played before looking, as often as there is one; that costs nothing and is
the same for both. The position that the game itself goes on with is looked at anyway, so a move
agreed with costs one look, any other two.

Where the rules draw a game that its players went on with, its appraisal ends.
Source of the measure: M. Guid and I. Bratko, Computer Analysis of World Chess Champions, ICGA
Journal 29(2), 2006 (mean difference of the values of the move played and the best move).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine import _native
from engine._native import Move
from engine.rules import Game, Outcome
from engine.search import Limits, Searcher

LOSS_CAP = 300
"""Hundredths of a man, either way, at which scores are cut before they are compared. How far
beyond it, or in how many moves a win is seen, is no measure of a mistake: in 9,377 games of the ACF
archive (EricCJoyce/Datasets, Checkers/ACF.txt) all of the 101 positions with a side so far ahead,
not proven, were won by it. Cut at 500 or 1,000 the mean loss there is 0.0415 or 0.0421 men instead
of 0.0412 (handcrafted, 2,000 nodes)."""
LINE_PLIES = 12
"""Most plies of the better line that are kept."""
NO_SCORE = _native.NO_SCORE


class Stopped(Exception):
    """Raised inside a look when the study has been given up."""


class Appraisal(NamedTuple):
    """What is thought of a move played. Scores are for its mover, in hundredths of a man."""

    played: int
    """Its place among the legal moves."""
    best: int
    """The place of the best move; that of the one played where it is forced."""
    score: int
    """Of the position before it; NO_SCORE where the move is forced, as the two below."""
    best_score: int
    """Looked at behind the best move."""
    played_score: int
    """Looked at behind the move played."""
    depth: int
    """Plies that the look at the position before it finished."""
    line: tuple[int, ...]
    """The line that begins with the best move, each as its place among the legal moves; empty where
    the best move was played."""

    @property
    def forced(self) -> bool:
        """Tell whether there was no other legal move."""
        return self.score == NO_SCORE

    @property
    def agreed(self) -> bool:
        """Tell whether the move played is the one the search would play."""
        return self.played == self.best

    @property
    def loss(self) -> int:
        """Return what the move cost, 0 where the second look likes it as much as the best."""
        return max(cut(self.best_score) - cut(self.played_score), 0)


class _Look(NamedTuple):
    """A position looked at: score for its side to move, plies searched, the line expected."""

    score: int
    depth: int
    line: tuple[Move, ...]


class Appraiser:
    """Looks at the moves of games, one thread at a time."""

    def __init__(self, searcher: Searcher, limits: Limits, stopped: Callable[[], bool]) -> None:
        """Take a searcher of one's own, and what tells that a study has been given up."""
        self._searcher = searcher
        self._limits = limits
        self._stopped = stopped

    def appraise(self, game: Game) -> list[Appraisal]:
        """Appraise the moves of a game, as many as were played before the rules drew it.

        Raises Stopped, at the next look or within the one in hand.
        """
        path, found = Game(game.start), list[Appraisal]()
        for move in game.moves:
            if path.outcome() is not None:
                break
            found.append(self._first_look(path, move))
            path.push(move)
        return _joined(found, self._last_score(path, found))

    def _first_look(self, path: Game, move: Move) -> Appraisal:
        """Find the best move and look behind it where it was not played."""
        moves = path.position.legal_moves()
        played = moves.index(move)
        if len(moves) == 1:
            return Appraisal(played, played, NO_SCORE, NO_SCORE, NO_SCORE, 0, ())
        look = self._search(path)
        best = look.line[0]
        if best == move:
            return Appraisal(played, played, look.score, look.score, look.score, look.depth, ())
        behind = self._look(path.after(best))
        line = _places(path, (best, *behind.line))
        score = backed(behind.score, 1)
        return Appraisal(played, moves.index(best), look.score, score, NO_SCORE, look.depth, line)

    def _last_score(self, path: Game, found: list[Appraisal]) -> int:
        """Look at the position a game ends in, where the last free choice was not agreed with."""
        free = [appraisal for appraisal in found if not appraisal.forced]
        return NO_SCORE if not free or free[-1].agreed else self._look(path).score

    def _look(self, game: Game) -> _Look:
        """Play forced moves, then search, or ask the rules where they have ended the game."""
        forced: list[Move] = []
        while (outcome := game.outcome()) is None:
            moves = game.position.legal_moves()
            if len(moves) > 1:
                look = self._search(game)
                break
            game = game.after(moves[0])
            forced.append(moves[0])
        else:
            look = _Look(_decided(outcome, game), 0, ())
        return _Look(backed(look.score, len(forced)), look.depth, (*forced, *look.line))

    def _search(self, game: Game) -> _Look:
        if self._stopped():
            raise Stopped
        self._searcher.clear()
        found = self._searcher.search(game, limits=self._limits)
        if self._stopped():  # and so perhaps within this search
            raise Stopped
        assert found.move is not None
        return _Look(found.score, found.depth, found.pv or (found.move,))


def cut(score: int) -> int:
    """Return a score within LOSS_CAP either way; a forced win is worth that, too.

    >>> cut(_native.WIN - 3), cut(-120)
    (300, -120)
    """
    return min(max(score, -LOSS_CAP), LOSS_CAP)


def backed(score: int, plies: int) -> int:
    """Return a score as it was so many plies earlier, for the side to move there.

    A forced win is then so much further off.

    >>> backed(-120, 1), backed(_native.WIN - 3, 2) == _native.WIN - 5
    (120, True)
    """
    if score > _native.STATIC_BOUND:
        score -= plies
    elif score < -_native.STATIC_BOUND:
        score += plies
    return -score if plies % 2 else score


def _joined(found: list[Appraisal], last_score: int) -> list[Appraisal]:
    """Give moves not agreed with their score: that of the next free choice in the game."""
    joined, next_score, distance = list[Appraisal](), last_score, 0
    for appraisal in reversed(found):
        distance += 1
        if not appraisal.forced:
            if not appraisal.agreed:
                appraisal = appraisal._replace(played_score=backed(next_score, distance))
            next_score, distance = appraisal.score, 0
        joined.append(appraisal)
    return joined[::-1]


def _decided(outcome: Outcome, game: Game) -> int:
    if outcome.winner is None:
        return 0
    return _native.WIN if outcome.winner == game.position.turn else -_native.WIN


def _places(game: Game, line: tuple[Move, ...]) -> tuple[int, ...]:
    """Write a line as the place of each move among the legal ones."""
    position, places = game.position, list[int]()
    for move in line[:LINE_PLIES]:
        places.append(position.legal_moves().index(move))
        position = position.push(move)
    return tuple(places)
