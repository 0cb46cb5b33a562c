"""One chunk of self-play: a pure function from its description to two files.

The description says who plays, how, and which games by number; the number of workers, the machine
and the order of chunks change nothing. So chunks may be made again after a kill, or elsewhere, and
the files are byte for byte the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine import Endgames, Evaluator, _native
from engine.rules import USUAL, ballot_names, deck, deck_names
from rl.checkpoints import derive_seed
from rl.samples import merge, save_shard
from rl.selfplay.config import SelfPlayConfig
from rl.selfplay.games import PlayedGames, from_native, save_games
from rl.selfplay.league import identify


@dataclass(frozen=True, kw_only=True)
class SelfPlayJob:
    """A chunk of games."""

    ruleset: str
    player: str
    """Digest of the network that plays, or the name of another evaluator."""
    config: SelfPlayConfig
    seed: int
    """Seed of the run."""
    generation: int
    first_game: int
    """Number of the first game, counted through the run."""
    games: int
    league: tuple[str, ...] = ()
    """What each member of the league is, as `identify` says it."""
    endgames: str = ""
    """Digest of the endgame tables; empty where none are used."""

    def description(self) -> dict[str, Any]:
        """Return what the files depend on, ready for JSON."""
        return asdict(self)


@dataclass(frozen=True, kw_only=True)
class ChunkResult:
    """What a finished chunk amounts to; sums, so that chunks add up."""

    games: int
    plies: int
    draws: int
    white_wins: int
    nodes: int
    kept: int
    """Quiet positions kept, duplicates included."""
    unique: int
    """Positions left after merging duplicates within the chunk."""
    shard: str
    """SHA-256 of the shard."""
    records: str
    """SHA-256 of the games file."""


def jobs_of_generation(
    config: SelfPlayConfig,
    *,
    ruleset: str,
    player: str,
    seed: int,
    generation: int,
    league: tuple[str, ...] = (),
    endgames: str = "",
) -> list[SelfPlayJob]:
    """Return the chunks that make up a generation, in order."""
    first, count = config.first_game(generation), config.games_at(generation)
    return [
        SelfPlayJob(
            ruleset=ruleset,
            player=player,
            config=config,
            seed=seed,
            generation=generation,
            first_game=first + start,
            games=min(config.chunk, count - start),
            league=league,
            endgames=endgames,
        )
        for start in range(0, count, config.chunk)
    ]


def job_outside_runs(
    evaluator: Evaluator, config: SelfPlayConfig, first_game: int, games: int
) -> SelfPlayJob:
    """Return a chunk of games of an evaluator that belong to no run; always the same ones."""
    return SelfPlayJob(
        ruleset=evaluator.ruleset,
        player=evaluator.name,
        config=config,
        seed=1,
        generation=0,
        first_game=first_game,
        games=games,
    )


def run_job(
    job: SelfPlayJob,
    evaluator: Evaluator,
    shard: Path,
    records: Path,
    *,
    league: Sequence[Evaluator] = (),
    endgames: Endgames | None = None,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> ChunkResult:
    """Play the games of `job` and write their samples to `shard` and themselves to `records`.

    `evaluator` has to be the one that `job.player` names; another league or other endgame tables
    than those of the job are a ValueError. `progress` is called with the number of
    finished games.
    """
    samples, games = play(
        job, evaluator, league=league, endgames=endgames, workers=workers, progress=progress
    )
    merged = merge(samples)
    result = {
        "games": len(games),
        "plies": int(games.offsets[-1]),
        "draws": int(np.count_nonzero(games.results == 0)),
        "white_wins": int(np.count_nonzero(games.results == 1)),
        "nodes": int(games.nodes.sum(dtype=np.int64)),
        "kept": len(samples),
        "unique": len(merged),
    }
    about = {"ruleset": job.ruleset, "job": job.description(), "result": result}
    records_digest = save_games(records, games, about)
    save_shard(shard, merged, {**about, "games_sha256": records_digest})
    return ChunkResult(**result, shard=_digest(shard), records=records_digest)


def play(
    job: SelfPlayJob,
    evaluator: Evaluator,
    *,
    league: Sequence[Evaluator] = (),
    endgames: Endgames | None = None,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> tuple[np.ndarray, PlayedGames]:
    """Play the games of `job`; return their raw samples and themselves."""
    _check_others(job, league, endgames)
    config = job.config
    samples, games = _native.self_play(
        evaluator.native,
        seed=derive_seed(job.seed, "self-play", job.generation),
        first_game=job.first_game,
        games=job.games,
        nodes=config.nodes_at(job.generation),
        random_plies=config.random_plies,
        opening_score=config.opening_score,
        openings=ballots(config.deck, job.ruleset) if config.opening_share else [],
        opening_share=config.opening_share,
        fork_share=config.fork_share,
        adjudication=config.adjudication.native,
        league=[member.native for member in league],
        league_share=config.league_share,
        endgames=endgames.native if endgames is not None else None,
        table_mib=config.table_mib,
        workers=workers,
        progress=progress,
    )
    return samples, from_native(games)


def _check_others(job: SelfPlayJob, league: Sequence[Evaluator], endgames: Endgames | None) -> None:
    members = tuple(map(identify, league))
    if members != job.league:
        raise ValueError(f"expected the league {list(job.league)} of the job, got {list(members)}")
    tables = endgames.digest if endgames is not None else ""
    if tables != job.endgames:
        raise ValueError(
            f"expected endgame tables of digest {job.endgames!r} as in the job, got {tables!r}"
        )


def ballots(name: str, ruleset: str) -> list[_native.Position]:
    """Return the positions that the openings of a deck of the ruleset lead to.

    The usual deck is one of ballots: those of random plies are kept for matches.
    """
    decks = deck_names(ruleset)
    if name == USUAL:
        name = next(iter(ballot_names(ruleset)), name)
        if name == USUAL:
            raise ValueError(f"opening_share: expected 0, for there are no ballots of {ruleset}")
    if name not in decks:
        raise ValueError(f"deck: expected one of {', '.join(decks)} for {ruleset}, got {name!r}")
    return [opening.position.native for opening in deck(name)]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
