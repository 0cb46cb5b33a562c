"""Making endgame tables: slice by slice, each written once it is solved, so that nothing is lost.

A slice is solved together with its twin, in which the other side is to move. What is there already
and whole is kept; a build that was killed or stopped goes on where it was.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine import _native
from engine.evaluators.endgame_files import (
    SliceFacts,
    SliceFile,
    read_slice,
    slice_path,
    tables_folder,
    write_slice,
)
from engine.evaluators.endgames import Endgames, add_slice
from engine.rules.position import Position
from engine.rules.ruleset import ruleset as ruleset_named

POSITIONS_MAX = 5_000_000_000
"""More than this many positions take days of work and tens of gigabytes."""
BYTES_A_POSITION = 3
"""Of memory, for each position of a slice and its twin, while they are solved."""

Progress = Callable[[str, int], object]


@dataclass(frozen=True)
class Plan:
    """What tables would take: counted, and by the rate of those of three pieces on this machine."""

    ruleset: str
    pieces: int
    slices: int
    positions: int
    memory_bytes: int
    file_bytes: int
    cpu_s: float

    def describe(self) -> str:
        """Say it in a line."""
        return (
            f"{self.pieces} pieces of {self.ruleset}: {self.positions:,} positions in "
            f"{self.slices} slices, about {self.file_bytes / 2**30:.2f} GiB of files, "
            f"{self.memory_bytes / 2**30:.2f} GiB of memory and {self.cpu_s / 60:.0f} minutes of "
            "one core"
        )


def plan(ruleset: str, pieces: int) -> Plan:
    """Tell what the tables of 2 to so many pieces would take, by solving those of 2 and 3.

    The time grows with the positions and with the pieces on the board, for these have more moves;
    of 5 pieces of English draughts that tells it within a half.
    """
    name = ruleset_named(ruleset).name
    native = _native.Endgames.empty(name)
    began, solved, work, written = time.process_time(), 0, 0, 0
    for pair in _pairs(native, 3):
        for one, facts in zip(pair, native.solve(pair[0]), strict=True):
            arrays = facts.take_arrays()
            native.add(one, *arrays)
            solved += native.size(one)
            work += native.size(one) * _pieces(one)
            written += sum(array.nbytes for array in arrays)
    spent = time.process_time() - began
    sizes = {one: native.size(one) for one in native.slices(pieces)}
    positions = sum(sizes.values())
    return Plan(
        ruleset=name,
        pieces=pieces,
        slices=len(sizes),
        positions=positions,
        memory_bytes=BYTES_A_POSITION
        * max(sum(sizes[one] for one in pair) for pair in _pairs(native, pieces)),
        file_bytes=positions * written // solved,
        cpu_s=spent / work * sum(size * _pieces(one) for one, size in sizes.items()),
    )


def build(
    ruleset: str,
    pieces: int,
    folder: Path | str | None = None,
    *,
    workers: int = 1,
    wait: bool = False,
    progress: Progress = lambda name, positions: None,
) -> Endgames:
    """Make the tables of 2 to so many pieces, or what is missing of them, and return them.

    `progress` is called with the name of each slice that is there and the size of its index.
    ValueError where the ruleset cannot have tables, where they would take too much or where another
    process is making them and `wait` is not set.
    """
    name, place = ruleset_named(ruleset).name, tables_folder(folder)
    check_size(name, pieces)
    native = _native.Endgames.empty(name)
    sizes = {one: native.size(one) for one in native.slices(pieces)}
    files: list[SliceFile] = []
    with _locked(place / name, wait):
        for pair in _pairs(native, pieces):
            for file in _kept(place, name, pair) or _solve(native, place, pair, workers):
                add_slice(native, file)
                files.append(file)
                progress(file.facts.slice, sizes[file.facts.slice])
    return Endgames(native, tuple(files))


def check_size(ruleset: str, pieces: int) -> None:
    """Raise ValueError for tables that there cannot be, or that would take too much."""
    if total_size(ruleset, pieces) > POSITIONS_MAX:
        raise ValueError(f"too much to build: {plan(ruleset, pieces).describe()}")


def _pieces(name: str) -> int:
    return name.count("K") + name.count("m")


def total_size(ruleset: str, pieces: int) -> int:
    """Return how many positions the indices of 2 to so many pieces have room for."""
    native = _native.Endgames.empty(ruleset_named(ruleset).name)
    return sum(map(native.size, native.slices(pieces)))


def _pairs(native: _native.Endgames, pieces: int) -> Iterator[tuple[str, ...]]:
    """Yield each slice with its twin, alone where it is its own, behind those that they lead to."""
    seen: set[str] = set()
    for name in native.slices(pieces):
        if name not in seen:
            twin = native.twin(name)
            pair = (name,) if twin == name else (name, twin)
            seen.update(pair)
            yield pair


def _kept(folder: Path, ruleset: str, pair: tuple[str, ...]) -> list[SliceFile]:
    """Read a pair that is there already; nothing where one is missing or damaged."""
    try:
        return [read_slice(slice_path(folder, ruleset, name), ruleset) for name in pair]
    except ValueError:
        return []


def _solve(
    native: _native.Endgames, folder: Path, pair: tuple[str, ...], workers: int
) -> list[SliceFile]:
    """Solve a pair, write it and read it back."""
    files = []
    for name, solved in zip(pair, native.solve(pair[0], workers), strict=True):
        facts = SliceFacts(
            slice=name,
            wins=solved.wins,
            losses=solved.losses,
            draws=solved.draws,
            longest_win=solved.longest_win,
            longest_wins=solved.longest_wins,
            longest_example=Position(native.position(name, solved.longest_example)).fen()
            if solved.wins
            else "",
        )
        path = slice_path(folder, native.ruleset, name)
        write_slice(path, native.ruleset, facts, *solved.take_arrays())
        files.append(read_slice(path, native.ruleset))
    return files


@contextmanager
def _locked(folder: Path, wait: bool) -> Iterator[None]:
    """Hold a folder's lock, which the kernel drops when the process dies; sweep what one left."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            raise ValueError(f"{folder}: another process is making these tables") from None
        for left in folder.glob(".*.tmp"):
            left.unlink(missing_ok=True)
        yield
    finally:
        os.close(lock)
