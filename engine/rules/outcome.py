"""How a game ended: who won, why, and the PDN result that says so.

In PDN the first number of a result belongs to the side that starts: `1-0` in English draughts means
that Black won (checked on English collections; it is White in international and Russian draughts).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from engine._native import Colour, Reason
from engine.notation import NotationError
from engine.rules.movetext import COLOUR_NAMES
from engine.rules.ruleset import Ruleset


class Forfeit(IntEnum):
    """How a game was lost outside the rules. No value is one of the core's `Reason`."""

    TIME = 128
    """The clock of a side ran out, or it took longer over a move than it may."""
    CRASH = 129
    """Its program ended."""
    HANG = 130
    """Its program did not answer."""
    ILLEGAL_MOVE = 131
    PROTOCOL = 132
    """Its program said what cannot be understood."""


_WORDS: dict[Reason | Forfeit, str] = {
    Reason.NO_MOVE: "{loser} has no move",
    Reason.REPETITION: "the position occurred {repetitions} times",
    Reason.NO_PROGRESS: "{each} moves each without a capture or a man's move",
    Reason.EQUAL_KINGS: "{equal_kings} moves each without a capture, with equally many kings",
    Reason.SCORE: "adjudicated, both sides agree on the score",
    Reason.DRAWN_SCORE: "adjudicated, both sides agree that nothing happens",
    Reason.MATERIAL: "adjudicated on a lasting lead in material",
    Reason.PLY_CAP: "the game reached its longest permitted length",
    Reason.ENDGAME: "stopped where endgame tables know the outcome",
    Forfeit.TIME: "{loser} ran out of time",
    Forfeit.CRASH: "the program of {loser} ended",
    Forfeit.HANG: "the program of {loser} did not answer",
    Forfeit.ILLEGAL_MOVE: "{loser} played an illegal move",
    Forfeit.PROTOCOL: "the program of {loser} broke the protocol",
}
_FIRST_WINS, _SECOND_WINS = ("1-0", "2-0"), ("0-1", "0-2")
_DRAWS = ("1/2-1/2", "1-1")


@dataclass(frozen=True)
class Outcome:
    """The winner, None for a draw, and the reason."""

    winner: Colour | None
    reason: Reason | Forfeit

    def describe(self, ruleset: Ruleset) -> str:
        """Say the outcome in words.

        >>> from engine.rules.ruleset import ruleset
        >>> Outcome(None, Reason.REPETITION).describe(ruleset("english"))
        'draw: the position occurred 3 times'
        """
        who = "draw" if self.winner is None else f"{COLOUR_NAMES[self.winner]} wins"
        loser = "" if self.winner is None else COLOUR_NAMES[opponent(self.winner)]
        reason = _WORDS[self.reason].format(
            loser=loser,
            repetitions=ruleset.repetitions,
            each=ruleset.no_progress_plies // 2,
            equal_kings=ruleset.equal_kings_plies // 2,
        )
        return f"{who}: {reason}"


def parse_reason(value: int) -> Reason | Forfeit:
    """Return the reason that a number stands for in the records of games.

    >>> parse_reason(0).name, parse_reason(128).name
    ('NO_MOVE', 'TIME')
    """
    return Forfeit(value) if value >= min(Forfeit) else Reason(value)


def opponent(colour: Colour) -> Colour:
    """Return the other side."""
    return Colour.BLACK if colour == Colour.WHITE else Colour.WHITE


def format_result(winner: Colour | None, ruleset: Ruleset) -> str:
    """Write a result: `1-0` when the side that starts won, `0-1`, or `1/2-1/2`.

    >>> from engine.rules.ruleset import ruleset
    >>> format_result(Colour.BLACK, ruleset("english"))
    '1-0'
    """
    if winner is None:
        return "1/2-1/2"
    return "1-0" if winner == ruleset.first_mover else "0-1"


def parse_result(text: str, ruleset: Ruleset) -> Colour | None:
    """Read who won, None for a draw; ValueError for `*`, `0-0` and anything else undecided."""
    if text in _DRAWS:
        return None
    if text in _FIRST_WINS:
        return ruleset.first_mover
    if text in _SECOND_WINS:
        return opponent(ruleset.first_mover)
    raise NotationError(f"expected a result such as '1-0', '0-1' or '1/2-1/2', got {text!r}")
