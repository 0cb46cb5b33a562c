from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("tensorboard")

from rl.checkpoints import Run, State, load_state

CONFIG = 'name = "a"\nworkers = 2\n\n[selfplay]\nnodes = [1000]\n'


def test_a_run_goes_on_where_its_state_says(tmp_path: Path) -> None:
    with Run.open(tmp_path, CONFIG, seed=1) as run:
        run.metrics.scalar("loss/train", 1.0, 1)
        run.save(stage="train", done=3, counters=run.count(seconds=1.5))
        run.metrics.scalar("loss/train", 2.0, 2)  # not saved: lost, as in a kill
    with Run.open(tmp_path, CONFIG, seed=1) as run:
        assert (run.state.stage, run.state.done) == ("train", 3)
        assert run.count(seconds=1) == {"seconds": 2.5}
    lines = (tmp_path / "metrics.jsonl").read_text().splitlines()
    assert [json.loads(line)["step"] for line in lines] == [1]


def test_a_new_run_starts_with_material(tmp_path: Path) -> None:
    with Run.open(tmp_path, CONFIG, seed=1) as run:
        assert run.state == State(champion="material", stage="selfplay")


def test_another_configuration_is_refused_and_the_key_named(tmp_path: Path) -> None:
    Run.open(tmp_path, CONFIG, seed=1).__exit__(None, None, None)
    with pytest.raises(
        ValueError, match=r"config\.toml: expected selfplay\.nodes = \[1000\].*got \[2000\]"
    ):
        Run.open(tmp_path, CONFIG.replace("1000", "2000"), seed=1)


def test_the_number_of_workers_may_change(tmp_path: Path) -> None:
    Run.open(tmp_path, CONFIG, seed=1).__exit__(None, None, None)
    with Run.open(tmp_path, CONFIG.replace("workers = 2", "workers = 4"), seed=1):
        assert "workers = 4" in (tmp_path / "config.toml").read_text()


@pytest.mark.parametrize("kind", ["match", "study"])
def test_the_folder_of_other_work_is_refused_and_left_as_it_is(tmp_path: Path, kind: str) -> None:
    (tmp_path / f"{kind}.json").write_text("{}")
    (tmp_path / "report.json").write_text("{}")
    with pytest.raises(ValueError, match=f"a folder for a run, got one that holds a {kind}$"):
        Run.open(tmp_path, CONFIG, seed=1)
    assert len(list(tmp_path.iterdir())) == 2


def test_two_processes_cannot_train_in_one_folder(tmp_path: Path) -> None:
    with Run.open(tmp_path, CONFIG, seed=1):
        with pytest.raises(ValueError, match="another process is training"):
            Run.open(tmp_path, CONFIG, seed=1)
    Run.open(tmp_path, CONFIG, seed=1).__exit__(None, None, None)


def test_the_lock_of_a_killed_process_does_not_block(tmp_path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from rl.checkpoints import Run\n"
        f"run = Run.open(Path(sys.argv[1]), {CONFIG!r}, seed=1); print('open', flush=True)\n"
        "time.sleep(60)"
    )
    process = subprocess.Popen([sys.executable, "-c", code, tmp_path], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"open\n"
    with pytest.raises(ValueError, match="another process is training"):
        Run.open(tmp_path, CONFIG, seed=1)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    Run.open(tmp_path, CONFIG, seed=1).__exit__(None, None, None)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"done": 0', '"done": 1', "expected content with digest"),
        ("{", "", "expected a JSON document"),
    ],
)
def test_a_damaged_state_is_refused_and_named(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    with Run.open(tmp_path, CONFIG, seed=1) as run:
        run.save()
    path = tmp_path / "state.json"
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(ValueError, match=rf"state\.json: {message}"):
        load_state(path)


@pytest.mark.parametrize("name", ["samples", "games", "matches", "training"])
def test_a_run_whose_state_is_gone_is_not_begun_anew(tmp_path: Path, name: str) -> None:
    with Run.open(tmp_path, CONFIG, seed=1) as run:
        run.metrics.scalar("loss/train", 1.0, 1)
        run.path(name, "g00").touch()
        run.save()
    (tmp_path / "state.json").unlink()
    files = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    with pytest.raises(
        ValueError, match=rf"state\.json: expected .* for there is {name}, found no"
    ):
        Run.open(tmp_path, CONFIG, seed=1)
    assert {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == files


def test_a_run_killed_before_it_saved_anything_begins_anew(tmp_path: Path) -> None:
    with Run.open(tmp_path, CONFIG, seed=1) as run:
        run.metrics.text("config", CONFIG, 0)
        run.path("networks", "start.safetensors").touch()
    with Run.open(tmp_path, CONFIG, seed=1) as run:
        assert run.state == State()


def test_a_run_whose_configuration_is_gone_does_not_go_on_under_another(tmp_path: Path) -> None:
    with Run.open(tmp_path, CONFIG, seed=1) as run:
        run.save()
    (tmp_path / "config.toml").unlink()
    with pytest.raises(ValueError, match=r"config\.toml: expected the configuration of this run"):
        Run.open(tmp_path, CONFIG.replace("1000", "2000"), seed=1)
    assert not (tmp_path / "config.toml").exists()


def test_the_manifest_has_one_entry_a_session(tmp_path: Path) -> None:
    for _ in range(2):
        Run.open(tmp_path, CONFIG, seed=7).__exit__(None, None, None)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["seed"] == 7
    assert len(manifest["sessions"]) == 2
    assert manifest["sessions"][0]["versions"]["numpy"]


@pytest.mark.parametrize("damaged", [b"name", b"\xff\xfe"])
def test_a_damaged_configuration_is_named(tmp_path: Path, damaged: bytes) -> None:
    Run.open(tmp_path, CONFIG, seed=7).__exit__(None, None, None)
    (tmp_path / "config.toml").write_bytes(damaged)
    with pytest.raises(ValueError, match=r"config\.toml: expected the TOML of this run"):
        Run.open(tmp_path, CONFIG, seed=7)
