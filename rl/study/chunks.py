"""The chunks of a study: what makes them one study, which are there, and working out the others.

A study folder holds `study.json`, which says which games are looked at, by which evaluator, within
which limits, and a `games-FIRST-LAST.npz` for each chunk, its name counting the games chosen.
Chunks carry the digest of that description, so a file can neither be taken for one of another study
nor survive a change of the evaluator.

Games are given out to threads a few ahead of the one that is waited for, across chunks, so that no
thread idles at the end of one. Threads and not processes: the search runs without the GIL.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import asdict
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Any

from engine.evaluators import Endgames, Evaluator
from engine.notation import NotationError, PdnGame
from engine.rules import replay
from engine.search import Searcher
from rl.checkpoints.description import description_digest, open_described
from rl.checkpoints.fingerprint import fingerprint
from rl.study.appraisal import Appraiser
from rl.study.config import StudyConfig
from rl.study.records import SCHEMA, StudiedGame, load_chunk, save_chunk
from rl.study.source import Source

DESCRIPTION = "study.json"
_AHEAD = 4
"""Games given out for each thread."""
_STOP_S = 0.05
"""How often searches are told to stop; one that was about to begin has to be told again."""


class Study:
    """One evaluator, limits and games; the games are studied as they are asked for."""

    def __init__(
        self,
        source: Source,
        evaluator: Evaluator,
        config: StudyConfig,
        endgames: Endgames | None = None,
    ) -> None:
        self.source = source
        self.evaluator = evaluator
        self.config = config
        self.endgames = endgames
        self.numbers = source.numbers(config.games)
        self.description = self._describe()
        self._identity = description_digest(self.description)

    def studied(
        self, folder: Path | None, workers: int
    ) -> Generator[tuple[StudiedGame, bool], None, None]:
        """Yield the games in order, and whether each was there; OSError, ValueError for a folder
        of another study or a damaged chunk.
        """
        there: dict[int, Path] = {}
        if folder is not None:
            open_described(folder / DESCRIPTION, self.description, "study")
            there = {start: path for start, path in self._paths(folder) if path.exists()}
        size = self.config.chunk_games
        lacking = [start for start in self._starts() if start not in there]
        numbers = [n for start in lacking for n in self.numbers[start : start + size]]
        with _Pool(self, workers) as pool:
            fresh = pool.study(self.source.read(numbers))
            for start in self._starts():
                own = self.numbers[start : start + size]
                if start in there:
                    for game in load_chunk(there[start], own, self._identity):
                        yield game, True
                    continue
                games = []
                for _ in own:
                    games.append(next(fresh))
                    if folder is not None and len(games) == len(own):
                        save_chunk(self._path(folder, start), games, self._identity)
                    yield games[-1], False

    def finished(self, folder: Path) -> Iterator[StudiedGame]:
        """Read the games of a study that is complete; OSError, ValueError where it is not."""
        for start, path in self._paths(folder):
            own = self.numbers[start : start + self.config.chunk_games]
            yield from load_chunk(path, own, self._identity)

    def _starts(self) -> range:
        return range(0, len(self.numbers), self.config.chunk_games)

    def _paths(self, folder: Path) -> Iterator[tuple[int, Path]]:
        for start in self._starts():
            yield start, self._path(folder, start)

    def _path(self, folder: Path, start: int) -> Path:
        last = min(start + self.config.chunk_games, len(self.numbers))
        return folder / f"games-{start + 1:06d}-{last:06d}.npz"

    def _describe(self) -> dict[str, Any]:
        """Return all that decides the appraisals."""
        return {
            "schema": SCHEMA,
            "ruleset": self.evaluator.ruleset,
            "evaluator": {
                "name": self.evaluator.name,
                "fingerprint": fingerprint(self.evaluator),
            },
            "file": {"games": self.source.games, "sha256": self.source.digest},
            "endgames": self.endgames.digest if self.endgames is not None else None,
            "config": asdict(self.config) | {"table_mib": self.config.fitting_table_mib},
        }


class _Pool:
    """Threads that study games, each with a search of its own; a context manager."""

    def __init__(self, study: Study, workers: int) -> None:
        self._study = study
        self._stop = Event()
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="study")
        self._ahead = _AHEAD * workers
        self._searchers = [
            Searcher(
                study.evaluator,
                endgames=study.endgames,
                table_mib=study.config.fitting_table_mib,
            )
            for _ in range(workers)
        ]
        self._free: SimpleQueue[Searcher] = SimpleQueue()
        for searcher in self._searchers:
            self._free.put(searcher)
        self._waiting: deque[Future[StudiedGame]] = deque()

    def study(self, games: Iterator[PdnGame]) -> Iterator[StudiedGame]:
        """Yield the games studied, in their order."""
        for pdn in games:
            self._waiting.append(self._threads.submit(self._one, pdn))
            if len(self._waiting) > self._ahead:
                yield self._next()
        while self._waiting:
            yield self._next()

    def _next(self) -> StudiedGame:
        found = self._waiting[0].result()
        self._waiting.popleft()
        return found

    def _one(self, pdn: PdnGame) -> StudiedGame:
        searcher = self._free.get()
        try:
            game = replay(pdn, self._study.evaluator.ruleset)
            appraiser = Appraiser(searcher, self._study.config.limits, self._stop.is_set)
            return StudiedGame(pdn.number, tuple(appraiser.appraise(game)))
        except NotationError:
            return StudiedGame(pdn.number, None)
        finally:
            self._free.put(searcher)

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, *raised: object) -> None:
        """End the threads; what they are searching is stopped, and begun no more."""
        self._stop.set()
        begun: Sequence[Future[StudiedGame]] = [one for one in self._waiting if not one.cancel()]
        while wait(begun, _STOP_S if begun else 0).not_done:
            for searcher in self._searchers:
                searcher.stop()
        self._threads.shutdown()
