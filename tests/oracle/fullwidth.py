"""Full-width search by brute force: what a side can gain by force, whatever the other does.

The judge of the fast search in tactics. It shares the rules with it and nothing else: every legal
move is looked at, nothing is reduced, extended by judgement or pruned; a position counts for its
material alone, and only once it is quiet. The question is not how good a position is but whether it
reaches a bound, which one move of the side to move and every move of the other have to agree on.
Draws by repetition and by counters are left out.
"""

from __future__ import annotations

from engine._native import Colour, Move, Position
from tests.oracle.rulesets import RULESETS

MAN = 100
WON = 10_000
"""A bound that only a won game reaches."""

FOLLOWED = 4
"""Plies beyond the depth in which threats are still met by any move; after that, by captures."""


class TooManyNodesError(Exception):
    """The question would take more nodes than were granted."""


def judge(ruleset: str, nodes: int = 0) -> FullWidth:
    """Make a full-width search for a ruleset; a king is worth the more for flying."""
    return FullWidth(300 if RULESETS[ruleset].flying else 150, nodes)


class FullWidth:
    """Answers for one ruleset, with a memory of what was answered before.

    `king` is its worth in hundredths of a man; more than `nodes` positions, if not 0, raise
    TooManyNodesError, the answers so far being kept.
    """

    def __init__(self, king: int, nodes: int = 0) -> None:
        """Begin without any memory."""
        self.king = king
        self.nodes = 0
        self._granted = nodes
        self._answers: dict[tuple[int, int, int], bool] = {}
        self._best: dict[int, Move] = {}  # what answered last: looked at first, no more than that

    def reaches(self, position: Position, bound: int, depth: int) -> bool:
        """Tell whether the side to move has `bound` hundredths of a man after `depth` plies.

        Captures and threats of capture are followed beyond that depth, to positions where neither
        side can capture.
        """
        question = (position.key, bound, depth)
        answer = self._answers.get(question)
        if answer is None:
            answer = self._answers[question] = self._worked_out(position, bound, depth)
        return answer

    def gains(self, position: Position, move: Move, gain: int, depth: int) -> bool:
        """Tell whether a move gains that much by force within `depth` plies, itself counted."""
        bound = WON if gain >= WON else self.balance(position) + gain
        return not self.reaches(position.push(move), 1 - bound, depth - 1)

    def balance(self, position: Position) -> int:
        """Return the material of the side to move less that of the other."""
        white = MAN * (len(position.white_men) - len(position.black_men))
        white += self.king * (len(position.white_kings) - len(position.black_kings))
        return white if position.turn == Colour.WHITE else -white

    def _worked_out(self, position: Position, bound: int, depth: int) -> bool:
        self.nodes += 1
        if self.nodes > self._granted > 0:
            raise TooManyNodesError
        moves = position.legal_moves()
        if not moves:
            return bound <= -WON
        if depth <= 0:
            captures = [move for move in moves if move.captured]
            threatened = position.can_capture(Colour(1 - position.turn))
            if not captures and (not threatened or depth <= -FOLLOWED):
                return self.balance(position) >= bound
            if depth <= -FOLLOWED:
                moves = captures
        first = self._best.get(position.key)
        moves.sort(key=lambda move: (move != first, -len(move.captured)))
        for move in moves:
            if not self.reaches(position.push(move), 1 - bound, depth - 1):
                self._best[position.key] = move
                return True
        return False
