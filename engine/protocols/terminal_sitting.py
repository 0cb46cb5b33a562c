"""The games of one sitting at a board: the one in hand, how it ended, and all of them as PDN.

Players may end a game by their word, which the rules know nothing of; it can be taken back like a
move. A game given up for a new one stays in the record.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine._native import Colour
from engine.notation import write_pdn
from engine.rules import Game, Position, format_result, record
from engine.rules.movetext import COLOUR_NAMES


@dataclass(frozen=True)
class Ending:
    """How a game ended: the winner, None for a draw, and what is said of it."""

    winner: Colour | None
    said: str


class Sitting:
    """Games from one start between the same two players."""

    def __init__(self, start: Position, names: Mapping[Colour, str], date: str) -> None:
        """Begin the first game; `date` as PDN writes one."""
        self.game = Game(start)
        self._tags = {"Event": "crownhead play", "Date": date}
        self._tags |= {COLOUR_NAMES[side]: names[side] for side in Colour}
        self._agreed: Ending | None = None
        self._finished: list[str] = []

    def ending(self) -> Ending | None:
        """Return how the game in hand has ended, None while it goes on."""
        outcome = self.game.outcome()
        if self._agreed is not None or outcome is None:
            return self._agreed
        return Ending(outcome.winner, outcome.describe(self.game.start.ruleset))

    def agree(self, winner: Colour | None, reason: str) -> None:
        """End the game by the word of a player."""
        who = "draw" if winner is None else f"{COLOUR_NAMES[winner]} wins"
        self._agreed = Ending(winner, f"{who}: {reason}")

    def take_back(self, sides: Collection[Colour]) -> bool:
        """Take back the last word of a player, else all since a move of `sides`; False for none."""
        if self._agreed is not None:
            self._agreed = None
            return True
        turns = [position.turn for position in self.game.positions[:-1]]
        own = [ply for ply, turn in enumerate(turns) if turn in sides]
        for _ in turns[own[-1] :] if own else ():
            self.game.pop()
        return bool(own)

    def begin_again(self) -> None:
        """Put the game in hand to the record, if anything was played, and begin another."""
        if self.game.moves:
            self._finished.append(self._pdn())
        self.game, self._agreed = Game(self.game.start), None

    def pdn(self) -> str:
        """Write all games, the one in hand as far as it goes."""
        begun = [] if self._finished and not self.game.moves else [self._pdn()]
        return "\n".join([*self._finished, *begun])

    def movetext(self) -> str:
        """Write the moves of the game in hand, numbered, squares named as on the board."""
        first = self.game.start.turn == self.game.start.ruleset.first_mover
        texts = ([] if first else ["..."]) + self.game.move_texts()
        turns = [" ".join(texts[at : at + 2]) for at in range(0, len(texts), 2)]
        return "  ".join(f"{number}. {turn}" for number, turn in enumerate(turns, 1))

    def _pdn(self) -> str:
        ending, tags = self.ending(), dict(self._tags)
        if ending is not None:
            tags["Result"] = format_result(ending.winner, self.game.start.ruleset)
            tags["Termination"] = ending.said
        return write_pdn(record(self.game, tags))
