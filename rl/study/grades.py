"""What a loss is called: mistakes and blunders by thresholds, wins and draws missed.

The thresholds are in hundredths of a man. What they mean in results was measured on the archive of
`rl.study.appraisal.LOSS_CAP` by 2,000 nodes of handcrafted: half a man is worth 0.23 points of a
game, a man 0.38, as between players of that archive.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine import _native
from rl.study.appraisal import Appraisal

MISTAKE, BLUNDER = 50, 100
WON = 150
"""So far ahead is won, as the score sees it, so far behind is lost, all between is level. In that
archive, positions with a side 1.5 to 2 men ahead were won by it in 93 % of the games and drawn in
6 %; 2 to 3 men ahead it was 97 %, 1.2 to 1.5 men 88 %."""


class Grade(Enum):
    """A move that costs too much; the value is its NAG in PDN."""

    MISTAKE = 2
    BLUNDER = 4


class Missed(Enum):
    """What a move let go: a win, or a draw by walking into a loss."""

    WIN = "win"
    DRAW = "draw"


@dataclass(frozen=True)
class Miss:
    """What was let go, and whether the search saw it to its end: the win, or the loss instead."""

    what: Missed
    proven: bool


def grade(appraisal: Appraisal) -> Grade | None:
    """Return the grade of a move, None for a good one or one that was forced."""
    if appraisal.loss >= BLUNDER:
        return Grade.BLUNDER
    return Grade.MISTAKE if appraisal.loss >= MISTAKE else None


def missed(appraisal: Appraisal) -> Miss | None:
    """Return what a move let go, None where nothing.

    A win that is let go is one even where the move loses.
    """
    if appraisal.forced or appraisal.agreed:
        return None
    best, played = appraisal.best_score, appraisal.played_score
    if _standing(best) > max(_standing(played), 0):
        return Miss(Missed.WIN, proven(best))
    if _standing(best) == 0 and _standing(played) < 0:
        return Miss(Missed.DRAW, proven(played))
    return None


def proven(score: int) -> bool:
    """Tell whether a score is a win or a loss seen to its end, by search or by tables."""
    return abs(score) > _native.STATIC_BOUND


def _standing(score: int) -> int:
    return (score >= WON) - (score <= -WON)
