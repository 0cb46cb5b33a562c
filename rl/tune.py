"""Tunes the handcrafted evaluation: games, a fit of its weights to their results, a match, a file.

For each ruleset the untuned evaluation plays itself, and logistic regression fits the weights of
all terms to what became of the positions. The evaluation found plays the next round, and all rounds
are fitted together. The last one meets the untuned evaluation at equal time, and its weights are
written with how they were made and how that match ended. Chunks of games, weights of a round and
blocks of the match are files in a work folder, so that a tuning that was killed goes on where it
was; a ruleset whose weights are written already is left out.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from engine import Evaluator, Limits, _native, load_evaluator, search
from engine.evaluators import Handcrafted
from engine.evaluators.terms import SAMUEL
from engine.evaluators.tuned import SUFFIX, WeightsFile, load_weights, save_weights
from engine.rules import ruleset as ruleset_named
from rl.checkpoints.manifest import commit, version
from rl.matches.config import MatchConfig
from rl.matches.match import play_match
from rl.matches.openings import choose_openings, screened_openings
from rl.matches.statistics import result_line
from rl.samples import load_shard, merge
from rl.selfplay.config import SelfPlayConfig
from rl.selfplay.job import SelfPlayJob, jobs_of_generation, run_job
from rl.training.regression import HELD_CP, fit, gather

PLAYER = "untuned"
"""Who plays the games, whose weights the fit begins from, and who is to be beaten."""
SPEED_NODES = 100_000
"""Nodes from each of 16 openings by which the speed is measured."""
Say = Callable[[str], object]


@dataclass(frozen=True, kw_only=True)
class TuneConfig:
    """How weights are tuned; ValueError for values out of range."""

    rounds: int = 2
    """Rounds of self-play. In English draughts two of 4,000 games beat one of 8,000 by 32 Elo, 95 %
    in [9, 56], over 300 game pairs at 1,500 nodes a move."""
    games: int = 4000
    """Games of self-play in a round."""
    nodes: int = 1500
    """Nodes searched for each move of them."""
    chunk: int = 500
    """Games to one file: the unit of work that a kill can cost. Changes no result."""
    seed: int = 1
    """Root of every random choice."""
    score_share: float = 0.7
    """Share of the search score in the target, beside the result of the game. In English draughts
    none of it lost 52 Elo to half of it, and 0.8 was level (+9 [-8, +26], 400 game pairs each)."""
    term_deviation_cp: float = 30.0
    """How far a weight may well be from the untuned one, hundredths of a man."""
    table_deviation_cp: float = 8.0
    """The same for each weight of a table."""
    match: MatchConfig = field(default_factory=lambda: MatchConfig(pairs=200, time_s=0.01))
    """Tuned against untuned."""

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= 100:
            raise ValueError(f"rounds: expected 1 to 100, got {self.rounds}")
        if not 0 <= self.score_share <= 1:
            raise ValueError(f"score_share: expected 0 to 1, got {self.score_share}")
        for name in ("term_deviation_cp", "table_deviation_cp"):
            if not 0 < getattr(self, name) <= 1000:
                value = getattr(self, name)
                raise ValueError(f"{name}: expected more than 0, at most 1000, got {value}")
        if not 0 <= self.seed < 2**63:
            raise ValueError(f"seed: expected 0 to 2**63 - 1, got {self.seed}")
        self.selfplay()

    def selfplay(self) -> SelfPlayConfig:
        """Return how the games are played."""
        return SelfPlayConfig(games=(self.games,), nodes=(self.nodes,), chunk=self.chunk)


@dataclass(frozen=True, kw_only=True)
class Tuning:
    """Where and how one ruleset is tuned."""

    ruleset: str
    config: TuneConfig
    folder: Path
    """Work folder, of these settings alone."""
    workers: int
    progress: bool

    def bar(self, title: str, total: int | None, unit: str) -> tqdm[NoReturn]:
        """Return a progress bar; silent where none is wanted or the output is no terminal."""
        return tqdm(
            desc=f"{self.ruleset} {title}",
            total=total,
            unit=unit,
            disable=None if self.progress else True,
            leave=False,
        )


def tune(
    rulesets: Sequence[str],
    config: TuneConfig,
    *,
    out: Path,
    work: Path,
    workers: int = 1,
    force: bool = False,
    progress: bool = True,
    say: Say = print,
) -> list[dict[str, Any]]:
    """Tune rulesets one after the other, write `out/RULESET.toml`, return what each file says.

    Weights that are there already are kept unless `force`, which begins anew and replaces them at
    the end. `work` keeps games and matches. ValueError or OSError, before anything is played, for
    openings of another ruleset and a folder that cannot be made.
    """
    for name in rulesets:
        choose_openings(config.match, name)
    out.mkdir(parents=True, exist_ok=True)
    reports = []
    for name in rulesets:
        path = out / f"{name}{SUFFIX}"
        folder = work / f"{name}-{_digest({**asdict(config), 'match': None})}"
        if force:
            shutil.rmtree(folder, ignore_errors=True)
        if path.is_file() and not force:
            say(f"{name}: {path} is there already; --force tunes it anew")
        else:
            _tune(Tuning(ruleset=name, config=config, folder=folder, workers=workers,
                         progress=progress), path, say)  # fmt: skip
        reports.append({"ruleset": name, "file": str(path), **load_weights(path).provenance})
    return reports


def _tune(tuning: Tuning, path: Path, say: Say) -> None:
    name, config = tuning.ruleset, tuning.config
    fitted = _rounds(tuning, say)
    before, after = (fitted.provenance[f"log_loss_{when}"] for when in ("before", "after"))
    if after > before:
        say(
            f"{name}: the weights found predict these games worse than the untuned ones; "
            "more --games, or more --nodes for each move, may help"
        )
    tuned, untuned = Handcrafted(name, fitted.weights, name="tuned"), load_evaluator(PLAYER, name)
    speed = _relative_speed(tuned, untuned)
    result = _match(tuning, tuned, untuned)
    say(f"{name}: tuned v {PLAYER}: {result}; {speed:.2f} times as many nodes a second")
    provenance = {
        "tool": f"crownhead tune {version('crownhead') or ''}, commit {commit()}".replace(
            " ,", ","
        ),
        "date": time.strftime("%Y-%m-%d"),
        "player": PLAYER if config.rounds == 1 else f"{PLAYER}, then the weights fitted so far",
        "games": config.rounds * config.games,
        "nodes": config.nodes,
        "seed": config.seed,
        "score_share": config.score_share,
        **fitted.provenance,
        "match": f"v {PLAYER}, {_limit(config.match)}: {result}",
        "relative_speed": round(speed, 3),
    }
    save_weights(path, name, fitted.weights, provenance)


def _rounds(tuning: Tuning, say: Say) -> WeightsFile:
    """Play and fit round by round; return the weights of the last."""
    name, config = tuning.ruleset, tuning.config
    player, samples = load_evaluator(PLAYER, name), []
    for number in range(config.rounds):
        samples.append(_self_play(tuning, number, player))
        fitted = _fit(tuning, number, merge(np.concatenate(samples)))
        about = fitted.provenance
        say(
            f"{name}: round {number + 1}, {about['positions']:,} positions in all; log-loss "
            f"{about['log_loss_before']:.4f} untuned, {about['log_loss_after']:.4f} tuned"
        )
        player = Handcrafted(name, fitted.weights, name=f"round-{number + 1}")
    return fitted


def _self_play(tuning: Tuning, number: int, player: Evaluator) -> np.ndarray:
    """Return the samples of the games of a round, playing those that are not in the work folder."""
    jobs = jobs_of_generation(
        tuning.config.selfplay(), ruleset=tuning.ruleset, player=player.name,
        seed=tuning.config.seed, generation=number,
    )  # fmt: skip
    with tuning.bar(f"round {number + 1}", tuning.config.games, "game") as bar:
        return np.concatenate([_chunk(tuning, job, player, bar.update) for job in jobs])


def _chunk(
    tuning: Tuning, job: SelfPlayJob, player: Evaluator, advance: Callable[[int], Any]
) -> np.ndarray:
    shard = tuning.folder / f"games-{job.first_game:07d}.npy"
    if not shard.with_suffix(".json").is_file():
        run_job(
            job, player, shard, shard.with_suffix(".npz"), workers=tuning.workers, progress=advance
        )
    else:
        advance(job.games)
    return load_shard(shard, tuning.ruleset)


def _fit(tuning: Tuning, number: int, samples: np.ndarray) -> WeightsFile:
    """Return the weights of a round: those that the work folder has, for others have played."""
    path = tuning.folder / f"round-{number + 1}{SUFFIX}"
    if path.is_file():
        return load_weights(path)
    with tuning.bar("fit", None, "step") as bar:
        fitted = fit(
            gather(tuning.ruleset, samples),
            _native.untuned_weights(tuning.ruleset),
            _deviations(tuning.ruleset, tuning.config),
            score_share=tuning.config.score_share,
            progress=bar.update,
        )
    about = {
        "positions": len(samples),
        "log_loss_before": round(fitted.loss_before, 5),
        "log_loss_after": round(fitted.loss_after, 5),
        "scale_cp": round(fitted.scale_cp, 1),
    }
    save_weights(path, tuning.ruleset, fitted.weights, about)
    return load_weights(path)


def _deviations(ruleset: str, config: TuneConfig) -> npt.NDArray[np.float64]:
    """Return how far each weight may go; Samuel's terms, which would cost time, stay at 0."""
    kinds = [config.term_deviation_cp, config.table_deviation_cp]
    return np.concatenate(
        [
            np.full(size, HELD_CP if name in SAMUEL else kinds[size > 1])
            for name, size in _native.handcrafted_terms(ruleset).items()
        ]
    )


