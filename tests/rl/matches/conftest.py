"""Fixtures of the match tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import _native
from tests.rl.matches.fake_core import FakeCore, Script


@pytest.fixture
def fake_core(monkeypatch: pytest.MonkeyPatch) -> Callable[[Script], FakeCore]:
    """Return a function that puts a scripted core in place of the real one."""

    def install(script: Script) -> FakeCore:
        core = FakeCore(script)
        monkeypatch.setattr(_native, "play_match", core.play_match)
        return core

    return install
