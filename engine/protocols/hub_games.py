"""The games that a client tells of: a position and the moves played from it.

Some clients write positions of games that Black begins as if White began them: the board turned
round, the colours exchanged, but the moves as the game numbers them (pydraughts 0.6 in English
draughts, where of the start position only the letter of the side to move changes). Which of the two
readings is meant is told by the moves, of which only one reading allows all, and by the start
position; what they told holds for positions that tell nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

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
        self._known: tuple[str, list[str], Game] | None = None

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
        turned = parse_position(turn_round(text), self._ruleset.name) == start
        if turned and not moves:
            self._inverted = True
        if turned and self._inverted:
            with suppress(ValueError):
                return self._read(text, moves, True)
        found, errors = {}, {}
        for inverted in (False, True):
            try:
                found[inverted] = self._read(text, moves, inverted)
            except ValueError as error:
                errors[inverted] = error
        if len(found) == 1:
            (self._inverted,) = found
        if not found:
            raise errors[self._inverted]
        return found[self._inverted]

    def _read(self, text: str, moves: Sequence[str], inverted: bool) -> Game:
        """Go on with the game read last where this one does, else begin anew."""
        name, start = self._ruleset.name, turn_round(text) if inverted else text
        known: list[str] = []
        read, self._known = self._known, None
        if read is not None and read[0] == start and read[1] == moves[: len(read[1])]:
            _, known, game = read
        else:
            game = Game(parse_position(start, name))
        squares = hub_squares(name, self._order)
        for number, move in enumerate(moves[len(known) :], len(known) + 1):
            try:
                game.push(parse_move(game.position, move, squares))
            except ValueError as error:
                hint = self._hint(game.position, move)
                raise ValueError(f"moves: move {number}: {error}{hint}") from None
        self._known = start, list(moves), game
        return game

    def _hint(self, position: Position, move: str) -> str:
        """Say with which square order a move would be legal, if there is one."""
        other = "a1" if self._order == "board" else "board"
        try:
            parse_move(position, move, hub_squares(self._ruleset.name, other))
        except ValueError:
            return ""
        return f"; with square-order {other} it would be"
