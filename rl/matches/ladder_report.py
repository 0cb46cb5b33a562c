"""A ladder told four ways: as text, as JSON, as a picture and as curves for TensorBoard.

The last two need matplotlib and tensorboard, which training brings; playing does without them.
"""

from __future__ import annotations

import json
import math
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rl.checkpoints.files import write_atomic
from rl.matches.ladder import Ladder
from rl.matches.ladder_picture import ladder_picture
from rl.matches.standings import (
    format_rating,
    format_standings,
    summarise_rating,
    summarise_standings,
)
from rl.metrics import Metrics

TEXT, JSON, PICTURE = "ladder.txt", "ladder.json", "ladder.png"
DRAWING = ("matplotlib", "tensorboard")
"""What the picture and the curves need."""


def format_ladder(ladder: Ladder) -> str:
    """Write the climb from generation to generation, then the standings."""
    rows = [("champion", "Elo [95 %]", "over the one before")]
    for champion, rating, gain in zip(ladder.champions, ladder.ratings, ladder.gains, strict=True):
        over = "" if gain is None else format_rating(gain)
        rows.append((champion.label, format_rating(rating), over))
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    lines = [f"    {a:<{widths[0]}}  {b:<{widths[1]}}  {c}".rstrip() for a, b, c in rows]
    title = f"ladder of run {ladder.run}, {ladder.standings.ruleset}"
    head, gap, tables = format_standings(ladder.standings, title).partition("\n\n")
    return head + gap + "\n".join(lines) + gap + tables


def summarise_ladder(ladder: Ladder) -> dict[str, Any]:
    """Return the ladder as JSON takes it; numbers not defined are null, infinite ones text."""
    return {
        "run": ladder.run,
        "champions": [
            {
                "generation": champion.generation,
                **summarise_rating(rating),
                "gain": None if gain is None else summarise_rating(gain),
            }
            for champion, rating, gain in zip(
                ladder.champions, ladder.ratings, ladder.gains, strict=True
            )
        ],
        "rungs": list(ladder.rungs),
        **summarise_standings(ladder.standings),
    }


def write_ladder(folder: Path, ladder: Ladder) -> list[str]:
    """Write all that can be written into a folder; return the packages that the rest would need."""
    write_atomic(folder / TEXT, format_ladder(ladder).encode())
    document = json.dumps(summarise_ladder(ladder), indent=2, allow_nan=False, ensure_ascii=False)
    write_atomic(folder / JSON, f"{document}\n".encode())
    missing = [name for name in DRAWING if find_spec(name) is None]
    if not missing:
        picture = ladder_picture(ladder)
        write_atomic(folder / PICTURE, picture)
        write_curves(folder, ladder, picture)
    return missing


def write_curves(folder: Path, ladder: Ladder, picture: bytes) -> None:
    """Write the curves anew: another generation moves the Elo of all before it, too.

    Steps are generations; a champion that nobody replaced keeps its Elo.
    """
    metrics = Metrics.resume(folder, {})
    last = max(champion.generation for champion in ladder.champions)
    for generation in range(last + 1):
        metrics.scalars(_scalars(ladder, generation), generation)
    metrics.image("ladder", picture, max(0, last))
    metrics.close()


def _scalars(ladder: Ladder, generation: int) -> dict[str, float]:
    """Return the numbers of a generation that are finite."""
    values: dict[str, float] = {}
    reigning = [
        rating
        for champion, rating in zip(ladder.champions, ladder.ratings, strict=True)
        if champion.generation <= generation
    ]
    rated = {"elo": reigning[-1]} if reigning else {}
    rated |= {f"rungs/{name}": ladder.standings.rating(name) for name in ladder.rungs}
    for tag, rating in rated.items():
        if rating.elo is not None and math.isfinite(rating.elo):
            values[f"ladder/{tag}"] = rating.elo
    if reigning:
        bounds = {"low": reigning[-1].low, "high": reigning[-1].high}
        values |= {f"ladder/elo_{k}": v for k, v in bounds.items() if math.isfinite(v)}
    return values
