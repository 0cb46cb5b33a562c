"""The games of a chunk of self-play as arrays, and the file that keeps them beside their samples.

Samples are what is learned from today; games are what a later question is asked of (other filters,
other targets, books). Moves are indices into the legal moves of their ply. The seconds each move
took are left out, so that the file of a chunk is the same whoever makes it.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine import _native
from engine.rules import Game, Position
from rl.checkpoints import write_atomic

SCHEMA = 1
_COLUMNS = {
    "offsets": np.int64,
    "moves": np.uint16,
    "scores": np.int16,
    "nodes": np.uint32,
    "results": np.int8,
    "reasons": np.uint8,
    "numbers": np.uint32,
    "start_of": np.uint16,
    "white_players": np.uint8,
    "black_players": np.uint8,
}
_LATER = ("white_players", "black_players")
"""Columns that files made before there was a league lack."""


@dataclass(frozen=True, eq=False)
class PlayedGames:
    """N games of M plies in all, by game number."""

    offsets: npt.NDArray[np.int64]
    """Where each game begins among the plies, and where the last ends, `[N + 1]`."""
    moves: npt.NDArray[np.uint16]
    """Index of each move among the legal moves of its ply, `[M]`."""
    scores: npt.NDArray[np.int16]
    """Score the mover found, hundredths of a man, `[M]`; `engine._native.NO_SCORE` for none."""
    nodes: npt.NDArray[np.uint32]
    """Nodes searched for each move, `[M]`."""
    results: npt.NDArray[np.int8]
    """+1 where White won, 0, -1 where Black won, `[N]`."""
    reasons: npt.NDArray[np.uint8]
    """How each game ended, `[N]`; values of `engine._native.Reason`."""
    numbers: npt.NDArray[np.uint32]
    """Number of each game in the run, `[N]`."""
    start_of: npt.NDArray[np.uint16]
    """Index into `starts` of each game's first position, `[N]`."""
    white_players: npt.NDArray[np.uint8]
    """Who played White, `[N]`: 0 for the champion, i for the i-th member of the league."""
    black_players: npt.NDArray[np.uint8]
    """Who played Black, `[N]`."""
    starts: tuple[str, ...]
    """The first positions, as FEN."""

    def __len__(self) -> int:
        return len(self.results)

    def lengths(self) -> npt.NDArray[np.int64]:
        """Return the number of plies of each game, `[N]`."""
        return np.diff(self.offsets)

    def replay(self, index: int, ruleset: str) -> Game:
        """Return a game move by move, with its history."""
        game = Game(Position.from_fen(ruleset, self.starts[self.start_of[index]]))
        for move in self.moves[self.offsets[index] : self.offsets[index + 1]]:
            game.push(game.position.legal_moves()[move])
        return game


def from_native(games: _native.Games) -> PlayedGames:
    """Copy the games the core played."""
    texts = [Position(start).fen() for start in games.starts]
    starts = tuple(sorted(set(texts)))
    columns = {name: np.array(getattr(games, name)) for name in _COLUMNS if name != "start_of"}
    index = {text: place for place, text in enumerate(starts)}
    columns["start_of"] = np.array([index[text] for text in texts], dtype=np.uint16)
    return _checked(columns, starts)


def save_games(path: Path, games: PlayedGames, metadata: Mapping[str, Any]) -> str:
    """Write a chunk of games whole or not at all; return the SHA-256 digest of the file."""
    columns = {name: getattr(games, name) for name in _COLUMNS}
    about = json.dumps({**metadata, "schema": SCHEMA, "starts": games.starts})
    buffer = io.BytesIO()
    np.savez_compressed(buffer, about=np.str_(about), **columns)
    write_atomic(path, buffer.getvalue())
    return hashlib.sha256(buffer.getvalue()).hexdigest()


def load_games(path: Path, digest: str | None = None) -> PlayedGames:
    """Read a chunk of games, checking its digest where one is given.

    Raises ValueError that names the file when it is damaged or not a chunk of games.
    """
    data = path.read_bytes()
    if digest is not None and hashlib.sha256(data).hexdigest() != digest:
        raise ValueError(f"{path}: its SHA-256 differs from the one noted when it was written")
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            columns = {
                name: archive[name] for name in _COLUMNS if name in archive or name not in _LATER
            }
            about = json.loads(str(archive["about"]))
        if about["schema"] != SCHEMA:
            raise ValueError(f"schema {about['schema']} instead of {SCHEMA}")
        return _checked(columns, tuple(about["starts"]))
    except Exception as error:  # numpy and zipfile raise a dozen kinds on damaged bytes
        raise ValueError(f"{path}: expected a chunk of self-play games, got {error}") from None


def _checked(columns: Mapping[str, npt.NDArray[Any]], starts: tuple[str, ...]) -> PlayedGames:
    champions = np.zeros(len(columns["results"]), dtype=np.uint8)
    columns = {**dict.fromkeys(_LATER, champions), **columns}
    typed = {name: columns[name].astype(dtype, copy=False) for name, dtype in _COLUMNS.items()}
    games = PlayedGames(starts=starts, **typed)
    plies = int(games.offsets[-1])
    for name in ("moves", "scores", "nodes"):
        if len(typed[name]) != plies:
            raise ValueError(f"{len(typed[name])} {name} instead of {plies}")
    for name in ("reasons", "numbers", "start_of", *_LATER):
        if len(typed[name]) != len(games):
            raise ValueError(f"{len(typed[name])} {name} instead of {len(games)}")
    return games
