"""A run that has played all its generations and is given more goes on from its last champion."""

from __future__ import annotations

import shutil

from rl.checkpoints.changes import END
from rl.loop.session import Session

FINALS = ("final-nodes", "final-time")


def lengthen(session: Session) -> None:
    """Begin a further generation where the run is at its end and its configuration asks for more.

    The matches that ended the shorter run are kept under the name of its last generation; such that
    a kill left there, before the run went on to another end, make room.
    """
    run = session.run
    if run.state.stage not in END or run.state.generation + 1 >= session.config.generations:
        return
    for name in FINALS:
        folder = session.match_folder(name)
        if folder.is_dir():
            kept = folder.with_name(f"{session.label}-{name}")
            if kept.exists():
                shutil.rmtree(kept)
            folder.rename(kept)
    run.save(stage="selfplay", generation=run.state.generation + 1, done=0)
