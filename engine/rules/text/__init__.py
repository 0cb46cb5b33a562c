"""The rules of each game in words, for a player: one plain page a ruleset, NAME.txt beside this.

A page has a title, facts in one line or two each (`Board: ...`), and paragraphs. Where public rule
texts are silent or disagree it says what was decided. The core's struct of the ruleset cites the
sources line by line; the tests hold the pages against the facts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.rules.ruleset import ruleset


@dataclass(frozen=True)
class RulesPage:
    """One page: its title, its facts in words, its paragraphs, and all of it as it is printed."""

    title: str
    board: str
    begins: str
    kings: str
    captures: str
    draws: str
    paragraphs: tuple[str, ...]
    text: str


def rules_page(name: str) -> RulesPage:
    """Return the rules of a game in words; ValueError lists the rulesets there are.

    >>> page = rules_page("checkers")
    >>> page.title, page.kings
    ('English draughts, or American checkers', 'one square in any diagonal direction')
    """
    return _read(ruleset(name).name)


@cache
def _read(name: str) -> RulesPage:
    text = (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8")
    title, head, *paragraphs = text.rstrip("\n").split("\n\n")
    lines = head.replace("\n  ", " ").split("\n")
    facts = {key.lower(): words.rstrip(".") for key, _, words in (s.partition(": ") for s in lines)}
    unwrapped = tuple(paragraph.replace("\n", " ") for paragraph in paragraphs)
    return RulesPage(title=title, paragraphs=unwrapped, text=text, **facts)
