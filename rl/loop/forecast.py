"""How long a run still takes, judged by what its own generations took.

Self-play is charged by games times nodes, training by the games it learns from (a final network by
its passes and size, too), gates and baselines by their mean so far, the final matches by their
limits and the length of a game. Before the first generation is over there is nothing to judge by,
and none is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rl.checkpoints.history import Row, seconds_spent
from rl.config import Config
from rl.matches.config import MatchConfig


def time_left(config: Config, rows: Sequence[Row]) -> float | None:
    """Return the seconds expected after the generations of `rows`; None where none is over."""
    if not rows or (len(rows) == 1 and rows[0]["generation"]):  # begun anew: no seconds of a stage
        return None
    generations = range(rows[-1]["generation"] + 1, config.generations)
    each = sum(_mean_seconds(rows, stage) for stage in ("gate", "baselines"))
    expected: float = each * len(generations)
    for generation in generations:
        expected += _selfplay(config, rows, generation) + _training(config, rows, generation)
    if config.final_window and rows[-1]["generation"] < config.generations:
        expected += each + _final_training(config, rows)
    played = next((row for row in reversed(rows) if "plies" in row), rows[-1])
    for part in ("final_nodes", "final_time"):
        expected += _match(config, played, part)
    return expected


def seconds_since(row: Row, counters: Mapping[str, float]) -> float:
    """Return the seconds spent since a generation was over, by the counters of the state.

    Those of final matches are none of them: they ended a run that was made longer afterwards.
    """
    before: Mapping[str, float] = row["counters"]
    spent = {name: value - before.get(name, 0.0) for name, value in counters.items()}
    return seconds_spent(spent) - spent.get("final_s", 0.0)


def _seconds(rows: Sequence[Row], stage: str) -> float:
    """Return the seconds a stage took in the last generation."""
    before = rows[-2]["counters"].get(f"{stage}_s", 0.0) if len(rows) > 1 else 0.0
    seconds: float = rows[-1]["counters"].get(f"{stage}_s", 0.0) - before
    return seconds


def _mean_seconds(rows: Sequence[Row], stage: str) -> float:
    total = float(rows[-1]["counters"].get(f"{stage}_s", 0.0))
    return total / (int(rows[-1]["generation"]) + 1)


def _selfplay(config: Config, rows: Sequence[Row], generation: int) -> float:
    work, played = config.selfplay, rows[-1]["generation"]
    done = work.games_at(played) * work.nodes_at(played)
    ahead = work.games_at(generation) * work.nodes_at(generation)
    return _seconds(rows, "selfplay") * ahead / done


def _training(config: Config, rows: Sequence[Row], generation: int) -> float:
    done = _window_games(config, rows[-1]["generation"] + 1, config.window)
    return _seconds(rows, "train") * _window_games(config, generation + 1, config.window) / done


def _final_training(config: Config, rows: Sequence[Row]) -> float:
    """Return the seconds of the network after the last generation, in proportion to its work."""
    done = _window_games(config, rows[-1]["generation"] + 1, config.window)
    ahead = _window_games(config, config.generations, config.final_window)
    work = [
        settings.passes * settings.width * settings.perspectives
        for settings in (config.training, config.final_training)
    ]
    return _seconds(rows, "train") * ahead / done * work[1] / work[0]


def _window_games(config: Config, end: int, window: int) -> int:
    """Return the games of the last generations before `end`."""
    return sum(config.selfplay.games_at(number) for number in range(max(0, end - window), end))


def _match(config: Config, row: Row, part: str) -> float:
    settings: MatchConfig = getattr(config, part)
    plies = 2 * settings.pairs * float(row.get("plies", 0.0))
    if settings.nodes:
        return plies * settings.nodes / max(1.0, float(row.get("nodes_per_s", 1e6)))
    return plies * settings.time_s / config.threads()
