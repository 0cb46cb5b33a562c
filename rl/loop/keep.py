"""Removes what no later generation needs, where a run is told to keep only its last ones.

What goes follows from the saved state alone: it is never removed before a state is on disk that can
do without, and what a kill left behind goes at the next start.
"""

from __future__ import annotations

import re
from pathlib import Path

from rl.checkpoints.changes import END
from rl.loop.session import Session

_GENERATION = re.compile(r"g(\d+)[-.].*")


def remove_old_files(session: Session) -> None:
    """Remove samples and games outside the window, and networks that never were champion.

    Those of the last `keep` generations stay in any case.
    """
    config, state = session.config, session.run.state
    if not config.keep:
        return
    finished = state.generation + (state.stage in END)
    kept_from = finished - config.keep
    needed_from = min(kept_from, state.generation - config.window + 1)
    if config.final_window:
        needed_from = min(needed_from, config.generations - config.final_window)
    for kind in ("samples", "games"):
        _remove(session.run.folder / kind, set(range(needed_from)))
    rejected = {entry["generation"] for entry in state.ledger if not entry["accepted"]}
    _remove(session.run.folder / "networks", rejected & set(range(kept_from)))


def _remove(folder: Path, generations: set[int]) -> None:
    for path in sorted(folder.glob("g*")):
        number = _GENERATION.fullmatch(path.name)
        if number is not None and int(number[1]) in generations:
            path.unlink()
