"""Published networks: what they carry, what is refused, and that nothing is lost on the way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("tensorboard")

from engine import load_evaluator
from engine.evaluators import Network, files, save_network
from engine.evaluators.network import digest, load_network, read_metadata
from engine.search.adjudication import Adjudication
from rl.checkpoints import Run
from rl.checkpoints.publish import publish, read_provenance
from rl.matches.config import MatchConfig
from rl.matches.match import play_match
from rl.matches.openings import choose_openings
from rl.matches.report import write_report
from tests.oracle.network import random_network
from tests.rl.commands import answer, refusal, run

CONFIG = 'name = "a"\nseed = 7\n'
SHORT = Adjudication(ply_cap=12)
COUNTERS = {"selfplay_s": 12.5, "train_s": 3.25, "games": 40, "positions": 900, "nodes": 10**6}


def make_run(folder: Path, **state: Any) -> Path:
    """Make the folder of a finished run whose champion is a random network."""
    with Run.open(folder, CONFIG, seed=7) as run:
        about = {"run": "a", "generation": "0", "positions": "800"}
        save_network(run.path("networks", "g00.safetensors"), random_network(0), about)
        champion = "networks/g00.safetensors"
        run.save(**{"stage": "done", "champion": champion, "counters": COUNTERS} | state)
    return folder


def play(folder: Path, first: str, second: str = "material") -> Path:
    config = MatchConfig(nodes=5, pairs=1, openings="start", adjudication=SHORT)
    player, opponent = load_evaluator(first, "english"), load_evaluator(second, "english")
    openings = choose_openings(config, "english")
    write_report(folder, play_match(player, opponent, openings, config, folder, progress=False))
    return folder


def test_a_published_network_plays_and_tells_how_it_was_made(tmp_path: Path) -> None:
    source = make_run(tmp_path / "a")
    path = publish(source, "mine", out=tmp_path)
    assert path == tmp_path / "mine.safetensors"
    assert digest(load_network(path)) == digest(random_network(0))
    made = read_provenance(path)
    assert made["config"] == CONFIG
    assert (made["run"], made["seed"], made["champion"]) == ("a", 7, "networks/g00.safetensors")
    assert (made["games"], made["positions"], made["nodes"]) == (40, 900, 10**6)
    assert made["time_s"] == {"selfplay": 12.5, "train": 3.2}
    assert made["network"] == digest(random_network(0))
    assert len(made["commits"]) == 1
    assert made["versions"]["numpy"]
    assert read_metadata(path)["positions"] == "800"
    assert path.stat().st_size < 1_000_000


def test_gates_baselines_and_final_matches_travel_in_the_order_played(tmp_path: Path) -> None:
    source = make_run(tmp_path / "a")
    champion = str(source / "networks" / "g00.safetensors")
    names = ["final-nodes", "final11-gate", "g00-v-material", "g10-gate", "g01-gate"]
    for name in [*names, "g01-v-material"]:
        play(source / "matches" / name, champion)
    made = read_provenance(publish(source, "mine", out=tmp_path))
    assert [(entry["part"], entry["name"]) for entry in made["matches"]] == [
        ("baseline", "g00-v-material"),
        ("gate", "g01-gate"),
        ("baseline", "g01-v-material"),
        ("gate", "g10-gate"),
        ("gate", "final11-gate"),
        ("final", "final-nodes"),
    ]
    entry = made["matches"][0]
    assert entry["wins"] + entry["draws"] + entry["losses"] == 2
    assert entry["line"].startswith(f"{champion} v material: +{entry['wins']} =")
    assert entry["line"].endswith(", 5 nodes, start")


def test_a_match_played_afterwards_travels_only_with_its_own_network(tmp_path: Path) -> None:
    source = make_run(tmp_path / "a")
    own = play(tmp_path / "own", "material", str(source / "networks" / "g00.safetensors"))
    save_network(tmp_path / "other.safetensors", random_network(1))
    other = play(tmp_path / "other", str(tmp_path / "other.safetensors"))
    path = publish(source, "mine", out=tmp_path, matches=[own])
    (entry,) = read_provenance(path)["matches"]
    assert (entry["part"], entry["network"]) == ("afterwards", "second")
    whole = path.read_bytes()
    with pytest.raises(ValueError, match=r"other: expected a match of the network to be published"):
        publish(source, "mine", out=tmp_path, matches=[own, other], force=True)
    (own / "report.json").unlink()
    with pytest.raises(ValueError, match=r"own: expected a folder that .* no report\.json"):
        publish(source, "mine", out=tmp_path, matches=[own], force=True)
    assert path.read_bytes() == whole
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize(
    "damage",
    [{"config": [5]}, {"config": {}}, {"elo": "x", "elo_interval": [1, 2]}, {"elo_interval": 3}],
)
def test_a_damaged_report_of_a_match_is_named_and_nothing_published(
    tmp_path: Path, damage: dict[str, Any]
) -> None:
    source = make_run(tmp_path / "a")
    report = play(source / "matches" / "g00-gate", "material") / "report.json"
    report.write_text(json.dumps(json.loads(report.read_bytes()) | {"elo": 1.0} | damage))
    with pytest.raises(ValueError, match=r"g00-gate/report\.json: expected the report of a match"):
        publish(source, "mine", out=tmp_path)
    assert not (tmp_path / "mine.safetensors").exists()


@pytest.mark.parametrize("damaged", [b"name = ", b'name = "\xff"'])
def test_a_damaged_configuration_is_named_and_nothing_published(
    tmp_path: Path, damaged: bytes
) -> None:
    source = make_run(tmp_path / "a")
    (source / "config.toml").write_bytes(damaged)
    with pytest.raises(ValueError, match=r"config\.toml: expected the TOML of this run"):
        publish(source, "mine", out=tmp_path)
    assert not (tmp_path / "mine.safetensors").exists()


def test_a_run_is_published_when_it_is_finished_or_it_is_asked_for(tmp_path: Path) -> None:
    source = make_run(tmp_path / "a", stage="gate", generation=1)
    with pytest.raises(ValueError, match=r"expected a finished run, got one in generation 1, gate"):
        publish(source, "mine", out=tmp_path)
    assert (
        read_provenance(publish(source, "mine", out=tmp_path, unfinished=True))["stage"] == "gate"
    )


def test_a_name_that_is_taken_is_replaced_only_by_force(tmp_path: Path) -> None:
    source = make_run(tmp_path / "a")
    path = publish(source, "mine", out=tmp_path)
    with pytest.raises(ValueError, match=r"mine\.safetensors: is there already; --force"):
        publish(source, "mine", out=tmp_path)
    path.write_bytes(b"old")
    assert read_provenance(publish(source, "mine", out=tmp_path, force=True))["run"] == "a"


def test_a_polynomial_is_not_published(tmp_path: Path) -> None:
    source = make_run(tmp_path / "a", champion="polynomials/g00.toml")
    with pytest.raises(ValueError, match=r"expected a network as champion, got polynomials/g00\.t"):
        publish(source, "mine", out=tmp_path)


def test_another_network_in_the_place_of_the_champion_is_not_published(tmp_path: Path) -> None:
    known = digest(random_network(0))
    source = make_run(tmp_path / "a", champion_digest=known)
    assert read_provenance(publish(source, "mine", out=tmp_path))["network"] == known
    save_network(source / "networks" / "g00.safetensors", random_network(1))
    with pytest.raises(ValueError, match=rf"g00\.safetensors: expected the champion {known}, got "):
        publish(source, "other", out=tmp_path)


def test_material_is_not_published(tmp_path: Path) -> None:
    source = make_run(tmp_path / "a", champion="material")
    with pytest.raises(ValueError, match="none has beaten material yet"):
        publish(source, "mine", out=tmp_path)


@pytest.mark.parametrize("name", ["handcrafted", "a/b", "", "x.safetensors", ".x", "-x", "Mine"])
def test_a_name_that_would_not_be_found_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="NAME: expected small letters, digits, - and _, none of"):
        publish(make_run(tmp_path / "a"), name, out=tmp_path)


@pytest.mark.parametrize("name", ["russian", "checkers"])
def test_the_name_of_a_ruleset_is_for_its_networks(tmp_path: Path, name: str) -> None:
    source = make_run(tmp_path / "a")
    if name == "checkers":  # an alias of english
        assert publish(source, name, out=tmp_path).is_file()
        return
    with pytest.raises(ValueError, match="russian: expected a network for russian, got one for en"):
        publish(source, name, out=tmp_path)


def test_a_network_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rl.checkpoints.publish.MAX_BYTES", 20_000)
    with pytest.raises(ValueError, match=r"mine\.safetensors: expected less than 20,000 bytes"):
        publish(make_run(tmp_path / "a"), "mine", out=tmp_path)
    assert not (tmp_path / "mine.safetensors").exists()


def test_a_damaged_account_and_that_of_another_network_are_refused(tmp_path: Path) -> None:
    path = publish(make_run(tmp_path / "a"), "mine", out=tmp_path)
    account = read_metadata(path)["provenance"]
    assert b"seed = 7" in path.read_bytes()
    path.write_bytes(path.read_bytes().replace(b"seed = 7", b"seed = 8"))
    with pytest.raises(ValueError, match=r"mine\.safetensors: provenance: expected content"):
        read_provenance(path)
    save_network(path, random_network(1), {"provenance": account})
    with pytest.raises(ValueError, match="expected the account of this network, got another one's"):
        read_provenance(path)


def test_a_network_without_an_account_has_none(tmp_path: Path) -> None:
    save_network(tmp_path / "a.safetensors", random_network(0))
    assert read_provenance(tmp_path / "a.safetensors") == {}


def test_a_run_of_an_older_version_tells_its_volume_by_its_shards(tmp_path: Path) -> None:
    source = make_run(tmp_path / "a", counters={"selfplay_s": 1.0})
    (source / "samples").mkdir()
    for chunk in range(2):
        result = {"games": 10, "kept": 300, "nodes": 5000}
        (source / "samples" / f"g00-000{chunk}.json").write_text(json.dumps({"result": result}))
    made = read_provenance(publish(source, "mine", out=tmp_path))
    assert (made["games"], made["positions"], made["nodes"]) == (20, 600, 10_000)


def test_a_published_network_plays_by_its_name_from_any_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The source tree is a stand-in, so that nothing of the tests is ever published."""
    tree, elsewhere = tmp_path / "tree", tmp_path / "elsewhere"
    for folder in (tree, elsewhere, elsewhere / "english"):
        folder.mkdir()  # a folder that only has the name is no run and hides nothing
    (tree / "pyproject.toml").touch()
    monkeypatch.setattr(files, "_PACKAGES", tree)
    monkeypatch.chdir(elsewhere)
    make_run(tmp_path / "runs" / "a")
    told = answer(capsys, "publish", "a", "english", "--runs", str(tmp_path / "runs"))
    assert told["path"] == str(tree / "checkpoints" / "english.safetensors")
    assert isinstance(load_evaluator("english"), Network)
    code, out, _ = run(capsys, "match", "english", "handcrafted", "--nodes", "5", "--pairs", "1",
                       "--openings", "start", "--quiet")  # fmt: skip
    assert (code, out.splitlines()[0]) == (0, "english v handcrafted, english")
    assert "is there already; --force replaces it" in refusal(
        capsys, "publish", str(tmp_path / "runs" / "a"), "english"
    )


def test_what_is_no_run_folder_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    message = refusal(capsys, "publish", "nothing", "mine", "--runs", str(tmp_path))
    assert message == f"{tmp_path}/nothing: expected a run folder, found no state.json in it"
