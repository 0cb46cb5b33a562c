"""Samples that can no longer be trusted: found by digest, named, left out.

A shard left out once stays out, so that a training that is killed goes on with the same samples.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rl.samples import load_shard, merge, shard_metadata
from rl.selfplay.games import PlayedGames, load_games

if TYPE_CHECKING:
    from rl.loop.session import Session


def load_sound(session: Session, paths: list[Path]) -> np.ndarray:
    """Return the merged samples of all shards that are whole; leave the others out from now on.

    Raises ValueError when none is left.
    """
    shards, damage = [], {}
    for path in paths:
        if path.name in session.run.state.damaged:
            continue
        try:
            shards.append(load_shard(path, session.config.ruleset))
        except (ValueError, OSError) as error:
            damage[path] = str(error)
    if not shards:
        known = ", ".join([*session.run.state.damaged, *damage.values()])
        raise ValueError(f"expected samples to train on, but every shard is damaged: {known}")
    if damage:
        _train_afresh(session)
        leave_out(session, damage)
    return merge(np.concatenate(shards))


def readable_chunks(
    session: Session, generation: int, chunks: int
) -> tuple[list[dict[str, Any]], list[PlayedGames]]:
    """Return descriptions and games of the chunks of a generation, as far as they can be read."""
    descriptions, played, damage = [], [], {}
    for index in range(chunks):
        path = session.shard_path(generation, index)
        if path.name in session.run.state.damaged:
            continue
        try:
            description = shard_metadata(path, session.config.ruleset)
        except (ValueError, OSError) as error:
            damage[path] = str(error)
            continue
        descriptions.append(description)
        try:
            games = session.games_path(generation, index)
            played.append(load_games(games, description["games_sha256"]))
        except (ValueError, OSError) as error:
            session.say(f"damage     {error}; not shown")
    leave_out(session, damage)
    return descriptions, played


def leave_out(session: Session, damage: Mapping[Path, str]) -> None:
    """Name shards that were found damaged, each with the reason, and train without them."""
    if not damage:
        return
    run = session.run
    for reason in damage.values():
        session.say(f"damage     {reason}; left out")
    text = "\n".join(f"- {reason}" for reason in damage.values())
    run.metrics.text("damage", text, run.state.generation)
    run.save(damaged=[*run.state.damaged, *(path.name for path in damage)])


def _train_afresh(session: Session) -> None:
    """Forget a training that has seen the samples left out; its steps count all the same."""
    run = session.run
    session.training_path().unlink(missing_ok=True)
    if run.state.done:
        steps = run.state.counters.get("steps_in_hand", 0)
        run.save(done=0, counters=run.count(steps=steps) | {"steps_in_hand": 0})
