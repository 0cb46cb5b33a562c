"""The games that a client tells of: a position and the moves played from it.

Some clients write positions of games that Black begins as if White began them: the board turned
round, the colours exchanged, but the moves as the game numbers them (pydraughts 0.6 in English
draughts, where of the start position only the letter of the side to move changes). Which of the two
readings is meant is told by the moves, of which only one reading allows all, and by the start
position; what they told holds for positions that tell nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine._native import Colour
from engine.protocols.hub_board import hub_squares, parse_move, parse_position, turn_round
from engine.protocols.hub_parameters import HubSettings
from engine.rules import Game, Position, ruleset


class GameReader:
    """Reads the games of one client, whose habit it learns."""

    def __init__(self, settings: HubSettings) -> None:
        """Read as these settings say."""
        self._ruleset = ruleset(settings.variant)
        self._order = settings.square_order
        self._guesses = settings.side_letter == "auto" and (
            self._ruleset.first_mover == Colour.BLACK
        )
        self._inverted = settings.side_letter == "inverted"

    def read(self, position: str, moves: Sequence[str]) -> Game:
        """Read a game; ValueError says which move is wrong, or what of the position is."""
        if self._guesses:
            return self._guess(position, moves)
        return self._read(position, moves, self._inverted)

    def _guess(self, text: str, moves: Sequence[str]) -> Game:
        """Read a game in the way that its moves allow; where both do, as before."""
        start = Position.start(self._ruleset.name)
        position = parse_position(text, self._ruleset.name)
        if position == start:
            self._inverted = False
            return self._read(text, moves, False)
        found, error = {}, None
        for inverted in (self._inverted, not self._inverted):
            try:
                found[inverted] = self._read(text, moves, inverted)
            except ValueError as raised:
                error = error or raised
        if error is not None and not found:
            raise error
        if len(found) == 1:
            (self._inverted,) = found
        elif found[True].start == start:
            self._inverted = True
        return found[self._inverted]

    def _read(self, text: str, moves: Sequence[str], inverted: bool) -> Game:
        name = self._ruleset.name
        game = Game(parse_position(turn_round(text) if inverted else text, name))
        squares = hub_squares(name, self._order)
        for number, move in enumerate(moves, 1):
            try:
                game.push(parse_move(game.position, move, squares))
            except ValueError as error:
                hint = self._hint(game.position, move)
                raise ValueError(f"moves: move {number}: {error}{hint}") from None
        return game

    def _hint(self, position: Position, move: str) -> str:
        """Say with which square order a move would be legal, if there is one."""
        other = "a1" if self._order == "board" else "board"
        try:
            parse_move(position, move, hub_squares(self._ruleset.name, other))
        except ValueError:
            return ""
        return f"; with square-order {other} it would be"
