"""Network files: what is written reads back, and what is not whole is refused in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from engine.evaluators import Network, load_network, save_network
from engine.evaluators.files import write_atomically
from engine.evaluators.network import NetworkWeights, digest, read_metadata
from tests.oracle.network import random_network


@pytest.fixture
def network_file(tmp_path: Path) -> Path:
    path = tmp_path / "network.safetensors"
    save_network(path, random_network(0), {"generation": "3"})
    return path


def rewritten(path: Path, **metadata: str) -> Path:
    """Write the file again with other metadata."""
    save_file(load_file(path), path, read_metadata(path) | metadata)
    return path


def refusal(path: Path) -> str:
    """Return what loading says, without the path it begins with."""
    with pytest.raises(ValueError, match=rf"^{path}: ") as caught:
        Network.load(path)
    message = str(caught.value)
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def test_a_network_reads_back(network_file: Path) -> None:
    weights, again = random_network(0), load_network(network_file)
    assert digest(again) == digest(weights)
    for name, array in weights.arrays().items():
        assert np.array_equal(array, again.arrays()[name])
    assert (again.ruleset, again.scale_cp) == (weights.ruleset, weights.scale_cp)
    assert read_metadata(network_file)["generation"] == "3"


def test_a_network_of_two_perspectives_reads_back(tmp_path: Path) -> None:
    path, weights = tmp_path / "network.safetensors", random_network(0, perspectives=2)
    save_network(path, weights)
    again = load_network(path)
    assert (again.width, again.perspectives) == (64, 2)
    assert digest(again) == digest(weights)


def test_the_digest_of_a_network_is_what_it_always_was() -> None:
    """Pinned when networks had one perspective only: files of that time have to stay whole."""

    def eighths(numbers: NDArray[Any]) -> NDArray[np.float32]:
        return (numbers / 8).astype(np.float32)

    weights = NetworkWeights(
        ruleset="english",
        input_weights=eighths(np.arange(4 * 32 * 32) % 7 - 3).reshape(128, 32),
        input_bias=eighths(np.full(32, 4)),
        output_weights=eighths(np.arange(64) % 5 * 2 - 4).reshape(2, 32),
        output_bias=eighths(np.zeros(2)),
        skip=eighths(np.arange(128) / 8),
        buckets=(np.arange(25) > 12).astype(np.uint8),
        scale_cp=150.0,
    )
    assert digest(weights) == "16ff69ac9863009a948b60061edf7e87c10d7cb31a662943f51ea578731e6e7f"


def test_writing_leaves_nothing_else_behind(network_file: Path) -> None:
    assert list(network_file.parent.iterdir()) == [network_file]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "network"
    write_atomically(path, b"old")
    not_bytes: Any = "text"
    with pytest.raises(TypeError):
        write_atomically(path, not_bytes)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("kept", [0, 5, 300, 20_000])
def test_a_truncated_file_is_refused(network_file: Path, kept: int) -> None:
    network_file.write_bytes(network_file.read_bytes()[:kept])
    assert refusal(network_file).startswith("expected a whole safetensors file: ")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.safetensors") == "no such file"


def test_a_changed_number_is_refused(network_file: Path) -> None:
    data = bytearray(network_file.read_bytes())
    data[-100] ^= 1
    network_file.write_bytes(data)
    assert refusal(network_file) == "its arrays do not match the digest written with them"


def test_another_scale_is_refused(network_file: Path) -> None:
    assert "digest" in refusal(rewritten(network_file, scale_cp="201.0"))


def test_another_schema_is_refused(network_file: Path) -> None:
    expected = "expected a network of schema 'crownhead-network-1', got 'crownhead-network-9'"
    assert refusal(rewritten(network_file, schema="crownhead-network-9")) == expected


def test_a_foreign_safetensors_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "foreign.safetensors"
    save_file({"weight": np.zeros(3, np.float32)}, path)
    assert refusal(path) == "expected a network of schema 'crownhead-network-1', got 'none'"


def test_foreign_arrays_are_refused(network_file: Path) -> None:
    save_file({"weight": np.zeros(3, np.float32)}, network_file, read_metadata(network_file))
    assert refusal(network_file) == "expected a network's arrays, got ['weight']"


def test_a_ruleset_this_program_does_not_know_is_refused(network_file: Path) -> None:
    assert refusal(rewritten(network_file, ruleset="chess")).startswith("unknown ruleset 'chess'")


def test_an_overflowing_network_is_refused_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "network.safetensors"
    save_network(path, random_network(0, size=1000.0))
    assert "too large" in refusal(path)


def test_metadata_of_the_networks_own_is_not_overwritten(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'digest' is written by the network itself"):
        save_network(tmp_path / "network.safetensors", random_network(0), {"digest": "0"})
