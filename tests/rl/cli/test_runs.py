"""The commands that look at runs and evaluators, as a user or a program reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tensorboard")

from engine.evaluators import save_network
from rl.checkpoints import Run
from rl.training import TrainingConfig
from rl.training.start import material_start
from tests.rl.commands import answer, refusal, run
from tests.rl.study.archives import ACF

CONFIG = 'name = "a"\nruleset = "english"\ngenerations = 4\n'


def test_runs_are_listed_beside_what_is_none(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with Run.open(tmp_path / "first", CONFIG, seed=1) as opened:
        opened.save(generation=1, stage="train", counters={"selfplay_s": 150.0})
    (tmp_path / "tune").mkdir()
    code, out, _ = run(capsys, "runs", "--runs", str(tmp_path))
    heads, first, tune = out.splitlines()
    assert code == 0
    for name, value in {
        "ruleset": "english", "generation": "2 of 4", "stage": "train", "state": "stopped",
        "champion": "material", "v handcrafted": "not measured", "time": "2.5 min",
    }.items():  # fmt: skip
        assert heads.index(name) == first.index(value), name
    assert first.endswith(" s ago")
    assert tune == "not runs: tune"
    assert [row["name"] for row in answer(capsys, "runs", "--runs", str(tmp_path))] == [
        "first", "tune"
    ]  # fmt: skip


@pytest.mark.slow
def test_what_other_commands_keep_is_told_apart_from_runs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rl.tune.SPEED_NODES", 100)
    quick = ("--nodes", "20", "--pairs", "1", "--quiet")
    for name, words in {
        "match": ("match", "material", "random", *quick),
        "more/match": ("match", "material", "random", *quick),
        "round": ("roundrobin", "material", "untuned", *quick),
        "study": ("study", str(ACF), "--nodes", "20", "--games", "1", "--quiet"),
        "tune": ("tune", "--games", "20", "--match-nodes", "20", "--work", f"{tmp_path}/tune",
                 *quick),
    }.items():  # fmt: skip
        assert run(capsys, *words, "--out", str(tmp_path / name))[0] == 0
    assert run(capsys, "runs", "--runs", str(tmp_path))[1] == (
        f"no run in {tmp_path}\n"
        "not runs: match (a match), more (matches), round (a round robin), study (a study), "
        "tune (a tuning)\n"
    )


def test_no_runs_is_an_answer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert answer(capsys, "runs", "--runs", str(tmp_path)) == []
    assert run(capsys, "runs", "--runs", str(tmp_path))[1] == f"no run in {tmp_path}\n"


@pytest.fixture
def network(tmp_path: Path) -> Path:
    path = tmp_path / "network.safetensors"
    weights = material_start("english", TrainingConfig(width=32), score_scale=100.0, seed=1)
    save_network(path, weights, {"run": "mine", "generation": "3", "positions": "1234"})
    return path


def test_a_network_shows_its_shape_origin_squares_and_positions(
    capsys: pytest.CaptureFixture[str], network: Path
) -> None:
    facts = answer(capsys, "inspect", str(network), "--no-calibration")
    assert (facts["ruleset"], facts["kind"], facts["width"]) == ("english", "network", 32)
    assert facts["arrays"]["input_weights"] == [128, 32]
    assert facts["provenance"] == {"run": "mine", "generation": "3", "positions": "1234"}
    assert facts["squares"]["man"]["values"][:5] == [*[None] * 4, pytest.approx(100, abs=1)]
    worth = {known["name"]: known["score"] for known in facts["positions"]}
    assert worth["start of the game"] == pytest.approx(0, abs=1)
    assert worth["start, a man up"] == pytest.approx(100, abs=1)
    code, out, _ = run(capsys, "inspect", str(network), "--no-calibration")
    assert code == 0
    places = [out.index(text) for text in (
        "kind     network", "never", "First Position", "width", "positions   1,234", "mine"
    )]  # fmt: skip
    assert places == sorted(places)
    assert "mean of 12" in out


def test_a_published_network_begins_with_its_results_and_ends_with_how_it_came_about(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = run(capsys, "inspect", "english", "--no-calibration")
    sections = [part.splitlines() for part in out.split("\n\n")]
    assert (sections[1][0], sections[-1][0]) == ("strength", "provenance")
    assert all(line.startswith(("  final: ", "  afterwards: ")) for line in sections[1][1:])
    assert "  gate: english/g00 v material" in sections[-1][-18]
    for nothing in ("None", "[]", "match "):
        assert nothing not in out


@pytest.mark.slow
@pytest.mark.parametrize("name", ["handcrafted", "untuned", "material"])
def test_evaluators_without_a_file_are_inspected_too(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    facts = answer(capsys, "inspect", name, "--ruleset", "english")
    bins = facts["calibration"]["bins"]
    assert sum(part["share"] for part in bins) == pytest.approx(1, abs=0.01)
    assert all(part["from"] <= part["predicted"] <= part["to"] for part in bins)
    assert "predicted and actual results" in run(capsys, "inspect", name)[1]


def test_a_run_whose_champion_is_material_is_inspected(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with Run.open(tmp_path / "a", CONFIG, seed=7) as opened:
        opened.save()
    facts = answer(capsys, "inspect", str(tmp_path / "a"), "--no-calibration")
    assert (facts["name"], facts["file"]) == ("material", None)
    assert (facts["run"]["seed"], facts["run"]["sessions"]) == (7, 1)


def test_a_damaged_run_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text("{")
    assert "state.json: expected a JSON" in refusal(capsys, "inspect", str(tmp_path))
