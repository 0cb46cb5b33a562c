"""The PDN file that is studied: which file it is, how many games it has, and which of them count.

The file is read from beginning to end each time, one game at a time, so it may be of any size.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.notation import NotationError, PdnGame, read_pdn
from engine.notation.files import open_pdn
from engine.rules.variants import ruleset_of


@dataclass(frozen=True)
class Source:
    """A file of games as it was found."""

    path: Path
    digest: str
    """SHA-256 of the file."""
    games: int
    ruleset: str | None
    """What the first game that names a ruleset names; None where none does."""

    def numbers(self, games: int) -> list[int]:
        """Choose so many games, spread evenly over the file, 0 = all; numbers count from 1.

        >>> Source(Path("some.pdn"), "", 10, None).numbers(4)
        [2, 4, 7, 9]
        """
        if not 0 < games < self.games:
            return list(range(1, self.games + 1))
        return [(2 * place + 1) * self.games // (2 * games) + 1 for place in range(games)]

    def read(self, numbers: Sequence[int]) -> Iterator[PdnGame]:
        """Read the games of these numbers, which ascend; ValueError if the file has changed."""
        wanted = iter(numbers)
        number = next(wanted, None)
        with open_pdn(self.path) as file:
            for pdn in read_pdn(file):
                if number is None:
                    return
                if pdn.number == number:
                    yield pdn
                    number = next(wanted, None)
        if number is not None:
            raise ValueError(f"{self.path}: expected {self.games} games, found fewer; it changed")


def find_source(path: Path) -> Source:
    """Look at a file of games; ValueError where it holds none, OSError where there is none."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    games, ruleset = 0, None
    try:
        with open_pdn(path) as text:
            for pdn in read_pdn(text):
                games += 1
                ruleset = ruleset or _named(pdn)
    except NotationError as error:
        raise ValueError(f"{path}: {error}") from None
    if games == 0:
        raise ValueError(f"{path}: expected games in PDN, got none")
    return Source(path, digest, games, ruleset)


def _named(pdn: PdnGame) -> str | None:
    try:
        return ruleset_of(pdn.tags).name
    except NotationError:
        return None
