"""The facts of an evaluator: what it is, where it comes from, what it makes of positions."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine import Evaluator, Network, load_evaluator
from engine.evaluators.files import shipped
from engine.evaluators.handcrafted import term_names
from engine.evaluators.loading import BUILT_IN
from engine.evaluators.loading import SUFFIX as NETWORK_SUFFIX
from engine.evaluators.network import digest, read_metadata
from engine.evaluators.tuned import SUFFIX as WEIGHTS_SUFFIX
from engine.evaluators.tuned import load_weights, shipped_weights
from rl.checkpoints import MATERIAL, load_state, read_json
from rl.checkpoints.publish import KEY, read_provenance
from rl.inspection.calibration import Calibration, calibrate
from rl.inspection.listing import run_facts
from rl.inspection.maps import PieceMap, piece_maps
from rl.inspection.positions import known_positions
from rl.training.polynomial import format_polynomial, load_polynomial
from rl.training.report import Reliability

_STATE = "state.json"
_OF_THE_FILE = ("schema", "ruleset", "scale_cp", "digest", KEY)
Facts = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Subject:
    """What is inspected: an evaluator, with its file and its run where it has them."""

    evaluator: Evaluator
    file: Path | None
    run: Path | None


def find_subject(name: str, ruleset: str | None = None) -> Subject:
    """Find an evaluator by any name it has; of a run folder the champion, `material` included."""
    folder = Path(name)
    if (folder / _STATE).is_file():
        champion = load_state(folder / _STATE).champion
        own = run_facts(folder)["ruleset"]
        if champion == MATERIAL:
            return Subject(evaluator=load_evaluator(MATERIAL, own), file=None, run=folder)
        path = folder / champion
        return Subject(evaluator=load_evaluator(str(path), own), file=path, run=folder)
    evaluator = load_evaluator(name, ruleset)
    file = _file_of(name, evaluator)
    near = () if file is None else (file.parent, file.parent.parent)
    run = next((place for place in near if (place / _STATE).is_file()), None)
    return Subject(evaluator=evaluator, file=file, run=run)


def shape_facts(evaluator: Evaluator) -> Facts:
    """Return what an evaluator is made of."""
    facts: Facts = {"name": evaluator.name, "ruleset": evaluator.ruleset}
    if not isinstance(evaluator, Network):
        return {**facts, "kind": "handcrafted terms", "terms": len(term_names(evaluator.ruleset))}
    weights = evaluator.weights
    return {
        **facts,
        "kind": "network",
        "width": weights.width,
        "perspectives": weights.perspectives,
        "skip": bool(weights.skip.any()),
        "buckets": int(weights.output_weights.shape[0]),
        "weights": int(sum(array.size for array in weights.arrays().values())),
        "arrays": {name: list(array.shape) for name, array in weights.arrays().items()},
        "scale_cp": weights.scale_cp,
        "digest": digest(weights),
    }


def provenance_facts(subject: Subject) -> Facts:
    """Return what the file of an evaluator says of where it comes from."""
    if subject.file is None:
        return {}
    if subject.file.suffix == WEIGHTS_SUFFIX:
        return dict(load_weights(subject.file).provenance)
    metadata = read_metadata(subject.file)
    own = {key: metadata[key] for key in sorted(metadata) if key not in _OF_THE_FILE}
    return {**own, **read_provenance(subject.file)}


def run_provenance(folder: Path) -> Facts:
    """Return where a run is, who made it and by which code."""
    manifest = read_json(folder / "manifest.json")
    return {
        **run_facts(folder),
        "seed": manifest["seed"],
        "sessions": len(manifest["sessions"]),
        "commit": manifest["sessions"][-1]["commit"],
        "versions": manifest["sessions"][-1]["versions"],
    }


def polynomial_facts(subject: Subject) -> Facts | None:
    """Return a learned polynomial, its terms in words as `lines`; None for other evaluators.

    Of a run the changes of its terms are told up to the newest generation.
    """
    if subject.file is None or not subject.file.with_suffix(".json").is_file():
        return None
    if subject.file.suffix != WEIGHTS_SUFFIX:
        return None
    polynomial = latest = load_polynomial(subject.file)
    if subject.run is not None:
        records = subject.file.parent.glob("*[0-9].json")  # each is written after its weights
        learned = [load_polynomial(record.with_suffix(WEIGHTS_SUFFIX)) for record in records]
        latest = max(learned, key=lambda found: found.generation)
    return {
        **asdict(polynomial),
        "history": latest.roster.history,
        "lines": format_polynomial(polynomial, latest.roster),
    }


def map_facts(maps: list[PieceMap]) -> Facts:
    """Return piece-square maps as JSON takes them: null where a piece never stands."""
    return {
        found.kind: {
            "mean": round(found.mean, 2),
            "values": [None if np.isnan(v) else round(v, 2) for v in found.values.tolist()],
        }
        for found in maps
    }


def position_facts(evaluator: Evaluator) -> list[Facts]:
    """Return what an evaluator makes of each known position, for the side to move."""
    facts = []
    for known in known_positions(evaluator.ruleset):
        values = np.array([evaluator.native.evaluate(position) for position in known.positions])
        score = float(values.mean())
        facts.append(
            {
                "name": known.name,
                "positions": len(values),
                "score": round(score, 1),
                "lowest": int(values.min()),
                "highest": int(values.max()),
            }
        )
    return facts


def calibration_facts(found: Calibration) -> Facts:
    """Return a calibration as JSON takes it, in ten bins; those without a position are left out."""
    return {
        "source": found.source,
        "damaged": list(found.damaged),
        "positions": found.positions,
        "scale_cp": round(found.scale_cp, 1),
        "scale_from": "the evaluator" if found.own_scale else "these results",
        "gap": round(found.gap, 4),
        "bins": _bins(found.reliability),
    }


def inspect_evaluator(subject: Subject, *, calibration: bool = True) -> Facts:
    """Return everything there is to tell of an evaluator."""
    evaluator = subject.evaluator
    facts = {**shape_facts(evaluator), "file": None if subject.file is None else str(subject.file)}
    facts["provenance"] = provenance_facts(subject)
    facts["run"] = None if subject.run is None else run_provenance(subject.run)
    facts["polynomial"] = polynomial_facts(subject)
    facts["squares"] = map_facts(piece_maps(evaluator))
    facts["positions"] = position_facts(evaluator)
    facts["calibration"] = None
    if calibration:
        facts["calibration"] = calibration_facts(calibrate(evaluator, subject.run))
    return facts


def _file_of(name: str, evaluator: Evaluator) -> Path | None:
    """Return the file that an evaluator was read from."""
    if name in BUILT_IN:
        return shipped_weights(evaluator.ruleset) if name == "handcrafted" else None
    path = Path(name).expanduser()
    return path if path.is_file() else shipped("checkpoints", name, NETWORK_SUFFIX)


def _bins(reliability: Reliability) -> list[Facts]:
    """Return bins of a tenth each, two of the reliability's joined."""
    facts = []
    weights = reliability.weight.reshape(-1, 2)
    for number, weight in enumerate(weights):
        total = float(weight.sum())
        if total > 0:
            part = slice(2 * number, 2 * number + 2)
            mean = [
                float(np.nansum(values[part] * weight) / total)
                for values in (reliability.predicted, reliability.actual)
            ]
            facts.append(
                {
                    "from": round(float(reliability.edges[2 * number]), 2),
                    "to": round(float(reliability.edges[2 * number + 2]), 2),
                    "predicted": round(mean[0], 4),
                    "actual": round(mean[1], 4),
                    "share": round(total, 4),
                }
            )
    return facts
