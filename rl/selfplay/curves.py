"""What self-play shows of itself: curves of each chunk, and a game to read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine import _native
from engine.notation import write_pdn
from engine.rules import Outcome, record, ruleset
from rl.selfplay.games import PlayedGames
from rl.selfplay.job import ChunkResult


def chunk_scalars(result: ChunkResult, seconds: float, ruleset_name: str) -> dict[str, float]:
    """Return the curves of a finished chunk; rates are over all workers together."""
    decided = result.games - result.draws
    black_wins = decided - result.white_wins
    white_first = ruleset(ruleset_name).first_mover == _native.Colour.WHITE
    first_wins = result.white_wins if white_first else black_wins
    return {
        "data/games_per_s": result.games / seconds,
        "data/positions_per_s": result.kept / seconds,
        "data/nodes_per_s": result.nodes / seconds,
        "data/draw_rate": result.draws / result.games,
        "data/plies": result.plies / result.games,
        "data/quiet_frac": result.kept / max(1, result.plies),
        "data/unique_frac": result.unique / max(1, result.kept),
        "data/first_player_score": (first_wins + result.draws / 2) / result.games,
    }


def ended_by_tables(chunks: Sequence[PlayedGames]) -> float:
    """Return the share of games that stopped where endgame tables know the outcome."""
    reasons = np.concatenate([games.reasons for games in chunks])
    return float(np.mean(reasons == int(_native.Reason.ENDGAME)))


def league_counts(chunks: Sequence[PlayedGames], members: int) -> npt.NDArray[np.int64]:
    """Return the champion's wins, draws and losses against each member, `[members, 3]`."""
    counts = np.zeros((members, 3), dtype=np.int64)
    for games in chunks:
        # The champion is 0, so that the larger number is the member's.
        rivals = np.maximum(games.white_players, games.black_players)
        results = np.where(games.black_players > 0, games.results, -games.results)
        met = rivals > 0
        np.add.at(counts, (rivals[met].astype(int) - 1, 1 - results[met]), 1)
    return counts


def format_league(counts: npt.NDArray[np.int64], names: Sequence[str]) -> str:
    """Write what `league_counts` counted."""
    rows = zip(names, counts.tolist(), strict=True)
    return ", ".join(f"{name} +{won} ={drawn} -{lost}" for name, (won, drawn, lost) in rows)


def game_text(
    games: PlayedGames, index: int, ruleset_name: str, player: str, league: Sequence[str] = ()
) -> str:
    """Return one game as PDN, with the mover's score in men behind each move.

    `league` are the names of its members.
    """
    names = (player, *league)
    game = games.replay(index, ruleset_name)
    winner = {1: _native.Colour.WHITE, -1: _native.Colour.BLACK}.get(int(games.results[index]))
    outcome = Outcome(winner, _native.Reason(int(games.reasons[index])))
    tags = {
        "Event": f"self-play, game {games.numbers[index]}",
        "White": names[games.white_players[index]],
        "Black": names[games.black_players[index]],
        "Termination": outcome.describe(ruleset(ruleset_name)),
    }
    scores = games.scores[games.offsets[index] : games.offsets[index + 1]]
    comments = ["" if score == _native.NO_SCORE else f"{score / 100:+.2f}" for score in scores]
    return write_pdn(record(game, tags, outcome=outcome, comments=comments))
