"""The command that makes decks of random openings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.rules.openings import document_digest
from rl.matches.decks import DeckConfig, format_deck, make_deck
from tests.rl.commands import answer, refusal, run

TINY = ["--count", "5", "--seed", "3", "--plies", "2", "4", "--score", "60", "--nodes", "200"]
MAKE = ["openings", "make", "russian", *TINY]


def test_a_deck_is_made_as_its_options_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "russian.json"
    facts = answer(capsys, *MAKE, "--out", str(out), "--quiet")
    config = DeckConfig(count=5, seed=3, plies=(2, 4), score=60, nodes=200)
    assert out.read_text() == format_deck(make_deck("russian", config))
    document = json.loads(out.read_text())
    assert document["sources"] == [f"crownhead openings make russian {' '.join(TINY)}"]
    assert facts == {
        "file": str(out),
        "ruleset": "russian",
        "openings": 5,
        "judged": document["random"]["judged"],
        "sha256": document_digest(document),
    }


def test_the_digest_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.json"
    code, printed, _ = run(capsys, *MAKE, "--out", str(out), "--quiet")
    assert code == 0
    assert printed.startswith(f"{out}: 5 of ")
    assert printed.endswith(f" sha256 {document_digest(json.loads(out.read_text()))}\n")


def test_a_file_that_is_there_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.json"
    out.write_text("mine")
    assert "a.json: there is such a file already" in refusal(capsys, *MAKE, "--out", str(out))
    assert out.read_text() == "mine"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--plies", "5", "4"], "plies: expected 1 <= fewest <= most <= 60, got 5 and 4"),
        (["--plies", "1", "1", "--count", "8"], "found 7 of 8 distinct random openings of 1 to 1"),
        (["--count", "0"], "0 is not in the range 1<=x<=100000"),
    ],
)
def test_what_cannot_be_made_is_refused_and_leaves_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    out = tmp_path / "a.json"
    words = ["openings", "make", "english", "--nodes", "10", "--quiet", "--out", str(out)]
    assert said in refusal(capsys, *words, *options)
    assert not list(tmp_path.iterdir())
