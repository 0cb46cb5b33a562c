"""What the loop shows of itself: every curve, picture and text, and one line for each stage.

Steps: games played in all for `data/*`, steps of the optimiser in all for what is trained, game
pairs of all gates for `gate/*`, the generation for `match/*` and `time/*`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from engine import _native
from rl.checkpoints import write_atomic
from rl.checkpoints.history import seconds_spent
from rl.config import hyper_parameters
from rl.inspection.calibration import balance_scores, predictions
from rl.inspection.strength import final_points, result_counts, strength_curves
from rl.loop.damage import readable_chunks
from rl.loop.forecast import time_left
from rl.loop.session import Session
from rl.loop.table import format_row
from rl.matches.curves import match_scalars
from rl.matches.match import GateResult, MatchResult
from rl.matches.sprt import log_likelihood_ratio, running_counts
from rl.matches.statistics import pair_points, result_line
from rl.samples import held_out
from rl.selfplay.curves import (
    chunk_scalars,
    ended_by_tables,
    format_league,
    game_text,
    league_counts,
)
from rl.selfplay.job import ChunkResult, SelfPlayJob
from rl.training.pictures import hidden_units_picture, piece_maps_picture, reliability_picture
from rl.training.plots import balance_picture, strength_picture
from rl.training.report import EpochReport

LOSSES = {"loss/train": "loss", "loss/val": "held out", "loss/val_result": "on result alone"}


def chunk(session: Session, job: SelfPlayJob, result: ChunkResult, seconds: float) -> None:
    """Write the curves of a finished chunk of self-play."""
    scalars = chunk_scalars(result, seconds, session.config.ruleset)
    session.run.metrics.scalars(scalars, job.first_game + job.games)


def games(session: Session, jobs: list[SelfPlayJob]) -> None:
    """Write what a whole generation of games shows, and say it."""
    run, ruleset, generation = session.run, session.config.ruleset, session.run.state.generation
    step = jobs[-1].first_game + jobs[-1].games
    shards, chunks = readable_chunks(session, generation, len(jobs))
    player = session.champion().name
    league = [member.name for member in session.league()]
    if chunks:
        scores = np.concatenate([part.scores for part in chunks])
        lengths = np.concatenate([part.lengths() for part in chunks])
        scores = scores[scores != _native.NO_SCORE].clip(-1500, 1500)
        run.metrics.histogram("games/plies", lengths, step)
        if len(scores):  # games may end before anybody searches
            run.metrics.histogram("games/score", scores, step)
        run.metrics.text("game", _verbatim(game_text(chunks[0], 0, ruleset, player, league)), step)
    if not shards:
        return
    results = [shard["result"] for shard in shards]
    total = {name: sum(result[name] for result in results) for name in results[0]}
    run.metrics.scalar("data/positions", total["unique"], generation)
    run.metrics.scalar("time/selfplay", run.state.counters["selfplay_s"], generation)
    seconds = _selfplay_seconds(session)
    session.history.note(
        generation,
        games=total["games"],
        positions=total["kept"],
        draw_rate=total["draws"] / total["games"],
        plies=total["plies"] / total["games"],
        **({"nodes_per_s": total["nodes"] / seconds} if seconds else {}),
    )
    session.detail(
        f"self-play  {player}: {total['games']:,} games, {total['kept']:,} positions, "
        f"{total['draws'] / total['games']:.0%} drawn, {total['plies'] / total['games']:.0f} plies"
    )
    if chunks and session.config.selfplay.endgame_pieces:
        run.metrics.scalar("data/endgame_frac", ended_by_tables(chunks), step)
    if chunks and league:
        counts = league_counts(chunks, len(league))
        score = float(counts.sum(axis=0) @ (1, 0.5, 0)) / max(1, int(counts.sum()))
        run.metrics.scalar("data/league_score", score, step)
        session.detail(f"league     {player} v {format_league(counts, league)}")


def epoch(session: Session, report: EpochReport) -> None:
    """Write the curves of a pass over the samples; pictures after the last one."""
    metrics = session.run.metrics
    step = int(session.run.state.counters.get("steps", 0)) + report.step
    metrics.scalars(report.scalars, step)
    for tag, values in report.histograms.items():
        metrics.histogram(tag, values, step)
    if report.epoch < report.epochs:
        return
    losses = ", ".join(
        f"{words} {report.scalars[tag]:.4f}"
        for tag, words in LOSSES.items()
        if tag in report.scalars
    )
    loss = report.scalars.get("loss/val", report.scalars["loss/train"])
    session.history.note(session.run.state.generation, loss=loss)
    session.detail(f"training   {report.positions:,} positions in {report.epochs} passes; {losses}")
    if report.reliability is not None:
        _picture(session, "calibration", reliability_picture(report.reliability), step)
    metrics.image("squares/pieces", piece_maps_picture(report.weights), step)
    metrics.image("squares/hidden_units", hidden_units_picture(report.weights), step)


def training(session: Session, samples: np.ndarray, path: Path) -> None:
    """Write what a finished training amounts to; `path` is the challenger's file."""
    run = session.run
    run.metrics.scalar("data/window_positions", len(samples), run.state.generation)
    balance(session, samples, path)
    run.metrics.scalar("time/train", run.state.counters["train_s"], run.state.generation)


