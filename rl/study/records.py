"""Appraisals as arrays, and the file that holds a chunk of games.

One compressed `.npz` a chunk, as the blocks of a match are: numpy writes it without a date, and its
checksums tell a damaged file from a finished one. Moves are places among the legal moves of their
ply, so that the archive is needed to read them.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rl.checkpoints.files import write_atomic
from rl.study.appraisal import Appraisal

SCHEMA = 1
LEFT_OUT = -1
"""The length of a game that does not replay."""

_PER_GAME = {"numbers": np.int64, "lengths": np.int64}
_PER_PLY = {
    "played": np.uint16,
    "best": np.uint16,
    "scores": np.int16,
    "best_scores": np.int16,
    "played_scores": np.int16,
    "depths": np.uint8,
    "line_lengths": np.uint8,
}
_DTYPES = _PER_GAME | _PER_PLY | {"lines": np.uint16}


@dataclass(frozen=True)
class StudiedGame:
    """A game by its number in the file; `appraisals` is None where it does not replay."""

    number: int
    appraisals: tuple[Appraisal, ...] | None


def save_chunk(path: Path, games: Sequence[StudiedGame], study: str) -> None:
    """Write a chunk of the study whose identity is `study`, whole or not at all."""
    buffer = io.BytesIO()
    columns: dict[str, Any] = _columns(games)
    np.savez_compressed(buffer, schema=np.int64(SCHEMA), study=np.str_(study), **columns)
    write_atomic(path, buffer.getvalue())


def load_chunk(path: Path, numbers: Sequence[int], study: str) -> list[StudiedGame]:
    """Read a chunk of these games; ValueError, naming the file, if it is damaged or another's."""
    data = path.read_bytes()
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            columns = {name: archive[name] for name in archive.files}
        schema, owner = int(columns.pop("schema")), str(columns.pop("study"))
        games = _games(columns)
    except Exception as error:  # numpy and zipfile raise a dozen kinds on damaged bytes
        raise ValueError(
            f"{path}: expected a chunk of studied games, got a damaged file ({error}); "
            "remove it and its games are studied again"
        ) from None
    if (schema, owner) != (SCHEMA, study) or [game.number for game in games] != list(numbers):
        raise ValueError(
            f"{path}: expected {len(numbers)} games from game {numbers[0]} of schema {SCHEMA} and "
            f"study {study[:12]}, got {len(games)} of schema {schema} and study {owner[:12]}"
        )
    return games


def _columns(games: Sequence[StudiedGame]) -> dict[str, npt.NDArray[Any]]:
    plies = [appraisal for game in games for appraisal in game.appraisals or ()]
    lengths = [LEFT_OUT if game.appraisals is None else len(game.appraisals) for game in games]
    columns: dict[str, Sequence[int]] = {
        "numbers": [game.number for game in games],
        "lengths": lengths,
        "played": [ply.played for ply in plies],
        "best": [ply.best for ply in plies],
        "scores": [ply.score for ply in plies],
        "best_scores": [ply.best_score for ply in plies],
        "played_scores": [ply.played_score for ply in plies],
        "depths": [ply.depth for ply in plies],
        "line_lengths": [len(ply.line) for ply in plies],
        "lines": [place for ply in plies for place in ply.line],
    }
    return {name: np.array(columns[name], dtype) for name, dtype in _DTYPES.items()}


def _games(columns: dict[str, npt.NDArray[Any]]) -> list[StudiedGame]:
    _check(columns)
    plies = zip(*(columns[name].tolist() for name in _PER_PLY), strict=True)
    places = iter(columns["lines"].tolist())
    found = []
    for number, length in zip(
        columns["numbers"].tolist(), columns["lengths"].tolist(), strict=True
    ):
        own = None
        if length != LEFT_OUT:
            rows = [next(plies) for _ in range(length)]
            own = tuple(
                Appraisal._make((*row[:-1], tuple(islice(places, row[-1])))) for row in rows
            )
        found.append(StudiedGame(number, own))
    return found


def _check(columns: dict[str, npt.NDArray[Any]]) -> None:
    if set(columns) != set(_DTYPES):
        raise ValueError(f"expected columns {sorted(_DTYPES)}, got {sorted(columns)}")
    plies = int(np.maximum(columns["lengths"], 0).sum())
    expected = dict.fromkeys(_PER_GAME, len(columns["numbers"])) | dict.fromkeys(_PER_PLY, plies)
    expected["lines"] = int(columns["line_lengths"].sum())
    for name, length in expected.items():
        if columns[name].shape != (length,):
            raise ValueError(f"expected {length} values of {name}, got {columns[name].shape}")
