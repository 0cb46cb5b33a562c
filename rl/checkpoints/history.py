"""What each generation of a run came to: rows for tables, plots and lists.

They are for people: no game, weight or decision depends on them, so a damaged file is begun anew
and said so, and never ends a run. A row grows stage by stage and is complete once it has `time_s`.
The file is replaced before the state is saved; what a kill leaves ahead of the state is taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rl.checkpoints.files import read_json, write_json
from rl.checkpoints.state import State

NAME = "generations.json"
SCHEMA = 1
Row = dict[str, Any]


class History:
    """The rows of an open run, by generation."""

    def __init__(self, folder: Path, state: State) -> None:
        """Read the rows that `state` knows of; `damage` is a line about a file that is unusable."""
        self.damage: str | None = None
        self._path = folder / NAME
        try:
            rows = read_history(folder)
        except ValueError as error:
            self.damage, rows = f"{error}; its table begins anew", []
        over = state.stage in ("final", "done")
        for row in rows:
            if row["generation"] >= state.generation and not over:
                row.pop("time_s", None)
        self._rows = {row["generation"]: row for row in rows}

    def note(self, generation: int, **facts: Any) -> None:
        """Add facts to the row of a generation and make the file whole again."""
        self._rows[generation] = {
            "generation": generation,
            **self._rows.get(generation, {}),
        } | facts
        rows = [self._rows[number] for number in sorted(self._rows)]
        write_json(self._path, {"schema": SCHEMA, "rows": rows})

    def row(self, generation: int) -> Row:
        """Return what is known of a generation so far."""
        return dict(self._rows.get(generation, {}))

    def complete(self) -> list[Row]:
        """Return the rows of the generations that are over, in order."""
        return complete_rows([self._rows[number] for number in sorted(self._rows)])


def read_history(folder: Path) -> list[Row]:
    """Return the rows of a run folder, none where it has no such file.

    Raises ValueError that names the file when it is damaged or of another schema.
    """
    path = folder / NAME
    if not path.exists():
        return []
    document = read_json(path)
    if document.get("schema") != SCHEMA:
        raise ValueError(f"{path}: expected rows of schema {SCHEMA}")
    rows: list[Row] = document["rows"]
    return rows


def complete_rows(rows: list[Row]) -> list[Row]:
    """Return the rows of generations that are over."""
    return [row for row in rows if "time_s" in row]


def seconds_spent(counters: Mapping[str, float]) -> float:
    """Return the seconds that all stages of a run took, from the counters of its state."""
    return sum(seconds for name, seconds in counters.items() if name.endswith("_s"))
