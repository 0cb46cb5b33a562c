"""The progress bar shows the running result and stays silent where nobody looks."""

from __future__ import annotations

import io

import pytest

from rl.matches.progress import MatchProgress, running_result
from rl.matches.sprt import Sprt, Verdict
from rl.matches.statistics import evaluate_results


def test_running_result_names_games_elo_and_llr() -> None:
    statistics = evaluate_results([1, 0, 0, 0, 1, 1, 0, -1])
    verdict = Verdict(passed=None, pairs=4, llr=0.256)
    test = Sprt(elo0=0.0, elo1=10.0, alpha=0.05, beta=0.05)
    assert running_result(statistics) == "+3 =4 -1, Elo +89 ± 243"
    assert running_result(statistics, verdict, test) == (
        "+3 =4 -1, Elo +89 ± 243, LLR +0.26 [-2.94, 2.94]"
    )


def test_running_result_of_nothing_or_of_wins_alone_is_no_error() -> None:
    assert running_result(evaluate_results([])) == "+0 =0 -0"
    assert running_result(evaluate_results([1, 1])) == "+2 =0 -0, Elo +inf"


def test_bar_shows_the_result_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with MatchProgress("a v b", 8, shown=True) as bar:
        bar.advance(8)
        bar.report(evaluate_results([1, 0, 0, 0, 1, 1, 0, -1]))
    assert "a v b" in terminal.getvalue()
    assert "8/8" in terminal.getvalue()
    assert "+3 =4 -1" in terminal.getvalue()


@pytest.mark.parametrize("shown", [True, False])
def test_bar_is_silent_without_a_terminal(monkeypatch: pytest.MonkeyPatch, shown: bool) -> None:
    output = io.StringIO()
    monkeypatch.setattr("sys.stderr", output)
    with MatchProgress("a v b", 8, shown=shown) as bar:
        bar.advance(8)
        bar.report(evaluate_results([1, 0]))
    assert output.getvalue() == ""
