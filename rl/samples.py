"""The record that self-play writes and training reads: merging, held-out games, shards on disk.

A sample is one quiet position of one game, seen from its side to move; the core defines its fields
(`engine._native.sample_dtype`). Duplicates are merged into counts, because a set swollen by
repeated games trains a weaker evaluator than the same set without them (Cake's author: 9 million
positions with duplicates were clearly worse than 5.5 million without). Every 16th game is held out
for validation, whole: positions of one game resemble each other, so a split by position would leak.

A shard is a plain `.npy` file, memory-mapped when read, and a `.json` of the same name that holds
schema, ruleset, number of rows and SHA-256 digest, and is written last: a shard without it is not
finished. Both are written to a temporary name, forced to disk and renamed.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from engine._native import sample_dtype

SCHEMA = 1
HELD_OUT_EVERY = 16
_COUNTS = ("wins", "draws", "losses")
_COUNT_MAX = np.iinfo(np.uint16).max


def held_out(game_numbers: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Return which games are kept out of training, for validation."""
    mask: npt.NDArray[np.bool_] = np.asarray(game_numbers) % HELD_OUT_EVERY == 0
    return mask


def merge(samples: np.ndarray) -> np.ndarray:
    """Merge the rows of equal position: counts are added, scores averaged by count.

    Rows of held-out games are merged among themselves only. A merged row carries the game and ply
    where its position first occurred. Sorted by (held out, key), whatever the order given.
    """
    mask = held_out(samples["game"])
    parts = [_merge_all(np.take(samples, np.flatnonzero(part))) for part in (~mask, mask)]
    return _clean(*parts)


def _clean(*parts: np.ndarray) -> np.ndarray:
    """Join samples into a new array whose bytes follow from its values: padding is 0."""
    joined = np.zeros(sum(map(len, parts)), dtype=parts[0].dtype)
    for name in joined.dtype.names or ():
        np.concatenate([part[name] for part in parts], out=joined[name])
    return joined


