"""Positions seen from Python: set up, list moves, play one, read and write moves.

A position is immutable; `push` gives a new one. python-chess is the model of its feel. The work is
done by the core's position, which the layers above reach as `.native`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine import _native
from engine._native import Colour, Move
from engine.notation import FenFields, NotationError, format_fen, parse_fen, parse_move_text
from engine.rules.ruleset import Ruleset
from engine.rules.ruleset import ruleset as ruleset_named

COLOUR_NAMES = {Colour.WHITE: "White", Colour.BLACK: "Black"}
_TURNS = {"W": Colour.WHITE, "B": Colour.BLACK}


class IllegalMoveError(ValueError):
    """A move that the position does not allow; says which ones it does."""


class AmbiguousMoveError(ValueError):
    """A move text that fits several captures; names their full paths."""


@dataclass(frozen=True)
class Position:
    """Pieces, the side to move and the count of plies without progress.

    Equality and hash look at the pieces and the side to move, not at the count.

    >>> position = Position.start("english")
    >>> print(position)
      b   b   b   b    1-4
    b   b   b   b      5-8
      b   b   b   b    9-12
    .   .   .   .     13-16
      .   .   .   .   17-20
    w   w   w   w     21-24
      w   w   w   w   25-28
    w   w   w   w     29-32
    Black to move
    >>> sorted(position.format_move(move) for move in position.legal_moves())
    ['10-14', '10-15', '11-15', '11-16', '12-16', '9-13', '9-14']
    >>> position.push("11-15").fen()
    'W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15'
    """

    native: _native.Position

    @classmethod
    def start(cls, ruleset: str = "english") -> Position:
        """Return the position a game starts from."""
        return cls(_native.Position.start(ruleset_named(ruleset).name))

    @classmethod
    def from_fen(cls, ruleset: str, text: str) -> Position:
        """Read a FEN; ValueError for what cannot stand on the board, with the reason.

        >>> Position.from_fen("english", "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29").fen()
        'B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29'
        """
        rules = ruleset_named(ruleset)
        fields = parse_fen(text, rules.board)
        try:
            _check_number("white", fields.white_men + fields.white_kings, rules)
            _check_number("black", fields.black_men + fields.black_kings, rules)
            native = _native.Position(
                ruleset,
                _TURNS[fields.turn],
                fields.white_men,
                fields.white_kings,
                fields.black_men,
                fields.black_kings,
                fields.no_progress,
            )
        except ValueError as error:
            raise NotationError(f"FEN {text!r}: {error}") from None
        return cls(native)

    @property
    def ruleset(self) -> Ruleset:
        """Return the facts of the game this position belongs to."""
        return ruleset_named(self.native.ruleset.name)

    @property
    def turn(self) -> Colour:
        """Return the side to move."""
        return self.native.turn

    @property
    def no_progress(self) -> int:
        """Return the plies since the last capture or man move."""
        return self.native.no_progress

    @property
    def key(self) -> int:
        """Return the 64-bit key of pieces and side to move."""
        return self.native.key

    def men(self, colour: Colour) -> list[int]:
        """List the squares of a side's men, ascending."""
        return self.native.white_men if colour == Colour.WHITE else self.native.black_men

    def kings(self, colour: Colour) -> list[int]:
        """List the squares of a side's kings, ascending."""
        return self.native.white_kings if colour == Colour.WHITE else self.native.black_kings

    def legal_moves(self) -> list[Move]:
        """List the moves the rules allow, always in the same order; none means the game is lost."""
        return self.native.legal_moves()

    def push(self, move: Move | str) -> Position:
        """Return the position after a move, given as such or as text; this one stays as it is.

        >>> Position.start().push("9-13").push("9-13")
        Traceback (most recent call last):
        engine.rules.position.IllegalMoveError: '9-13' is not legal here, White to move: \
expected 21-17, 22-17, 22-18, 23-18, 23-19, 24-19 or 24-20
        """
        if isinstance(move, str):
            move = self.parse_move(move)
        try:
            return Position(self.native.push(move))
        except ValueError:
            complaint = self._complaint(_bare(move), (move.from_square,))
            raise IllegalMoveError(complaint) from None

    def parse_move(self, text: str) -> Move:
        """Read a move in any PDN form: `11-15`, `11x18`, `11:18`, a full or partial path, `c3d4`.

        The Hub protocol's form, start, end and all squares captured, is read where no path fits.
        Raises IllegalMoveError where no move fits, AmbiguousMoveError where several do.
        """
        squares = parse_move_text(text, self.ruleset.board)
        moves = self._between(squares[0], squares[-1])
        if len(squares) > 2:
            moves = self._through(squares, moves) or self._taking(squares)
        if not moves:
            raise IllegalMoveError(self._complaint(text, squares))
        if len(moves) > 1:
            expected = _listed(self.format_move(move) for move in moves)
            raise AmbiguousMoveError(f"{text!r} is ambiguous: expected {expected}")
        return moves[0]

    def begins_capture(self, squares: Sequence[int]) -> bool:
        """Tell whether these squares are the beginning of a capture, or all of it."""
        captures = [move for move in self.legal_moves() if move.captured]
        paths = [path for move in captures for path in self.native.paths(move)]
        return any(path[: len(squares)] == list(squares) for path in paths if len(squares) > 1)

    def format_move(self, move: Move) -> str:
        """Write a move as short as is unambiguous: every square of its path only where needed.

        A single jump that shares start and end with a longer capture has no more path to show; the
        square it takes is added, as in the Hub protocol.
        """
        ends = [move.from_square, move.to_square]
        if len(self._between(*ends)) == 1:
            return self._joined(ends, move)
        path = self.native.paths(move)[0]
        return self._joined(path if len(path) > 2 else ends + move.captured, move)

    def full_path(self, move: Move) -> str:
        """Write a move with every square it visits; of several paths that are one move, the first.

        >>> ring = Position.from_fen("english", "B:W10,11,18,19:BK7")
        >>> [ring.full_path(move) for move in ring.legal_moves()]
        ['7x14x23x16x7']
        """
        return self._joined(self.native.paths(move)[0], move)

    def format_line(self, moves: Iterable[Move]) -> list[str]:
        """Write the moves of a line that starts here, such as a principal variation."""
        position, texts = self, []
        for move in moves:
            texts.append(position.format_move(move))
            position = position.push(move)
        return texts

    def fen(self) -> str:
        """Write the FEN; `:H<plies>` is appended when the count without progress is above 0."""
        fields = FenFields(
            turn="W" if self.turn == Colour.WHITE else "B",
            white_men=tuple(self.native.white_men),
            white_kings=tuple(self.native.white_kings),
            black_men=tuple(self.native.black_men),
            black_kings=tuple(self.native.black_kings),
            no_progress=self.no_progress,
        )
        return format_fen(fields, self.ruleset.board)

    def __str__(self) -> str:
        """Draw the board as White sees it, kings as capitals, each row's squares beside it."""
        board = self.ruleset.board
        rows = [[" "] * board.cols for _ in range(board.rows)]
        first_last: dict[int, list[int]] = {}
        drawn = self._drawn()
        for square in range(1, board.count + 1):
            row, col = board.place(square)
            rows[row][col] = drawn.get(square, ".")
            first_last.setdefault(row, []).append(square)
        width = len(str(board.count))
        lines = [
            f"{' '.join(cells)}   {squares[0]:>{width}}-{squares[-1]}"
            for cells, squares in zip(rows, first_last.values(), strict=True)
        ]
        return "\n".join([*lines, f"{COLOUR_NAMES[self.turn]} to move"])

    def __repr__(self) -> str:
        """Write the expression that sets up this position."""
        return f"Position.from_fen({self.ruleset.name!r}, {self.fen()!r})"

    def _between(self, start: int, end: int) -> list[Move]:
        """List the legal moves from one square to another."""
        ends = (start, end)
        return [move for move in self.legal_moves() if (move.from_square, move.to_square) == ends]

    def _taking(self, squares: tuple[int, ...]) -> list[Move]:
        """List the legal moves written as start, end and the squares captured."""
        start, end, *captured = squares
        return [move for move in self._between(start, end) if move.captured == sorted(captured)]

    def _through(self, squares: tuple[int, ...], moves: list[Move]) -> list[Move]:
        """Keep the moves whose path is just these squares, else those that visit them in order."""
        paths = [(move, path) for move in moves for path in self.native.paths(move)]
        exact = [move for move, path in paths if tuple(path) == squares]
        partial = [move for move, path in paths if _in_order(squares, path)]
        return list(dict.fromkeys(exact or partial))

    def _joined(self, squares: Sequence[int], move: Move) -> str:
        sign = self.ruleset.capture_sign if move.captured else "-"
        return sign.join(self.ruleset.board.format(square) for square in squares)

    def _complaint(self, text: str, squares: Sequence[int]) -> str:
        """Say what could be played instead: moves of the named piece, else all."""
        where = f"{text!r} is not legal here, {COLOUR_NAMES[self.turn]} to move"
        moves = self.legal_moves()
        if not moves:
            return f"{where}: the game is over, there is no move"
        own = [move for move in moves if move.from_square == squares[0]]
        must = "capturing is compulsory, " if moves[0].captured else ""
        if self.begins_capture(squares):
            must = "a capture goes on to its end, "
        order = sorted(own or moves, key=lambda move: (move.from_square, move.to_square))
        return f"{where}: {must}expected {_listed(self.full_path(move) for move in order)}"

    def _drawn(self) -> dict[int, str]:
        pieces = {
            "w": self.native.white_men,
            "W": self.native.white_kings,
            "b": self.native.black_men,
            "B": self.native.black_kings,
        }
        return {square: mark for mark, squares in pieces.items() for square in squares}


def perft(position: Position, depth: int, *, bulk: bool = True) -> int:
    """Count the move sequences of `depth` plies; `bulk` counts the last ply without making it.

    >>> perft(Position.start("english"), 5)
    7361
    """
    return _native.perft(position.native, depth, bulk)


def _bare(move: Move) -> str:
    return f"{move.from_square}{'x' if move.captured else '-'}{move.to_square}"


def _check_number(side: str, squares: tuple[int, ...], rules: Ruleset) -> None:
    """Refuse more pieces than the game has; evaluators rely on it."""
    if len(squares) > rules.men:
        raise ValueError(f"expected at most {rules.men} {side} pieces, got {len(squares)}")


def _in_order(squares: Sequence[int], path: Sequence[int]) -> bool:
    """Tell whether `path` visits `squares` in this order."""
    rest = iter(path)
    return all(square in rest for square in squares)


def _listed(texts: Iterable[str]) -> str:
    *head, last = texts
    return f"{', '.join(head)} or {last}" if head else last
