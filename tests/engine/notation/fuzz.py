"""Fuzz the readers by coverage: `python -m tests.engine.notation.fuzz`, with libFuzzer's flags.

Needs atheris (https://github.com/google/atheris), which exists for Linux only.
"""

from __future__ import annotations

import sys
from importlib import import_module

atheris = import_module("atheris")
atheris.enabled_hooks.add("RegEx")
with atheris.instrument_imports(include=["engine.notation", "engine.rules"]):
    from tests.engine.notation.fuzz_target import check

if __name__ == "__main__":
    atheris.Setup(sys.argv, lambda data: check(data.decode("latin-1")))
    atheris.Fuzz()
