"""The stage `learn` where a polynomial learns instead of a network, and what it shows of itself.

Steps of all its curves: the generation.
"""

from __future__ import annotations

import time

from rl.loop import curves
from rl.loop.session import Session
from rl.training.pictures import polynomial_picture
from rl.training.polynomial import (
    Polynomial,
    format_event,
    format_polynomial,
    learn_polynomial,
    load_polynomial,
    save_polynomial,
)
from rl.training.roster import Roster


def learn_terms(session: Session) -> None:
    """Fit a polynomial to the samples of the last generations, the loser's included.

    Its terms follow from the generation before: who contributed least goes, and after gates lost in
    a row the leading term is left out once.
    """
    run, config, generation = session.run, session.config, session.run.state.generation
    samples, began = session.window_samples(), time.perf_counter()
    with session.bar("fit", 0, 0, "step") as bar:
        polynomial = learn_polynomial(
            config.ruleset,
            samples,
            config.polynomial,
            _roster(session),
            generation=generation,
            progress=bar.update,
        )
    about = {"tool": "crownhead train", "run": config.name}
    path = session.network_path(generation)
    save_polynomial(path, polynomial, about)
    counters = run.count(train_s=time.perf_counter() - began)
    show(session, polynomial)
    curves.balance(session, samples, path)
    curves.calibration(session, samples, path, polynomial.scale_cp)
    run.metrics.scalar("time/train", counters["train_s"], generation)
    run.save(stage="gate", done=0, counters=counters)


def _roster(session: Session) -> Roster:
    """Return who is at work in the generation in hand."""
    config, generation = session.config.polynomial, session.run.state.generation
    if generation == 0:
        return Roster.first(config)
    before = load_polynomial(session.network_path(generation - 1)).roster
    accepted = bool(session.run.state.ledger[-1]["accepted"])
    return before.next(config, generation, accepted=accepted)


def show(session: Session, polynomial: Polynomial) -> None:
    """Write curves, picture and text of a polynomial, and say what was learned and changed."""
    metrics, generation = session.run.metrics, polynomial.generation
    metrics.scalars(polynomial_scalars(polynomial), generation)
    metrics.image("polynomial/weights", polynomial_picture(polynomial), generation)
    text = "\n".join(format_polynomial(polynomial))
    metrics.text("polynomial", f"```\n{text}\n```", generation)
    session.history.note(generation, loss=polynomial.loss_after)
    leaders = sorted(polynomial.terms.items(), key=lambda item: -item[1].contribution)[:3]
    session.say(
        f"training   {polynomial.positions:,} positions, {len(polynomial.terms)} terms, led by "
        f"{', '.join(name for name, _ in leaders)}; log-loss {polynomial.loss_before:.4f} by "
        f"material, {polynomial.loss_after:.4f}"
    )
    for event in polynomial.roster.history:
        if event["generation"] == generation:
            session.say(f"terms      {format_event(event)}")


def polynomial_scalars(polynomial: Polynomial) -> dict[str, float]:
    """Return the curves: weights and contribution of each active term, and how well it predicts."""
    scalars = {
        "data/window_positions": float(polynomial.positions),
        "loss/material": polynomial.loss_before,
        "loss/polynomial": polynomial.loss_after,
        "polynomial/scale_cp": polynomial.scale_cp,
        "polynomial/losses_in_a_row": float(polynomial.roster.losses),
    }
    for name, term in polynomial.terms.items():
        scalars[f"weight_opening/{name}"] = float(term.opening)
        scalars[f"weight_ending/{name}"] = float(term.ending)
        scalars[f"contribution/{name}"] = term.contribution
    return scalars
