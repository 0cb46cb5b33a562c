"""Judges: one a ruleset for all sessions, and a new one where what was learned has changed."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from engine import Position
from engine.evaluators.files import shipped
from engine.web.catalogue import Catalogue
from engine.web.judging import NOTHING, Judges
from engine.web.protocol import Join
from engine.web.sessions import open_sessions
from engine.web.thinking import Thinking


def test_sessions_of_a_ruleset_share_one_judge() -> None:
    async def run() -> None:
        thinking = Thinking(1)
        sessions = open_sessions(Catalogue(), thinking, 0.0)
        judges = {id(sessions.join(Join())[0]._judge) for _ in range(3)}
        thinking.close()
        assert len(judges) == 1

    asyncio.run(run())


def test_a_champion_that_has_changed_gets_a_new_judge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = shipped("checkpoints", "russian", ".safetensors")
    assert network is not None
    (tmp_path / "mine").mkdir()
    champion = tmp_path / "mine" / "champion.safetensors"
    champion.write_bytes(network.read_bytes())
    monkeypatch.setattr("engine.web.catalogue.shipped_names", lambda folder, suffix: [])
    catalogue = Catalogue(tmp_path)
    judges = Judges(catalogue)
    first = judges.of("russian")
    assert first.learned_name == "runs/mine"
    assert judges.of("russian") is first
    os.utime(champion, (1, 1))
    catalogue.refresh()
    assert judges.of("russian") is not first


def test_a_position_without_moves_is_not_judged() -> None:
    judge = Judges(Catalogue()).of("turkish")
    assert judge.judge(Position.from_fen("turkish", "W:W:B1")) == NOTHING
    judged = judge.judge(Position.from_fen("turkish", "W:W41,42:B10"))
    assert judged.learned is None
    assert judged.handcrafted is not None
    assert judged.handcrafted > 0