def _match(tuning: Tuning, tuned: Evaluator, untuned: Evaluator) -> str:
    config = tuning.config.match
    result = play_match(
        tuned,
        untuned,
        choose_openings(config, tuning.ruleset),
        config,
        tuning.folder / f"match-{_digest(asdict(config))}",
        workers=tuning.workers,
        progress=tuning.progress,
    )
    return result_line(result.statistics)


def _relative_speed(tuned: Evaluator, untuned: Evaluator) -> float:
    """Return nodes a second of one evaluator over those of the other, by processor time."""
    spent = {id(tuned): 0.0, id(untuned): 0.0}
    for opening in screened_openings(tuned.ruleset, 1, 16, MatchConfig(nodes=1).random):
        for player in (tuned, untuned):
            began = time.process_time()
            found = search(opening.position, evaluator=player, limits=Limits(nodes=SPEED_NODES))
            spent[id(player)] += (time.process_time() - began) / found.nodes
    return spent[id(untuned)] / spent[id(tuned)]


def _limit(config: MatchConfig) -> str:
    limit = f"{config.nodes} nodes" if config.nodes else f"{1000 * config.time_s:g} ms"
    return f"{config.pairs} pairs at {limit} a move"


def _digest(settings: dict[str, Any]) -> str:
    """Return a short name for settings: other ones get another folder."""
    text = json.dumps(settings, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def checked_rulesets(names: Sequence[str]) -> list[str]:
    """Return the rulesets that names or aliases stand for, each once."""
    return list(dict.fromkeys(ruleset_named(name).name for name in names))