def balance(session: Session, samples: np.ndarray, path: Path) -> None:
    """Draw what the evaluator in a file makes of material, on held-out samples."""
    found = balance_scores(session.player(path), _held_out(samples))
    if found is not None:
        png = balance_picture(found, session.player_name(path))
        _picture(session, "material_balance", png, session.run.state.generation)


def calibration(session: Session, samples: np.ndarray, path: Path, scale_cp: float) -> None:
    """Draw what the evaluator in a file predicts, and what became of it, on held-out samples."""
    found = predictions(session.player(path), _held_out(samples), scale_cp)
    if found is not None:
        _picture(session, "calibration", reliability_picture(found), session.run.state.generation)


def gate(session: Session, result: GateResult, seconds: float) -> dict[str, Any]:
    """Write the course and the result of a gate, say it, and return its entry in the ledger.

    `seconds`: what all gates of the run took, this one included.
    """
    run, match, test = session.run, result.match, session.config.gate.sprt()
    points = pair_points(match.results)
    llrs = log_likelihood_ratio(running_counts(points), test.elo0, test.elo1, test.model)
    before = int(run.state.counters.get("pairs", 0))
    for pair, llr in enumerate(llrs, start=1):
        run.metrics.scalar("gate/llr", float(llr), before + pair)
    scalars = match_scalars(match.statistics) | {"llr": result.verdict.llr}
    curves = scalars | {"accepted": float(result.accepted)}
    run.metrics.scalars({f"match/{k}": v for k, v in curves.items()}, run.state.generation)
    run.metrics.scalar("time/gate", seconds, run.state.generation)
    victor = match.first if result.accepted else match.second
    session.history.note(
        run.state.generation,
        challenger=match.first,
        gate=result_counts(match),
        survivor=victor.rpartition("/")[2],
    )
    undecided = " by score at the cap" if result.verdict.passed is None else ""
    session.detail(
        f"gate       {match.first} v {match.second}: {result_line(match.statistics)}, "
        f"LLR {result.verdict.llr:+.2f}; {victor} survives{undecided}"
    )
    return {
        "generation": run.state.generation,
        "challenger": match.first,
        "champion": match.second,
        "accepted": result.accepted,
        "pairs": result.verdict.pairs,
        **scalars,
    }


def baseline(session: Session, name: str, match: MatchResult) -> None:
    """Write the result against an opponent that never changes, and say it."""
    scalars = match_scalars(match.statistics)
    chosen = {f"match/{k}_vs_{name}": v for k, v in scalars.items() if k in ("score", "elo")}
    session.run.metrics.scalars(chosen, session.run.state.generation)
    row = session.history.row(session.run.state.generation)
    results = row.get("baselines", {}) | {name: result_counts(match)}
    session.history.note(session.run.state.generation, baselines=results)
    session.detail(f"baseline   {match.first} v {name}: {result_line(match.statistics)}")


def generation(session: Session, counters: Mapping[str, float]) -> None:
    """Close the row of a generation, print it and draw the curve of strength so far.

    `counters`: those of the state about to be saved.
    """
    number, history = session.run.state.generation, session.history
    spent = {name: seconds for name, seconds in counters.items() if name.endswith("_s")}
    history.note(number, label=session.label, counters=spent, time_s=seconds_spent(spent))
    rows = history.complete()
    session.tell(format_row(rows[-1], time_left(session.config, rows)))
    session.run.metrics.scalar("time/run", rows[-1]["time_s"], number)
    curves = strength_curves(rows)
    if curves:
        _picture(session, "strength", strength_picture(curves), number)


def final(
    session: Session, results: Mapping[str, MatchResult], counters: Mapping[str, float]
) -> None:
    """Write the result of the run beside its hyper-parameters, say it and draw it.

    `counters`: those of the state about to be saved.
    """
    scalars: dict[str, float] = {}
    for part, match in results.items():
        scored = match_scalars(match.statistics)
        scalars |= {f"final/{part.removeprefix('final_')}_{k}": v for k, v in scored.items()}
        title = f"at equal {part.removeprefix('final_')}"
        result = f"{title}, v {match.second}: {result_line(match.statistics)}"
        session.tell(f"{session.champion_label} final      {result}")
    step = session.run.state.generation  # a run that is made longer comes to its end again
    session.run.metrics.hparams(hyper_parameters(session.config), scalars, step)
    curves = strength_curves(session.history.complete())
    curves |= final_points(results.values(), seconds_spent(counters))
    if curves:
        _picture(session, "strength", strength_picture(curves), step + 1)


def _selfplay_seconds(session: Session) -> float | None:
    """Return the seconds of this generation's self-play, where its table goes back far enough."""
    rows, number = session.history.complete(), session.run.state.generation
    if number and (not rows or rows[-1]["generation"] != number - 1):
        return None
    before = rows[-1]["counters"].get("selfplay_s", 0.0) if number else 0.0
    seconds: float = session.run.state.counters["selfplay_s"] - before
    return seconds


def _held_out(samples: np.ndarray) -> np.ndarray:
    held: np.ndarray = np.take(samples, np.flatnonzero(held_out(samples["game"])))
    return held


def _picture(session: Session, name: str, png: bytes, step: int) -> None:
    """Show a picture in TensorBoard, and keep the newest of its kind as a file."""
    session.run.metrics.image(name, png, step)
    write_atomic(session.run.path("plots", f"{name}.png"), png)


def _verbatim(text: str) -> str:
    return f"```\n{text}\n```"
