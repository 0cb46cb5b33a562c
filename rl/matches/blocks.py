"""The blocks of a match: what makes them one match, which are there, and playing the others.

A match folder holds `match.json`, which says who plays whom from where under which settings, and a
`pairs-FIRST-LAST.npz` for each block. Blocks carry the digest of that description, so a file can
neither be taken for one of another match nor survive a change of the players.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from engine.evaluators import Endgames
from engine.rules import Opening
from rl.checkpoints.description import description_digest, open_described
from rl.matches.config import MatchConfig
from rl.matches.movers import try_engine
from rl.matches.openings import openings_digest
from rl.matches.players import Player, check_limited, describe_player, repeats
from rl.matches.records import SCHEMA, GameRecords, load_records, save_records
from rl.matches.stage import Advance, load_tables, open_stage

DESCRIPTION = "match.json"

_LATER_KEYS = frozenset(
    {
        "depth",
        "clock_s",
        "increment_s",
        "overhead_s",
        "margin_s",
        "timeout_s",
        "opening_plies",
        "first_opening",
        "tables",
        "search_tables",
    }
)


def play_blocks(
    first: Player,
    second: Player,
    openings: Sequence[Opening],
    config: MatchConfig,
    folder: Path | None,
    workers: int,
    advance: Advance,
) -> Generator[GameRecords, None, None]:
    """Yield the blocks of a match in order, reading those that `folder` holds already.

    `advance` is told the number of games finished in all.
    """
    check_match(first, second, openings, config)
    endgames = load_tables(config, first.ruleset)
    description = describe_match(first, second, openings, config, endgames)
    match = description_digest(description)
    if folder is None or not _is_complete(folder, len(openings), config.block_pairs):
        for player in (first, second):
            try_engine(player, config)
    if folder is not None:
        open_described(folder / DESCRIPTION, description, "match")
    with open_stage(first, second, config, endgames, workers) as play:
        for start in range(0, len(openings), config.block_pairs):
            pairs = openings[start : start + config.block_pairs]
            path = block_path(folder, start, len(pairs)) if folder is not None else None
            if path is not None and path.exists():
                records = load_records(path, 2 * len(pairs), match)
            else:
                records = play(pairs, start, partial(_advance_from, advance, 2 * start))
                if path is not None:
                    save_records(path, records, match)
            advance(2 * (start + len(pairs)))
            yield records


def describe_match(
    first: Player,
    second: Player,
    openings: Sequence[Opening],
    config: MatchConfig,
    endgames: Endgames | None = None,
) -> dict[str, Any]:
    """Return all that decides the games of a match."""
    tables = {} if endgames is None else {"tables": endgames.digest}
    return {
        "schema": SCHEMA,
        "ruleset": first.ruleset,
        "first": describe_player(first),
        "second": describe_player(second),
        "config": describe_config(config),  # before the digests, which tell people less
        "openings": openings_digest(openings),
        **tables,
    }


def describe_config(config: MatchConfig) -> dict[str, Any]:
    """Return the settings of a match; those that came later only where they say something.

    So a match that was begun before there was such a setting goes on.
    """
    default = MatchConfig()
    return {
        key: value
        for key, value in asdict(config).items()
        if key not in _LATER_KEYS or value != getattr(default, key)
    }


def block_path(folder: Path, start: int, pairs: int) -> Path:
    """Return the file of the block that begins with pair `start`; files count from 1."""
    return folder / f"pairs-{start + 1:06d}-{start + pairs:06d}.npz"


def _is_complete(folder: Path, pairs: int, block_pairs: int) -> bool:
    """Tell whether every block is there."""
    starts = range(0, pairs, block_pairs)
    return all(block_path(folder, at, min(block_pairs, pairs - at)).exists() for at in starts)


def _advance_from(advance: Advance, before: int, games: int) -> None:
    advance(before + games)


def check_match(
    first: Player,
    second: Player,
    openings: Sequence[Opening],
    config: MatchConfig,
) -> None:
    """Raise ValueError for a match that cannot be played or would prove nothing."""
    for player in (first, second):
        check_limited(player, config)
    rulesets = {player.ruleset for player in (first, second)}
    rulesets |= {opening.position.ruleset.name for opening in openings}
    if len(rulesets) > 1:
        raise ValueError(
            f"{first.name} v {second.name}: expected players and openings of one ruleset, got "
            f"{', '.join(sorted(rulesets))}"
        )
    if len(openings) != config.pairs:
        raise ValueError(f"pairs: expected {config.pairs} openings, got {len(openings)}")
    distinct = len({opening.position for opening in openings})
    if distinct < len(openings) and repeats((first, second), config):
        raise ValueError(
            "openings: expected each once, got some twice; limited by nodes or depth, these pairs "
            "would repeat move for move"
        )
