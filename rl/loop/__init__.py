"""The whole plot: the champion plays itself, a challenger learns from it, the victor survives.

    play       games of the champion against itself, chunk by chunk
    learn      a challenger fitted to the samples of the last generations, pass by pass
    defend     champion against challenger until a test decides; the loser's games are kept
    measure    the survivor against material and the handcrafted evaluation
    prove      at the end: the champion against handcrafted, twice

After the last generation one more network may be fitted, to the samples of more generations than
the others were; it has to defend itself and is measured like them.

Each stage is made of units (a chunk, a pass, a block of game pairs) that are pure functions of the
configuration and of files already there. After each unit the state of the run is saved, with the
lengths of its curves. So a run killed at any instant repeats the unit in hand and ends as if
nothing had happened. The first champion is material alone, as in Samuel's program of 1959, or the
network that `start` names.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from tqdm import tqdm

from engine import Evaluator, load_evaluator
from engine.evaluators import save_network
from rl.checkpoints import MATERIAL, Run, Stage, derive_seed
from rl.checkpoints.provenance import VOLUME
from rl.config import Config, default_values, format_config
from rl.loop import curves
from rl.loop.champion import copy_champion, mend_champion
from rl.loop.keep import remove_old_files
from rl.loop.lengthen import lengthen
from rl.loop.polynomial import learn_terms
from rl.loop.session import Say, Session, digest_of
from rl.loop.start import copy_start, find_start, verify_start
from rl.loop.summary import TEXT as TEXT_REPORT
from rl.loop.summary import read_summary, write_summary
from rl.matches.config import MatchConfig
from rl.matches.match import MatchResult, play_gate, play_match
from rl.matches.openings import choose_openings
from rl.matches.report import write_report
from rl.matches.stage import load_tables
from rl.selfplay.job import run_job
from rl.training.report import EpochReport

__all__ = ["TEXT_REPORT", "train"]

BASELINES = (MATERIAL, "handcrafted")


def train(
    config: Config,
    folder: Path,
    *,
    progress: bool = True,
    verbose: bool = False,
    say: Say = print,
    source: str = "",
) -> dict[str, Any]:
    """Run `config` in `folder`, or go on with the run there, and return its report.

    It says a row for each generation; `verbose`, a line for each finished stage as well. Of a run
    that was there it says what `source` it was asked for by.

    Raises ValueError when the folder belongs to another configuration or another process, when one
    of its files is damaged, or when there is no such device, or no such endgame tables, as the
    configuration asks for; OSError when a file cannot be written.
    """
    _check_machine(config)
    is_new = not (folder / "state.json").exists()
    start = find_start(config) if is_new else None
    text, defaults = format_config(config), default_values()
    with Run.open(folder, text, seed=config.seed, defaults=defaults) as run:
        session = Session(config, run, progress, say, verbose)
        if is_new:
            say(_greeting(run))
            run.metrics.text("config", f"```toml\n{text}```", 0)
            run.save(**copy_start(run, config.start, start) if start else {})
        else:
            mend_champion(session)
            verify_start(folder, config.start)
            lengthen(session)
            for line in run.metrics.damage:
                say(f"damage     {line}")
            say(f"{_greeting(run)} (run {config.name}{source and f' of {source}'})")
        session.begin_table()
        remove_old_files(session)
        stages = {
            "selfplay": play,
            "train": learn_terms if config.learner == "polynomial" else learn,
            "gate": defend,
            "baselines": measure,
            "final": prove,
        }
        while run.state.stage != "done":
            stages[run.state.stage](session)
        return read_summary(folder)


def _check_machine(config: Config) -> None:
    """Refuse a device, or endgame tables, that are not there now, not after hours of games."""
    for part in ("baselines", "final_nodes", "final_time"):
        try:
            load_tables(getattr(config, part), config.ruleset)
        except ValueError as error:
            raise ValueError(f"{part}.tables: {error}") from None
    if config.learner == "network":
        from rl.training.device import choose_device  # torch, which a polynomial does without

        choose_device(config.training.device, "training.device")
        choose_device(config.final_training.device, "final_training.device")


def play(session: Session) -> None:
    """Let the champion play itself; every chunk of games becomes one shard and one games file."""
    run, jobs, champion = session.run, session.jobs(), session.champion()
    league, endgames = session.league(), session.endgames()
    games = [job.games for job in jobs]
    with session.bar("self-play", sum(games), sum(games[: run.state.done]), "game") as bar:
        for index in range(run.state.done, len(jobs)):
            began = time.perf_counter()
            result = run_job(
                jobs[index],
                champion,
                session.shard_path(run.state.generation, index),
                session.games_path(run.state.generation, index),
                league=league,
                endgames=endgames,
                workers=session.config.threads(),
                progress=partial(_advance, bar, sum(games[:index])),
            )
            seconds = time.perf_counter() - began
            curves.chunk(session, jobs[index], result, seconds)
            volume = {name: getattr(result, field) for name, field in VOLUME.items()}
            run.save(done=index + 1, counters=run.count(selfplay_s=seconds, **volume))
    curves.games(session, jobs)
    run.save(stage="train", done=0)


def learn(session: Session) -> None:
    """Fit a challenger to the samples of the last generations, the loser's included."""
    from rl.training.trainer import train as fit  # torch, which a polynomial does without

    run, config, generation = session.run, session.config, session.run.state.generation
    samples = session.window_samples()
    settings = session.training
    began = time.perf_counter()

    def on_epoch(report: EpochReport) -> None:
        nonlocal began
        if report.epoch <= run.state.done:
            return  # a pass repeated because the kill came before the trainer's own state
        curves.epoch(session, report)
        seconds, began = time.perf_counter() - began, time.perf_counter()
        counters = run.count(train_s=seconds) | {"steps_in_hand": report.step}
        run.save(done=report.epoch, counters=counters)

    state_path = session.training_path()
    with session.bar("training", None, 0, "step") as bar:
        weights = fit(
            samples,
            settings,
            ruleset=config.ruleset,
            start=session.start_weights(),
            seed=derive_seed(config.seed, "training", generation),
            generation=generation,
            state_path=state_path,
            on_epoch=on_epoch,
            on_step=partial(_step, bar),
        )
    about = {"run": config.name, "generation": str(generation), "positions": str(len(samples))}
    save_network(session.network_path(generation), weights, about)
    curves.training(session, samples, session.network_path(generation))
    steps = run.state.counters.get("steps_in_hand", 0)
    run.save(stage="gate", done=0, counters=run.count(steps=steps) | {"steps_in_hand": 0})
    state_path.unlink(missing_ok=True)


