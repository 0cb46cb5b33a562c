"""Networks as files: safetensors with metadata that says what they are and proves them whole."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from engine.evaluators.files import write_atomically
from engine.evaluators.weights import NetworkWeights

SCHEMA = "crownhead-network-1"
"""Names the arrays, their meaning and the metadata; changes when any of them does."""

_OWN = ("schema", "ruleset", "scale_cp", "digest")


def save_network(
    path: Path | str, weights: NetworkWeights, metadata: Mapping[str, str] | None = None
) -> None:
    """Write a network to a `.safetensors` file, whole or not at all; `metadata` is kept with it."""
    taken = [key for key in metadata or {} if key in _OWN]
    if taken:
        raise ValueError(f"metadata: {taken[0]!r} is written by the network itself")
    arrays = {name: np.ascontiguousarray(array) for name, array in weights.arrays().items()}
    own = {
        "schema": SCHEMA,
        "ruleset": weights.ruleset,
        "scale_cp": repr(float(weights.scale_cp)),
        "digest": digest(weights),
    }
    write_atomically(Path(path), save(arrays, metadata=dict(metadata or {}) | own))


def load_network(path: Path | str) -> NetworkWeights:
    """Read a network; ValueError, one line, for a file that is not one, or not whole."""
    metadata, arrays = _read(Path(path))
    if metadata.get("schema") != SCHEMA:
        found = metadata.get("schema", "none")
        raise ValueError(f"{path}: expected a network of schema {SCHEMA!r}, got {found!r}")
    try:
        weights = NetworkWeights(
            ruleset=metadata["ruleset"], scale_cp=float(metadata["scale_cp"]), **arrays
        )
    except KeyError as error:
        raise ValueError(f"{path}: expected {error} in the metadata of a network") from None
    except TypeError:
        raise ValueError(f"{path}: expected a network's arrays, got {sorted(arrays)}") from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if metadata.get("digest") != digest(weights):
        raise ValueError(f"{path}: its arrays do not match the digest written with them")
    return weights


def read_metadata(path: Path | str) -> dict[str, str]:
    """Read what a network file says about itself; ValueError where it is no safetensors file."""
    return _read(Path(path))[0]


def digest(weights: NetworkWeights) -> str:
    """Return the sha256 of a network: ruleset, scale and every array."""
    sha = hashlib.sha256(f"{weights.ruleset} {float(weights.scale_cp)!r}".encode())
    for name, array in sorted(weights.arrays().items()):
        sha.update(f" {name} {array.dtype.str} {array.shape} ".encode())
        sha.update(np.ascontiguousarray(array).tobytes())
    return sha.hexdigest()


def _read(path: Path) -> tuple[dict[str, str], dict[str, Any]]:
    if not path.is_file():
        raise ValueError(f"{path}: no such file")
    try:
        with safe_open(path, framework="numpy") as file:
            return file.metadata() or {}, {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, OSError) as error:
        reason = " ".join(str(error).split())
        raise ValueError(f"{path}: expected a whole safetensors file: {reason}") from None
