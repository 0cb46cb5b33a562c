"""A polynomial learned from samples: material as the yardstick plus a weight for each active term.

The score of a position is 100 for a man, the ruleset's worth of a king, and the sum of weight times
count over the terms; logistic regression fits the weights to what the searches backed up and how
the games ended. How much the material counts is free in the fit, and all is then divided by it, so
that a man stays 100: the yardstick by which Samuel kept his polynomial from wandering. What a term
contributes is the spread of its share of the score over the positions.

A generation leaves two files: the weights, an evaluator like any other file of them, and a record
of how they came about, which holds the digest of the first.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine import _native
from engine.evaluators.terms import DESCRIPTIONS, KING, place_of
from engine.evaluators.tuned import WEIGHT_MAX, WeightsFile, load_weights, save_weights
from rl.checkpoints.files import read_json, write_json
from rl.training.regression import (
    Doubles,
    Evidence,
    gather,
    log_loss,
    newton,
    scale_of,
    targets,
)
from rl.training.roster import JOLTED, PolynomialConfig, Roster
from rl.training.scale import MAN_CP

SCHEMA = 1
_ROWS = 1 << 15


@dataclass(frozen=True, kw_only=True)
class Term:
    """An active term of a polynomial."""

    opening: int
    """Weight on the full board, hundredths of a man."""
    ending: int
    """Weight on the empty board."""
    contribution: float
    """Spread of its share of the score over the positions fitted to, hundredths of a man."""


@dataclass(frozen=True, kw_only=True)
class Polynomial:
    """What a generation learned."""

    ruleset: str
    generation: int
    king: int
    """The worth of a king, hundredths of a man."""
    terms: Mapping[str, Term]
    roster: Roster
    positions: int
    """Distinct positions fitted to or held out."""
    loss_before: float
    """Log-loss of results of held-out games by material alone, at its best scale."""
    loss_after: float
    """The same by the polynomial."""
    scale_cp: float
    """Hundredths of a man to one logit of the expected result."""

    def weights(self) -> npt.NDArray[np.int32]:
        """Return the weights as the core takes them, `[W, 2]`."""
        weights = _native.material_weights(self.ruleset)
        for name, term in self.terms.items():
            weights[place_of(self.ruleset, name)] = term.opening, term.ending
        return weights


def learn_polynomial(
    ruleset: str,
    samples: np.ndarray,
    config: PolynomialConfig,
    roster: Roster,
    *,
    generation: int,
    progress: Callable[[int], object] | None = None,
) -> Polynomial:
    """Fit the terms of a roster to merged samples; nothing in it is left to chance."""
    names = roster.fitted()
    evidence = gather_terms(ruleset, samples, names)
    train = ~evidence.held_out
    nothing = np.zeros((len(names), 2))
    material = evidence.scores(nothing)
    scale = scale_of(evidence, material, train)
    target = targets(evidence, train, config.search_share)
    deviation = np.full(len(names), config.deviation_cp)
    fitted, man = newton(evidence, target, nothing, deviation, scale, progress)
    whole = rounded(fitted * (MAN_CP / max(man, 1.0)), config.rounding)
    scores = evidence.scores(whole.astype(np.float64))
    after_scale = scale_of(evidence, scores, train)
    contributions = dict(zip(names, _contributions(evidence, whole), strict=True))
    terms = {
        name: Term(
            opening=int(whole[place, 0]),
            ending=int(whole[place, 1]),
            contribution=round(contributions[name], 3),
        )
        for place, name in enumerate(names)
    }
    return Polynomial(
        ruleset=ruleset,
        generation=generation,
        king=_king(ruleset),
        terms=terms,
        roster=roster.note({name: term.contribution for name, term in terms.items()}),
        positions=len(samples),
        loss_before=round(log_loss(evidence, material / scale), 5),
        loss_after=round(log_loss(evidence, scores / after_scale), 5),
        scale_cp=round(after_scale, 1),
    )


def gather_terms(ruleset: str, samples: np.ndarray, names: tuple[str, ...]) -> Evidence:
    """Turn merged samples into evidence on some terms only, the material counted as men.

    In parts, for the counts of all terms of a million positions would take half a gigabyte.
    """
    columns = [place_of(ruleset, name).start for name in names]
    king = place_of(ruleset, KING).start
    parts = []
    for start in range(0, len(samples), _ROWS):
        part = gather(ruleset, samples[start : start + _ROWS])
        kings = part.features[:, king] * np.float32(_king(ruleset) / MAN_CP)
        chosen = np.ascontiguousarray(part.features[:, columns])
        parts.append(replace(part, features=chosen, men=part.men + kings))
    return _joined(parts)


def rounded(weights: Doubles, rounding: str) -> npt.NDArray[np.int32]:
    """Round weights to whole numbers, or to powers of two with less than a half as 0."""
    clipped = np.clip(weights, -WEIGHT_MAX, WEIGHT_MAX)
    if rounding == "power_of_two":
        size = np.abs(clipped)
        exponent = np.rint(np.log2(np.maximum(size, 1)))
        exponent = np.minimum(exponent, np.floor(np.log2(WEIGHT_MAX)))
        clipped = np.where(size < 0.5, 0.0, np.sign(clipped) * 2**exponent)
    return np.rint(clipped).astype(np.int32)


def save_polynomial(path: Path, polynomial: Polynomial, provenance: Mapping[str, Any]) -> None:
    """Write the weights to `path` and the record beside it, the record last."""
    about = {
        **provenance,
        "generation": polynomial.generation,
        "terms": ", ".join(polynomial.terms),
        "positions": polynomial.positions,
        "log_loss_material": polynomial.loss_before,
        "log_loss": polynomial.loss_after,
        "scale_cp": polynomial.scale_cp,
    }
    save_weights(path, polynomial.ruleset, polynomial.weights(), about)
    record = {"schema": SCHEMA, **asdict(polynomial), "weights_sha256": file_digest(path)}
    write_json(path.with_suffix(".json"), record)


def load_polynomial(path: Path) -> Polynomial:
    """Read the record of a polynomial; ValueError, in one line, where it or they are damaged."""
    beside = path.with_suffix(".json")
    if not beside.is_file():
        raise ValueError(f"{path}: not a finished polynomial, {beside.name} is missing")
    record = read_json(beside)
    if record.pop("schema", None) != SCHEMA:
        raise ValueError(f"{beside}: expected a polynomial of schema {SCHEMA}")
    if record.pop("weights_sha256", None) != file_digest(path):
        raise ValueError(f"{path}: its SHA-256 differs from the one in {beside.name}")
    try:
        terms = {name: Term(**term) for name, term in record.pop("terms").items()}
        return Polynomial(**record | {"terms": terms, "roster": _roster(record["roster"])})
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"{beside}: expected the record of a polynomial ({error})") from None


def load_polynomial_weights(path: Path) -> WeightsFile:
    """Read the weights of a polynomial, whose digest has to be the one in its record."""
    load_polynomial(path)
    return load_weights(path)


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file of weights; ValueError where there is none."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        raise ValueError(f"{path}: no such file") from None


def format_polynomial(polynomial: Polynomial, history: Roster | None = None) -> list[str]:
    """Return a polynomial in words, a line a term, the one that contributes most first.

    `history`: a later roster, whose changes are told; else those up to this one.
    """
    worth = f"100 for a man, {polynomial.king} for a king, and"
    lines = [
        f"polynomial of generation {polynomial.generation}, in hundredths of a man: {worth}",
        "",
        f"{'term':<16} {'opening':>7} {'ending':>7} {'contributes':>11}  for each",
    ]
    ordered = sorted(polynomial.terms.items(), key=lambda item: -item[1].contribution)
    for name, term in ordered:
        lines.append(
            f"{name:<16} {term.opening:>+7} {term.ending:>+7} {term.contribution:>11.1f}"
            f"  {DESCRIPTIONS[name]}"
        )
    roster = history or polynomial.roster
    lines += ["", f"in reserve: {', '.join(polynomial.roster.reserve) or 'none'}"]
    changes = [f"g{event['generation']:02d} {format_event(event)}" for event in roster.history]
    return lines + changes


def format_event(event: Mapping[str, Any]) -> str:
    """Return a change of the terms in words."""
    start = f"{event['term']}, which contributed {event['contribution']:.1f},"
    if event["event"] == JOLTED:
        return f"{start} is left out after {event['losses']} gates lost in a row"
    return f"{start} makes room for {event['successor']}"


def _king(ruleset: str) -> int:
    return int(_native.material_weights(ruleset)[place_of(ruleset, KING)][0, 0])


def _contributions(evidence: Evidence, weights: npt.NDArray[np.int32]) -> list[float]:
    share = evidence.opening.astype(np.float64)
    spreads = []
    for place, (opening, ending) in enumerate(weights):
        part = evidence.features[:, place] * (share * opening + (1 - share) * ending)
        mean = np.average(part, weights=evidence.count)
        spreads.append(float(np.sqrt(np.average((part - mean) ** 2, weights=evidence.count))))
    return spreads


def _joined(parts: list[Evidence]) -> Evidence:
    def join(name: str) -> Any:
        return np.concatenate([getattr(part, name) for part in parts])

    arrays = ("features", "opening", "men", "kings_level", "score", "result", "count", "held_out")
    return Evidence(**{name: join(name) for name in arrays}, man_squares=parts[0].man_squares)


def _roster(record: Mapping[str, Any]) -> Roster:
    """Return a roster as JSON keeps it, lists made tuples again."""
    return Roster(
        active=tuple(record["active"]),
        reserve=tuple(record["reserve"]),
        contributions={name: tuple(known) for name, known in record["contributions"].items()},
        losses=record["losses"],
        jolted=record["jolted"],
        history=tuple(record["history"]),
    )
