"""What can be played with: the evaluators of each ruleset, by names a page may choose from.

A page names an evaluator from this list and never a file. Besides those that need no file there are
the published networks, the champions of the run folders, and what the command line added; files are
looked at again when a page is opened, since a run brings forth new champions while it goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.evaluators import Evaluator, Handcrafted, Material, load
from engine.evaluators.files import shipped, shipped_names
from engine.evaluators.loading import CHAMPIONS, SUFFIX

_BUILT_IN: dict[str, Callable[[str], Evaluator]] = {
    "handcrafted": Handcrafted,
    "material": Material,
}
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class _File:
    """An evaluator read from a file, and what the file was like then."""

    stamp: tuple[int, int]
    evaluator: Evaluator


class Catalogue:
    """Finds evaluators by listed names; used by one thread."""

    def __init__(self, runs: Path | None = None, added: Sequence[str] = ()) -> None:
        """Look for champions in the folders below `runs`; ValueError where one `added` is none."""
        self._runs = runs
        self._added = {name: load(name) for name in added}
        self._files: dict[str, _File] = {}
        self._built_in: dict[tuple[str, str], Evaluator] = {}
        self._unreadable: set[tuple[str, tuple[int, int]]] = set()
        self.refresh()

    def refresh(self) -> None:
        """Read the files that are new or have changed; one that cannot be read is left out."""
        found: dict[str, _File] = {}
        for name, path in self._paths():
            stamp = _stamp(path)
            known = self._files.get(name)
            if known is not None and known.stamp == stamp:
                found[name] = known
            elif (name, stamp) not in self._unreadable:
                try:
                    found[name] = _File(stamp, load(str(path)))
                except (OSError, ValueError) as error:
                    self._unreadable.add((name, stamp))
                    _LOG.warning("left out: %s", error)
        self._files = found

    def names(self, ruleset: str) -> list[str]:
        """List the evaluators of a ruleset: learned ones first, then those that need no file."""
        return [*self._learned(ruleset), *_BUILT_IN]

    def learned_name(self, ruleset: str) -> str | None:
        """Return the name of the network that stands for what was learned, if there is any."""
        return next(iter(self._learned(ruleset)), None)

    def evaluator(self, ruleset: str, name: str) -> Evaluator:
        """Return an evaluator; ValueError lists the names where this is none of them."""
        learned = self._learned(ruleset)
        if name in learned:
            return learned[name]
        if name not in _BUILT_IN:
            expected = ", ".join(self.names(ruleset))
            raise ValueError(f"no evaluator {name!r} for {ruleset}: expected one of {expected}")
        key = (ruleset, name)
        if key not in self._built_in:
            self._built_in[key] = _BUILT_IN[name](ruleset)
        return self._built_in[key]

    def _learned(self, ruleset: str) -> dict[str, Evaluator]:
        files = {name: file.evaluator for name, file in self._files.items()}
        every = {**self._added, **files}
        return {name: found for name, found in every.items() if found.ruleset == ruleset}

    def _paths(self) -> list[tuple[str, Path]]:
        paths = []
        for name in shipped_names("checkpoints", SUFFIX):
            path = shipped("checkpoints", name, SUFFIX)
            if path is not None:
                paths.append((name, path))
        if self._runs is not None and self._runs.is_dir():
            for folder in sorted(self._runs.iterdir()):
                champions = [folder / file for file in CHAMPIONS if (folder / file).is_file()]
                paths += [(f"runs/{folder.name}", path) for path in champions[:1]]
        return paths


def _stamp(path: Path) -> tuple[int, int]:
    """Return what changes when a file does; zeros where it has just gone."""
    try:
        stat = path.stat()
    except OSError:
        return (0, 0)
    return (stat.st_mtime_ns, stat.st_size)
