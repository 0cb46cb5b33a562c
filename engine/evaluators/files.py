"""Where shipped files are found, and how files are written so that a crash leaves no half of one.

Published networks (`checkpoints`) and configs (`configs`) lie at the top of the source tree; an
editable install sees them there, an installed wheel carries them under `rl/data`.
"""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGES = Path(__file__).resolve().parents[2]


def shipped_folders(kind: str) -> list[Path]:
    """List the folders that hold shipped files of a kind, `checkpoints` or `configs`."""
    places = [source_folder(kind), _PACKAGES / "rl" / "data" / kind]
    return [place for place in places if place is not None and place.is_dir()]


def source_folder(kind: str) -> Path | None:
    """Return the folder of the source tree for shipped files of a kind, None without a tree."""
    return _PACKAGES / kind if (_PACKAGES / "pyproject.toml").is_file() else None


def shipped_names(kind: str, suffix: str) -> list[str]:
    """List the names, without suffix, of the shipped files of a kind."""
    found = {path.stem for folder in shipped_folders(kind) for path in folder.glob(f"*{suffix}")}
    return sorted(found)


def shipped(kind: str, name: str, suffix: str) -> Path | None:
    """Find a shipped file by its bare name, None if there is no such file."""
    if name in shipped_names(kind, suffix):
        paths = [folder / f"{name}{suffix}" for folder in shipped_folders(kind)]
        return next(path for path in paths if path.is_file())
    return None


def expand_home(path: Path | str) -> Path:
    """Return a path with `~` at its beginning read as a shell does; ValueError for no such user."""
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise ValueError(f"{path}: {error}") from None


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: temporary name, fsync, rename, fsync of the folder."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
