"""Whole runs that learn a polynomial: what they leave, and that dying changes nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("tensorboard")
pytest.importorskip("matplotlib")

from engine import load_evaluator
from engine.evaluators import Handcrafted
from rl.checkpoints import Run, load_state
from rl.checkpoints.history import read_history
from rl.cli import main
from rl.loop import train
from rl.matches.match import GateResult, play_gate
from rl.training.polynomial import load_polynomial
from tests.rl.lives import Killed, die_around_every_save
from tests.rl.tiny import curve_points, fingerprint, tiny_config

OVERRIDES = [
    "--learner", "polynomial", "--generations", "3", "--final_window", "0",
    "--polynomial.jolt_after", "2",
    "--selfplay.nodes", "30", "--final_nodes.pairs", "2", "--final_time.pairs", "1",
]  # fmt: skip


def run(folder: Path, *overrides: str) -> dict[str, Any]:
    config = tiny_config(*OVERRIDES, *overrides)
    return train(config, folder, progress=False, say=lambda line: None)


def decide(monkeypatch: pytest.MonkeyPatch, accepted: list[bool]) -> None:
    """Let the gates of a run end as told."""
    told = iter(accepted)

    def decided(*args: Any, **kwargs: Any) -> GateResult:
        return replace(play_gate(*args, **kwargs), accepted=next(told))

    monkeypatch.setattr("rl.loop.play_gate", decided)


@pytest.fixture(scope="module")
def won(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a finished run whose first challenger survives."""
    folder = tmp_path_factory.mktemp("runs") / "samuel"
    with pytest.MonkeyPatch.context() as patch:
        decide(patch, [True, False, False])
        run(folder)
    return folder


@pytest.mark.slow
def test_the_victor_is_an_evaluator_and_the_loser_changes_nothing(won: Path) -> None:
    assert load_state(won / "state.json").champion == "polynomials/g00.toml"
    champion = load_evaluator(str(won))
    assert isinstance(champion, Handcrafted)
    assert (won / "champion.toml").read_bytes() == (won / "polynomials" / "g00.toml").read_bytes()
    report = json.loads((won / "report.json").read_bytes())
    assert [gate["champion"] for gate in report["gates"]] == ["material", "smoke/g00", "smoke/g00"]
    losses = [load_polynomial(won / "polynomials" / f"g0{g}.toml").loss_after for g in range(3)]
    assert [row["loss"] for row in read_history(won)] == losses


@pytest.mark.slow
def test_the_weakest_term_makes_room_after_each_generation(won: Path) -> None:
    records = [load_polynomial(won / "polynomials" / f"g0{g}.toml") for g in range(3)]
    for before, after in pairwise(records):
        weakest = min(before.roster.active, key=before.roster.mean)
        assert set(before.roster.active) - set(after.roster.active) == {weakest}
        assert after.roster.history[: len(before.roster.history)] == before.roster.history
        assert after.roster.history[len(before.roster.history)]["term"] == weakest


@pytest.mark.slow
def test_two_gates_lost_in_a_row_bring_a_jolt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(monkeypatch, [False, False, False])
    run(tmp_path)
    before = load_polynomial(tmp_path / "polynomials" / "g01.toml").roster
    after = load_polynomial(tmp_path / "polynomials" / "g02.toml")
    assert after.roster.jolted == max(after.roster.active, key=before.mean)
    assert after.roster.jolted not in after.terms
    assert len(after.terms) == 15
    assert not (tmp_path / "champion.toml").exists()


@pytest.mark.slow
def test_every_active_term_has_its_curves_picture_and_words(won: Path) -> None:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    sizes = {"scalars": 0, "images": 0, "tensors": 0}
    events = EventAccumulator(str(won), size_guidance=sizes).Reload()
    for generation in range(3):
        polynomial = load_polynomial(won / "polynomials" / f"g0{generation}.toml")
        for name, term in polynomial.terms.items():
            for tag, value in (
                (f"weight_opening/{name}", term.opening),
                (f"weight_ending/{name}", term.ending),
                (f"contribution/{name}", term.contribution),
            ):
                points = {step: v for found, step, v in curve_points(won) if found == tag}
                assert points[generation] == pytest.approx(value)
    assert [image.step for image in events.Images("polynomial/weights")] == [0, 1, 2]
    text = events.Tensors("polynomial/text_summary")[2].tensor_proto.string_val[0].decode()
    assert "makes room for" in text


@pytest.mark.slow
def test_a_polynomial_is_drawn_like_a_network(won: Path) -> None:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    events = EventAccumulator(str(won), size_guidance={"images": 0}).Reload()
    for name in ("calibration", "material_balance"):
        images = events.Images(name)
        assert [image.step for image in images] == [0, 1, 2]
        assert (won / "plots" / f"{name}.png").read_bytes() == images[-1].encoded_image_string


@pytest.mark.slow
def test_a_run_is_shown_in_words(won: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(won)]) == 0
    shown = capsys.readouterr().out
    champion = load_polynomial(won / "polynomials" / "g00.toml")
    for name in champion.terms:
        assert f"\n{name} " in shown
    assert shown.count("makes room for") == 2
    assert main(["inspect", str(won), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert set(facts["polynomial"]["terms"]) == set(champion.terms)
    assert main(["runs", "--runs", str(won.parent), "--json"]) == 0
    assert "polynomials/g00.toml" in capsys.readouterr().out


@pytest.mark.slow
def test_dying_around_every_unit_of_work_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, folder = tmp_path / "whole", tmp_path / "killed"
    run(whole)
    assert die_around_every_save(monkeypatch, lambda: run(folder)) > 10
    found, expected = fingerprint(folder), fingerprint(whole)
    for part in expected:
        assert found[part] == expected[part], part
    for path in sorted((whole / "polynomials").iterdir()):
        assert (folder / "polynomials" / path.name).read_bytes() == path.read_bytes()


@pytest.mark.slow
def test_a_damaged_polynomial_stops_the_run_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = Run.save

    def mortal(self: Run, **changes: Any) -> None:
        save(self, **changes)
        if changes.get("stage") == "gate":
            raise Killed

    monkeypatch.setattr(Run, "save", mortal)
    with pytest.raises(Killed):
        run(tmp_path)
    monkeypatch.undo()
    path = tmp_path / "polynomials" / "g00.toml"
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(ValueError, match=r"g00\.toml: its SHA-256 differs"):
        run(tmp_path)
