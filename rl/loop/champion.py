"""The copy of the champion at the top of a run folder: what the folder stands for in a match."""

from __future__ import annotations

from pathlib import Path

from engine.evaluators.loading import CHAMPIONS
from rl.checkpoints import MATERIAL, write_atomic
from rl.loop.session import Session


def copy_champion(folder: Path, champion: str) -> None:
    """Make the file `champion` of a run the one that its folder is taken for, if it is not yet."""
    path = folder / champion
    data, copy = path.read_bytes(), folder / f"champion{path.suffix}"
    if not copy.is_file() or copy.read_bytes() != data:
        write_atomic(copy, data)
    for name in CHAMPIONS:  # a polynomial that has beaten the network it started from
        if name != copy.name and (folder / name).is_file():
            (folder / name).unlink()


def mend_champion(session: Session) -> None:
    """Make the copy anew where it is missing, damaged or ahead of the state.

    A champion that is damaged itself is not copied; whoever needs it names it.
    """
    if session.run.state.champion == MATERIAL:
        return
    try:
        session.champion()
    except ValueError:
        return
    copy_champion(session.run.folder, session.run.state.champion)
