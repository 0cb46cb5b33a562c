"""A finished match told three ways: as text for people, as JSON for programs, as PDN of its games.

Every number that another person would need to judge or repeat the match is in the text: who played,
from which openings (with their digest), under which limits, how the games ended, how many were the
same game again.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine import _native
from engine.notation import write_pdn
from engine.rules import Game, Outcome, parse_reason, record
from engine.search import win_plies
from rl.checkpoints.files import write_atomic
from rl.matches.config import MatchConfig
from rl.matches.endings import (
    count_reasons,
    format_endings,
    format_forfeits,
    list_forfeits,
    mean_effort,
    mean_plies,
)
from rl.matches.match import MatchResult
from rl.matches.openings import openings_digest
from rl.matches.sprt import Sprt, Verdict
from rl.matches.statistics import Interval, MatchStatistics

TEXT, JSON, PDN = "report.txt", "report.json", "games.pdn"
_PAIR_NAMES = ("LL", "LD", "DD+WL", "WD", "WW")


def write_report(folder: Path, match: MatchResult) -> None:
    """Write text, JSON and PDN of a match into its folder."""
    write_atomic(folder / TEXT, format_report(match).encode())
    document = summarise(match)
    text = json.dumps(document, indent=2, allow_nan=False, ensure_ascii=False)
    write_atomic(folder / JSON, f"{text}\n".encode())
    write_atomic(folder / PDN, format_games(match).encode())


def format_report(match: MatchResult) -> str:
    """Write the result of a match as a few lines of text."""
    statistics = match.statistics
    rows = [
        ("games", _games(statistics)),
        ("pairs", _pairs(statistics)),
        ("Elo", _estimate(statistics.elo, statistics.elo_interval)),
        ("normalised", _estimate(statistics.nelo, statistics.nelo_interval)),
        ("superior", _share(statistics.los, f"likelihood that {match.first} is the stronger")),
        ("draws", _share(statistics.draw_rate, "of the games")),
        ("limits", _limits(match)),
        ("openings", _openings(match)),
        ("endings", format_endings(match)),
        ("repeated", _repeated(match)),
    ]
    if forfeits := list_forfeits(match):
        rows.append(("forfeits", format_forfeits(forfeits)))
    if match.test is not None and match.verdict is not None:
        rows.insert(5, ("test", _test(match.test, match.verdict)))
    lines = [f"{match.first} v {match.second}, {match.ruleset}"]
    lines += [f"  {name:<11} {text}" for name, text in rows]
    return "\n".join(lines) + "\n"


def summarise(match: MatchResult) -> dict[str, Any]:
    """Return the result as JSON takes it; numbers not defined are null, infinite ones text."""
    test, verdict = match.test, match.verdict
    document = {
        "first": match.first,
        "second": match.second,
        "ruleset": match.ruleset,
        "games": match.statistics.games,
        **asdict(match.statistics),
        "endings": count_reasons(match),
        "forfeits": list_forfeits(match),
        "distinct_games": match.distinct_games,
        "mean_plies": mean_plies(match),
        "effort": {"first": mean_effort(match, 0), "second": mean_effort(match, 1)},
        "openings_digest": openings_digest(match.openings),
        "games_digest": match.records.digest(),
        "config": asdict(match.config),
        "test": asdict(test) | asdict(verdict) if test and verdict else None,
    }
    finite: dict[str, Any] = _finite(document)
    return finite


def format_games(match: MatchResult) -> str:
    """Write every game as PDN, with the mover's score in men and its time behind each move."""
    return "\n".join(_pdn(match, number) for number in range(len(match.records)))


