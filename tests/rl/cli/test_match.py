"""`crownhead match`: players, match files and options become one match, and mistakes one line."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.evaluators.files import shipped_folders
from rl.checkpoints.lock import held
from rl.cli import main
from rl.cli.looking import MATCH_NODES
from rl.cli.match import play_plan, read_plan
from rl.config.match_files import FOLDER, MatchPlan, find_match, plan_match, read_match

ROOT = Path(__file__).parents[3]
QUICK = ["--pairs", "2", "--nodes", "20", "--table-mib", "0.1", "--quiet"]
SHIPPED = sorted(path for folder in shipped_folders(FOLDER) for path in folder.glob("*.toml"))


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one line on standard error of a command that has to fail with exit code 2."""
    assert main(["match", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("crownhead: ")
    assert captured.err.count("\n") == 1
    return captured.err


def match_file(folder: Path, text: str) -> str:
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_match_files_are_whole_and_found_by_name(path: Path) -> None:
    plan = plan_match(read_match(path), str(path), {})
    plan.config.check_limited()
    assert plan.out == f"runs/matches/{path.stem}"
    assert find_match(path.stem) == path
    text = path.read_text(encoding="utf-8")
    assert f"crownhead match {path.stem}" in text
    assert text.count("#") >= 10


@pytest.mark.parametrize(
    ("players", "given", "nodes"),
    [
        (["material", "random"], {}, MATCH_NODES),
        (["material@depth=1", "material"], {}, MATCH_NODES),
        (["material@depth=1", "random"], {}, 0),
        (["material", "random"], {"clock": "9"}, 0),
    ],
)
def test_a_match_that_nobody_limits_has_a_limit_of_nodes(
    players: list[str], given: dict[str, str], nodes: int
) -> None:
    plan = read_plan(players, {"pairs": 1, **given})
    assert play_plan(plan, progress=False).config.nodes == nodes


def test_options_and_keys_override_a_file(tmp_path: Path) -> None:
    name = match_file(
        tmp_path,
        'first = "english"\nsecond = "random"\ntime_s = 0.5\npairs = 9\n[random]\nscore = 7',
    )
    plan = read_plan([name, "--adjudication.win_score", "333"], {"nodes": 40, "seed": 5})
    assert (plan.nodes, plan.time_s, plan.pairs, plan.seed) == (40, 0.0, 9, 5)
    assert (plan.adjudication.win_score, plan.random.score) == (333, 7)
    assert read_plan([name, "--second", "material"], {}).second == "material"


def test_a_file_from_an_editor_of_windows_is_read(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    text = 'first = "material"\r\nsecond = "random"\r\nnodes = 9\r\n'
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert read_plan([str(path)], {}).nodes == 9


def test_a_clock_and_a_test_are_read_from_their_options() -> None:
    given = {"clock": "60+0.6", "sprt": "-5,2.5", "sprt_model": "logistic", "alpha": 0.1}
    plan = read_plan(["english", "random"], given)
    assert (plan.clock_s, plan.increment_s) == (60.0, 0.6)
    test = plan.sprt.test()
    assert test is not None
    assert (test.elo0, test.elo1, test.alpha, test.beta) == (-5.0, 2.5, 0.1, 0.05)
    assert test.model == "logistic"
    assert read_plan(["english", "random"], {"clock": "5"}).clock_s == 5.0


def test_a_plan_is_played_as_the_match_that_it_describes() -> None:
    plan = MatchPlan(first="english", second="random", clock_s=9.0, pairs=3, workers=2, out="x")
    assert (plan.config.clock_s, plan.config.pairs) == (9.0, 3)
    assert not hasattr(plan.config, "workers")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "expected two players or one match file, got 0 names"),
        (["a", "b", "c"], "expected two players or one match file, got 3 names"),
        (["english"], "unknown match 'english': expected a .toml file, against-an-engine, "),
        (["no.toml"], "no.toml: No such file or directory"),
        (["material", "handcrafted", "--clock", "1+x"], "--clock: expected SECONDS+INCREMENT"),
        (["material", "handcrafted", "--nodes", "9", "--sprt", "5"], "--sprt: expected ELO0,ELO1"),
        (["material", "handcrafted", "--nodes", "9", "--sprt", "5,5"],
         "command line: sprt.bounds: expected -100 <= elo0 < elo1 <= 100, got elo0 = 5.0"),
        (["material", "handcrafted", "--nodes", "9", "--depth", "2"],
         "command line: nodes: expected one of nodes, depth, time_s and clock_s above 0"),
        (["material", "handcrafted", "--nodes", "9", "--pears", "2"],
         "command line: pears: unknown key; the nearest known is pairs"),
        (["material", "handcrafted", "--nodes", "9", "--tables", "/no/such/folder"],
         "/no/such/folder/english: no endgame tables"),
        (["material", "handcrafted", "--nodes", "9", "--ruleset", "chess"],
         "command line: ruleset: unknown ruleset 'chess'"),
        (["material@dpeth=3", "handcrafted", "--nodes", "9"], "the nearest is depth"),
        (["material", "handcrafted", "--nodes", "9", "--openings", "no-such-book.txt"],
         "no-such-book.txt: No such file or directory"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_and_nothing_is_started(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], message: str
) -> None:
    out = tmp_path / "match"
    assert message in refusal(capsys, *arguments, "--out", str(out))
    assert not list(out.glob("*.npz"))
    assert not (out / "match.json").exists()


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("illegal.txt", "9-13\n9-13 9-14\n", "illegal.txt: line 2, ply 2: expected a move of eng"),
        ("empty.pdn", "", "empty.pdn: expected openings of english, got none"),
        ("russian.pdn", '[GameType "25"]\n1. c3-d4 *\n', "russian.pdn: game 1, line 1: "),
    ],
)
def test_a_bad_file_of_openings_is_one_line_and_nothing_is_started(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, text: str, message: str
) -> None:
    (tmp_path / name).write_text(text)
    out = tmp_path / "match"
    arguments = ["material", "random", *QUICK, "--openings", str(tmp_path / name)]
    assert message in refusal(capsys, *arguments, "--out", str(out))
    assert not out.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('first = "a"\nsecond = "b"\npares = 3', "pares: unknown key; the nearest known is pairs"),
        ('first = "a"\nsecond = "b"\n[adjudication]\nwin_scare = 3',
         "adjudication.win_scare: unknown key; the nearest known is adjudication.win_score"),
        ('first = "a"', "second: expected a value, got none"),
        ('first = "a"\nsecond = "b"\npairs = "many"', "pairs: expected a whole number, got 'many'"),
        ('first = "a"\nsecond = "b"\npairs = 0', "pairs: expected 1 to 1000000, got 0"),
        ("first = ", "expected TOML: "),
        ('first = "a"\nsecond = "b"\n[sprt]\nbounds = [3]', "sprt.bounds: expected two of them"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_file_is_named_with_the_file_and_the_key(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, message: str
) -> None:
    said = refusal(capsys, match_file(tmp_path, text))
    assert re.search(rf"own\.toml: {re.escape(message)}", said)


def test_a_deterministic_match_without_openings_is_refused_with_the_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """U079: 20 games of A against A at fixed depth hold the information of two."""
    players = ["material", "material", "--openings", "go-as-you-please", "--pairs", "10"]
    for limit in (["--depth", "3"], ["--nodes", "500"]):
        said = refusal(capsys, *players, *limit)
        assert "pairs: expected at most 1, the openings of go-as-you-please, got 10" in said
        assert "further pairs would repeat these move for move" in said


def test_games_played_twice_are_counted_and_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """U079: where the clock decides, duplicates are possible, and told."""
    book = tmp_path / "book.fen"
    book.write_text("W:W12:B8\n")  # White has but one move, and Black none
    arguments = ["material", "material", "--time", "0.001", "--pairs", "3", "--quiet"]
    assert main(["match", *arguments, "--openings", str(book)]) == 0
    assert "repeated    5 of 6 games are another one move for move" in capsys.readouterr().out


def test_a_match_in_a_folder_that_another_process_holds_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with held(tmp_path, "playing a match in this folder"):
        said = refusal(capsys, "material", "random", *QUICK, "--out", str(tmp_path))
    assert "another process is playing a match in this folder" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock"]


def test_a_match_in_the_folder_of_a_run_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "state.json").write_text("{}")
    (tmp_path / "metrics.jsonl").write_text("curves of the run\n")
    said = refusal(capsys, "material", "random", *QUICK, "--out", str(tmp_path))
    assert "expected a folder for a match, got one that holds a run" in said
    assert (tmp_path / "metrics.jsonl").read_text() == "curves of the run\n"