def defend(session: Session) -> None:
    """Let champion and challenger meet; the victor is the champion of the next generation."""
    run, config, generation = session.run, session.config, session.run.state.generation
    path = session.network_path(generation)
    challenger = session.player(path)
    champion = session.champion()
    began = time.perf_counter()
    folder = session.match_folder(f"{session.label}-gate")
    gate = play_gate(
        challenger,
        champion,
        config.gate,
        derive_seed(config.seed, "gate", generation),
        folder,
        workers=config.threads(),
        progress=session.progress,
    )
    write_report(folder, gate.match)
    counters = run.count(gate_s=time.perf_counter() - began, pairs=gate.verdict.pairs)
    entry = curves.gate(session, gate, counters["gate_s"])
    victor, its_digest = run.state.champion, run.state.champion_digest
    if gate.accepted:
        victor, its_digest = f"{path.parent.name}/{path.name}", digest_of(path)
        copy_champion(run.folder, victor)
    run.save(
        stage="baselines",
        done=0,
        champion=victor,
        champion_digest=its_digest,
        ledger=[*run.state.ledger, entry],
        counters=counters,
    )


def measure(session: Session) -> None:
    """Play the survivor against opponents that never change: the learning curve of the run."""
    run, config = session.run, session.config
    began = time.perf_counter()
    champion = session.champion()
    for name in BASELINES:
        if champion.name != name:
            opponent = load_evaluator(name, config.ruleset)
            folder = session.match_folder(f"{session.champion_label}-v-{name}")
            match = _match(session, champion, opponent, "baselines", folder)
            write_report(folder, match)
            curves.baseline(session, name, match)
    counters = run.count(baselines_s=time.perf_counter() - began)
    curves.generation(session, counters)
    stage, generation = _after(run.state.generation, config)
    run.save(stage=stage, generation=generation, done=0, counters=counters)
    remove_old_files(session)


def _after(generation: int, config: Config) -> tuple[Stage, int]:
    """Return the stage that follows a generation, and the generation in hand there."""
    if generation + 1 < config.generations:
        return "selfplay", generation + 1
    if generation < config.generations and config.final_window:
        return "train", generation + 1
    return "final", generation


def prove(session: Session) -> None:
    """Match the last champion against the handcrafted evaluation, at equal nodes and equal time."""
    run, champion = session.run, session.champion()
    handcrafted = load_evaluator("handcrafted", session.config.ruleset)
    began = time.perf_counter()
    results = {}
    for part in ("final_nodes", "final_time"):
        folder = session.match_folder(part.replace("_", "-"))
        results[part] = _match(session, champion, handcrafted, part, folder)
        write_report(folder, results[part])
    counters = run.count(final_s=time.perf_counter() - began)
    curves.final(session, results, counters)
    write_summary(session, results, counters)
    run.save(stage="done", done=0, counters=counters)


def _greeting(run: Run) -> str:
    state = run.state
    if state.stage == "done":
        return f"{run.folder}: this run is finished"
    if not state.offsets:
        return f"{run.folder}: a new run; watch it with: tensorboard --logdir {run.folder.parent}"
    return f"{run.folder}: going on with generation {state.generation}, {state.stage} {state.done}"


def _advance(bar: tqdm[NoReturn], before: int, games: int) -> None:
    bar.update(before + games - bar.n)


def _step(bar: tqdm[NoReturn], done: int, total: int) -> None:
    """Advance a bar of steps, whose number only the trainer knows."""
    if bar.total is None:
        bar.total, bar.initial, bar.n = total, done - 1, done - 1
    bar.update(done - bar.n)


def _match(
    session: Session, first: Evaluator, second: Evaluator, part: str, folder: Path
) -> MatchResult:
    settings: MatchConfig = getattr(session.config, part)
    openings = choose_openings(settings, session.config.ruleset)
    return play_match(
        first,
        second,
        openings,
        settings,
        folder,
        workers=session.config.threads(),
        progress=session.progress,
    )
