"""A ladder puts all champions of a run and fixed players on one scale."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rl.checkpoints import Run, load_state
from rl.matches.ladder import (
    RUNGS,
    START_GENERATION,
    climb,
    find_champions,
    ladder_pairings,
)
from rl.matches.ladder_report import format_ladder, summarise_ladder, write_ladder
from rl.matches.players import parse_players
from rl.matches.roundrobin import play_pairings
from tests.rl.matches.fake_core import FakeCore, Script
from tests.rl.matches.ladders import CONFIG, SETTINGS, climb_and_write, make_run
from tests.rl.matches.ladders import RUNGS as FEW

InstallCore = Callable[[Script], FakeCore]


def listing(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_champions_are_those_the_gates_accepted(tmp_path: Path) -> None:
    champions = find_champions(make_run(tmp_path / "tiny", generations=4, rejected=(2,)))
    assert [(item.generation, item.label) for item in champions] == [
        (0, "g00"),
        (1, "g01"),
        (3, "g03"),
    ]
    assert champions[0].path == tmp_path / "tiny" / "polynomials" / "g00.toml"
    assert champions[1].path == tmp_path / "tiny" / "networks" / "g01.safetensors"


def test_network_a_run_started_from_is_its_first_champion(tmp_path: Path) -> None:
    run = make_run(tmp_path / "tiny")
    start = run / "networks" / "start.safetensors"
    start.write_bytes((run / "networks" / "g01.safetensors").read_bytes())
    champions = find_champions(run)
    assert (champions[0].generation, champions[0].label) == (START_GENERATION, "start")
    assert len(champions) == 3


@pytest.mark.parametrize("generations", [0, 1])
def test_run_without_a_champion_has_no_ladder(tmp_path: Path, generations: int) -> None:
    run = make_run(tmp_path / "tiny", generations, rejected=(0,))
    with pytest.raises(ValueError, match="tiny: expected a run with a champion; none has beaten"):
        find_champions(run)


def test_folder_that_is_no_run_has_no_ladder(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"expected a run folder, found no state\.json in it"):
        find_champions(tmp_path)


def test_missing_champion_is_named(tmp_path: Path) -> None:
    run = make_run(tmp_path / "tiny")
    (run / "networks" / "g01.safetensors").unlink()
    with pytest.raises(ValueError, match=r"g01.safetensors: expected the file of a champion"):
        find_champions(run)


def test_champions_meet_their_neighbours_and_every_rung() -> None:
    rungs = parse_players(RUNGS, "english")
    champions = [replace(rungs[-1], name=name) for name in ("g00", "g01", "g02")]
    names = [(first.name, second.name) for first, second in ladder_pairings(champions, rungs)]
    assert len(set(names)) == len(names) == 4 + 3 * 5 + 2
    assert set(pairwise(RUNGS)) == {(second, first) for first, second in names[:4]}
    for champion in ("g00", "g01", "g02"):
        assert {second for first, second in names if first == champion} >= set(RUNGS)
    assert [pair for pair in names if pair[1].startswith("g")] == [("g01", "g00"), ("g02", "g01")]


def test_new_generation_costs_only_its_own_matches(tmp_path: Path, fake_core: InstallCore) -> None:
    core = fake_core(lambda opening, game: 1 if game else 0)
    rungs = ("material", "handcrafted")
    run = make_run(tmp_path / "tiny", generations=2)
    climb(run, SETTINGS, rungs=rungs, progress=False)
    assert core.pairs_played == SETTINGS.pairs * (1 + 2 * 2 + 1)
    core.pairs_played = 0
    make_run(run, generations=3)
    ladder = climb(run, SETTINGS, rungs=rungs, progress=False)
    assert core.pairs_played == SETTINGS.pairs * (2 + 1)
    assert [champion.label for champion in ladder.champions] == ["g00", "g01", "g02"]


def test_run_is_only_read_but_for_its_ladder(tmp_path: Path, fake_core: InstallCore) -> None:
    fake_core(lambda opening, game: 1 if game else 0)
    run = make_run(tmp_path / "tiny")
    before = listing(run)
    with Run.open(run, CONFIG, seed=1):  # training goes on meanwhile
        climb(run, SETTINGS, rungs=("material",), progress=False)
    assert listing(run) - before == {"ladder"}
    assert load_state(run / "state.json").generation == 2


def test_ladder_in_the_folder_of_a_run_or_a_match_is_refused_and_costs_no_curve(
    tmp_path: Path,
) -> None:
    run, match = make_run(tmp_path / "run"), tmp_path / "match"
    match.mkdir()
    (match / "match.json").write_text("{}")
    for folder, kind in ((run, "a run"), (match, "a match")):
        (folder / "metrics.jsonl").write_text("curves\n")
        with pytest.raises(ValueError, match=f"expected a folder .* got one that holds {kind}"):
            climb_and_write(run, folder)
        assert (folder / "metrics.jsonl").read_text() == "curves\n"


def test_run_that_was_moved_keeps_its_matches(tmp_path: Path, fake_core: InstallCore) -> None:
    core = fake_core(lambda opening, game: 1 if game else 0)
    run = make_run(tmp_path / "tiny")
    climb(run, SETTINGS, rungs=("material",), progress=False)
    core.pairs_played = 0
    ladder = climb(run.rename(tmp_path / "moved"), SETTINGS, rungs=("material",), progress=False)
    assert core.pairs_played == 0
    assert ladder.run == "tiny"


def test_every_step_up_is_seen_beside_the_whole(tmp_path: Path, fake_core: InstallCore) -> None:
    """Each champion scores three quarters against whoever it meets."""
    fake_core(lambda opening, game: 1 if game else 0)
    settings = replace(SETTINGS, pairs=30)
    run = make_run(tmp_path / "tiny", generations=3)
    ladder = climb(run, settings, rungs=("material", "handcrafted"), progress=False)
    first, *later = ladder.gains
    assert first is None
    for (lower, upper), gain in zip(pairwise(ladder.ratings), later, strict=True):
        assert gain is not None
        assert gain.elo is not None
        assert lower.elo is not None
        assert upper.elo is not None
        assert gain.elo == pytest.approx(upper.elo - lower.elo, abs=1e-3)
        assert gain.low < gain.elo < gain.high
    lines = [line.split() for line in format_ladder(ladder).splitlines()]
    climbed = next(place for place, row in enumerate(lines) if row[:1] == ["champion"])
    assert [row[0] for row in lines[climbed + 1 : climbed + 4]] == ["g00", "g01", "g02"]
    document = json.loads(json.dumps(summarise_ladder(ladder), allow_nan=False))
    assert [item["generation"] for item in document["champions"]] == [0, 1, 2]
    assert document["champions"][0]["gain"] is None
    assert document["champions"][2]["gain"]["elo"] == pytest.approx(later[1].elo, abs=1e-6)  # type: ignore[union-attr]
    assert document["rungs"] == ["material", "handcrafted"]
    assert len(document["players"]) == 5


def test_picture_and_curves_show_what_the_table_says(
    tmp_path: Path, fake_core: InstallCore
) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    fake_core(lambda opening, game: 1 if game else 0)
    run = make_run(tmp_path / "tiny", generations=4, rejected=(2,))
    ladder = climb(run, SETTINGS, rungs=("material", "handcrafted"), progress=False)
    for _ in range(2):  # written anew, not beside the old ones
        assert write_ladder(run / "ladder", ladder) == []
    events = EventAccumulator(str(run / "ladder")).Reload()
    elos = [ladder.ratings[place].elo for place in (0, 1, 1, 2)]
    shown = events.Scalars("ladder/elo")
    assert [event.step for event in shown] == [0, 1, 2, 3]
    assert [event.value for event in shown] == pytest.approx(elos, abs=1e-3)
    assert {event.value for event in events.Scalars("ladder/rungs/handcrafted")} == {0.0}
    assert events.Tags()["images"] == ["ladder"]
    assert (run / "ladder" / "ladder.png").read_bytes().startswith(b"\x89PNG")


def test_picture_moves_with_the_ratings(tmp_path: Path, fake_core: InstallCore) -> None:
    pytest.importorskip("matplotlib")
    from rl.matches.ladder_picture import ladder_picture

    pictures = set()
    for name, result in (("level", 0), ("won", 1)):
        fake_core(lambda opening, game, result=result: result if game else 0)  # type: ignore[misc]
        run = make_run(tmp_path / name / "tiny")
        pictures.add(ladder_picture(climb(run, SETTINGS, rungs=("material",), progress=False)))
    assert len(pictures) == 2


def test_champions_and_rungs_without_a_half_point_are_drawn_as_bounds(
    tmp_path: Path, fake_core: InstallCore
) -> None:
    pytest.importorskip("matplotlib")
    from rl.matches.ladder_picture import ladder_picture

    fake_core(lambda opening, game: 1)
    ladder = climb(make_run(tmp_path / "tiny"), SETTINGS, rungs=("material",), progress=False)
    assert ladder.ratings[0].elo == float("inf")
    assert ladder_picture(ladder).startswith(b"\x89PNG")


def test_names_beside_the_picture_stay_apart() -> None:
    from rl.matches.ladder_picture import spread

    assert spread([0.0, 0.5, 5.0], 1.0) == [-0.25, 0.75, 5.0]
    crowd = spread([0.0, 0.1, 0.2, 0.3, 9.0, 9.1], 2.0)
    assert all(later - early >= 2.0 - 1e-9 for early, later in pairwise(crowd))
    assert spread([], 1.0) == []


def test_what_cannot_be_drawn_is_named_and_the_rest_is_written(
    tmp_path: Path, fake_core: InstallCore, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_core(lambda opening, game: 1 if game else 0)
    monkeypatch.setattr("rl.matches.ladder_report.find_spec", lambda name: None)
    run = make_run(tmp_path / "tiny")
    ladder = climb(run, SETTINGS, rungs=("material",), progress=False)
    assert write_ladder(run / "ladder", ladder) == ["matplotlib", "tensorboard"]
    assert {"ladder.txt", "ladder.json"} <= listing(run / "ladder")
    assert "ladder.png" not in listing(run / "ladder")


def test_random_mover_is_the_lowest_rung(tmp_path: Path) -> None:
    """Played by the real core and the real arena: forty nodes beat no thought at all."""
    rungs = parse_players(FEW, "english")
    (match,) = play_pairings([(rungs[1], rungs[0])], replace(SETTINGS, pairs=3), progress=False)
    assert match.statistics.score == 1.0


@pytest.mark.slow
def test_ladder_killed_at_many_instants_is_the_ladder_left_alone(tmp_path: Path) -> None:
    run = make_run(tmp_path / "tiny")
    alone, killed = tmp_path / "alone", tmp_path / "killed"
    climb_and_write(run, alone)
    command = [sys.executable, "-m", "tests.rl.matches.ladders", str(run), str(killed)]
    root = Path(__file__).parents[3]
    done = subprocess.run(command, capture_output=True, text=True, cwd=root)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 8
    assert tables(killed) == tables(alone)
    assert not list(killed.rglob("*.tmp"))


def tables(folder: Path) -> dict[str, Any]:
    """Return what a ladder came to, and the games of each match without their times."""
    return {
        "json": json.loads((folder / "ladder.json").read_bytes()),
        "text": (folder / "ladder.txt").read_text(),
        "matches": sorted(path.name for path in folder.iterdir() if path.is_dir()),
    }
