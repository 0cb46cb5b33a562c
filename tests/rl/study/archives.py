"""Small archives to study, and the settings and results that tests of studies share.

The games are those of tests/data/acf_sample.pdn (EricCJoyce/Datasets on GitHub, Checkers/ACF.txt),
but where a test needs a move that is plainly wrong.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from engine.evaluators import Evaluator, Handcrafted
from engine.notation import read_pdn
from engine.rules import Game, replay
from engine.search import Limits, Searcher
from rl.study.appraisal import Appraisal, Appraiser
from rl.study.chunks import Study
from rl.study.config import StudyConfig
from rl.study.source import find_source
from rl.study.study import StudyResult, run_study, write_study
from tests.oracle.published import DATA

ACF = DATA / "acf_sample.pdn"
HANGS_A_MAN = "1. 10-14 22-18 2. 11-16 25-22 3. 8-11 21-17 4. 14x21 29-25 *"
"""White's 21-17 gives a man for nothing; the reply is forced."""
HANGING_PLY = 6
LIMITS = Limits(nodes=300)


def appraise(
    game: Game, limits: Limits = LIMITS, evaluator: Evaluator | None = None
) -> list[Appraisal]:
    """Appraise the moves of a game with a small table."""
    searcher = Searcher(evaluator or Handcrafted(game.start.ruleset.name), table_mib=0.125)
    return Appraiser(searcher, limits, lambda: False).appraise(game)


def game_of(text: str, ruleset: str = "english") -> Game:
    """Replay the only game of a PDN text."""
    return replay(next(read_pdn(text)), ruleset)


def study_of(path: Path = ACF, evaluator: Evaluator | None = None, **settings: int) -> Study:
    """Return a study of few nodes, unless settings say otherwise."""
    config = StudyConfig(**{"nodes": 60, "games": 10, "chunk_games": 4, **settings})
    return Study(find_source(path), evaluator or Handcrafted(), config)


def finish(study: Study, folder: Path | None = None, workers: int = 1) -> StudyResult:
    """Run a study to its end, reports included where there is a folder."""
    result = run_study(study, folder, workers=workers, progress=False)
    if folder is not None:
        write_study(folder, result)
    return result


def digests(folder: Path, names: Sequence[str] = ()) -> dict[str, str]:
    """Return the digest of each file of a folder, or of those named."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
        if not names or path.name in names
    }
