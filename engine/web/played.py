"""A game on the page: moves and what is taken back, how it ended, who plays, what is on offer.

Rules alone end a game in `engine.rules`; here a player may also resign or agree to a draw. Nothing
in here waits or searches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine._native import Colour, Move
from engine.rules import Game, Outcome, Position, Ruleset, format_game, format_result, opponent
from engine.rules.movetext import COLOUR_NAMES
from engine.web.protocol import Seat

LONGEST_GAME = 2000
"""Plies after which no more are played; no game between people has come near."""


@dataclass(frozen=True)
class Ending:
    """The winner, None for a draw, and the result in words."""

    winner: Colour | None
    words: str


class PlayedGame:
    """A game with its players; `revision` grows with every change, so that requests can name it."""

    def __init__(self, start: Position, seats: dict[Colour, Seat], revision: int = 0) -> None:
        """Begin at a position."""
        self.game = Game(start)
        self.seats = seats
        self.revision = revision
        self.offer: Colour | None = None
        self._agreed: Ending | None = None
        self._undone: list[list[Move]] = []

    @property
    def position(self) -> Position:
        """Return the position now."""
        return self.game.position

    @property
    def rules(self) -> Ruleset:
        """Return the ruleset that is played."""
        return self.game.start.ruleset

    @property
    def mover(self) -> Seat:
        """Return who is to move."""
        return self.seats[self.position.turn]

    @property
    def persons(self) -> list[Colour]:
        """List the sides that a person plays."""
        return [colour for colour, seat in self.seats.items() if seat.is_person]

    @property
    def ending(self) -> Ending | None:
        """Tell how the game has ended, None while it goes on."""
        if self._agreed is not None:
            return self._agreed
        outcome = self.game.outcome()
        if outcome is not None:
            return Ending(outcome.winner, outcome.describe(self.rules))
        if len(self.game.moves) >= LONGEST_GAME:
            return Ending(None, f"draw: {LONGEST_GAME} moves were played")
        return None

    @property
    def result(self) -> str:
        """Return the result as PDN writes it."""
        ending = self.ending
        return "*" if ending is None else format_result(ending.winner, self.rules)

    def pdn(self) -> str:
        """Write the game as PDN."""
        tags = {"Event": "crownhead play page"}
        for colour, seat in self.seats.items():
            player = "person" if seat.is_person else f"crownhead {seat.player}, {seat.evaluator}"
            tags[COLOUR_NAMES[colour]] = player
        return format_game(self.game, tags | {"Result": self.result})

    def play(self, move: Move) -> None:
        """Play a legal move of a game that goes on; what was taken back is forgotten."""
        self._advance([move])
        self._undone.clear()

    def reseat(self, seats: dict[Colour, Seat]) -> None:
        """Let others play on."""
        self.seats, self.offer = seats, None
        self.revision += 1

    def resume(self, game: Game, ending: Outcome | None) -> None:
        """Take the place of this game with one that was recorded."""
        self.game, self.offer = game, None
        self._undone.clear()
        known = None if ending is None or game.outcome() else ending
        self._agreed = None if known is None else Ending(known.winner, _recorded(known.winner))
        self.revision += 1

    @property
    def can_undo(self) -> bool:
        """Tell whether there is something to take back."""
        return self._agreed is not None or self._undo_to() is not None

    @property
    def can_redo(self) -> bool:
        """Tell whether something was taken back that can be played again."""
        return bool(self._undone)

    def undo(self) -> None:
        """Take back a resignation or agreement, else moves until a person is to move."""
        to = self._undo_to()
        if self._agreed is not None:
            self._agreed = None
        elif to is not None:
            moves = self.game.moves
            self._undone.append(list(moves[to:]))
            self.game = replayed(self.game.start, moves[:to])
        else:
            raise ValueError("there is no move to take back")
        self.offer = None
        self.revision += 1

    def redo(self) -> None:
        """Play what was taken back last."""
        if not self._undone:
            raise ValueError("no move was taken back")
        self._advance(self._undone.pop())

    def resign(self, colour: Colour) -> None:
        """End the game with a win of the other side."""
        winner = opponent(colour)
        words = f"{COLOUR_NAMES[winner]} wins: {COLOUR_NAMES[colour]} resigned"
        self._end(Ending(winner, words))

    def agree_draw(self) -> None:
        """End the game as drawn."""
        self._end(Ending(None, "draw: by agreement"))

    def offer_draw(self, colour: Colour | None) -> None:
        """Put a draw on offer, or take it away with None."""
        self.offer = colour
        self.revision += 1

    def _end(self, ending: Ending) -> None:
        self._agreed, self.offer = ending, None
        self.revision += 1

    def _advance(self, moves: Sequence[Move]) -> None:
        game = self.game
        for move in moves:
            game = game.after(move)
        self.game, self.offer, self._agreed = game, None, None
        self.revision += 1

    def _undo_to(self) -> int | None:
        """Find the last earlier ply in which a person was to move; any where there is no person."""
        turns = [position.turn for position in self.game.positions[:-1]]
        sides = self.persons or list(Colour)
        return next((ply for ply in reversed(range(len(turns))) if turns[ply] in sides), None)


def replayed(start: Position, moves: Sequence[Move]) -> Game:
    """Play moves from a position; a game handed to a searching thread is never changed."""
    game = Game(start)
    for move in moves:
        game.push(move)
    return game


def _recorded(winner: Colour | None) -> str:
    return "draw, as recorded" if winner is None else f"{COLOUR_NAMES[winner]} wins, as recorded"
