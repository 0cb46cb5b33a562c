"""`crownhead roundrobin` and `crownhead ladder`, from the command line to the files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.rl.commands import answer, refusal, run
from tests.rl.matches.ladders import make_run

FEW = ("--nodes", "40", "--pairs", "2", "--table-mib", "0.1", "--workers", "1", "--quiet")


def test_round_robin_rates_everybody(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    names = ("handcrafted", "material@depth=2", "random")
    found = answer(capsys, "roundrobin", *names, *FEW, "--out", str(tmp_path))
    assert {player["player"] for player in found["players"]} == set(names)
    assert [(item["first"], item["second"]) for item in found["meetings"]] == [
        ("handcrafted", "material@depth=2"),
        ("handcrafted", "random"),
        ("material@depth=2", "random"),
    ]
    assert found == json.loads((tmp_path / "standings.json").read_text())
    assert (tmp_path / "material@depth=2-v-random" / "games.pdn").is_file()
    assert found["players"][-1]["elo"] == "-inf"


def test_round_robin_prints_its_tables_and_how_far_it_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, "roundrobin", "material", "random", *FEW[:-1])
    assert code == 0
    assert out.startswith("round robin of 2 players, english\n")
    assert "score in %" in out
    assert err == "1/1 material v random: +4 =0 -0, Elo +inf [-291, +inf]\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("material",), "players: expected two or more, got material"),
        (("material", "material"), "players: expected names that all differ, got material twice"),
        (("material", "maternal"), "unknown evaluator 'maternal': expected handcrafted"),
        (("material", "random", "--anchor", "x"), "anchor: expected one of material, random"),
        (("material", "random", "--time", "1", "--nodes", "5"), "one of --time S, --nodes N and"),
        (("material", "untuned", "hub:/no/such/engine"), "/no/such/engine"),
        (("material", "untuned", "--pairs", "400"), "pairs: expected at most 156"),
        (("material", "random", "--openings", "russian-basic"), "is a deck of russian"),
    ],
)
def test_round_robin_that_cannot_be_is_refused_in_a_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: tuple[str, ...], reason: str
) -> None:
    out = tmp_path / "nothing"
    assert reason in refusal(capsys, "roundrobin", *arguments, "--quiet", "--out", str(out))
    assert not out.exists()


@pytest.mark.slow
def test_ladder_lies_in_its_run_and_goes_on_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = make_run(tmp_path / "tiny")
    few = (*FEW, "--rung", "random", "--rung", "material")
    found = answer(capsys, "ladder", str(folder), *few)
    assert [item["player"] for item in found["champions"]] == ["tiny/g00", "tiny/g01"]
    assert found["anchor"] == "random"
    blocks = {path: path.stat().st_mtime_ns for path in folder.glob("ladder/*/pairs-*")}
    assert len(blocks) == 6
    assert answer(capsys, "ladder", str(folder), *few) == found
    assert {path: path.stat().st_mtime_ns for path in blocks} == blocks
    code, out, _ = run(capsys, "ladder", str(folder), *few, "--anchor", "material")
    assert code == 0
    assert out.startswith("ladder of run tiny, english\n")
    assert (folder / "ladder" / "ladder.txt").read_text() == out


def test_ladder_of_nothing_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "no state.json" in refusal(capsys, "ladder", str(tmp_path))
    folder = make_run(tmp_path / "tiny", generations=0)
    assert "none has beaten material yet" in refusal(capsys, "ladder", str(folder))
    assert not (folder / "ladder").exists()
