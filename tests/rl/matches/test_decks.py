"""Decks of random openings: the same settings give the same file, and what is in it is level."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Limits, load_evaluator, search
from engine.rules import deck, deck_names, deck_ruleset, openings
from engine.rules.openings import document_digest
from rl.checkpoints.fingerprint import fingerprint
from rl.checkpoints.manifest import commit
from rl.matches.decks import DeckConfig, format_deck, make_deck
from rl.matches.openings import level_by

TINY = DeckConfig(count=6, seed=3, plies=(2, 5), nodes=300)
ROOT = Path(__file__).parents[3]
RANDOM = [name for name in deck_names() if name.endswith("-random")]


def facts(name: str) -> dict[str, object]:
    """Return how a deck says that it was made."""
    path = openings.DATA / f"{name.replace('-', '_')}.json"
    made: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))["random"]
    return made


def test_the_same_settings_make_the_same_file() -> None:
    text = format_deck(make_deck("turkish", TINY))
    assert format_deck(make_deck("turkish", TINY)) == text
    assert format_deck(make_deck("turkish", replace(TINY, seed=4))) != text


def test_a_deck_of_more_begins_with_a_deck_of_fewer() -> None:
    longer = make_deck("queens10", replace(TINY, count=9))["openings"]
    assert longer[:6] == make_deck("queens10", TINY)["openings"]


def test_a_file_has_a_line_to_every_opening() -> None:
    document = make_deck("russian", TINY)
    text = format_deck(document)
    assert json.loads(text) == document
    assert len(re.findall(r'^  \{"number": \d, "moves": \[.*\]\},?$', text, re.MULTILINE)) == 6


def test_what_was_made_is_read_as_a_deck_of_level_openings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = make_deck("english-huff", replace(TINY, plies=(6, 10)))
    (tmp_path / "huff_made.json").write_text(format_deck(document))
    monkeypatch.setattr(openings, "DATA", tmp_path)
    monkeypatch.setitem(openings._DECKS, "huff-made", ("english-huff", document_digest(document)))
    made = deck("huff-made")
    assert len(made) == 6
    untuned, limits = load_evaluator("untuned", "english-huff"), Limits(nodes=300)
    for opening in made:
        assert 6 <= len(opening.moves) <= 10
        found = search(opening.position, evaluator=untuned, limits=limits, table_mib=16.0)
        assert abs(found.score) <= 50


def test_a_deck_says_how_many_were_judged_to_make_it() -> None:
    passed: list[None] = []
    document = make_deck("malaysian8", replace(TINY, plies=(8, 10)), lambda: passed.append(None))
    assert len(passed) == 6 < document["random"]["judged"]


def test_plies_from_many_to_few_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^plies: expected .* <= 60, got 8 and 7"):
        DeckConfig(plies=(8, 7))


@pytest.mark.parametrize("name", RANDOM)
def test_the_shipped_decks_are_still_level_to_their_judge(name: str) -> None:
    made = facts(name)
    judge = load_evaluator("untuned", deck_ruleset(name))
    assert made["judge_fingerprint"] == fingerprint(judge)
    assert (made["score"], made["nodes"]) == (50, 200_000)
    level = level_by(judge.native, 100, 200_000, 16.0)  # the search may change, if not by much
    assert all(level(opening.position) for opening in deck(name)[::25])


@pytest.mark.parametrize("name", RANDOM)
def test_the_shipped_decks_name_a_commit_of_the_core(name: str) -> None:
    assert re.fullmatch("[0-9a-f]{40}", str(facts(name)["core_commit"]))


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a clone")
def test_the_last_commit_of_a_folder_is_found() -> None:
    command = ["git", "-C", str(ROOT), "rev-list", "-1", "HEAD", "--", "engine/native/core.hpp"]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    assert (commit("engine/native/core.hpp") or "").removesuffix("+") == found
