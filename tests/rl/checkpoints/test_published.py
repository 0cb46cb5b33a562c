"""What is published in checkpoints/: small, whole, with its account, and told of in the ledger."""

import re
from pathlib import Path
from typing import Any

import pytest

from engine import load_evaluator
from engine.evaluators import Network
from engine.evaluators.network import digest
from rl.checkpoints.publish import read_provenance
from rl.config import load_config

FOLDER = Path(__file__).parents[3] / "checkpoints"
NETWORKS = sorted(FOLDER.glob("*.safetensors"))
SIZE_MAX = 1_000_000
RESULT = re.compile(r"\+\d+ =\d+ -\d+")

each_network = pytest.mark.parametrize("path", NETWORKS, ids=lambda path: path.stem)


def account(path: Path) -> dict[str, Any]:
    return dict(read_provenance(path))


def test_the_flagship_is_published() -> None:
    assert "english" in {path.stem for path in NETWORKS}


@each_network
def test_published_network_is_small_and_called_by_its_ruleset(path: Path) -> None:
    network = load_evaluator(path.stem)
    assert isinstance(network, Network)
    assert (network.name, network.ruleset) == (path.stem, path.stem)
    assert path.stat().st_size < SIZE_MAX


@each_network
def test_account_is_of_this_network_and_of_commits_of_this_repository(path: Path) -> None:
    told = account(path)
    assert told["network"] == digest(Network.load(path).weights)
    assert told["stage"] == "done"
    assert min(told["games"], told["positions"], told["time_s"]["selfplay"]) > 0
    assert told["commits"]
    for commit in told["commits"]:
        assert re.fullmatch(r"[0-9a-f]{40}", commit)


@each_network
def test_account_holds_a_configuration_that_this_version_reads(path: Path, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(account(path)["config"])
    assert load_config(config).ruleset == path.stem


@each_network
def test_ledger_tells_what_the_account_says(path: Path) -> None:
    page = (FOLDER / "README.md").read_text()
    row = next(line for line in page.splitlines() if line.startswith(f"| `{path.stem}` |"))
    told = account(path)
    assert f"{told['games']:,} games" in row
    timed = {result_of(match["line"]) for match in told["matches"] if match["time_s"]}
    assert result_of(row) in timed
    assert timed <= set(RESULT.findall(page))


@each_network
def test_the_front_page_says_what_the_ledger_says(path: Path) -> None:
    ledger, front = (FOLDER / "README.md").read_text(), (FOLDER.parent / "README.md").read_text()
    row = next(line for line in ledger.splitlines() if line.startswith(f"| `{path.stem}` |"))
    said = next(line for line in front.splitlines() if re.match(rf"\|.*`{path.stem}`.*\|", line))
    strength = re.search(r"\+\d+ \[.*?\]", row)
    assert strength is not None
    assert strength[0] in said


def result_of(line: str) -> str:
    found = RESULT.search(line)
    assert found is not None
    return found[0]
