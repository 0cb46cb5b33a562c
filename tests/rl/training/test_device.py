"""Training finds its device, says so where there is none, and mixes it with no other.

Nothing here needs a GPU. Torch's `meta` device stands for one: its tensors hold no numbers, and
most operations refuse to mix them with tensors of the processor.
"""

from __future__ import annotations

import ast
import dataclasses
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

import rl.training
from rl.loop import train as run_loop
from rl.samples import merge
from rl.training import TrainingConfig
from rl.training.device import choose_device, exact_arithmetic
from rl.training.fit import SLICE_ROWS, Fit
from rl.training.report import EpochReport
from rl.training.rows import make_rows
from rl.training.start import material_start
from rl.training.state import job_digest
from rl.training.trainer import train
from tests.rl.tiny import tiny_config
from tests.rl.training.synthetic import material_samples

SMALL = TrainingConfig(width=32, passes=2, batch_size=512, perspectives=2)


@pytest.mark.parametrize(
    ("name", "present", "expected"),
    [
        ("auto", True, "cuda"),
        ("auto", False, "cpu"),
        ("cuda", True, "cuda"),
        ("cpu", True, "cpu"),
        ("cpu", False, "cpu"),
    ],
)
def test_device_is_the_one_asked_for_or_the_best_there_is(
    name: str, present: bool, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: present)
    assert choose_device(name).type == expected


@pytest.mark.parametrize("key", ["training.device", "final_training.device"])
def test_a_device_that_is_not_there_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    config = tiny_config(f"--{key}", "cuda")
    with pytest.raises(ValueError, match=f"^{re.escape(key)}: expected a CUDA device") as error:
        run_loop(config, tmp_path / "run", progress=False, say=lambda line: None)
    assert "\n" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_products_on_cuda_are_told_to_be_repeatable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "CUBLAS_WORKSPACE_CONFIG", "")
    del os.environ["CUBLAS_WORKSPACE_CONFIG"]
    with exact_arithmetic(1, torch.device("cpu")):
        assert "CUBLAS_WORKSPACE_CONFIG" not in os.environ
    with exact_arithmetic(1, torch.device("cuda")):
        assert os.environ["CUBLAS_WORKSPACE_CONFIG"] == ":4096:8"
        assert torch.are_deterministic_algorithms_enabled()
    assert not torch.are_deterministic_algorithms_enabled()


def test_auto_without_cuda_goes_on_with_what_the_processor_began(tmp_path: Path) -> None:
    samples, state = merge(material_samples(1000)), tmp_path / "training.safetensors"
    on_cpu = dataclasses.replace(SMALL, device="cpu")
    train(samples, on_cpu, ruleset="english", seed=1, state_path=state)
    reports: list[EpochReport] = []
    train(samples, SMALL, ruleset="english", seed=1, state_path=state, on_epoch=reports.append)
    assert reports == []  # nothing was left to do
    on_cuda = dataclasses.replace(SMALL, device="cuda")
    assert job_digest(samples, on_cpu, None) != job_digest(samples, on_cuda, None)


def test_whatever_a_fit_computes_with_is_on_its_device(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(tensor: Tensor) -> np.ndarray[Any, Any]:
        assert tensor.device.type == "meta"
        return np.ones(tuple(tensor.shape), dtype=np.float32)

    start = material_start("english", SMALL, 150.0, 1)
    rows = make_rows(material_samples(1200), start.buckets, 8.0)
    target, order = np.full(len(rows), 0.5, np.float32), np.arange(len(rows))
    on_cpu = Fit(start, SMALL, 10)
    on_cpu.run_pass(rows, target, order)
    arrays = on_cpu.arrays()

    monkeypatch.setattr("rl.training.fit.to_host", read)
    monkeypatch.setitem(SLICE_ROWS, "meta", 4096)
    fit = Fit(start, SMALL, 10, torch.device("meta"))
    monkeypatch.setattr(fit._optimiser, "step", lambda: None)  # torch has it for real devices only
    fit.restore(arrays, on_cpu.step)
    state = [tensor for part in fit._optimiser.state.values() for tensor in part.values()]
    assert {tensor.device.type for tensor in state} == {"meta"}
    assert fit.run_pass(rows, target, order).loss == 1
    assert fit.step == 4
    assert fit.evaluate(rows).shape == (1200,)
    assert fit.sums(rows).shape == (1200, 64)
    assert fit.clipped_share() == 0
    shapes = {name: array.shape for name, array in arrays.items()}
    assert {name: array.shape for name, array in fit.arrays().items()} == shapes


CROSSINGS = {"from_numpy", "as_tensor", "numpy", "cpu", "cuda", "item"}
MAKERS = {"tensor", "empty", "zeros", "ones", "full", "arange", "rand", "randn"}


def test_arrays_become_tensors_in_one_module_only() -> None:
    """Elsewhere a tensor is made from tensors, or names the device it is made on."""
    for path in Path(rl.training.__file__).parent.glob("*.py"):
        if path.name == "device.py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            owner, name = node.func.value, node.func.attr
            of_numpy = isinstance(owner, ast.Name) and owner.id in ("np", "random")
            of_torch = isinstance(owner, ast.Name) and owner.id == "torch"
            named = any(keyword.arg == "device" for keyword in node.keywords)
            where = f"{path.name}:{node.lineno}: {name}"
            assert name not in CROSSINGS or of_numpy, where
            assert not (of_torch and name in MAKERS) or named, where
