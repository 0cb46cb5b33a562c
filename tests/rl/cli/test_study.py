"""The command `study`: what it prints, what it refuses, and a study killed at any moment."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rl.checkpoints.lock import held
from tests.rl.commands import answer, refusal, run
from tests.rl.study.archives import ACF, digests

FEW = (str(ACF), "--nodes", "60", "--games", "6", "--workers", "1")


def test_study_prints_agreement_loss_calibration_and_critical_positions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, "study", *FEW, "--critical", "1")
    assert (code, err) == (0, "")
    for part in ("agreed", "men a free move", "score against result", "critical positions, 1 of"):
        assert part in out


def test_study_answers_in_json_what_its_folder_keeps(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found = answer(capsys, "study", *FEW, "--out", str(tmp_path))
    assert found == json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert found["ruleset"] == "english"
    assert found["config"]["nodes"] == 60
    again = answer(capsys, "study", *FEW, "--out", str(tmp_path))
    assert again == found


def test_limits_are_one_of_nodes_depth_and_time(capsys: pytest.CaptureFixture[str]) -> None:
    games = (str(ACF), "--games", "1")
    assert answer(capsys, "study", *games, "--depth", "2")["config"]["depth"] == 2
    assert answer(capsys, "study", *games, "--time", "0.0005")["config"]["time_s"] == 0.0005
    several = refusal(capsys, "study", *games, "--depth", "2", "--nodes", "60")
    assert several == "expected one of --depth, --nodes and --time, got several"


def test_the_ruleset_is_what_the_games_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "games.pdn"
    file.write_text('[GameType "25"] 1. c3-d4 d6-c5 2. b2-c3 f6-g5 *')
    assert answer(capsys, "study", str(file), "--nodes", "60")["ruleset"] == "russian"
    file.write_text("1. 11-15 22-18 *")
    asked = refusal(capsys, "study", str(file), "--nodes", "60")
    assert asked == f"expected --ruleset: no game of {file} names one by GameType or Variant"
    found = answer(capsys, "study", str(file), "--nodes", "60", "--ruleset", "american")
    assert found["ruleset"] == "english"


def test_bad_input_is_one_line_that_names_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    missing, prose, other = tmp_path / "none.pdn", tmp_path / "prose.pdn", tmp_path / "other.pdn"
    prose.write_text("no games here")
    other.write_text('[GameType "20"] 1. 32-28 *')
    out = tmp_path / "out"
    assert refusal(capsys, "study", str(missing)) == f"{missing}: No such file or directory"
    assert "prose.pdn: no game found: line 1: " in refusal(capsys, "study", str(prose))
    assert "unknown evaluator 'nobody'" in refusal(
        capsys, "study", *FEW, "--evaluator", "nobody", "--out", str(out)
    )
    assert "is international: expected 21 (english)" in refusal(
        capsys, "study", str(other), "--ruleset", "english"
    )
    assert not out.exists()


def test_a_folder_of_other_settings_is_refused_in_a_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run(capsys, "study", *FEW, "--out", str(tmp_path))
    refused = refusal(capsys, "study", *FEW[:-2], "--evaluator", "material", "--out", str(tmp_path))
    assert refused.startswith(f"{tmp_path / 'study.json'}: expected the study to go on with")
    assert "evaluator.name is handcrafted instead of material" in refused


@pytest.mark.parametrize(("name", "kind"), [("match.json", "match"), ("state.json", "run")])
def test_a_folder_of_a_match_or_a_run_is_refused_and_keeps_its_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, kind: str
) -> None:
    (tmp_path / name).write_text("{}")
    (tmp_path / "report.txt").write_text("of something else\n")
    refused = refusal(capsys, "study", *FEW, "--out", str(tmp_path))
    assert refused == f"{tmp_path}: expected a folder for a study, got one that holds a {kind}"
    assert (tmp_path / "report.txt").read_text() == "of something else\n"


def test_a_folder_in_which_another_process_studies_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with held(tmp_path, "studying games in this folder"):
        refused = refusal(capsys, "study", *FEW, "--out", str(tmp_path))
    assert refused == f"{tmp_path}: another process is studying games in this folder"
    assert [path.name for path in tmp_path.iterdir()] == [".lock"]


@pytest.mark.slow
def test_sigkill_between_any_two_writes_changes_nothing(tmp_path: Path) -> None:
    """Each life ends in front of a touch of the study's files, and the last comes to its end."""
    alone, killed = tmp_path / "alone", tmp_path / "killed"
    # Before the lock, study.json and the first chunk, in and between chunks and the three reports.
    touches = (1, 2, 3, 4, 5, 5, 4, 3, 7, 6, 7)
    assert live(alone, 0) == [0]
    assert live(killed, *touches, 0) == [*[-signal.SIGKILL] * len(touches), 0]
    assert digests(killed) == digests(alone)


LIVES = """
import os, signal, sys
from rl.cli import main
import rl.study.study, rl.study.chunks
folder, lives, arguments = sys.argv[1], sys.argv[2], sys.argv[3:]
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
def live(touches):
    def watch(event, arguments):
        nonlocal touches
        if event not in ("open", "os.rename") or folder not in str(arguments[0]):
            return
        if event == "open" and not arguments[2] & WRITING:
            return
        touches -= 1
        if touches == 0:
            os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(watch)
    sys.stdout = open(os.devnull, "w")
    return main(["study", *arguments, "--out", folder, "--quiet"])
for touches in map(int, lives.split(",")):
    child = os.fork()
    if child == 0:
        os._exit(live(touches))
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


def live(folder: Path, *touches: int) -> list[int]:
    """Study so often, each time until just before the files in `folder` are touched that many
    times, 0 = to the end; return the exit codes.
    """
    games = (str(ACF), "--nodes", "30", "--games", "60", "--workers", "2")
    command = [sys.executable, "-c", LIVES, str(folder), ",".join(map(str, touches)), *games]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return [int(line) for line in done.stdout.splitlines()]
