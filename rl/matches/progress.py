"""The progress bar of a match, with its running result."""

from __future__ import annotations

import math

from rl.matches.sprt import Sprt, Verdict
from rl.matches.statistics import MatchStatistics
from rl.progress import Progress


class MatchProgress(Progress):
    """A bar that counts games."""

    def __init__(self, title: str, games: int, *, shown: bool) -> None:
        """Begin at no game of `games`."""
        super().__init__(title, games, "game", shown=shown)

    def advance(self, games: int) -> None:
        """Say how many games are finished in all."""
        self._bar.update(games - self._bar.n)

    def report(
        self,
        statistics: MatchStatistics,
        verdict: Verdict | None = None,
        test: Sprt | None = None,
    ) -> None:
        """Show the result so far."""
        self._bar.set_postfix_str(running_result(statistics, verdict, test))


def running_result(
    statistics: MatchStatistics, verdict: Verdict | None = None, test: Sprt | None = None
) -> str:
    """Write games won, drawn and lost, Elo with half its interval, and the LLR within its bounds.

    >>> from rl.matches.statistics import evaluate_results
    >>> running_result(evaluate_results([1, 0, 0, 0, 1, 1, 0, -1]))
    '+3 =4 -1, Elo +89 ± 243'
    """
    parts = [f"+{statistics.wins} ={statistics.draws} -{statistics.losses}"]
    if statistics.elo is not None and statistics.elo_interval is not None:
        low, high = statistics.elo_interval
        width = f" ± {(high - low) / 2:.0f}" if math.isfinite(high - low) else ""
        parts.append(f"Elo {statistics.elo:+.0f}{width}")
    if verdict is not None and test is not None:
        parts.append(f"LLR {verdict.llr:+.2f} [{test.lower:.2f}, {test.upper:.2f}]")
    return ", ".join(parts)
