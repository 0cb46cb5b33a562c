"""Which terms a polynomial is made of: sixteen at work, the others in reserve, as Samuel kept them.

After each generation the terms that have contributed least make room for those that have waited
longest, and go to the end of the queue. When the challenger has lost several gates in a row, the
term that contributes most is left out of the next one: a jolt, to get away from a polynomial that
small changes do not improve. Source: A. Samuel, IBM Journal 3(3), 1959; there a term went that had
the lowest correlation 32 times, and the jolt followed the third lost game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from engine.evaluators.terms import POLYNOMIAL

DEMOTED, JOLTED = "demoted", "jolted"


@dataclass(frozen=True, kw_only=True)
class PolynomialConfig:
    """Terms of the polynomial and how they are fitted; used with `learner = "polynomial"`."""

    active: tuple[str, ...] = (
        "advance", "back_row", "bridge", "centre_king", "cramp", "denied", "double_corner",
        "edge_man", "exchange", "gap", "hunt", "king_mobility", "mobility", "node", "runaway",
        "runaway_step",
    )  # fmt: skip
    """Terms of the first generation."""
    reserve: tuple[str, ...] = (
        "centre_control", "backed_man", "threat", "dyke", "triangle", "centre_man", "the_move",
        "exposure", "turn", "trapped_king", "hole", "fork", "pole", "double_diagonal",
    )  # fmt: skip
    """Terms that wait, the next to come in first. Trade is not among them, for regression learns
    it with the wrong sign: a lead late in a game did promise less, of those who had not used it
    earlier, and whoever believes that will not exchange when ahead. All terms but trade, fitted to
    200,000 positions of strong play, scored +123 Elo [+88, +160] against `untuned` in 156 pairs at
    1,000 nodes a move; with trade, at -161 on the empty board, +80 [+45, +118]."""
    demotions: int = 1
    """Terms that make room for others after each generation."""
    jolt_after: int = 3
    """Gates lost in a row after which the leading term is left out of one challenger; 0 = never."""
    search_share: float = 1.0
    """Share of the search score in the target, from 0 to 1; the rest is the result of the game.
    Samuel learned from backed-up scores alone. On 280,000 positions of an early generation, both
    against `untuned` in 80 game pairs at 1,000 nodes a move, 1.0 scored -53 Elo [-96, -10] and 0.7
    -98 [-137, -61]."""
    deviation_cp: float = 30.0
    """How far from 0 a weight may well be, hundredths of a man."""
    rounding: Literal["whole", "power_of_two"] = "whole"
    """What weights are rounded to: hundredths of a man, or powers of two of them, as Samuel did."""

    def __post_init__(self) -> None:
        if not self.active:
            raise ValueError("active: expected at least one term, got none")
        for name in ("active", "reserve"):
            self._check_terms(name)
        if not 0 <= self.demotions <= len(self.active):
            most = len(self.active)
            raise ValueError(f"demotions: expected 0 to {most}, got {self.demotions}")
        if not 0 <= self.jolt_after <= 100:
            raise ValueError(f"jolt_after: expected 0 to 100, got {self.jolt_after}")
        if not 0 <= self.search_share <= 1:
            raise ValueError(f"search_share: expected 0 to 1, got {self.search_share:g}")
        if not 0 < self.deviation_cp <= 1000:
            raise ValueError(
                f"deviation_cp: expected more than 0, at most 1000, got {self.deviation_cp:g}"
            )

    def _check_terms(self, name: str) -> None:
        before = self.active if name == "reserve" else ()
        seen = set(before)
        for term in getattr(self, name):
            if term not in POLYNOMIAL:
                known = ", ".join(POLYNOMIAL)
                raise ValueError(f"{name}: expected terms among {known}, got {term!r}")
            if term in seen:
                raise ValueError(f"{name}: expected each term once, got {term!r} again")
            seen.add(term)


@dataclass(frozen=True, kw_only=True)
class Roster:
    """Who is at work in a generation, and the record that decides who stays."""

    active: tuple[str, ...]
    reserve: tuple[str, ...]
    contributions: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """Of each active term that was fitted, what it contributed since it came in, hundredths of a
    man: one number a fit."""
    losses: int = 0
    """Gates lost in a row, or since the last jolt."""
    jolted: str = ""
    """The term left out of this generation's challenger; empty where none is."""
    history: tuple[Mapping[str, Any], ...] = ()
    """What was changed, in order: generation, event, term and what is known beside."""

    @classmethod
    def first(cls, config: PolynomialConfig) -> Roster:
        """Return the roster of the first generation."""
        return cls(active=config.active, reserve=config.reserve)

    def fitted(self) -> tuple[str, ...]:
        """Return the terms that this generation's challenger gives a weight."""
        return tuple(term for term in self.active if term != self.jolted)

    def note(self, contributions: Mapping[str, float]) -> Roster:
        """Add what each term contributed to the challenger of this generation."""
        noted = {
            term: (*self.contributions.get(term, ()), contributions[term])
            if term in contributions
            else self.contributions.get(term, ())
            for term in self.active
        }
        return replace(self, contributions=noted)

    def mean(self, term: str) -> float:
        """Return the contribution of a term, averaged since it came in; 0 before its first fit."""
        known = self.contributions.get(term, ())
        return sum(known) / len(known) if known else 0.0

    def next(self, config: PolynomialConfig, generation: int, *, accepted: bool) -> Roster:
        """Return the roster of `generation`, the challenger of the one before being judged."""
        after = replace(self, losses=0 if accepted else self.losses + 1, jolted="")
        for _ in range(min(config.demotions, len(self.reserve))):
            after = after._demote(generation)
        if config.jolt_after and after.losses >= config.jolt_after:
            after = after._jolt(generation)
        return after

    def _demote(self, generation: int) -> Roster:
        """Replace the weakest term that was fitted; it comes in again last."""
        known = [term for term in self.active if self.contributions.get(term)]
        if not known:
            return self
        out, coming = min(known, key=self.mean), self.reserve[0]
        event = {
            "generation": generation,
            "event": DEMOTED,
            "term": out,
            "contribution": round(self.mean(out), 3),
            "successor": coming,
        }
        return replace(
            self,
            active=tuple(coming if term == out else term for term in self.active),
            reserve=(*self.reserve[1:], out),
            contributions={t: c for t, c in self.contributions.items() if t != out},
            history=(*self.history, event),
        )

    def _jolt(self, generation: int) -> Roster:
        leader = max(self.active, key=self.mean)
        event = {
            "generation": generation,
            "event": JOLTED,
            "term": leader,
            "contribution": round(self.mean(leader), 3),
            "losses": self.losses,
        }
        return replace(self, losses=0, jolted=leader, history=(*self.history, event))
