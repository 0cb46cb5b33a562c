"""Curves of games that have nothing to show."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("tensorboard")

from rl.checkpoints import load_state
from tests.rl.lives import run

ALL_RANDOM = [
    "--selfplay.random_plies", "[60, 60]", "--selfplay.opening_share", "0",
    "--selfplay.adjudication.ply_cap", "1",
]  # fmt: skip


def test_games_without_a_search_end_in_a_line_about_samples(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected samples to train on, got 0"):
        run(tmp_path / "a", *ALL_RANDOM)
    assert load_state(tmp_path / "a" / "state.json").stage == "train"
