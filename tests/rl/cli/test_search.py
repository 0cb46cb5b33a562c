"""The command that looks for the best moves, as a user or a program reads it."""

from __future__ import annotations

import json
import sys

import pytest

from tests.rl.commands import answer, refusal, run

START = ["search", "english"]


def test_lines_are_in_the_answer_when_they_are_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = answer(capsys, *START, "--depth", "5", "--lines", "3")
    fields = ["move", "score", "depth", "nodes", "table_hits", "time_s", "pv", "lines"]
    assert list(found) == fields
    assert [set(line) for line in found["lines"]] == 3 * [{"move", "score", "depth", "pv"}]
    assert {key: found[key] for key in found["lines"][0]} == found["lines"][0]
    scores = [line["score"] for line in found["lines"]]
    assert scores == sorted(scores, reverse=True)


def test_a_followed_search_prints_every_depth_and_then_the_result(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, *START, "--depth", "4", "--follow", "--json")
    assert (code, err) == (0, "")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["depth"] for row in rows] == [1, 2, 3, 4, 4]
    assert {**rows[-1], "time_s": 0} == {**rows[-2], "time_s": 0}


def test_a_person_sees_a_row_for_every_line_of_every_depth(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run(capsys, *START, "--depth", "3", "--lines", "2", "--follow", "--threads", "2")
    rows = [line.split() for line in out.splitlines()]
    assert code == 0
    assert [row[:2] for row in rows[:6]] == [[d, n] for d in "123" for n in "12"]
    assert [row[0] for row in rows[6:11]] == ["move", "score", "depth", "nodes", "line"]


def test_an_infinite_search_ends_when_the_outcome_is_certain(
    capsys: pytest.CaptureFixture[str],
) -> None:
    fen = ["--fen", "B:W29:B22,25,1"]
    code, out, _ = run(capsys, *START, *fen, "--infinite", "--json")
    assert (code, json.loads(out.splitlines()[-1])["score"]) == (0, 29_999)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--level", "easy", "--infinite"], "expected --level or limits of your own, got both"),
        (
            ["--level", "easy", "--lines", "2"],
            "expected no --lines, --follow, --table-mib or --threads with --level",
        ),
        (["--depth", "3", "--infinite"], "expected no --depth, --nodes or --time with --infinite"),
        (["--depth", "3", "--lines", "0"], "Invalid value for '--lines': 0 is not in the range"),
        (["--depth", "3", "--threads", "0"], "'--threads': 0 is not in the range"),
        (["--depth", "3", "--threads", "257"], "threads: expected 1 to 256, got 257"),
        (["--depth", "3", "--table-mib", "1e9"], "and at most 65536 MiB, got 1000000000"),
        (["--depth", "3", "--table-mib", "nan"], "at most 65536 MiB, got nan"),
        (["--depth", "100"], "depth: expected at most 99 plies, got 100"),
    ],
)
def test_an_unusable_number_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    assert said in refusal(capsys, *START, *options)


def test_a_search_that_nobody_limits_ends_after_the_time_that_help_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["rl.cli.search"], "SECONDS", 0.01)
    assert answer(capsys, *START)["depth"] >= 1
    assert "[default: 1, where nothing else" in " ".join(run(capsys, "search", "-h")[1].split())
