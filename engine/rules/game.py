"""A game: where it started, the moves played, and whether it has ended.

Rules on draws are the WCDF's, for every ruleset: the third occurrence of a position with the same
side to move, and 40 moves each without a capture or a man's move. The queens games add ten moves
each without a capture while both sides have equally many queens. They can be switched off. A lost
position (no legal move, or no piece left after a refused jump) comes before any draw. Playing on
after a draw is allowed, so that recorded games replay.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import _native
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
        """Begin at a position, by default the English start; the flags switch draw rules off.

        `no_progress` stands for both rules that count plies.
        """
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

    def after(self, move: Move | str) -> Game:
        """Return the game that goes on with a move; this one stays as it is.

        >>> Game().after("11-15").after("22-18").move_texts()
        ['11-15', '22-18']
        """
        game = Game(self.start, repetition=self._repetition, no_progress=self._no_progress)
        game._positions, game._moves = self._positions.copy(), self._moves.copy()
        game.push(move)
        return game

    def play_ends(self, ends: Sequence[tuple[int, int]]) -> int:
        """Play moves given as (from, to), without huffs, as long as these tell one legal move.

        Returns how many were played. Archives are replayed so, at a fifth of the time.

        >>> Game().play_ends([(11, 15), (23, 19), (8, 11), (8, 11)])
        3
        """
        moves, positions = _native.play_ends(self.position.native, ends)
        self._moves += moves
        self._positions += map(Position, positions)
        return len(moves)

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
        if self._lost_last_piece():
            return Outcome(position.turn, Reason.NO_MOVE)
        rules = position.ruleset
        if self._repetition and 0 < rules.repetitions <= self.repetitions():
            return Outcome(None, Reason.REPETITION)
        if self._no_progress and 0 < rules.no_progress_plies <= position.no_progress:
            return Outcome(None, Reason.NO_PROGRESS)
        if self._no_progress and 0 < rules.equal_kings_plies <= position.equal_kings:
            return Outcome(None, Reason.EQUAL_KINGS)
        return None

    def _lost_last_piece(self) -> bool:
        """Tell whether the side that moved lost its last piece by it, for a jump it refused."""
        mover = opponent(self.position.turn)
        left = self.position.men(mover) or self.position.kings(mover)
        return bool(self._moves and self._moves[-1].lost and not left)

    def _recent(self) -> list[Position]:
        """List the positions since the last move that cannot be taken back; none before can recur.

        That is a capture or a man's move. Where every square is played on, as in Turkish draughts,
        men step sideways and back, so that only captures count.
        """
        rules = self.position.ruleset
        if rules.squares < rules.rows * rules.cols:
            return self._positions[-1 - self.position.no_progress :]
        first = len(self._moves)
        while first and not self._moves[first - 1].captured:
            first -= 1
        return self._positions[first:]

    def __repr__(self) -> str:
        """Write the start and the moves."""
        return f"<Game from {self.start!r}: {' '.join(self.move_texts()) or 'no moves'}>"
