"""The report of a run says in words what its last match means."""

from __future__ import annotations

import pytest

from rl.loop.summary import tell_apart
from rl.matches.statistics import evaluate_counts


@pytest.mark.parametrize(
    ("wins", "losses", "pairs", "said"),
    [
        (40, 0, (0, 0, 0, 0, 20), "beats handcrafted at equal time"),
        (30, 10, (1, 2, 4, 2, 11), "beats handcrafted at equal time"),
        (21, 19, (3, 3, 7, 3, 4), "is not told apart from handcrafted at equal time: 0 lies in"),
        (4, 0, (0, 0, 0, 0, 2), "is not told apart from handcrafted at equal time: 0 lies in"),
        (0, 0, (0, 0, 0, 0, 0), "is not told apart from handcrafted at equal time: 0 lies in"),
        (0, 40, (20, 0, 0, 0, 0), "loses to handcrafted at equal time; a longer run"),
    ],
)
def test_a_match_is_told_in_words_by_its_interval(
    wins: int, losses: int, pairs: tuple[int, int, int, int, int], said: str
) -> None:
    draws = 2 * sum(pairs) - wins - losses
    assert tell_apart(evaluate_counts(wins, draws, losses, pairs), "handcrafted").startswith(said)
