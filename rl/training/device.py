"""Where a training runs, and how it runs repeatably there.

What torch computes with lives on one device; what is read, reported and saved are numpy arrays.
`to_device` and `to_host` are the only ways between the two, so little else knows of devices.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy.typing as npt
import torch
from torch import Tensor

CPU = torch.device("cpu")

_WORKSPACE = "CUBLAS_WORKSPACE_CONFIG"
"""Without it matrix products on CUDA may differ from run to run, and torch refuses to run them."""


def choose_device(name: str, key: str = "device") -> torch.device:
    """Return the device that `auto`, `cpu` or `cuda` stands for on this machine.

    Raises ValueError, naming the key of the configuration, where there is no `cuda` to be had.
    """
    present = torch.cuda.is_available()
    if name == "cuda" and not present:
        built = "is not built with CUDA" if torch.version.cuda is None else "finds none"
        raise ValueError(
            f"{key}: expected a CUDA device for 'cuda', but this torch {built}; "
            "'auto' takes one where there is one"
        )
    return torch.device("cuda") if present and name != "cpu" else CPU


def to_device(array: npt.NDArray[Any], device: torch.device) -> Tensor:
    """Return an array as a tensor on `device`; on the CPU both share their memory."""
    return torch.from_numpy(array).to(device)


def to_host(tensor: Tensor) -> npt.NDArray[Any]:
    """Return a tensor as an array; on the CPU both share their memory."""
    array: npt.NDArray[Any] = tensor.detach().cpu().numpy()
    return array


@contextmanager
def exact_arithmetic(threads: int, device: torch.device = CPU) -> Iterator[None]:
    """Run torch repeatably on `threads` threads, and leave its settings as they were.

    On CUDA repeatable means on the same kind of device, with the same torch.
    """
    before = torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()
    memory: Any = torch.utils.deterministic
    fill = memory.fill_uninitialized_memory
    if device.type == "cuda":
        os.environ.setdefault(_WORKSPACE, ":4096:8")
    torch.set_num_threads(threads)
    torch.use_deterministic_algorithms(True)
    memory.fill_uninitialized_memory = False  # took a fifth of the time; none is ever read
    try:
        yield
    finally:
        torch.set_num_threads(before[0])
        torch.use_deterministic_algorithms(before[1])
        memory.fill_uninitialized_memory = fill
