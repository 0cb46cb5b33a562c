"""What a person at a board sees: the board, what can be played and what binds, how it ended."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Sequence

from engine._native import Colour, Move
from engine.protocols import terminal_words as words
from engine.protocols.terminal_board import Style, draw_board, in_columns
from engine.protocols.terminal_sitting import Sitting
from engine.rules import Position, format_result
from engine.rules.movetext import COLOUR_NAMES


def listed_moves(position: Position) -> list[Move]:
    """Return the legal moves as they are numbered: those without a huff first, then by squares."""
    return sorted(
        position.legal_moves(),
        key=lambda move: (move.huffed, move.from_square, move.to_square, move.captured),
    )


def lines(*texts: str) -> str:
    """Put texts that are not empty below each other."""
    return "\n".join(text for text in texts if text)


class View:
    """The game in hand as text; `flipped` has the board seen by Black."""

    def __init__(
        self, sitting: Sitting, persons: Collection[Colour], style: Style, flipped: bool
    ) -> None:
        """Show the game of a sitting, to persons who play these sides."""
        self.flipped = flipped
        self._sitting, self._persons, self._style = sitting, persons, style

    def all(self, *, playing: bool) -> str:
        """Show the board and how the game has ended; else, to who is `playing`, what can be."""
        game = self._sitting.game
        marked = {game.moves[-1].from_square, game.moves[-1].to_square} if game.moves else ()
        board = "\n" + draw_board(game.position, self._style, flipped=self.flipped, marked=marked)
        if end := self._end():
            return lines(board, end)
        return lines(board, self._turn() if playing else "")

    def moves(self, moves: Sequence[Move]) -> str:
        """Number moves; beside each stands what it takes by more than a jump, and what it loses."""
        position = self._sitting.game.position
        name, texts = position.ruleset.board.format, []
        for number, move in enumerate(moves, 1):
            text = f"{number:>2} {position.full_path(move)}"
            if len(move.captured) > 1:
                text += f" takes {', '.join(map(name, move.captured))}"
            texts.append(f"{text} loses {name(move.lost)}" if move.lost else text)
        return in_columns(texts, self._style.width)

    def history(self) -> str:
        """List the moves played."""
        moves = self._sitting.movetext() or "No move was played yet."
        return textwrap.fill(moves, self._style.width, break_on_hyphens=False)

    def _turn(self) -> str:
        """Show what can be played, and what binds."""
        position = self._sitting.game.position
        moves = self.moves(listed_moves(position))
        return lines(self._huffs(), words.describe_duty(position), moves)

    def _huffs(self) -> str:
        """Offer the huffs that are open."""
        game = self._sitting.game
        if not game.position.huffable:
            return ""
        offer = words.describe_huffable(game.position)
        if game.moves:
            offer = words.describe_huffs(game.positions[-2], game.moves[-1])
        name = game.position.ruleset.board.format
        huffs = words.either(f"h{name(square)}" for square in game.position.huffable)
        return f"{offer}: type {huffs} before the move, or {huffs} alone to see the moves."

    def _end(self) -> str:
        """Say how the game has ended, nothing while it goes on."""
        ending, rules = self._sitting.ending(), self._sitting.game.start.ruleset
        if ending is None:
            return ""
        won = ""
        if len(self._persons) == 1 and ending.winner is not None:
            won = "You have won. " if ending.winner in self._persons else "You have lost. "
        result = format_result(ending.winner, rules)
        first = COLOUR_NAMES[rules.first_mover]
        return f"{won}{ending.said}. Result {result}, {first}'s number first."
