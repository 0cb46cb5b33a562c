"""The games of a match as arrays, and the file that holds a block of them.

The same columns as the core's `Games`; moves are indices into the legal moves of their ply, so a
game needs its opening to be read. One compressed `.npz` a block: numpy writes it without a date,
and its checksums tell a damaged file from a finished one.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine import _native
from rl.checkpoints.files import write_atomic

SCHEMA = 1

_PER_GAME = {"lengths": np.int64, "results": np.int8, "reasons": np.uint8}
_PER_PLY = {"moves": np.uint16, "scores": np.int16, "nodes": np.uint32, "times": np.float32}
_DTYPES = _PER_GAME | _PER_PLY
_NOTES = "notes"  # a column only of blocks that have some


@dataclass(frozen=True, eq=False)
class GameRecords:
    """N games of M plies in all: two for each opening, in pair order."""

    lengths: npt.NDArray[np.int64]
    """Plies of each game, `[N]`."""
    results: npt.NDArray[np.int8]
    """+1 where White won, 0, -1 where Black won, `[N]`."""
    reasons: npt.NDArray[np.uint8]
    """How each game ended, `[N]`; values of `engine.rules.Reason` or `Forfeit`."""
    moves: npt.NDArray[np.uint16]
    """Index of each move among the legal moves of its ply, `[M]`."""
    scores: npt.NDArray[np.int16]
    """Score the mover found, hundredths of a man, `[M]`; `engine._native.NO_SCORE` for none."""
    nodes: npt.NDArray[np.uint32]
    """Nodes searched for each move, `[M]`."""
    times: npt.NDArray[np.float32]
    """Seconds taken for each move, `[M]`."""
    notes: Mapping[int, str] = field(default_factory=dict)
    """What was said of games that ended by no move, by their number here. Not in the digest."""

    def __len__(self) -> int:
        return len(self.lengths)

    @cached_property
    def _offsets(self) -> npt.NDArray[np.int64]:
        return np.concatenate([[0], np.cumsum(self.lengths)])

    def plies(self, game: int) -> slice:
        """Return where the plies of a game lie in the arrays over all plies."""
        return slice(int(self._offsets[game]), int(self._offsets[game + 1]))

    def head(self, games: int) -> GameRecords:
        """Return the first games only."""
        plies = int(self.lengths[:games].sum())
        return GameRecords(
            **{name: getattr(self, name)[:games] for name in _PER_GAME},
            **{name: getattr(self, name)[:plies] for name in _PER_PLY},
            notes={number: note for number, note in self.notes.items() if number < games},
        )

    def digest(self) -> str:
        """Return the SHA-256 of all but the times, which no two runs share."""
        total = hashlib.sha256()
        for name in _DTYPES:
            if name != "times":
                total.update(np.ascontiguousarray(getattr(self, name)).tobytes())
        return total.hexdigest()


def from_games(games: _native.Games) -> GameRecords:
    """Copy the arrays of games that the core played."""
    columns: dict[str, npt.NDArray[Any]] = {"lengths": np.diff(games.offsets)}
    for name in _DTYPES:
        if name != "lengths":
            columns[name] = np.array(getattr(games, name))
    return _checked(columns)


def join(records: Iterable[GameRecords]) -> GameRecords:
    """Return the games of several records as one, in their order."""
    parts = list(records)
    empty = {name: np.zeros(0, dtype) for name, dtype in _DTYPES.items()}
    joined = _checked(
        {name: np.concatenate([empty[name], *(getattr(p, name) for p in parts)]) for name in empty}
    )
    notes: dict[int, str] = {}
    begins = 0
    for part in parts:
        notes |= {begins + number: note for number, note in part.notes.items()}
        begins += len(part)
    return replace(joined, notes=notes)


def save_records(path: Path, records: GameRecords, match: str) -> None:
    """Write a block of the match whose identity is `match`, whole or not at all."""
    buffer = io.BytesIO()
    columns = {name: getattr(records, name) for name in _DTYPES}
    if records.notes:
        columns[_NOTES] = np.str_(json.dumps(dict(records.notes)))
    np.savez_compressed(buffer, schema=np.int64(SCHEMA), match=np.str_(match), **columns)
    write_atomic(path, buffer.getvalue())


def load_records(path: Path, games: int, match: str) -> GameRecords:
    """Read a block; one that is damaged or not of this match is a ValueError naming the file."""
    data = path.read_bytes()
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            columns = {name: archive[name] for name in archive.files}
        schema, owner = int(columns.pop("schema")), str(columns.pop("match"))
        notes = json.loads(str(columns.pop(_NOTES, "{}")))
        records = replace(_checked(columns), notes={int(key): str(notes[key]) for key in notes})
    except Exception as error:  # numpy and zipfile raise a dozen kinds on damaged bytes
        raise ValueError(
            f"{path}: expected a block of games, got a damaged file ({error}); "
            "remove it and its games are played again"
        ) from None
    found = (schema, owner, len(records))
    if found != (SCHEMA, match, games):
        raise ValueError(
            f"{path}: expected {games} games of schema {SCHEMA} and match {match[:12]}, "
            f"got {found[2]} of schema {found[0]} and match {found[1][:12]}"
        )
    return records


def _checked(columns: dict[str, npt.NDArray[Any]]) -> GameRecords:
    if set(columns) != set(_DTYPES):
        raise ValueError(f"expected columns {sorted(_DTYPES)}, got {sorted(columns)}")
    typed: dict[str, Any] = {
        name: columns[name].astype(dtype, copy=False) for name, dtype in _DTYPES.items()
    }
    records = GameRecords(**typed)
    _check_lengths(records, _PER_GAME, len(records.lengths))
    _check_lengths(records, _PER_PLY, int(records.lengths.sum()))
    return records


def _check_lengths(records: GameRecords, names: Iterable[str], length: int) -> None:
    for name in names:
        if getattr(records, name).shape != (length,):
            raise ValueError(
                f"expected {length} values of {name}, got shape {getattr(records, name).shape}"
            )


def distinct_games(records: GameRecords, starts: Sequence[str]) -> int:
    """Count games that differ in starting position or moves; `starts` names that of each game."""
    games = {
        (start, records.moves[records.plies(number)].tobytes())
        for number, start in enumerate(starts)
    }
    return len(games)
