"""A run folder: its layout, its lock, and the state that makes it resumable.

    runs/NAME/
      config.toml            the resolved configuration
      manifest.json          commit, seed, versions; one entry a session
      state.json             what is finished (state.py)
      champion.safetensors   the network that survives, once one beat material
      champion.toml          the same where a polynomial learns
      networks/ polynomials/ samples/ games/ training/ matches/ plots/
      metrics.jsonl, events.out.tfevents.*, report.txt, report.json

What each of them holds: `rl.checkpoints`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rl.checkpoints.changes import keep_config
from rl.checkpoints.description import check_kind
from rl.checkpoints.files import sweep_temporaries
from rl.checkpoints.lock import acquire
from rl.checkpoints.manifest import note_session
from rl.checkpoints.state import State, load_state, save_state
from rl.metrics import Metrics

_LATER = ("samples", "games", "training", "matches", "generations.json", "report.json")


class Run:
    """An open run folder; a context manager that holds its lock and its curves."""

    def __init__(self, folder: Path, lock: int, state: State) -> None:
        self.folder = folder
        self._lock = lock
        self.state = state
        self.metrics = Metrics.resume(folder, self.state.offsets)

    @classmethod
    def open(
        cls,
        folder: Path,
        config_text: str,
        *,
        seed: int,
        defaults: Mapping[str, Any] | None = None,
    ) -> Run:
        """Create the run folder, or go on with it if `config_text` is the one it was made with.

        `defaults`, by dotted key, is what a run has that was made before there was such a key.
        Raises ValueError when another process holds the folder, when it is that of a match or a
        study, when it was made with another configuration (naming every key that differs), or when
        its state is damaged, or state or configuration of a run that has begun are gone.
        """
        check_kind(folder, "a run", "state.json")
        folder.mkdir(parents=True, exist_ok=True)
        lock = acquire(folder, "training in this run folder")
        try:
            sweep_temporaries(folder)
            state = _saved_state(folder)
            keep_config(folder / "config.toml", config_text, state, defaults or {})
            note_session(folder / "manifest.json", seed=seed)
            return cls(folder, lock, state)
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


def traces(folder: Path) -> list[str]:
    """Return what there is in a run folder that no run makes before it first saves its state."""
    return [name for name in _LATER if (folder / name).exists()]


def _saved_state(folder: Path) -> State:
    """Return the state of a run, a new one's where there is none yet.

    Begun anew, a run whose state is lost would cut its curves to nothing; without the configuration
    it was made with, any other one would be taken for it.
    """
    state, config = folder / "state.json", folder / "config.toml"
    if state.exists():
        if not config.exists():
            raise ValueError(f"{config}: expected the configuration of this run, found no file")
        return load_state(state)
    found = traces(folder)
    if found:
        raise ValueError(
            f"{state}: expected the state of this run, for there is {found[0]}, found no file; "
            "remove the folder to begin anew"
        )
    return State()
