"""The blocks of a match: what makes them one match, which are there, and playing the others.

A match folder holds `match.json`, which says who plays whom from where under which settings, and a
`pairs-FIRST-LAST.npz` for each block. Blocks carry the digest of that description, so a file can
neither be taken for one of another match nor survive a change of the players.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from engine import _native
from engine.evaluators import Evaluator
from engine.rules import Opening
from rl.checkpoints.changes import flatten
from rl.checkpoints.files import read_json, sweep_temporaries, write_json
from rl.checkpoints.fingerprint import fingerprint
from rl.matches.config import MatchConfig
from rl.matches.openings import openings_digest
from rl.matches.records import SCHEMA, GameRecords, from_games, load_records, save_records

DESCRIPTION = "match.json"

Advance = Callable[[int], None]


def play_blocks(
    first: Evaluator,
    second: Evaluator,
    openings: Sequence[Opening],
    config: MatchConfig,
    folder: Path | None,
    workers: int,
    advance: Advance,
) -> Iterator[GameRecords]:
    """Yield the blocks of a match in order, reading those that `folder` holds already.

    `advance` is told the number of games finished in all.
    """
    _check(first, second, openings, config)
    description = describe_match(first, second, openings, config)
    match = _digest(description)
    if folder is not None:
        _open_folder(folder, description)
    for start in range(0, len(openings), config.block_pairs):
        pairs = openings[start : start + config.block_pairs]
        path = block_path(folder, start, len(pairs)) if folder is not None else None
        if path is not None and path.exists():
            records = load_records(path, 2 * len(pairs), match)
        else:
            before = partial(_advance_from, advance, 2 * start)
            records = play_block(first, second, pairs, config, workers, before)
            if path is not None:
                save_records(path, records, match)
        advance(2 * (start + len(pairs)))
        yield records


def play_block(
    first: Evaluator,
    second: Evaluator,
    openings: Sequence[Opening],
    config: MatchConfig,
    workers: int = 1,
    advance: Advance | None = None,
) -> GameRecords:
    """Play one pair of games for each opening; workers and `advance` change no result."""
    games = _native.play_match(
        first.native,
        second.native,
        [opening.position.native for opening in openings],
        first_limits=config.limits(),
        second_limits=config.limits(),
        adjudication=config.adjudication.native,
        table_mib=config.table_mib,
        workers=workers,
        progress=advance,
    )
    return from_games(games)


def describe_match(
    first: Evaluator,
    second: Evaluator,
    openings: Sequence[Opening],
    config: MatchConfig,
) -> dict[str, Any]:
    """Return all that decides the games of a match."""
    return {
        "schema": SCHEMA,
        "ruleset": first.ruleset,
        "first": {"name": first.name, "fingerprint": fingerprint(first)},
        "second": {"name": second.name, "fingerprint": fingerprint(second)},
        "openings": openings_digest(openings),
        "config": asdict(config),
    }


def block_path(folder: Path, start: int, pairs: int) -> Path:
    """Return the file of the block that begins with pair `start`; files count from 1."""
    return folder / f"pairs-{start + 1:06d}-{start + pairs:06d}.npz"


def _advance_from(advance: Advance, before: int, games: int) -> None:
    advance(before + games)


def _check(
    first: Evaluator,
    second: Evaluator,
    openings: Sequence[Opening],
    config: MatchConfig,
) -> None:
    rulesets = {evaluator.ruleset for evaluator in (first, second)}
    rulesets |= {opening.position.ruleset.name for opening in openings}
    if len(rulesets) > 1:
        raise ValueError(
            f"{first.name} v {second.name}: expected players and openings of one ruleset, got "
            f"{', '.join(sorted(rulesets))}"
        )
    if len(openings) != config.pairs:
        raise ValueError(f"pairs: expected {config.pairs} openings, got {len(openings)}")
    if config.nodes and len({opening.position for opening in openings}) < len(openings):
        raise ValueError(
            "openings: expected each once, got some twice; limited by nodes, these pairs would "
            "repeat move for move"
        )


def _open_folder(folder: Path, description: dict[str, Any]) -> None:
    """Make the folder that of this match, or see that it is; remove what a kill left half made."""
    folder.mkdir(parents=True, exist_ok=True)
    sweep_temporaries(folder)
    path = folder / DESCRIPTION
    if not path.exists():
        write_json(path, description)
        return
    here, there = flatten(description), flatten(read_json(path))
    for key, value in here.items():
        if there.get(key) != value:
            raise ValueError(
                f"{path}: expected the match to go on with, got one whose {key} is "
                f"{there.get(key)} instead of {value}"
            )


def _digest(description: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(description, sort_keys=True).encode()).hexdigest()
