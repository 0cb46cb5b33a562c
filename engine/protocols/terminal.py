"""A game in a terminal as a dialogue: a line that a person typed in, the text that answers it.

Nothing here reads, prints or waits: whoever drives a `Dialogue` asks whether it wants a line or the
computer is to move, so that tests play whole games by script. Searches go through the `Think` that
is given, which may let Ctrl-C end them early.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection

from engine._native import Colour, Move
from engine.notation import NotationError, shorten
from engine.protocols import terminal_words as words
from engine.protocols.terminal_advice import TAKES_DRAW, Adviser, Think, think_undisturbed
from engine.protocols.terminal_board import Style
from engine.protocols.terminal_lines import Typed, UnreadableError, read_line
from engine.protocols.terminal_sitting import Sitting
from engine.protocols.terminal_view import View, lines, listed_moves
from engine.rules import AmbiguousMoveError, IllegalMoveError, Position, opponent
from engine.rules.movetext import COLOUR_NAMES
from engine.rules.text import rules_page
from engine.search import Player

AGREED = "both sides agree on it"


class Dialogue:
    """A game between persons, a person and the computer, or the computer and itself.

    While `waits` is true it takes a line by `enter`, else the computer moves by `advance`; `closed`
    ends it. Every answer is text for people; a line that means nothing here is answered by one line
    and changes nothing.
    """

    def __init__(
        self,
        start: Position,
        player: Player,
        persons: Collection[Colour],
        *,
        date: str,
        style: Style | None = None,
        flipped: bool = False,
        think: Think = think_undisturbed,
    ) -> None:
        """Begin a game from `start`; `player` moves for whoever is no person, and advises.

        `date` goes into the PDN. The board is drawn as a person who plays Black alone sees it, else
        as White does; `flipped` turns it.
        """
        self.closed = False
        self._persons, self._player, self._think = frozenset(persons), player, think
        self._adviser = Adviser(player.evaluator, think)
        self._sitting = Sitting(start, {side: self._name(side) for side in Colour}, date)
        turned = flipped != (self._persons == {Colour.BLACK})
        self._view = View(self._sitting, self._persons, style or Style(), turned)
        self._paused = self._offered = False
        self._choices: list[Move] = []

    @property
    def waits(self) -> bool:
        """Tell whether a person is to type a line; otherwise the computer moves."""
        over = self._sitting.ending() is not None
        return over or self._paused or self._position.turn in self._persons

    @property
    def prompt(self) -> str:
        """Return what stands before the line to be typed."""
        if self._sitting.ending() is not None:
            return "game over> "
        if not self._persons:
            return "paused> "
        if self._offered:
            return f"{COLOUR_NAMES[opponent(self._position.turn)]}, accept or decline> "
        return f"{COLOUR_NAMES[self._position.turn]}> "

    def begin(self) -> str:
        """Introduce the game and show the board."""
        page = rules_page(self._position.ruleset.name)
        head = [
            page.title,
            f"Begins: {page.begins}.",
            f"Captures: {page.captures}.",
            f"Kings: {page.kings}.",
            *(f"{COLOUR_NAMES[side]}: {self._name(side)}" for side in Colour),
            f"Slips are drawn from seed {self._player.seed}." if self._slips() else "",
            "Type a move or its number in the list; help lists the commands.",
        ]
        return lines(*head, self._board())

    def advance(self) -> str:
        """Let the computer move; only while `waits` is false."""
        found = self._think(lambda: self._player.choose(self._sitting.game), self._player.stop)
        assert found.move is not None
        score = words.describe_score(found.score)
        nodes = f"{found.nodes:,} nodes in {found.time_s:.1f} s"
        return self._play(found.move, f"  ({score} for itself at depth {found.depth}, {nodes})")

    def pause(self) -> str:
        """Take lines between the moves of a computer that plays both sides, until `go`."""
        if self._persons or self._sitting.ending() is not None:
            return ""
        self._paused = True
        return "Paused: go lets the computer play on."

    def enter(self, line: str) -> str:
        """Do what a line asks for and return the answer; only while `waits` is true."""
        bare = " ".join(line.lower().split())
        if not bare:
            return ""
        name = ALIASES.get(bare, bare)
        over = self._sitting.ending() is not None
        if name in COMMANDS and not (over and name in OF_A_GAME_ON):
            return COMMANDS[name][0](self)
        try:
            typed = read_line(line, self._position.ruleset.board)
        except UnreadableError:
            return self._expect(line, _nearest(bare))
        except NotationError as error:
            return str(error)
        if over or not self._persons:
            return self._expect(line)
        if typed.number is not None:
            return self._by_number(typed.number, line)
        return self._by_text(typed) if typed.squares else self._by_huff(typed)

    def pdn(self) -> str:
        """Write the games played, the present one as far as it goes."""
        return self._sitting.pdn()

    # What a line may mean.

    def _by_number(self, number: int, line: str) -> str:
        moves = self._choices or listed_moves(self._position)
        if not 1 <= number <= len(moves):
            return self._expect(line)
        return self._play(moves[number - 1])

    def _by_text(self, typed: Typed) -> str:
        self._choices = []
        position, text = self._position, typed.text
        try:
            return self._play(position.parse_move(text))
        except AmbiguousMoveError:
            fitting = [move for move in position.legal_moves() if _fits(position, move, typed)]
            return self._choose(f"{text!r} fits {len(fitting)} captures", fitting)
        except IllegalMoveError:
            if typed.huffed and typed.huffed not in position.huffable:
                return self._no_huff(typed)
            why = words.explain_refusal(position, typed.squares, typed.huffed)
            return f"{text!r}: {why}"

    def _by_huff(self, typed: Typed) -> str:
        after = [move for move in listed_moves(self._position) if move.huffed == typed.huffed]
        if not after:
            return self._no_huff(typed)
        piece = words.describe_piece(self._position, typed.huffed)
        return self._choose(f"{piece} is huffed, and then".capitalize(), after)

    def _no_huff(self, typed: Typed) -> str:
        board = self._position.ruleset.board
        huffs = [f"h{board.format(square)}" for square in self._position.huffable]
        expected = words.either(huffs) if huffs else "a move: no piece may be huffed here"
        return f"'h{board.format(typed.huffed)}': expected {expected}"

    def _choose(self, why: str, moves: list[Move]) -> str:
        self._choices = moves
        return lines(f"{why}: type a number of these, or the whole path", self._view.moves(moves))

    def _expect(self, line: str, nearest: str = "") -> str:
        """Say in one line what could have been typed."""
        if self._sitting.ending() is not None:
            expected = "undo, new, quit or another command that help lists, for the game is over"
        elif not self._persons:
            expected = "go, undo, new, quit or another command that help lists"
        else:
            moves = self._choices or listed_moves(self._position)
            example = self._position.format_move(moves[0])
            expected = f"a number from 1 to {len(moves)}, a move such as {example} or a command"
        return f"expected {expected}, got {shorten(line.strip())}{nearest}"

    # What there is to do.

    def _play(self, move: Move, thought: str = "") -> str:
        before = self._position
        self._sitting.game.push(move)
        self._choices, self._offered = [], False
        told = words.describe_turn(before, move)
        path = before.full_path(move)
        said = f"{COLOUR_NAMES[before.turn]} plays {path}{f': {told}' if told else ''}{thought}"
        if self.waits or not self._persons:
            return lines(said, self._board())
        return lines(said, words.describe_huffs(before, move))

    def _hint(self) -> str:
        return self._adviser.hint(self._sitting.game)

    def _undo(self) -> str:
        if not self._sitting.take_back(self._persons or frozenset(Colour)):
            return "undo: expected a move of yours to take back, there is none"
        self._offered, self._paused = False, not self._persons
        return lines("Taken back.", self._board())

    def _resign(self) -> str:
        if not self._persons:
            return "resign: expected a game that a person plays"
        turn, self._offered = self._position.turn, False
        self._sitting.agree(opponent(turn), f"{COLOUR_NAMES[turn]} resigns")
        return self._board()

    def _draw(self) -> str:
        turn = COLOUR_NAMES[self._position.turn]
        if len(self._persons) == 2:
            self._offered = True
            return f"{turn} offers a draw."
        if not self._persons:
            return "draw: expected a game that a person plays"
        accepted, said = self._adviser.answer_draw(self._sitting.game)
        if not accepted:
            return said
        self._sitting.agree(None, AGREED)
        return lines(said, self._board())

    def _accept(self) -> str:
        if not self._offered:
            return "accept: expected the offer of a draw before it"
        self._offered = False
        self._sitting.agree(None, AGREED)
        return self._board()

    def _decline(self) -> str:
        if not self._offered:
            return "decline: expected the offer of a draw before it"
        self._offered = False
        return "The draw is declined."

    def _new(self) -> str:
        self._sitting.begin_again()
        self._player.forget()
        self._player.seed += 1
        self._choices, self._offered, self._paused = [], False, False
        return lines("A new game.", self._board())

    def _go(self) -> str:
        if self._persons:
            return "go: expected a game that the computer plays with itself"
        self._paused = False
        return ""

    def _flip(self) -> str:
        self._view.flipped = not self._view.flipped
        return self._board()

    def _quit(self) -> str:
        self.closed = True
        return ""

    # What there is to see.

    @property
    def _position(self) -> Position:
        return self._sitting.game.position

    def _board(self) -> str:
        """Show the board, and what there is to do or how the game has ended."""
        self._choices = []
        return self._view.all(playing=self.waits and bool(self._persons))

    def _moves(self) -> str:
        self._choices = []
        return self._view.moves(listed_moves(self._position))

    def _rules(self) -> str:
        return rules_page(self._position.ruleset.name).text.rstrip("\n")

    def _written(self) -> str:
        return self.pdn().rstrip("\n")

    def _help(self) -> str:
        rows = [f"  {name:<8} {said}" for name, (_, said) in COMMANDS.items()]
        position = self._position
        moves = listed_moves(position)
        example = f", {position.full_path(moves[0])}" if moves else ""
        how = f"Type the number of a move in the list, or a move as PDN writes it{example}."
        return lines(how, *rows, f"The computer takes a draw {TAKES_DRAW}.")

    def _name(self, side: Colour) -> str:
        if side in self._persons:
            return "person"
        return f"crownhead, level {self._player.name}, evaluator {self._player.evaluator.name}"

    def _slips(self) -> bool:
        return self._player.level.slip_chance > 0 and len(self._persons) < 2


COMMANDS: dict[str, tuple[Callable[[Dialogue], str], str]] = {
    "moves": (Dialogue._moves, "list the moves that can be played"),
    "hint": (Dialogue._hint, "show what the computer would play"),
    "undo": (Dialogue._undo, "take your last move back, also after the end"),
    "draw": (Dialogue._draw, "offer a draw"),
    "accept": (Dialogue._accept, "accept the draw that another person offers"),
    "decline": (Dialogue._decline, "decline it; so does a move"),
    "resign": (Dialogue._resign, "give the game up"),
    "go": (Dialogue._go, "let the computer play on with itself, after Ctrl-C"),
    "board": (Dialogue._board, "show the board again"),
    "flip": (Dialogue._flip, "turn the board"),
    "list": (lambda dialogue: dialogue._view.history(), "list the moves played"),
    "rules": (Dialogue._rules, "show the rules"),
    "fen": (lambda dialogue: dialogue._position.fen(), "write the position as FEN"),
    "pdn": (Dialogue._written, "write the game as PDN"),
    "new": (Dialogue._new, "begin another game; the one in hand stays in the PDN"),
    "help": (Dialogue._help, "show this"),
    "quit": (Dialogue._quit, "end; so does the end of input, or Ctrl-C twice"),
}
"""What can be typed beside moves, in the order that help lists them."""
OF_A_GAME_ON = ("moves", "hint", "draw", "accept", "decline", "resign", "go")
"""The commands that make no sense after the end."""
ALIASES = {
    "?": "help", "h": "help", "u": "undo", "m": "moves", "b": "board", "q": "quit", "exit": "quit",
}  # fmt: skip
"""Other words for some of them."""


def _nearest(word: str) -> str:
    found = difflib.get_close_matches(word, COMMANDS, n=1)
    return f"; the nearest command is {found[0]}" if found else ""


def _fits(position: Position, move: Move, typed: Typed) -> bool:
    """Tell whether a capture that begins and ends so visits all squares typed, in their order."""
    ends = (typed.squares[0], typed.squares[-1], typed.huffed)
    if (move.from_square, move.to_square, move.huffed) != ends:
        return False
    rests = map(iter, position.native.paths(move))
    return any(all(square in rest for square in typed.squares) for rest in rests)
