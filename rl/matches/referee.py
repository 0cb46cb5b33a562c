"""Says when a game between any two players is over, as the core does for its own.

The rules of adjudication are those of `engine.search.adjudication` and of the core's `Referee`,
move for move: the same searches end in the same ply whoever is the judge (a test compares them),
but for a side that loses its last piece by refusing to jump, whom the core gives one ply more. A
side that gives no score where it had a choice agrees to nothing.

Endgame tables end a game only where the rules would give what they say: a win that takes longer
than the counter of plies without progress allows is played on.
"""

from __future__ import annotations

from functools import cache

from engine import _native
from engine.evaluators import Endgames
from engine.rules import Colour, Forfeit, Game, Move, Position, Reason, opponent
from engine.search.adjudication import Adjudication

_MAN = 100
_STEPS_AT_MOST = 4
_SIGNS = {Colour.WHITE: 1, Colour.BLACK: -1}


class Referee:
    """A game under way: plays the moves, and knows its result once it is over."""

    def __init__(
        self, start: Position, rules: Adjudication, endgames: Endgames | None = None
    ) -> None:
        self.game = Game(start)
        self.moves = start.legal_moves()
        self.result = 0
        """+1 where White won, -1 where Black won."""
        self.reason: Reason | Forfeit | None = None
        """None while the game goes on."""
        self._rules = rules
        self._endgames = endgames
        self._wins = {Colour.WHITE: 0, Colour.BLACK: 0}
        self._level = 0
        self._silent = {Colour.WHITE: False, Colour.BLACK: False}
        self._leader, self._leading = 0, 0
        self._look()

    @property
    def over(self) -> bool:
        return self.reason is not None

    def play(self, move: Move, score: int | None) -> None:
        """Play a move of which its side says that it leads to `score`, None where it says nothing.

        A forced move without a score leaves the agreement of the two sides as it was, but for a
        side that said nothing of its last free move either.
        """
        mover = self.game.position.turn
        if len(self.moves) > 1:
            self._silent[mover] = score is None
        if score is not None or self._silent[mover]:
            self._note(score, mover)
        self.game.push(move)
        self.moves = self.game.position.legal_moves()
        self._look()
        if not self.over:
            self._adjudicate()

    def forfeit(self, reason: Forfeit) -> None:
        """End the game as lost for the side to move."""
        self._end(opponent(self.game.position.turn), reason)

    def _look(self) -> None:
        outcome = self.game.outcome()
        if outcome is not None:
            self._end(outcome.winner, outcome.reason)
        elif self._endgames is not None:
            self._look_up(self._endgames)

    def _look_up(self, endgames: Endgames) -> None:
        position = self.game.position
        value = endgames.probe(position)
        if value is None:
            return
        allowed = position.ruleset.no_progress_plies
        if value.outcome and allowed and position.no_progress + value.plies > allowed:
            return
        winner = position.turn if value.outcome > 0 else opponent(position.turn)
        self._end(winner if value.outcome else None, Reason.ENDGAME)

    def _note(self, score: int | None, mover: Colour) -> None:
        """Count how many plies running the sides agree on a win, and on a level game."""
        rules = self._rules
        for side in self._wins:
            ahead = 0 if score is None else score if side == mover else -score
            agreed = 0 < rules.win_score <= ahead and not self._may_hold(opponent(side))
            self._wins[side] = self._wins[side] + 1 if agreed else 0
        level = score is not None and bool(rules.draw_plies) and abs(score) <= rules.draw_score
        self._level = self._level + 1 if level else 0

    def _adjudicate(self) -> None:
        rules, plies = self._rules, len(self.game.moves)
        lead = self._material_lead()
        self._leading = self._leading + 1 if lead and lead == self._leader else 0
        self._leader = lead
        for side, agreed in self._wins.items():
            if rules.win_plies and agreed >= rules.win_plies:
                return self._end(side, Reason.SCORE)
        if rules.material_plies and self._leading >= rules.material_plies:
            return self._end(Colour.WHITE if lead > 0 else Colour.BLACK, Reason.MATERIAL)
        still = min(self._level, self.game.position.no_progress)
        if rules.draw_plies and still >= rules.draw_plies and plies >= rules.draw_from_ply:
            return self._end(None, Reason.DRAWN_SCORE)
        if plies >= rules.ply_cap:
            self._end(None, Reason.PLY_CAP)
        return None

    def _material_lead(self) -> int:
        """Return +1 where White leads by enough, -1 where Black does, 0 where neither does."""
        least = self._rules.material_lead
        if not least:
            return 0
        lead = self._worth(Colour.WHITE) - self._worth(Colour.BLACK)
        leader = Colour.WHITE if lead > 0 else Colour.BLACK
        enough = abs(lead) >= least and not self._may_hold(opponent(leader))
        return _SIGNS[leader] if enough else 0

    def _worth(self, side: Colour) -> int:
        position = self.game.position
        kings = len(position.kings(side)) * king_value(position.ruleset.name)
        return _MAN * len(position.men(side)) + kings

    def _may_hold(self, side: Colour) -> bool:
        """Tell whether a side has a king that flies, which may hold a draw against several."""
        position = self.game.position
        return bool(position.kings(side)) and kings_fly(position.ruleset.name)

    def _end(self, winner: Colour | None, reason: Reason | Forfeit) -> None:
        self.result = 0 if winner is None else _SIGNS[winner]
        self.reason = reason


@cache
def king_value(ruleset: str) -> int:
    """Return what a king is worth in hundredths of a man, to material alone."""
    return int(_native.material_weights(ruleset)[0, 0])


@cache
def kings_fly(ruleset: str) -> bool:
    """Tell whether kings of a ruleset move over any distance, by how many moves a lone one has."""
    squares = range(1, Position.start(ruleset).ruleset.squares + 1)
    return any(
        len(_native.Position(ruleset, Colour.WHITE, [], [king], [], [other]).legal_moves())
        > _STEPS_AT_MOST
        for king in squares
        for other in (squares[0], squares[-1])
        if other != king
    )
