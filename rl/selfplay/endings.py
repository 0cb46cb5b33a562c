"""The endgame tables of self-play: what they are called, and where a run finds or makes them.

They are made once, below the folder of all runs, slice by slice: each is written whole or not at
all and proven by its digest, so a run that is killed meanwhile goes on where it was, and the next
run finds them. Tables that the user has made already are taken as they are.
"""

from __future__ import annotations

from pathlib import Path

from engine import Endgames
from engine.evaluators.endgame_build import Progress, build, check_size, total_size
from rl.selfplay.config import SelfPlayConfig

FOLDER = "tables"
"""Name of the folder of tables among the run folders."""


def check_endings(config: SelfPlayConfig, ruleset: str) -> None:
    """Raise ValueError, naming the key, where the ruleset cannot have the tables asked for."""
    if config.endgame_pieces:
        try:
            check_size(ruleset, config.endgame_pieces)
        except ValueError as error:
            raise ValueError(
                f"endgame_pieces: expected 0 or tables that can be made, "
                f"got {config.endgame_pieces}: {error}"
            ) from None


def find_tables(ruleset: str, pieces: int, folder: Path) -> Endgames | None:
    """Return the tables of 2 to so many pieces, the user's own or those below `folder`.

    None where neither place has them all, whole and as their digests say.
    """
    for place in (None, folder):
        try:
            return Endgames.load(ruleset, place, pieces=pieces)
        except ValueError:
            continue
    return None


def make_tables(
    ruleset: str, pieces: int, folder: Path, *, workers: int, progress: Progress
) -> Endgames:
    """Make the tables of 2 to so many pieces below `folder`, or what is missing of them.

    `progress` is called with the name of each slice and its share of `total_size`. Waits for
    another process that is making them.
    """
    return build(ruleset, pieces, folder, workers=workers, wait=True, progress=progress)


__all__ = ["FOLDER", "check_endings", "find_tables", "make_tables", "total_size"]
