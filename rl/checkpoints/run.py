"""A run folder: its layout, its lock, and the state that makes it resumable.

    runs/NAME/
      config.toml            the resolved configuration
      manifest.json          commit, seed, versions; one entry a session
      state.json             what is finished (state.py)
      champion.safetensors   the network that survives, once one beat material
      networks/g00.safetensors          what each generation trained
      samples/g00-0000.npy   games/g00-0000.npz     one chunk of self-play each
      training/              the trainer's state, epoch by epoch
      matches/               gates, baselines and the final matches, block by block
      metrics.jsonl          events.out.tfevents.*
      report.txt             report.json

The lock is `flock` on a file: the kernel drops it when the process dies, however it dies.
"""

from __future__ import annotations

import fcntl
import os
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rl.checkpoints.files import sweep_temporaries, write_atomic
from rl.checkpoints.manifest import note_session
from rl.checkpoints.state import State, load_state, save_state
from rl.metrics import Metrics

CHANGEABLE_KEYS = frozenset({"workers"})
"""Keys that change how fast a run goes and nothing else."""


class Run:
    """An open run folder; a context manager that holds its lock and its curves."""

    def __init__(self, folder: Path, lock: int) -> None:
        self.folder = folder
        self._lock = lock
        path = folder / "state.json"
        self.state = load_state(path) if path.exists() else State()
        self.metrics = Metrics.resume(folder, self.state.offsets)

    @classmethod
    def open(cls, folder: Path, config_text: str, *, seed: int) -> Run:
        """Create the run folder, or go on with it if `config_text` is the one it was made with.

        Raises ValueError when another process holds the folder, when it was made with another
        configuration (naming the first key that differs), or when its state is damaged.
        """
        folder.mkdir(parents=True, exist_ok=True)
        lock = _acquire_lock(folder)
        try:
            sweep_temporaries(folder)
            _keep_config(folder / "config.toml", config_text)
            note_session(folder / "manifest.json", seed=seed)
            return cls(folder, lock)
        except BaseException:
            os.close(lock)
            raise

    def save(self, **changes: Any) -> None:
        """Make all that is written so far, with these fields of the state, the point of return."""
        self.state = replace(self.state, **changes, offsets=self.metrics.offsets())
        save_state(self.folder / "state.json", self.state)

    def count(self, **amounts: float) -> dict[str, float]:
        """Return the counters of the state with `amounts` added, for `save(counters=...)`."""
        counters = dict(self.state.counters)
        for name, amount in amounts.items():
            counters[name] = counters.get(name, 0) + amount
        return counters

    def path(self, kind: str, name: str) -> Path:
        """Return the path of a file of the run, creating the folder of its kind."""
        folder = self.folder / kind
        folder.mkdir(exist_ok=True)
        return folder / name

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.metrics.close()
        os.close(self._lock)


def flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return a nested table as dotted keys."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            flat |= flatten(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = value
    return flat


def _acquire_lock(folder: Path) -> int:
    lock = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise ValueError(f"{folder}: another process is training in this run folder") from None
    return lock


def _keep_config(path: Path, text: str) -> None:
    if path.exists():
        try:
            saved = tomllib.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{path}: expected the TOML of this run: {error}") from None
        _check_same(path, flatten(saved), flatten(tomllib.loads(text)))
    write_atomic(path, text.encode())


def _check_same(path: Path, saved: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    for key in [*given, *(key for key in saved if key not in given)]:
        if key not in CHANGEABLE_KEYS and saved.get(key) != given.get(key):
            raise ValueError(
                f"{path}: expected {key} = {saved.get(key)!r}, as this run was started with, "
                f"got {given.get(key)!r}; use another name or remove the folder"
            )
