"""Endgame tables: what every position with few pieces is worth, and how long it takes.

Made by `endgame_build`, kept by `endgame_files`. They tell wins, draws and losses under best play
and the plies until a side has no legal move. Draw rules are left out: a win that takes longer than
the counter of plies without progress allows is still a win here.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

from engine import _native
from engine.evaluators.endgame_files import (
    SUFFIX,
    SliceFacts,
    SliceFile,
    read_slice,
    slice_path,
    tables_folder,
)
from engine.rules.position import Position
from engine.rules.ruleset import ruleset as ruleset_named


class EndgameValue(NamedTuple):
    """1 where the side to move wins, 0 for a draw, -1 where it loses; and the plies to the end."""

    outcome: int
    plies: int


class Endgames:
    """The tables of one ruleset, mapped into memory; any number of searches may share them."""

    def __init__(self, native: _native.Endgames, files: tuple[SliceFile, ...]) -> None:
        """Take tables of the core and the files they were mapped from; use `load`."""
        self._native = native
        self.files = files

    @classmethod
    def load(
        cls, ruleset: str, folder: Path | str | None = None, *, pieces: int | None = None
    ) -> Endgames:
        """Map and verify the tables of a ruleset below a folder, the usual one if none is given.

        Those of n pieces are taken where those of every smaller number are complete, or those of 2
        to `pieces` and no others. ValueError where there are none, or a file is damaged.
        """
        name, place = ruleset_named(ruleset).name, tables_folder(folder)
        native = _native.Endgames.empty(name)
        wanted = _complete(native, place, name) if pieces is None else native.slices(pieces)
        if not wanted:
            raise ValueError(
                f"{place / name}: no endgame tables; "
                f"make them with: crownhead tables build {name} --pieces 4"
            )
        files = tuple(read_slice(slice_path(place, name, one), name) for one in wanted)
        for file in files:
            add_slice(native, file)
        return cls(native, files)

    @property
    def ruleset(self) -> str:
        """Return the name of the ruleset."""
        return self._native.ruleset

    @property
    def pieces(self) -> int:
        """Return how many pieces there may be on the board."""
        return self._native.pieces

    @property
    def slices(self) -> tuple[SliceFacts, ...]:
        """Return what each slice holds, fewest pieces first."""
        return tuple(file.facts for file in self.files)

    @property
    def digest(self) -> str:
        """Return a digest of what the tables say, the same wherever they were made."""
        slices = sorted(f"{file.facts.slice} {file.digest}" for file in self.files)
        return hashlib.sha256("\n".join(slices).encode()).hexdigest()

    @property
    def native(self) -> _native.Endgames:
        """Return the core's form of these tables."""
        return self._native

    def probe(self, position: Position) -> EndgameValue | None:
        """Look a position up; None where it has too many pieces, ValueError for another ruleset."""
        found = self._native.probe(position.native)
        return None if found is None else EndgameValue(*found)


def add_slice(native: _native.Endgames, file: SliceFile) -> None:
    """Hand a slice to the core; ValueError, naming the file, where its arrays do not fit."""
    try:
        native.add(file.facts.slice, file.directory, file.words)
    except ValueError as error:
        raise ValueError(f"{file.path}: {error}") from None


def find_endgames(tables: str, ruleset: str) -> Endgames | None:
    """Load the tables that a setting names: a folder, `auto` (the usual one, if any) or `none`.

    ValueError where the folder has none, or a file is damaged.
    """
    if tables == "none" or (tables == "auto" and not _has_tables(ruleset)):
        return None
    return Endgames.load(ruleset, None if tables == "auto" else tables)


def _has_tables(ruleset: str) -> bool:
    name, place = ruleset_named(ruleset).name, tables_folder(None)
    there = any((place / name).glob(f"*{SUFFIX}"))
    return there and bool(_complete(_native.Endgames.empty(name), place, name))


def verify_files(ruleset: str, folder: Path | str | None = None) -> Endgames:
    """Load tables, and check the files, too, that `Endgames.load` leaves out.

    ValueError for one that is damaged, or lacking where others of as many pieces are there.
    """
    loaded = Endgames.load(ruleset, folder)
    name, place = loaded.ruleset, tables_folder(folder)
    paths = sorted((place / name).glob(f"*{SUFFIX}"))
    most = max(read_slice(path, name).facts.pieces for path in paths)
    for one in loaded.native.slices(most):
        path = slice_path(place, name, one)
        if not path.is_file():
            raise ValueError(
                f"{path}: no such file, though there are others of {most} pieces; "
                f"go on with: crownhead tables build {name} --pieces {most}"
            )
    return loaded


def _complete(native: _native.Endgames, folder: Path, ruleset: str) -> list[str]:
    """List the slices of every number of pieces of which, and of all smaller ones, none lacks."""
    found: list[str] = []
    for pieces in range(2, _native.MOST_TABLE_PIECES + 1):
        names = native.slices(pieces)
        if not all(slice_path(folder, ruleset, name).is_file() for name in names[len(found) :]):
            break
        found = names
    return found
