"""The rows of a run grow, survive a kill, and never stop a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from rl.checkpoints import State
from rl.checkpoints.history import NAME, History, complete_rows, read_history, seconds_spent
from rl.checkpoints.lock import LOCK, is_held
from rl.checkpoints.run import Run

CONFIG = 'name = "a"\n'


def test_a_row_grows_and_is_complete_once_it_has_its_time(tmp_path: Path) -> None:
    history = History(tmp_path, State())
    history.note(0, games=8)
    history.note(0, loss=0.5)
    assert history.complete() == []
    history.note(0, time_s=3.0)
    history.note(1, games=9)
    assert history.complete() == [{"generation": 0, "games": 8, "loss": 0.5, "time_s": 3.0}]
    assert len(read_history(tmp_path)) == 2


@pytest.mark.parametrize(
    ("state", "complete"),
    [
        (State(generation=0, stage="baselines"), 0),  # the row was written, the state was not
        (State(generation=1, stage="selfplay"), 1),
        (State(generation=0, stage="final"), 1),
    ],
)
def test_a_kill_before_the_state_was_saved_leaves_the_row_open(
    tmp_path: Path, state: State, complete: int
) -> None:
    History(tmp_path, State()).note(0, games=8, time_s=3.0)
    history = History(tmp_path, state)
    assert len(history.complete()) == complete
    assert history.row(0)["games"] == 8


def test_damaged_rows_are_named_and_begun_anew(tmp_path: Path) -> None:
    History(tmp_path, State()).note(0, time_s=3.0)
    path = tmp_path / NAME
    path.write_text(path.read_text().replace("3.0", "4.0"))
    history = History(tmp_path, State(generation=1))
    assert history.damage is not None
    assert str(path) in history.damage
    assert history.complete() == []
    history.note(1, time_s=5.0)
    assert complete_rows(read_history(tmp_path)) == [{"generation": 1, "time_s": 5.0}]


def test_seconds_are_those_of_the_stages_alone() -> None:
    assert seconds_spent({"selfplay_s": 2.0, "train_s": 1.5, "steps": 900}) == 3.5


def test_a_lock_is_seen_while_it_is_held(tmp_path: Path) -> None:
    pytest.importorskip("tensorboard")
    assert not is_held(tmp_path)
    with Run.open(tmp_path, CONFIG, seed=1):
        assert is_held(tmp_path)
        assert is_held(tmp_path)
    assert (tmp_path / LOCK).exists()
    assert not is_held(tmp_path)
    with Run.open(tmp_path, CONFIG, seed=1):  # looking left nothing behind
        pass
