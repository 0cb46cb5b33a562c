"""What browser tests need: asked for by name, skipped with the reason, or failed where required."""

from __future__ import annotations

import importlib.util
import os
from typing import NoReturn

import pytest

REQUIRED = "CROWNHEAD_BROWSER"
"""Environment variable: `required` makes a failure of what is lacking."""


def need(*modules: str) -> None:
    """Skip what is being collected where a package is not installed."""
    for module in modules:
        if importlib.util.find_spec(module) is None:
            lack(f"{module} is not installed (pip install 'crownhead[browser]')")


def lack(reason: str) -> NoReturn:
    """Skip for a reason, or fail where browser tests are required."""
    if os.environ.get(REQUIRED) == "required":
        pytest.fail(f"{REQUIRED}=required, but {reason}", pytrace=False)
    pytest.skip(reason, allow_module_level=True)
