"""A finished study told twice: as text for people and as JSON for programs.

Every number that another person would need to judge or repeat the study is in the text: who looked,
at which file (with its digest) and which of its games, within which limits, what was left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rl.study.annotation import score_text
from rl.study.appraisal import LOSS_CAP
from rl.study.calibration import Calibration
from rl.study.config import StudyConfig
from rl.study.critical import Critical
from rl.study.figures import Figures, Mean, Tally
from rl.study.grades import BLUNDER, MISTAKE, WON, Missed

if TYPE_CHECKING:
    from rl.study.study import StudyResult

PLAYERS, FAULTS = 20, 10
"""Most players and games left out that the text lists; JSON has them all."""


def format_report(result: StudyResult) -> str:
    """Write what a study found as text."""
    study, parts = result.study, [_summary(result), _players(result.figures)]
    parts += [_calibration(result.calibration), _criticals(result), _left_out(result.left_out)]
    title = f"{study.evaluator.name} on {study.source.path.name}, {study.evaluator.ruleset}"
    return "\n\n".join([part for part in [f"{title}\n{parts[0]}", *parts[1:]] if part]) + "\n"


def summarise(result: StudyResult) -> dict[str, Any]:
    """Return what a study found as JSON takes it; losses and bounds in men, scores as they are."""
    study, figures = result.study, result.figures
    return {
        **study.description,
        "games": figures.total.games,
        "left_out": list(result.left_out),
        "moves_after_draws": figures.after_draws,
        "loss_cap_men": LOSS_CAP / 100,
        "mistake_men": MISTAKE / 100,
        "blunder_men": BLUNDER / 100,
        "won_men": WON / 100,
        "total": figures.total.facts(),
        "colours": {name: tally.facts() for name, tally in sorted(figures.colours.items())},
        "players": {name: tally.facts() for name, tally in figures.ranking()},
        "calibration": asdict(result.calibration),
        "critical": [critical.facts() for critical in result.critical],
    }


def limit_text(config: StudyConfig) -> str:
    """Write the limits of a look.

    >>> limit_text(StudyConfig(time_s=0.02))
    '20 ms a look, table 16 MiB'
    """
    if config.nodes:
        limit = f"{config.nodes} nodes"
    else:
        limit = f"{config.depth} plies" if config.depth else f"{1000 * config.time_s:g} ms"
    return f"{limit} a look, table {config.fitting_table_mib:.3g} MiB"


def _summary(result: StudyResult) -> str:
    study, figures = result.study, result.figures
    total, source = figures.total, study.source
    after = f", {figures.after_draws:,} after a draw by rule" if figures.after_draws else ""
    endgames = study.endgames
    limits = limit_text(study.config)
    limits += f", endgame tables of {endgames.pieces} pieces" if endgames is not None else ""
    rows = [
        ("games", f"{total.games:,} of {source.games:,}, {len(result.left_out)} left out"),
        ("moves", f"{total.moves:,} free, {total.forced:,} forced{after}"),
        ("agreed", f"{_mean(total.agreed, 100, 1)} % of the free moves"),
        ("costless", f"{_mean(total.costless, 100, 1)} %, these and others"),
        ("loss", f"{_mean(total.loss, 0.01, 4)} men a free move"),
        ("mistakes", f"{total.mistakes:,} of {MISTAKE / 100:g} men or more"),
        ("blunders", f"{total.blunders:,} of {BLUNDER / 100:g} men or more"),
        ("missed", f"{_missed(total, Missed.WIN)}, {_missed(total, Missed.DRAW)}"),
        ("limits", limits),
        ("file", f"sha256 {source.digest[:16]}"),
    ]
    return "\n".join(f"  {name:<11} {text}" for name, text in rows)


def _missed(tally: Tally, what: Missed) -> str:
    return f"{tally.count(what):,} {what.value}s, {tally.missed.get((what, True), 0):,} proven"


def _mean(mean: Mean, unit: float, digits: int) -> str:
    value, width = mean.value, mean.half_width
    if value is None:
        return "no"
    interval = "" if width is None else f" ± {unit * width:.{digits}f}"
    return f"{unit * value:.{digits}f}{interval}"


def _players(figures: Figures) -> str:
    named = figures.ranking()
    rows = [*sorted(figures.colours.items()), *named[:PLAYERS]]
    if not rows:
        return ""
    width = max(len(name) for name, _ in rows)
    head = "games    moves   agreed      loss  mistakes  blunders  wins missed  draws missed"
    lines = [f"{name:<{width}}  {_tally(tally)}" for name, tally in rows]
    lines.insert(0, f"{'player':<{width}}  {head}")
    if len(named) > PLAYERS:
        lines.append(f"and {len(named) - PLAYERS:,} other players")
    return "\n".join(lines)


def _tally(tally: Tally) -> str:
    agreed, loss = tally.agreed.value, tally.loss.value
    shares = f"{'-':>7}  {'-':>8}"
    if agreed is not None and loss is not None:
        shares = f"{100 * agreed:5.1f} %  {loss / 100:8.4f}"
    return (
        f"{tally.games:>5,}  {tally.moves:>7,}  {shares}  {tally.mistakes:>8,}  "
        f"{tally.blunders:>8,}  {tally.count(Missed.WIN):>11,}  {tally.count(Missed.DRAW):>12,}"
    )


def _calibration(found: Calibration) -> str:
    head = (
        f"score against result: {found.games:,} games with a result, {found.unknown:,} without, "
        f"{found.positions:,} positions"
    )
    if not found.buckets or found.scale_cp is None:
        return head
    own = found.own_scale_cp is not None
    lines = [
        head,
        f"  scale {found.scale_cp:.0f} fitted to them: {_fitness(found.brier, found.correlation)}",
    ]
    if found.own_scale_cp is not None:
        lines.append(f"  scale {found.own_scale_cp:.0f} of its own: {_fitness(found.own_brier)}")
    title = f"  {'men':<15} positions  games    won  drawn  actual  expected"
    lines.append(title + ("  own scale" if own else ""))
    for bucket in found.buckets:
        row = (
            f"  {bucket.label:<15} {bucket.positions:>9,}  {bucket.games:>5,}  "
            f"{100 * bucket.won:5.1f}  {100 * bucket.drawn:5.1f}  {100 * bucket.actual:6.1f}  "
            f"{100 * bucket.expected:8.1f}"
        )
        lines.append(
            row if bucket.own_expected is None else f"{row}  {100 * bucket.own_expected:9.1f}"
        )
    return "\n".join(lines)


def _fitness(brier: float | None, correlation: float | None = None) -> str:
    parts = [] if brier is None else [f"Brier score {brier:.4f}"]
    parts += [] if correlation is None else [f"correlation {correlation:.3f}"]
    return ", ".join(parts)


def _criticals(result: StudyResult) -> str:
    if not result.critical:
        return ""
    head = f"critical positions, {len(result.critical):,} of {result.blunders:,} blunders"
    return "\n".join([head, *(line for one in result.critical for line in _critical(one))])


def _critical(one: Critical) -> Iterator[str]:
    what = ""
    if one.miss is not None:
        what = f", a {one.miss.what.value} missed{', proven' if one.miss.proven else ''}"
    yield f"  game {one.game}, line {one.line}, ply {one.ply}, {one.mover}{what}"
    yield f"    {one.fen}"
    yield f"    played {one.played} {score_text(one.played_score)}"
    yield f"    better {score_text(one.better_score)}: {' '.join(one.variation)}"


def _left_out(faults: Sequence[str]) -> str:
    if not faults:
        return ""
    lines = [f"left out, {len(faults):,} games", *(f"  {fault}" for fault in faults[:FAULTS])]
    if len(faults) > FAULTS:
        lines.append(f"  and {len(faults) - FAULTS:,} others")
    return "\n".join(lines)
