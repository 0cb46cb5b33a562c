"""What the computer thinks, where a person asks: a hint, its answer to the offer of a draw."""

from __future__ import annotations

from collections.abc import Callable

from engine._native import Colour
from engine.evaluators import Evaluator
from engine.protocols.terminal_words import describe_score
from engine.rules import Game
from engine.rules.movetext import COLOUR_NAMES
from engine.search import Limits, Searcher, SearchResult

LIMITS = Limits(nodes=100_000)
"""How long is thought about a hint or the offer of a draw, whatever the level."""
DRAW_SCORE = 10
"""Hundredths of a man: a computer that thinks itself further ahead takes no draw."""
DRAW_MOVES, DRAW_PIECES = 10, 8
"""A draw is taken after so many moves each or with so few pieces left, not before."""
TAKES_DRAW = (
    f"at {describe_score(DRAW_SCORE)} or less for itself, "
    f"after {DRAW_MOVES} moves each or with {DRAW_PIECES} pieces or fewer left"
)

Think = Callable[[Callable[[], SearchResult], Callable[[], None]], SearchResult]
"""Runs its first argument, a search; a call of the second from elsewhere ends the search early."""


def think_undisturbed(search: Callable[[], SearchResult], stop: Callable[[], None]) -> SearchResult:
    """Run a search to its end."""
    return search()


class Adviser:
    """Judges games in which a person is to move, by an evaluator; the same game always alike."""

    def __init__(self, evaluator: Evaluator, think: Think) -> None:
        """Judge by this evaluator, and search through `think`."""
        self._searcher, self._think = Searcher(evaluator), think

    def hint(self, game: Game) -> str:
        """Say what the computer would play, and what it expects then."""
        found, position = self._search(game), game.position
        best, *line = position.format_line(found.pv)
        score = f"{describe_score(found.score)} for {COLOUR_NAMES[position.turn]}"
        expecting = f", expecting {' '.join(line[:6])}" if line else ""
        return f"Hint: {best} ({score} at depth {found.depth}{expecting})"

    def answer_draw(self, game: Game) -> tuple[bool, str]:
        """Tell whether the side not to move takes a draw, and why."""
        position = game.position
        pieces = sum(len(position.men(side)) + len(position.kings(side)) for side in Colour)
        if len(game.moves) < 2 * DRAW_MOVES and pieces > DRAW_PIECES:
            return False, f"The computer declines: it takes a draw {TAKES_DRAW}."
        score = -self._search(game).score
        accepts = score <= DRAW_SCORE
        verb = "accepts" if accepts else "declines"
        thinks = f"thinks itself at {describe_score(score)}"
        return accepts, f"The computer {verb}: it {thinks}, and takes a draw {TAKES_DRAW}."

    def _search(self, game: Game) -> SearchResult:
        self._searcher.clear()
        return self._think(lambda: self._searcher.search(game, limits=LIMITS), self._searcher.stop)
