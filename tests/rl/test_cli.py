"""Commands as a user or another program calls them: output, exit codes, one-line errors."""

from __future__ import annotations

import inspect
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from rl.cli import cli
from rl.cli.groups import SUMMARY_MAX
from rl.matches.config import MatchConfig
from rl.matches.decks import DeckConfig
from rl.tune import TuneConfig
from tests.rl.commands import answer, refusal, run
from tests.rl.tiny import OVERRIDES, SMOKE

ROOT = SMOKE.parents[1]
WITHOUT_JSON = ("play", "hub")
"""A dialogue with a person, and a protocol that programs read as it is."""


def commands() -> dict[str, click.Command]:
    """Return every command by the words that call it, those of a group one by one."""
    found = {}
    for name, command in cli.commands.items():
        if isinstance(command, click.Group):
            found.update({f"{name} {sub}": part for sub, part in command.commands.items()})
        else:
            found[name] = command
    return found


@pytest.mark.parametrize("name", sorted(commands()))
def test_every_command_has_help_with_an_example(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    code, out, _ = run(capsys, *name.split(), "--help")
    assert code == 0
    assert f"Example: crownhead {name}" in out
    assert ("--json" in out) == (name not in WITHOUT_JSON)


@pytest.mark.parametrize("name", sorted(commands()))
def test_every_option_says_what_it_is_for(name: str) -> None:
    for parameter in commands()[name].params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name


def told_defaults() -> Iterator[tuple[str, str, float]]:
    """Yield command, option and the default that the help is to tell."""
    for settings, names, words in (
        (MatchConfig(), ("pairs", "seed", "table_mib"), "match"),
        (MatchConfig(), ("seed", "table_mib"), "roundrobin"),
        (TuneConfig(), ("rounds", "games", "nodes", "seed", "score_share"), "tune"),
        (TuneConfig().match, ("pairs", "time_s"), "tune"),
        (DeckConfig(), ("count", "seed", "score", "nodes"), "openings make"),
    ):
        for name in names:
            yield words, name, getattr(settings, name)


@pytest.mark.parametrize(("name", "option", "value"), list(told_defaults()))
def test_help_tells_the_defaults_there_are(name: str, option: str, value: float) -> None:
    (found,) = (part for part in commands()[name].params if part.name == option)
    assert isinstance(found, click.Option)
    assert str(found.help).endswith(f"[default: {value:g}]")


@pytest.mark.parametrize("words", [(), ("tables",), ("openings",)], ids=" ".join)
def test_a_group_without_arguments_answers_as_with_help(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert run(capsys, *words) == run(capsys, *words, "--help")
    assert run(capsys, *words)[1].startswith("Usage: crownhead")


def test_the_help_shows_every_command_under_a_heading_with_a_whole_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    listed = [line.split() for line in run(capsys, "--help")[1].split("Play:")[1].splitlines()]
    assert {words[0] for words in listed if words} - {"Learn:", "Compare:", "Look:", "Tools:"} == {
        "play", *cli.commands
    }  # fmt: skip
    for name, command in commands().items():
        first = inspect.cleandoc(command.help or "").partition("\n")[0].partition(". ")[0]
        assert command.get_short_help_str(SUMMARY_MAX) == first, name
        assert len(first) <= SUMMARY_MAX, name


def test_a_match_ends_with_its_result(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ["match", "handcrafted", "material", "--nodes", "100", "--pairs", "3", "--quiet"]
    result = answer(capsys, *arguments, "--out", str(tmp_path))
    assert result["games"] == result["wins"] + result["draws"] + result["losses"] == 6
    assert sum(result["pairs"]) == 3
    assert (tmp_path / "games.pdn").read_text().count("[Result ") == 6
    assert answer(capsys, *arguments)["games_digest"] == result["games_digest"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["perft", "chess", "--depth", "1"], "unknown ruleset 'chess': expected one of english"),
        (["perft", "english"], "Missing option '--depth'."),
        (["perft", "english", "--depth", "0"], "0 is not in the range x>=1"),
        (["moves", "english", "--fen", "W:W33:B1"], "33"),
        (["search", "english", "--depth", "1", "--evaluator", "stockfish"],
         "unknown evaluator 'stockfish': expected handcrafted, untuned, "),
        (["search", "english", "--depth", "1", "--evaluator", "no.safetensors"], "no.safetensors"),
        (["match", "material", "handcrafted", "--nodes", "10", "--openings", "x"],
         "openings: expected one of three-move, two-move, "),
        (["search", "english", "--depth", "100"], "depth: expected at most 99 plies, got 100"),
        (["match", "~no-such-user/x", "material", "--nodes", "9"], "~no-such-user/x: "),
        (["train", "no.toml"], "no.toml: No such file or directory"),
        (["train", "nothing"], "unknown configuration 'nothing'"),
        (["train", str(SMOKE), "--gate.nodez", "3"], "command line: gate.nodez: unknown key"),
        (["inspect", "nothing"], "unknown evaluator 'nothing'"),
        (["dance"], "No such command 'dance'."),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert message in refusal(capsys, *arguments)


def crownhead(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rl", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, **options)


def test_a_missing_extra_is_named() -> None:
    code = "import sys; sys.modules['torch'] = None; from rl.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "train", str(SMOKE)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 2
    message = "this command needs torch; install it with: pip install 'crownhead[train]'"
    assert done.stderr == f"crownhead: {message}\n"


def test_the_version_is_printed_without_importing_numpy() -> None:
    code = "import sys; from rl.cli import main; main(['--version']); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.startswith("crownhead ")
    assert done.stdout.endswith("False\n")


def test_a_reader_that_goes_away_is_no_error() -> None:
    """`crownhead moves ... | head -1`: the pipe is closed before the output is written."""
    command = f"{sys.executable} -m rl moves english --json | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_a_command_whose_output_is_closed_does_its_work() -> None:
    command = f"{sys.executable} -m rl moves english --json >&-"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")


def start_training(folder: Path, *overrides: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "rl", "train", str(SMOKE), "--runs", str(folder), *overrides]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    )


@pytest.mark.slow
def test_ctrl_c_stops_with_130_and_the_run_goes_on(tmp_path: Path) -> None:
    overrides = [*OVERRIDES, "--selfplay.games", "[64, 16]", "--generations", "1"]
    process = start_training(tmp_path, *overrides, "--selfplay.nodes", "20000")
    assert process.stderr is not None
    assert "a new run" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err.splitlines()[-2:] == [
        f"{tmp_path}/smoke: stopped; the same command goes on from here",
        "crownhead: interrupted",
    ]


@pytest.mark.slow
def test_a_full_disk_is_one_line_and_nothing_is_lost(tmp_path: Path) -> None:
    """A limit on the size of files stands in for the full disk; shards are the largest files."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))

    arguments = ["train", str(SMOKE), "--runs", str(tmp_path), *OVERRIDES, "--generations", "1"]
    full = crownhead(*arguments, preexec_fn=limit)
    assert full.returncode == 2
    last = full.stderr.splitlines()[-1]
    assert last == f"crownhead: {tmp_path}/smoke/samples/g00-0000.npy: File too large"
    again = crownhead(*arguments)
    assert again.returncode == 0
    assert again.stdout == (tmp_path / "smoke" / "report.txt").read_text()


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes where it likes")
def test_an_unwritable_folder_is_one_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    done = crownhead("train", str(SMOKE), "--runs", str(tmp_path / "runs"))
    assert done.returncode == 2
    assert done.stderr == f"crownhead: {tmp_path}/runs: Permission denied\n"


def test_a_folder_that_is_a_file_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "smoke").write_text("")
    message = refusal(capsys, "train", str(SMOKE), "--runs", str(tmp_path))
    assert message == f"{tmp_path}/smoke: File exists"


@pytest.mark.slow
def test_a_run_is_listed_and_inspected(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ["train", str(SMOKE), "--runs", str(tmp_path), *OVERRIDES, "--generations", "1"]
    code, out, _ = run(capsys, *arguments, "--json", "--quiet")
    report = json.loads(out)
    assert code == 0
    assert set(report["matches"]) == {"final_nodes", "final_time"}
    listed = answer(capsys, "runs", "--runs", str(tmp_path))
    assert [(row["name"], row["stage"]) for row in listed] == [("smoke", "done")]
    facts = answer(capsys, "inspect", str(tmp_path / "smoke"))
    assert (facts["run"]["seed"], facts["run"]["sessions"]) == (1, 1)
    assert "held-out games" in facts["calibration"]["source"]
    network = answer(capsys, "inspect", str(tmp_path / "smoke" / "networks" / "g00.safetensors"))
    assert (network["ruleset"], network["width"]) == ("english", 32)
    message = refusal(capsys, *arguments, "--seed", "2")
    assert "config.toml: expected seed = 1, as this run was started with, got 2" in message


@pytest.mark.slow
def test_bench_measures_every_part(capsys: pytest.CaptureFixture[str]) -> None:
    rows = answer(capsys, "bench", "--seconds", "0.1")
    assert {"perft", "perft_bulk", "nodes_handcrafted", "nodes_network", "depth_network",
            "environment", "selfplay_material", "selfplay_network", "selfplay_all_cores",
            "selfplay_utilisation", "training", "time_to_depth",
            "time_to_depth_2_threads", "speed_up_2_threads"} <= set(rows)  # fmt: skip
    assert all(row["value"] > 0 for row in rows.values())
