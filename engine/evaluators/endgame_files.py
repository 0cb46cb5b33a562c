"""Endgame tables as files: a safetensors file a slice, whole or absent, mapped into memory.

    FOLDER/RULESET/KKm-K.safetensors

Metadata says what was counted and proves the file whole. Nothing else is kept, so that a build
that was killed goes on from the files it left.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from engine.evaluators.files import expand_home, write_atomically

SCHEMA = "crownhead-endgames-1"
"""Names the index of a slice and the meaning of its arrays; changes when either does."""
SUFFIX = ".safetensors"
FOLDER = "CROWNHEAD_TABLES"
"""Environment variable that names the folder of all endgame tables."""

_KEY = "endgames"
Words = NDArray[np.uint64]


@dataclass(frozen=True, kw_only=True)
class SliceFacts:
    """What a slice holds, its side to move being the one named first.

    `longest_wins` positions are won in `longest_win` plies, `longest_example` is the FEN of one.
    """

    slice: str
    wins: int
    losses: int
    draws: int
    longest_win: int
    longest_wins: int
    longest_example: str

    @property
    def pieces(self) -> int:
        """Return the pieces on the board."""
        return self.slice.count("K") + self.slice.count("m")

    @property
    def positions(self) -> int:
        """Return the positions there are."""
        return self.wins + self.losses + self.draws


@dataclass(frozen=True)
class SliceFile:
    """A verified file: its facts, its digest and the arrays of the core, mapped."""

    path: Path
    facts: SliceFacts
    digest: str
    directory: Words
    words: Words

    @property
    def size_bytes(self) -> int:
        """Return the size of the arrays."""
        return self.directory.nbytes + self.words.nbytes


def tables_folder(folder: Path | str | None = None) -> Path:
    """Return the folder of all tables: the one given, `$CROWNHEAD_TABLES` or the user's own."""
    if folder is not None:
        return expand_home(folder)
    if FOLDER in os.environ:
        return expand_home(os.environ[FOLDER])
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "crownhead" / "tables"


def slice_path(folder: Path, ruleset: str, name: str) -> Path:
    """Return where the file of a slice lies below the folder of all tables."""
    return folder / ruleset / f"{name}{SUFFIX}"


def write_slice(
    path: Path, ruleset: str, facts: SliceFacts, directory: Words, words: Words
) -> None:
    """Write a slice to its file, whole or not at all."""
    said = {
        "schema": SCHEMA,
        "ruleset": ruleset,
        "digest": _digest(ruleset, facts, directory, words),
        **asdict(facts),
    }
    # In one piece, because safetensors writes several in an order that changes from run to run.
    metadata = {_KEY: json.dumps(said)}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, save({"directory": directory, "words": words}, metadata=metadata))


def read_slice(path: Path, ruleset: str) -> SliceFile:
    """Map a slice and verify it; ValueError, one line, for a file that is not one, or not whole."""
    said, arrays = _map(path)
    for key, expected in (("schema", SCHEMA), ("ruleset", ruleset)):
        if said.get(key) != expected:
            found = said.get(key, "none")
            raise ValueError(f"{path}: expected endgames of {key} {expected!r}, got {found!r}")
    try:
        facts = SliceFacts(**{name: said[name] for name in SliceFacts.__dataclass_fields__})
        directory, words = arrays["directory"], arrays["words"]
    except KeyError as error:
        raise ValueError(f"{path}: expected {error} in the file of a slice") from None
    if facts.slice != path.name.removesuffix(SUFFIX):
        raise ValueError(f"{path}: expected the slice of this name, got {facts.slice!r}")
    if said.get("digest") != _digest(ruleset, facts, directory, words):
        raise ValueError(f"{path}: its content does not match the digest written with it")
    return SliceFile(path, facts, said["digest"], directory, words)


def _digest(ruleset: str, facts: SliceFacts, directory: Words, words: Words) -> str:
    sha = hashlib.sha256(json.dumps([ruleset, asdict(facts)], sort_keys=True).encode())
    for array in (directory, words):
        sha.update(f" {array.size} ".encode())
        sha.update(array.data)
    return sha.hexdigest()


def _map(path: Path) -> tuple[dict[str, Any], dict[str, Words]]:
    """Return what a safetensors file says of itself, and its arrays as views of a map."""
    if not path.is_file():
        raise ValueError(f"{path}: no such file")
    try:
        with safe_open(path, framework="numpy") as file:  # proves that nothing is cut off
            metadata = file.metadata() or {}
        said = json.loads(metadata.get(_KEY, "{}"))
    except (SafetensorError, OSError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise ValueError(f"{path}: expected a whole safetensors file: {reason}") from None
    raw = np.memmap(path, dtype=np.uint8, mode="r")
    begin = 8 + int.from_bytes(raw[:8].tobytes(), "little")
    header = json.loads(raw[8:begin].tobytes())
    arrays = {}
    for name, entry in header.items():
        if name != "__metadata__":
            first, last = entry["data_offsets"]
            if entry["dtype"] != "U64":
                raise ValueError(f"{path}: expected {name} as U64, got {entry['dtype']}")
            arrays[name] = raw[begin + first : begin + last].view("<u8")
    return said, arrays
