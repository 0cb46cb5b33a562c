"""What of its configuration a run may change, and that everything else is listed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from rl.checkpoints import State
from rl.checkpoints.changes import keep_config

CONFIG = """name = "a"
generations = 3
workers = 2
keep = 0

[selfplay]
nodes = [1000]

[final_time]
pairs = 100
"""


def change(folder: Path, old: str, new: str, state: State | None = None) -> str:
    """Make a run, start it again with another configuration, return the one that is kept."""
    path = folder / "config.toml"
    keep_config(path, CONFIG, State(), {})
    keep_config(path, CONFIG.replace(old, new), state or State(), {})
    return path.read_text()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("workers = 2", "workers = 4"),
        ("keep = 0", "keep = 2"),
        ("pairs = 100", "pairs = 400"),
        ("generations = 3", "generations = 5"),
        ("generations = 3", "generations = 2"),
    ],
)
def test_what_changes_nothing_that_is_done_may_change(tmp_path: Path, old: str, new: str) -> None:
    assert new in change(tmp_path, old, new, State(generation=1, stage="gate"))


def test_every_differing_key_is_listed_with_both_values_in_one_line(tmp_path: Path) -> None:
    changed = CONFIG.replace("1000", "2000").replace('"a"', '"b"\nseed = 3')
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        change(tmp_path, CONFIG, changed)
    assert str(caught.value) == (
        f"{tmp_path}/config.toml: expected name = 'a', as this run was started with, got 'b'; "
        "seed = None, got 3; selfplay.nodes = [1000], got [2000]; "
        "use another name or remove the folder"
    )
    assert (tmp_path / "config.toml").read_text() == CONFIG


def test_a_run_is_not_made_shorter_than_it_is(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"expected generations = 3.*, got 2; use"):
        change(tmp_path, "generations = 3", "generations = 2", State(generation=2))


@pytest.mark.parametrize("stage", ["final", "done"])
def test_final_matches_that_have_begun_are_not_changed(tmp_path: Path, stage: str) -> None:
    state = State(generation=2, stage=stage)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"expected final_time\.pairs = 100.*, got 400; use"):
        change(tmp_path, "pairs = 100", "pairs = 400", state)
    longer = CONFIG.replace("pairs = 100", "pairs = 400").replace(
        "generations = 3", "generations = 4"
    )
    assert "pairs = 400" in change(tmp_path, CONFIG, longer, state)  # others, after a further one


def test_a_key_the_run_was_made_without_has_its_default(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(CONFIG)
    newer = "league = 0.0\n" + CONFIG
    keep_config(path, newer, State(), {"league": 0.0})
    assert tomllib.loads(path.read_text())["league"] == 0.0
    path.write_text(CONFIG)
    with pytest.raises(ValueError, match=r"expected league = 0\.0, .* got 0\.5"):
        keep_config(path, newer.replace("0.0", "0.5"), State(), {"league": 0.0})
