"""A study from its file to its report: look at every game, count, write.

Games are looked at chunk by chunk (`rl.study.chunks`) and counted as they come, so that a file of
any size fits. What a study folder holds at the end: `study.json`, the chunks, `report.txt`,
`report.json` and `annotated.pdn`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from engine import Network
from engine.notation import NotationError, PdnGame
from engine.rules import Game, replay
from rl.checkpoints.files import write_atomic
from rl.samples import write_atomically
from rl.study.annotation import annotate
from rl.study.calibration import Calibration, CalibrationCount
from rl.study.chunks import Study
from rl.study.critical import Critical, CriticalList
from rl.study.figures import Figures
from rl.study.progress import StudyProgress
from rl.study.records import StudiedGame
from rl.study.report import format_report, limit_text, summarise

TEXT, JSON, PDN = "report.txt", "report.json", "annotated.pdn"
CRITICAL = 20
"""Critical positions kept unless another number is asked for."""


@dataclass(frozen=True, kw_only=True)
class StudyResult:
    """What a study found."""

    study: Study
    figures: Figures
    calibration: Calibration
    critical: tuple[Critical, ...]
    """The moves that cost most, the worst first."""
    blunders: int
    """How many moves might have been among them."""
    left_out: tuple[str, ...]
    """Of each game that does not replay, its number, line, ply and fault."""


def run_study(
    study: Study,
    folder: Path | None = None,
    *,
    critical: int = CRITICAL,
    workers: int = 1,
    progress: bool = True,
) -> StudyResult:
    """Study games, going on with the study that `folder` holds; workers change no result.

    Raises ValueError where the folder holds another study or a damaged chunk, naming it.
    """
    figures, listed, calibration = Figures(), CriticalList(critical), CalibrationCount()
    left_out: list[str] = []
    title = f"{study.evaluator.name} on {study.source.path.name}"
    with (
        StudyProgress(title, len(study.numbers), shown=progress) as bar,
        closing(study.studied(folder, workers)) as games,
    ):
        for pdn, (found, there) in zip(study.source.read(study.numbers), games, strict=True):
            game = _replayed(study, pdn, found)
            if isinstance(game, str):
                left_out.append(game)
            elif found.appraisals is not None:
                for count in (figures, listed, calibration):
                    count.add(pdn, game, found.appraisals)
            bar.advance(figures.total, there)
    if not figures.total.games:
        raise ValueError(f"{study.source.path}: expected a game that replays; {left_out[0]}")
    own = study.evaluator
    return StudyResult(
        study=study,
        figures=figures,
        calibration=calibration.conclude(
            own.weights.scale_cp if isinstance(own, Network) else None
        ),
        critical=tuple(listed.ranked()),
        blunders=listed.blunders,
        left_out=tuple(left_out),
    )


def write_study(folder: Path, result: StudyResult) -> None:
    """Write text, JSON and annotated PDN of a study into its folder."""
    write_atomic(folder / TEXT, format_report(result).encode())
    text = json.dumps(summarise(result), indent=2, allow_nan=False, ensure_ascii=False)
    write_atomic(folder / JSON, f"{text}\n".encode())
    write_atomically(folder / PDN, lambda file: _write_games(file, folder, result.study))


def _write_games(file: BinaryIO, folder: Path, study: Study) -> None:
    annotator = f"crownhead, {study.evaluator.name}, {limit_text(study.config)}"
    for number, (pdn, game, found) in enumerate(_read(folder, study)):
        assert found.appraisals is not None
        blank = "\n" if number else ""
        file.write(f"{blank}{annotate(pdn, game, found.appraisals, annotator)}".encode())


def _read(folder: Path, study: Study) -> Iterator[tuple[PdnGame, Game, StudiedGame]]:
    """Read a finished study, without the games left out."""
    for pdn, found in zip(study.source.read(study.numbers), study.finished(folder), strict=True):
        game = _replayed(study, pdn, found)
        if isinstance(game, Game):
            yield pdn, game, found


def _replayed(study: Study, pdn: PdnGame, found: StudiedGame) -> Game | str:
    """Replay a game, or say why it is left out; ValueError if that is not what was studied."""
    try:
        game: Game | str = replay(pdn, study.evaluator.ruleset)
    except NotationError as error:
        game = str(error)
    if isinstance(game, str) != (found.appraisals is None) or found.number != pdn.number:
        raise ValueError(
            f"{study.source.path}: game {pdn.number} is not the one that was studied; "
            "the file has changed meanwhile"
        )
    return game
