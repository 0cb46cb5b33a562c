"""Positions seen from Python: set up, list moves, play one, read and write moves.

A position is immutable; `push` gives a new one. python-chess is the model of its feel. The work is
done by the core's position, which the layers above reach as `.native`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine import _native
from engine._native import Colour, Move
from engine.notation import FenFields, NotationError, format_fen, parse_fen
from engine.rules import movetext
from engine.rules.movetext import COLOUR_NAMES, IllegalMoveError
from engine.rules.ruleset import Ruleset
from engine.rules.ruleset import ruleset as ruleset_named

_TURNS = {"W": Colour.WHITE, "B": Colour.BLACK}


@dataclass(frozen=True)
class Position:
    """Pieces, the side to move, what else decides which moves are legal, and two counts of plies.

    Equality and hash look at all but the counts.

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
        fields = parse_fen(text, ruleset_named(ruleset).board)
        try:
            return cls.from_fields(ruleset, fields)
        except ValueError as error:
            raise NotationError(f"FEN {text!r}: {error}") from None

    @classmethod
    def from_fields(cls, ruleset: str, fields: FenFields) -> Position:
        """Set up what a FEN or another notation says; ValueError as `from_fen`."""
        rules = ruleset_named(ruleset)
        _check_number("white", fields.white_men + fields.white_kings, rules)
        _check_number("black", fields.black_men + fields.black_kings, rules)
        return cls(
            _native.Position(
                rules.name,
                _TURNS[fields.turn],
                fields.white_men,
                fields.white_kings,
                fields.black_men,
                fields.black_kings,
                fields.no_progress,
                fields.equal_kings,
                fields.huffable,
                fields.king_runs,
            )
        )

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
        """Return the plies since the last capture, huff, loss or man move."""
        return self.native.no_progress

    @property
    def equal_kings(self) -> int:
        """Return the plies without a capture while both sides have had equally many kings."""
        return self.native.equal_kings

    @property
    def huffable(self) -> list[int]:
        """List the squares of the side not to move whose piece may be huffed."""
        return self.native.huffable

    @property
    def king_runs(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return (square, moves in a row) of White's and Black's last-moved king, else (0, 0).

        Counted only where a rule limits the moves in a row of one king.
        """
        return self.native.king_runs

    @property
    def key(self) -> int:
        """Return the 64-bit key of all that equality looks at."""
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
        engine.rules.movetext.IllegalMoveError: '9-13' is not legal here, White to move: \
expected 21-17, 22-17, 22-18, 23-18, 23-19, 24-19 or 24-20
        """
        if isinstance(move, str):
            move = self.parse_move(move)
        try:
            return Position(self.native.push(move))
        except ValueError:
            ends = (move.from_square, move.to_square)
            text = ("x" if move.captured else "-").join(map(str, ends))
            text = f"h{move.huffed} {text}" if move.huffed else text
            raise IllegalMoveError(movetext.complaint(self.native, text, ends)) from None

    def parse_move(self, text: str) -> Move:
        """Read a move in any PDN form: `11-15`, `11x18`, `11:18`, a full or partial path, `c3d4`.

        A huff stands before the move that follows it: `h11 15-19`. The Hub protocol's form, start,
        end and all squares captured, is read where no path fits.

        Raises IllegalMoveError where no move fits, AmbiguousMoveError where several do.
        """
        return movetext.parse_move(self.native, text)

    def begins_capture(self, squares: Sequence[int]) -> bool:
        """Tell whether these squares are the beginning of a capture, or all of it."""
        return movetext.begins_capture(self.native, squares)

    def format_move(self, move: Move) -> str:
        """Write a move as short as is unambiguous: every square of its path only where needed.

        A single jump that shares start and end with a longer capture has no more path to show; the
        square it takes is added, as in the Hub protocol.
        """
        return movetext.format_move(self.native, move)

    def full_path(self, move: Move) -> str:
        """Write a move with every square it visits; of several paths that are one move, the first.

        >>> ring = Position.from_fen("english", "B:W10,11,18,19:BK7")
        >>> [ring.full_path(move) for move in ring.legal_moves()]
        ['7x14x23x16x7']
        """
        return movetext.full_path(self.native, move)

    def format_line(self, moves: Iterable[Move]) -> list[str]:
        """Write the moves of a line that starts here, such as a principal variation."""
        position, texts = self, []
        for move in moves:
            texts.append(position.format_move(move))
            position = position.push(move)
        return texts

    def fen(self) -> str:
        """Write the FEN in numbers; behind the pieces the state and the counts that are not empty.

        >>> Position.from_fen("russian", "W:Wh6:Bg7,c5,d2").fen()
        'W:W12:B8,14,26'
        """
        fields = FenFields(
            turn="W" if self.turn == Colour.WHITE else "B",
            white_men=tuple(self.native.white_men),
            white_kings=tuple(self.native.white_kings),
            black_men=tuple(self.native.black_men),
            black_kings=tuple(self.native.black_kings),
            no_progress=self.no_progress,
            equal_kings=self.equal_kings,
            huffable=tuple(self.huffable),
            king_runs=self.king_runs,
        )
        return format_fen(fields, replace(self.ruleset.board, algebraic=False))

    def __str__(self) -> str:
        """Draw the board as White sees it: men `w` and `b`, kings `W` and `B`, empty squares dots.

        Beside each row stand its first and last square, or its rank where squares have letters,
        with these below; under the board, what else decides which moves are legal.
        """
        board, pieces = self.ruleset.board, self._drawn()
        rows = [[" "] * board.cols for _ in range(board.rows)]
        for square in range(1, board.count + 1):
            row, col = board.place(square)
            rows[row][col] = pieces.get(square, ".")
        lines = [f"{' '.join(cells)}   {self._row_name(row)}" for row, cells in enumerate(rows)]
        if board.algebraic:
            lines.append(" ".join(chr(ord("a") + col) for col in range(board.cols)))
        return "\n".join([*lines, self._said_of_turn()])

    def __repr__(self) -> str:
        """Write the expression that sets up this position."""
        return f"Position.from_fen({self.ruleset.name!r}, {self.fen()!r})"

    def _row_name(self, row: int) -> str:
        board = self.ruleset.board
        each = board.count // board.rows
        if board.algebraic:
            return str(board.rows - row)
        first, last = board.format(row * each + 1), board.format((row + 1) * each)
        return f"{first:>{len(str(board.count))}}-{last}"

    def _said_of_turn(self) -> str:
        board = self.ruleset.board
        said = f"{COLOUR_NAMES[self.turn]} to move"
        if self.huffable:
            said += f", may huff {', '.join(map(board.format, self.huffable))}"
        for colour, (square, moves) in zip(COLOUR_NAMES, self.king_runs, strict=True):
            if moves:
                king = f"{COLOUR_NAMES[colour]}'s king on {board.format(square)}"
                said += f"\n{king} has made {moves} moves in a row"
        return said

    def _drawn(self) -> dict[int, str]:
        pieces = {
            "w": self.native.white_men,
            "W": self.native.white_kings,
            "b": self.native.black_men,
            "B": self.native.black_kings,
        }
        return {square: mark for mark, squares in pieces.items() for square in squares}


def perft(position: Position, depth: int, *, bulk: bool = True, paths: bool = False) -> int:
    """Count the move sequences of `depth` plies; `bulk` counts the last ply without making it.

    With `paths` a capture counts as often as there are orders and directions in which to take its
    pieces.

    >>> perft(Position.start("english"), 5)
    7361
    """
    return _native.perft(position.native, depth, bulk, paths)


def _check_number(side: str, squares: tuple[int, ...], rules: Ruleset) -> None:
    """Refuse more pieces than the game has; evaluators rely on it."""
    if len(squares) > rules.men:
        raise ValueError(f"expected at most {rules.men} {side} pieces, got {len(squares)}")