def replay(match: MatchResult, number: int) -> Game:
    """Play a game of the match through, from the start of the opening."""
    game = match.openings[number // 2].game()
    for index in match.records.moves[match.records.plies(number)]:
        game.push(game.position.legal_moves()[int(index)])
    return game


def _pdn(match: MatchResult, number: int) -> str:
    pair, second = divmod(number, 2)
    opening = match.openings[pair]
    result = int(match.records.results[number])
    winner = {1: _native.Colour.WHITE, -1: _native.Colour.BLACK}.get(result)
    outcome = Outcome(winner, parse_reason(int(match.records.reasons[number])))
    first_is_white = (opening.position.turn == _native.Colour.WHITE) != bool(second)
    players = (match.first, match.second) if first_is_white else (match.second, match.first)
    tags = {
        "Event": f"{match.first} v {match.second}",
        "Round": f"{pair + 1}.{second + 1}",
        "White": players[0],
        "Black": players[1],
        "Opening": opening.name,
        "TimeControl": _limits(match),
        "Termination": _termination(match, number, outcome),
    }
    comments = [""] * len(opening.moves) + list(_comments(match, number))
    return write_pdn(record(replay(match, number), tags, outcome=outcome, comments=comments))


def _termination(match: MatchResult, number: int, outcome: Outcome) -> str:
    """Say how a game ended, and what a program that failed said."""
    note = match.records.notes.get(number, "")
    how = outcome.describe(match.openings[number // 2].position.ruleset)
    return f"{how}; {note}" if note else how


def _comments(match: MatchResult, number: int) -> Iterator[str]:
    plies = match.records.plies(number)
    for score, time_s in zip(match.records.scores[plies], match.records.times[plies], strict=True):
        yield f"{_score(int(score))} {time_s:.3f}s".strip()


def _score(score: int) -> str:
    if score == _native.NO_SCORE:
        return ""
    plies = win_plies(score)
    if plies is None:
        return f"{score / 100:+.2f}"
    return f"{'win' if plies > 0 else 'loss'} in {abs(plies)}"


def _games(statistics: MatchStatistics) -> str:
    score = "" if statistics.score is None else f", score {100 * statistics.score:.1f} %"
    return f"{statistics.games}: +{statistics.wins} ={statistics.draws} -{statistics.losses}{score}"


def _pairs(statistics: MatchStatistics) -> str:
    counts = (f"{n} {count}" for n, count in zip(_PAIR_NAMES, statistics.pairs, strict=True))
    ratio = "" if statistics.pair_ratio is None else f", ratio {statistics.pair_ratio:.2f}"
    return "  ".join(counts) + ratio


def _estimate(value: float | None, interval: Interval | None) -> str:
    if value is None:
        return "not defined by these games"
    if interval is None:
        return f"{value:+.1f}"
    return f"{value:+.1f}, 95 % in [{interval[0]:+.1f}, {interval[1]:+.1f}]"


def _share(value: float | None, of: str) -> str:
    return "not defined by these games" if value is None else f"{100 * value:.1f} % {of}"


def _limits(match: MatchResult) -> str:
    return f"{format_limit(match.config)}, table {match.config.table_mib:g} MiB"


def format_limit(config: MatchConfig) -> str:
    """Write what limits the players that have no limits of their own."""
    if config.clock_s:
        return f"{config.clock_s:g} s a game + {config.increment_s:g} s a move"
    if config.depth:
        return f"{config.depth} plies a move"
    if config.time_s:
        return f"{1000 * config.time_s:g} ms a move"
    return f"{config.nodes} nodes a move" if config.nodes else "each its own"


def _openings(match: MatchResult) -> str:
    digest = openings_digest(match.openings)
    return (
        f"{match.config.openings}, seed {match.config.seed}, "
        f"{len(match.openings)} played, sha256 {digest[:16]}"
    )


def _repeated(match: MatchResult) -> str:
    repeated = len(match.records) - match.distinct_games
    return f"{repeated} of {len(match.records)} games are another one move for move"


def _test(test: Sprt, verdict: Verdict) -> str:
    words = {True: "passed", False: "failed", None: "undecided"}
    return (
        f"{words[verdict.passed]} after {verdict.pairs} pairs, LLR {verdict.llr:+.2f} in "
        f"[{test.lower:.2f}, {test.upper:.2f}], {test.model} Elo [{test.elo0:g}, {test.elo1:g}]"
    )


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value
