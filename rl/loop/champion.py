"""The copy of the champion at the top of a run folder: what the folder stands for in a match."""

from __future__ import annotations

from pathlib import Path

from engine.evaluators.loading import CHAMPIONS
from rl.checkpoints import MATERIAL, write_atomic
from rl.loop.session import Session, digest_of


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
    """Make the copy anew where it is missing, damaged or ahead of the state, or the champion by it.

    A champion that is damaged, and so is its copy, is left to whoever needs it, who names it.
    ValueError for another one in its place.
    """
    folder, state = session.run.folder, session.run.state
    if state.champion == MATERIAL:
        return
    path = folder / state.champion
    copy = folder / f"champion{path.suffix}"
    found = _digest_if_whole(path)
    expected = state.champion_digest or found  # a run of an older version does not know
    if expected is not None and found == expected:
        copy_champion(folder, state.champion)
    elif expected is not None and _digest_if_whole(copy) == expected:
        write_atomic(path, copy.read_bytes())
        session.say(f"damage     {path}: made anew by its copy {copy.name}")
    elif found is not None:
        raise ValueError(f"{path}: expected the champion {expected}, got {found}")


def _digest_if_whole(path: Path) -> str | None:
    try:
        return digest_of(path)
    except ValueError:
        return None