def test_a_match_leaves_report_games_and_summary_in_its_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ["match", "material@depth=1", "random", *QUICK, "--out", str(tmp_path), "--json"]
    assert main(arguments) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary == json.loads((tmp_path / "report.json").read_text())
    assert summary["first"] == "material@depth=1"
    assert (tmp_path / "games.pdn").read_text().count("[Result ") == 4
    assert main(arguments) == 0  # nothing is played again
    assert json.loads(capsys.readouterr().out)["games_digest"] == summary["games_digest"]


def test_a_sequential_test_ends_the_match_and_is_reported(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["match", "material@depth=2", "random", "--pairs", "300", "--sprt", "0,50"]
    assert main([*arguments, "--quiet", "--json", "--workers", "1"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["test"]["passed"] is True
    assert summary["games"] == 2 * summary["test"]["pairs"] < 600


@pytest.mark.slow
def test_a_killed_match_goes_on_and_ends_like_one_left_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("tensorboard")
    out = tmp_path / "match"
    arguments = ["match", "material@depth=5", "random", "--pairs", "12", "--block_pairs", "1"]
    arguments += ["--json", "--quiet", "--workers", "1"]
    command = [sys.executable, "-P", "-m", "rl", *arguments, "--out", str(out)]
    runner = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)})
    try:
        while runner.poll() is None and len(list(out.glob("pairs-*"))) < 3:
            time.sleep(0.002)
    finally:
        runner.kill()
        assert runner.wait() == -signal.SIGKILL
    assert len(list(out.glob("pairs-*"))) >= 3
    digests = []
    for more in (["--out", str(out)], []):
        assert main([*arguments, *more]) == 0
        digests.append(json.loads(capsys.readouterr().out)["games_digest"])
    assert digests[0] == digests[1]
    lines = [json.loads(line) for line in (out / "metrics.jsonl").read_text().splitlines()]
    assert [item["step"] for item in lines if item["tag"] == "match/score"] == list(range(1, 13))
