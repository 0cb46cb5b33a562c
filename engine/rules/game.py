"""A game: where it started, the moves played, and whether it has ended.

Rules on draws are the WCDF's: the third occurrence of a position with the same side to move, and 40
moves each without a capture or a man's move; both can be switched off. A lost position (no legal
move) comes before any draw. Playing on after a draw is allowed, so that recorded games replay.
"""

from __future__ import annotations

from engine._native import Move, Reason
from engine.rules.outcome import Outcome, opponent
from engine.rules.position import Position


class Game:
    """A start position and the moves played from it.

    >>> game = Game(Position.start("english"))
    >>> for text in ["11-15", "23-19", "8-11", "22-17"]:
    ...     game.push(text)
    >>> game.move_texts()
    ['11-15', '23-19', '8-11', '22-17']
    >>> game.outcome() is None
    True
    """

    def __init__(
        self,
        position: Position | None = None,
        *,
        repetition: bool = True,
        no_progress: bool = True,
    ) -> None:
        """Begin at a position, by default the English start; the flags switch draw rules off."""
        self._positions = [position if position is not None else Position.start()]
        self._moves: list[Move] = []
        self._repetition = repetition
        self._no_progress = no_progress

    @property
    def start(self) -> Position:
        """Return the position the game began with."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """Return the position now."""
        return self._positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """Return the moves played."""
        return tuple(self._moves)

    @property
    def positions(self) -> tuple[Position, ...]:
        """Return all positions, the first and the present one included."""
        return tuple(self._positions)

    def push(self, move: Move | str) -> None:
        """Play a move; an illegal one raises ValueError and changes nothing."""
        if isinstance(move, str):
            move = self.position.parse_move(move)
        self._positions.append(self.position.push(move))
        self._moves.append(move)

    def pop(self) -> Move:
        """Take the last move back and return it."""
        if not self._moves:
            raise ValueError("no move to take back: the game is at its start")
        self._positions.pop()
        return self._moves.pop()

    def move_texts(self) -> list[str]:
        """Write every move in its shortest unambiguous form."""
        pairs = zip(self._positions, self._moves, strict=False)
        return [position.format_move(move) for position, move in pairs]

    def history(self) -> list[int]:
        """List the keys of the earlier positions that can still recur, oldest first."""
        return [position.key for position in self._recent()[:-1]]

    def repetitions(self) -> int:
        """Count how often the present position has occurred, this time included."""
        return self._recent().count(self.position)

    def outcome(self) -> Outcome | None:
        """Tell how the game has ended, None while it goes on."""
        position = self.position
        if not position.legal_moves():
            return Outcome(opponent(position.turn), Reason.NO_MOVE)
        if self._repetition and self.repetitions() >= position.ruleset.repetitions:
            return Outcome(None, Reason.REPETITION)
        if self._no_progress and position.no_progress >= position.ruleset.no_progress_plies:
            return Outcome(None, Reason.NO_PROGRESS)
        if self._no_progress and 0 < position.ruleset.equal_kings_plies <= position.equal_kings:
            return Outcome(None, Reason.EQUAL_KINGS)
        return None

    def _recent(self) -> list[Position]:
        """List the positions since the last capture or man's move, which none before can equal."""
        return self._positions[-1 - self.position.no_progress :]

    def __repr__(self) -> str:
        """Write the start and the moves."""
        return f"<Game from {self.start!r}: {' '.join(self.move_texts()) or 'no moves'}>"
