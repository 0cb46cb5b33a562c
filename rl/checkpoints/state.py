"""Where a run stands: the one small file that a resumed run believes.

Everything else in a run folder is either named by this file or made again. It is replaced after
each unit of work (a chunk of games, an epoch, a block of game pairs), together with the lengths of
the append-only logs, so a killed run loses at most the unit in hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_args

from rl.checkpoints.files import read_json, write_json

SCHEMA = 1
Stage = Literal["selfplay", "train", "gate", "baselines", "final", "done"]
MATERIAL = "material"


@dataclass(frozen=True, kw_only=True)
class State:
    """What a run has finished, and what it is in the middle of."""

    generation: int = 0
    """The generation in hand, from 0."""
    stage: Stage = "selfplay"
    """The part of the generation in hand."""
    done: int = 0
    """Units of the stage that are finished and on disk."""
    champion: str = MATERIAL
    """The evaluator that survives so far: `material`, or a network file inside the run folder."""
    champion_digest: str = ""
    """What the champion is, for its copy to be known as whole; empty for `material`."""
    counters: dict[str, float] = field(default_factory=dict)
    """Running totals that only the process knows: seconds spent, steps taken."""
    ledger: list[dict[str, Any]] = field(default_factory=list)
    """One entry a finished match: who met, what was the result, who survived."""
    damaged: list[str] = field(default_factory=list)
    """Names of sample shards that were found damaged; left out from then on."""
    offsets: dict[str, int] = field(default_factory=dict)
    """Lengths of the append-only files when this state was written."""


def save_state(path: Path, state: State) -> None:
    """Replace the state file at `path`."""
    write_json(path, {"schema": SCHEMA, **asdict(state)})


def load_state(path: Path) -> State:
    """Read a state file; anything but a state of this schema is a ValueError that names it."""
    document = read_json(path)
    if document.pop("schema", None) != SCHEMA:
        raise ValueError(f"{path}: expected a run state of schema {SCHEMA}")
    _check(path, document)
    return State(**document)


def _check(path: Path, document: Mapping[str, Any]) -> None:
    known = {item.name for item in fields(State)}
    if not set(document) <= known:  # a run of an older version lacks what came later
        raise ValueError(f"{path}: expected the keys {sorted(known)}, got {sorted(document)}")
    if document.get("stage") not in get_args(Stage):
        raise ValueError(
            f"{path}: expected a stage, one of {get_args(Stage)}, got {document.get('stage')!r}"
        )