def _merge_all(samples: np.ndarray) -> np.ndarray:
    if not len(samples):
        return samples
    order = np.argsort(samples["key"])
    keys = samples["key"][order]
    first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    merged = np.take(samples, order[first])

    def total(values: np.ndarray) -> np.ndarray:
        return np.add.reduceat(np.take(values, order), first)

    each = _number_of_games(samples)
    counts = {name: total(samples[name].astype(np.int64)) for name in _COUNTS}
    merged["score"] = np.rint(total(samples["score"] * each) / total(each))
    excess = np.maximum(1, -(-sum(counts.values()) // _COUNT_MAX))  # keeps shares when counts clip
    for name in _COUNTS:
        merged[name] = counts[name] // excess
    place = (samples["game"].astype(np.int64) << 16) | samples["ply"]
    place = np.minimum.reduceat(np.take(place, order), first)
    merged["game"], merged["ply"] = place >> 16, place & 0xFFFF
    return merged


def _number_of_games(samples: np.ndarray) -> npt.NDArray[np.int64]:
    games = np.zeros(len(samples), dtype=np.int64)
    for name in _COUNTS:
        games += samples[name]
    if len(games) and games.min() < 1:
        row = int(games.argmin())
        raise ValueError(f"sample {row}: expected a win, draw or loss, got counts of 0")
    return games


def inputs(planes: np.ndarray, squares: int) -> npt.NDArray[np.uint8]:
    """Unpack the bit planes of samples to 0/1 inputs `[N, 4 * squares] uint8`.

    `planes` is the field of that name, or its bytes `[N, 4 * bytes a plane] uint8`. Input
    `plane * squares + i` is square i + 1 as the side to move sees it.
    """
    packed = plane_bytes(planes)
    bits = np.unpackbits(packed, axis=None, bitorder="little")
    boards = bits.reshape(len(packed), 4, 2 * packed.shape[1])
    return boards[:, :, :squares].reshape(len(packed), 4 * squares)


def plane_bytes(planes: np.ndarray) -> npt.NDArray[np.uint8]:
    """Return the bit planes of samples as bytes `[N, 4 * bytes a plane] uint8`, low bits first."""
    little = planes.astype(planes.dtype.newbyteorder("<"), order="C", copy=False)
    words = np.ascontiguousarray(little).reshape(len(planes), math.prod(planes.shape[1:]))
    return words.view(np.uint8)


def save_shard(path: Path, samples: np.ndarray, metadata: Mapping[str, Any]) -> None:
    """Write `samples` to `path` (`.npy`) and its description beside it.

    `metadata` is JSON-ready and names at least the "ruleset".
    """
    ruleset = metadata["ruleset"]
    if samples.dtype != sample_dtype(ruleset):
        raise ValueError(f"{path}: expected samples of {ruleset!r}, got fields {samples.dtype}")
    clean = _clean(samples)
    buffer = io.BytesIO()  # numpy writes into a real file without saying why it failed
    np.lib.format.write_array(buffer, clean)
    digest = write_atomically(path, lambda file: file.write(buffer.getbuffer()))
    description = {
        **metadata,
        "schema": SCHEMA,
        "rows": len(samples),
        "bytes": path.stat().st_size,
        "sha256": digest,
    }
    description["description_sha256"] = _text_digest(description)
    text = json.dumps(description, indent=2) + "\n"
    write_atomically(path.with_suffix(".json"), lambda file: file.write(text.encode()))


def shard_metadata(path: Path, ruleset: str) -> dict[str, Any]:
    """Read the description of a finished shard: what it was saved with, "rows" and "sha256".

    Raises ValueError when it is missing, damaged, of another schema or of another ruleset.
    """
    beside = path.with_suffix(".json")
    try:
        description = json.loads(beside.read_bytes())
    except FileNotFoundError:
        raise ValueError(f"{path}: not a finished shard, {beside.name} is missing") from None
    except (ValueError, RecursionError):
        description = None
    fields = {"schema": int, "ruleset": str, "rows": int, "bytes": int, "sha256": str}
    if not isinstance(description, dict) or any(
        not isinstance(description.get(name), kind) for name, kind in fields.items()
    ):
        raise ValueError(f"{beside}: expected the description of a shard ({', '.join(fields)})")
    for name, expected in (("schema", SCHEMA), ("ruleset", ruleset)):
        if description[name] != expected:
            raise ValueError(f"{beside}: expected {name} {expected!r}, got {description[name]!r}")
    written = description.pop("description_sha256", None)  # a shard of an older version has none
    if written is not None and written != _text_digest(description):
        raise ValueError(f"{beside}: its SHA-256 differs from the one written in it")
    return description


def load_shard(path: Path, ruleset: str) -> np.ndarray:
    """Open a shard of `ruleset` as a read-only memory map, after checking all of its bytes.

    Raises ValueError when it is unfinished, truncated, damaged, of another schema or ruleset.
    """
    description = shard_metadata(path, ruleset)
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        raise ValueError(f"{path}: no such shard") from None
    if size != description["bytes"]:
        raise ValueError(f"{path}: expected {description['bytes']} bytes, got {size}: truncated?")
    if _digest(path) != description["sha256"]:
        raise ValueError(f"{path}: its SHA-256 differs from the one in its description")
    try:
        samples = np.lib.format.open_memmap(path, mode="r")
    except ValueError as error:
        raise ValueError(f"{path}: expected a .npy file of samples, {error}") from None
    if samples.dtype != sample_dtype(ruleset) or samples.shape != (description["rows"],):
        raise ValueError(
            f"{path}: expected {description['rows']} samples of {ruleset!r},"
            f" got shape {samples.shape} of fields {samples.dtype}"
        )
    return samples


def write_atomically(path: Path, write: Callable[[BinaryIO], object]) -> str:
    """Let `write` fill a temporary file, force it to disk, rename it to `path`.

    Returns the SHA-256 digest of what was written. On an error `path` stays as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        digest = _digest(temporary)
        temporary.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        temporary.unlink(missing_ok=True)
    _sync_folder(path.parent)
    return digest


def _text_digest(description: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(description, sort_keys=True).encode()).hexdigest()


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
