"""Where a training stands, in one safetensors file that is replaced after each pass.

It names the job it belongs to (settings, samples, starting network), so that a state left over from
another job is refused and not silently continued.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from engine.evaluators.network import NetworkWeights
from rl.samples import write_atomically
from rl.training.config import TrainingConfig

SCHEMA = 2


def job_digest(
    samples: np.ndarray, config: TrainingConfig, start: NetworkWeights | None, **settings: Any
) -> str:
    """Return a digest of everything that the result of a training depends on."""
    plain = {"schema": SCHEMA, "config": asdict(config), **settings}
    digest = hashlib.sha256(json.dumps(plain, sort_keys=True).encode())
    for field in samples.dtype.names or ():  # by field: the padding between them is anything
        digest.update(np.ascontiguousarray(samples[field]).data)
    for name, value in sorted(vars(start).items() if start else ()):
        digest.update(f"{name} ".encode())
        digest.update(value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode())
    return digest.hexdigest()


def save_state(
    path: Path, arrays: Mapping[str, np.ndarray], *, job: str, counters: Mapping[str, int]
) -> None:
    """Replace the state file at `path`."""
    metadata = {"schema": str(SCHEMA), "job": job, "counters": json.dumps(counters)}
    metadata["digest"] = _digest(arrays, metadata["counters"])
    data = save(dict(arrays), metadata)
    write_atomically(path, lambda file: file.write(data))


def load_state(path: Path, job: str) -> tuple[dict[str, np.ndarray], dict[str, int]]:
    """Read the arrays and counters of a state file.

    Raises ValueError when the file is damaged, of another schema or of another job.
    """
    try:
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except SafetensorError as error:
        raise ValueError(f"{path}: expected a training state, got damaged data ({error})") from None
    if metadata.get("schema") != str(SCHEMA):
        raise ValueError(
            f"{path}: expected a training state of schema {SCHEMA}, got "
            f"{metadata.get('schema')}; delete it to train afresh"
        )
    if metadata.get("job") != job:
        raise ValueError(
            f"{path}: belongs to a training with other samples, settings or starting network; "
            "delete it to train afresh"
        )
    if metadata.get("digest") != _digest(arrays, metadata.get("counters", "")):
        raise ValueError(
            f"{path}: its content differs from the digest written with it; "
            "delete it to train afresh"
        )
    return arrays, json.loads(metadata["counters"])


def _digest(arrays: Mapping[str, np.ndarray], counters: str) -> str:
    digest = hashlib.sha256(counters.encode())
    for name, array in sorted(arrays.items()):
        digest.update(f" {name} {array.dtype.str} {array.shape} ".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()
