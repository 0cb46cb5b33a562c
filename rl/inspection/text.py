"""The facts of runs and evaluators as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from rl.inspection.maps import PieceMap, format_map
from rl.inspection.strength import format_limit

_BAR = 20
Facts = Mapping[str, Any]


def format_facts(facts: Facts) -> str:
    """Write what is known of an evaluator: how strong it is and what it knows, origins last."""
    on_the_way, results = _matches(facts)
    parts = [
        _pairs(_plain(facts, ("name", "ruleset", "kind"))),
        _section("strength", _join(_pairs(_strength(facts)), results)),
        "\n".join(facts["polynomial"]["lines"]) if facts["polynomial"] else "",
        _section("what a piece is worth on each square, hundredths of a man", _maps(facts)),
        _section("known positions, hundredths of a man for the side to move", _positions(facts)),
        _section("predicted and actual results", _calibration(facts["calibration"])),
        _section("shape", _pairs(_shape(facts))),
        _section("run", _pairs(_flat(_run(facts["run"])))),
        _section("provenance", _join(_pairs(_provenance(facts)), on_the_way)),
    ]
    return "\n\n".join(part for part in parts if part)


def format_strength(strength: Facts | None) -> str:
    """Write the newest result against the handcrafted evaluation, and what it was limited by."""
    if strength is None:
        return "not measured"
    low, high = strength["elo_interval"] or (None, None)
    elo = f"{_signed(strength['elo'])} [{_signed(low)}, {_signed(high)}]"
    return f"{elo} at {format_limit(strength)}, {strength['player']}, {strength['games']} games"


def format_age(seconds: float) -> str:
    """Write a length of time in its largest unit, two digits or so.

    >>> format_age(45), format_age(150), format_age(9000), format_age(400000)
    ('45 s', '2.5 min', '2.5 h', '4.6 days')
    """
    for unit, length in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= length:
            value = seconds / length
            return f"{value:.1f} {unit}" if value < 10 else f"{value:.0f} {unit}"
    return f"{seconds:.0f} s"


def format_generation(run: Facts) -> str:
    """Write which generation is in hand; after the last one there may be one more network.

    >>> format_generation({"generation": 1, "generations": 4})
    '2 of 4'
    """
    number, count = run["generation"] + 1, run["generations"]
    if count is not None and number > count:
        return f"{count} of {count}, final"
    return f"{number} of {count or '?'}"


def _section(title: str, body: str) -> str:
    return f"{title}\n{body}" if body else ""


def _join(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _pairs(facts: Facts) -> str:
    """Write a line a fact, without those that say nothing."""
    told = {name: format_value(value) for name, value in facts.items()}
    told = {name: text for name, text in told.items() if text}
    width = max((len(name) for name in told), default=0)
    return "\n".join(f"  {name:<{width}}  {text}" for name, text in told.items())


def format_value(value: object) -> str:
    """Write a fact as people read it; nothing for None and what is empty.

    >>> format_value(4561202), format_value(39.16252427), format_value(1090.62), format_value(True)
    ('4,561,202', '39.16', '1,091', 'yes')
    >>> format_value(["g00", "g01"]), format_value([]), format_value(None)
    ('g00, g01', '', '')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    if isinstance(value, list | tuple):
        return ", ".join(map(format_value, value))
    return "" if value is None else str(value)


def _plain(facts: Facts, names: Iterable[str]) -> Facts:
    return {name: facts[name] for name in names if facts.get(name) is not None}


def _shape(facts: Facts) -> Facts:
    shape = _plain(facts, ("width", "perspectives", "skip", "buckets", "weights", "terms"))
    arrays = {name: " x ".join(map(str, sizes)) for name, sizes in facts.get("arrays", {}).items()}
    arrays = {name: sizes for name, sizes in arrays.items() if name not in shape}
    return {**shape, **arrays, **_plain(facts, ("scale_cp", "digest"))}


def _strength(facts: Facts) -> Facts:
    """Return the newest result of a run, and that of a tuning."""
    run, tuned = facts["run"], facts["provenance"].get("match")
    measured = {} if run is None else {"v handcrafted": format_strength(run["strength"])}
    return measured if tuned is None else {**measured, "tuned": tuned}


def _matches(facts: Facts) -> tuple[str, str]:
    """Write the matches that a network is published with: those on the way to it, its own."""
    lines: tuple[list[str], list[str]] = ([], [])
    for match in facts["provenance"].get("matches", []):
        own = match["part"] not in ("gate", "baseline")
        lines[own].append(f"  {match['part']}: {match['line']}")
    return "\n".join(lines[0]), "\n".join(lines[1])


def _provenance(facts: Facts) -> Facts:
    """Return what is not told elsewhere, without the configuration, which is long."""
    elsewhere = ("config", "match", "matches")
    told = {name: value for name, value in facts["provenance"].items() if name not in elsewhere}
    if str(told.get("positions")).isdigit():  # a network keeps all it knows as text
        told["positions"] = int(told["positions"])
    return {**_plain(facts, ("file",)), **_flat(told)}


def _run(run: Facts | None) -> Facts:
    if run is None:
        return {}
    told = {name: value for name, value in run.items() if name not in ("ruleset", "strength")}
    told["generation"] = format_generation(run)
    told["time"], told["saved"] = (
        format_age(told.pop("time_s")),
        f"{format_age(told.pop('age_s'))} ago",
    )
    del told["generations"]
    return told


def _flat(facts: Facts, prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in facts.items():
        if isinstance(value, Mapping):
            flat |= _flat(value, f"{prefix}{name}.")
        else:
            flat[f"{prefix}{name}"] = value
    return flat


def _maps(facts: Facts) -> str:
    return "\n".join(
        format_map(
            PieceMap(kind=kind, values=np.array(found["values"], dtype=np.float64)),
            facts["ruleset"],
        )
        for kind, found in facts["squares"].items()
    )


def _positions(facts: Facts) -> str:
    lines = []
    width = max(len(known["name"]) for known in facts["positions"])
    for known in facts["positions"]:
        of = ""
        if known["positions"] > 1:
            of = f"  mean of {known['positions']}, {known['lowest']:+} to {known['highest']:+}"
        lines.append(f"  {known['name']:<{width}}  {known['score']:>+7.0f}{of}")
    return "\n".join(lines)


def _calibration(found: Facts | None) -> str:
    if found is None:
        return ""
    lines = [
        f"  {found['positions']:,} positions, {found['source']}",
        f"  scale {found['scale_cp']:g}, of {found['scale_from']}; mean gap {found['gap']:.3f}",
        *(f"  left out: {reason}" for reason in found["damaged"]),
        f"  {'bin':<11}  predicted  actual  share",
    ]
    for part in found["bins"]:
        bounds = f"{part['from']:.1f} to {part['to']:.1f}"
        bar = "#" * round(_BAR * part["share"])
        lines.append(
            f"  {bounds:<11}  {part['predicted']:>9.3f}  {part['actual']:>6.3f}  "
            f"{part['share']:>5.1%}  {bar}".rstrip()
        )
    return "\n".join(lines)


def _signed(value: float | str | None) -> str:
    return "?" if value is None else f"{float(value):+.0f}"
