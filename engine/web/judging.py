"""What two evaluators say of a position: the handcrafted one and a learned one, where there is one.

A static score in the middle of an exchange says nothing, so each looks one ply ahead and follows
captures to their end; that takes microseconds. All scores here are hundredths of a man for White.
A searcher takes megabytes, so all sessions that play a ruleset have one judge.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine._native import Colour
from engine.evaluators import Evaluator
from engine.rules import Game, Position
from engine.search import Limits, Searcher, expected_plies, win_plies
from engine.web.catalogue import Catalogue

_ONE_PLY = Limits(depth=1)
_TABLE_MIB = 0.1


@dataclass(frozen=True)
class Judgement:
    """The scores of a position, None where there is no such evaluator or the game is over."""

    handcrafted: int | None
    learned: int | None


NOTHING = Judgement(None, None)


class Judge:
    """Judges positions of one ruleset; used by one thread."""

    def __init__(
        self, handcrafted: Evaluator, learned: Evaluator | None, learned_name: str | None
    ) -> None:
        """Take the evaluators, of the same ruleset."""
        self.learned, self.learned_name = learned, learned_name
        self._handcrafted = _searcher(handcrafted)
        self._learned = None if learned is None else _searcher(learned)

    def judge(self, position: Position) -> Judgement:
        """Judge a position without its history."""
        if not position.legal_moves():
            return NOTHING
        learned = None if self._learned is None else _score(self._learned, position)
        return Judgement(_score(self._handcrafted, position), learned)

    def judge_game(self, game: Game, known: list[Judgement]) -> list[Judgement]:
        """Judge every position of a game whose first ones are judged already."""
        positions = game.positions
        return known + [self.judge(position) for position in positions[len(known) :]]


class Judges:
    """The judges of all sessions; used by one thread."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Take evaluators from the catalogue."""
        self._catalogue = catalogue
        self._known: dict[str, Judge] = {}

    def of(self, ruleset: str) -> Judge:
        """Return the judge of a ruleset, a new one where what was learned has changed."""
        name = self._catalogue.learned_name(ruleset)
        learned = None if name is None else self._catalogue.evaluator(ruleset, name)
        judge = self._known.get(ruleset)
        if judge is None or judge.learned is not learned:
            judge = Judge(self._catalogue.evaluator(ruleset, "handcrafted"), learned, name)
            self._known[ruleset] = judge
        return judge


def for_white(score: int, turn: Colour) -> int:
    """Turn a score for the side to move into one for White."""
    return score if turn == Colour.WHITE else -score


def describe_score(score: int) -> str:
    """Say a score for White in words.

    >>> describe_score(35), describe_score(-120), describe_score(0)
    ('White +0.35', 'Black +1.20', 'level')
    >>> describe_score(29993)
    'White wins in 7 plies'
    >>> describe_score(-29999)
    'Black wins in 1 ply'
    """
    side = "White" if score > 0 else "Black"
    plies = win_plies(score)
    if plies is not None:
        count = {0: "", 1: " in 1 ply"}.get(abs(plies), f" in {abs(plies)} plies")
        return f"{side} wins{count}"
    if expected_plies(score) is not None:
        return f"{side} wins by the endgame tables"
    return "level" if score == 0 else f"{side} +{abs(score) / 100:.2f}"


def _searcher(evaluator: Evaluator) -> Searcher:
    return Searcher(evaluator, table_mib=_TABLE_MIB)


def _score(searcher: Searcher, position: Position) -> int:
    return for_white(searcher.search(position, limits=_ONE_PLY).score, position.turn)
