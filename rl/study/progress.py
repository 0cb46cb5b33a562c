"""The progress bar of a study: games, time left, and what was found so far."""

from __future__ import annotations

from rl.progress import Progress
from rl.study.figures import Tally


class StudyProgress(Progress):
    """A bar that counts games."""

    def __init__(self, title: str, games: int, *, shown: bool) -> None:
        """Begin at no game of `games`."""
        super().__init__(title, games, "game", shown=shown)

    def advance(self, found: Tally, there: bool) -> None:
        """Count a game, and show what is found so far.

        The time left is told by the games that were not there already.
        """
        if there and not self._bar.disable:
            self._bar.initial += 1
        self._bar.set_postfix_str(running_result(found), refresh=False)
        self._bar.update()


def running_result(found: Tally) -> str:
    """Write the share of moves agreed with and what the others cost.

    >>> running_result(Tally())
    ''
    """
    agreed, loss = found.agreed.value, found.loss.value
    if agreed is None or loss is None:
        return ""
    return f"agreed {100 * agreed:.1f} %, loss {loss / 100:.3f} men"
