"""When a game between two searches is stopped before the rules end it.

Asks for agreement of both sides over several plies, as fishtest's worker does. No game is called
won against a king that flies: alone it can hold a draw against several.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from engine import _native

PLIES_MAX = 4000
SCORE_MAX = 30_000


@dataclass(frozen=True, kw_only=True)
class Adjudication:
    """Rules that stop a game; a length of 0 switches that rule off. ValueError on other ranges."""

    win_score: int = 0
    """Score in hundredths of a man that both sides must agree on for a win."""
    win_plies: int = 0
    """Consecutive plies the sides must agree on a win."""
    draw_score: int = 0
    """Largest score in hundredths of a man, either way, that counts as level."""
    draw_plies: int = 0
    """Plies without progress, all level, that make a draw."""
    draw_from_ply: int = 0
    """First ply at which a level game may be drawn."""
    material_lead: int = 0
    """Lead in hundredths of a man, by material alone, that wins when it lasts."""
    material_plies: int = 0
    """Consecutive plies the material lead must last."""
    ply_cap: int = 400
    """Ply at which a game still going is a draw."""

    def __post_init__(self) -> None:
        for item in fields(self):
            low = 1 if item.name == "ply_cap" else 0
            high = SCORE_MAX if item.name.endswith(("score", "lead")) else PLIES_MAX
            value = getattr(self, item.name)
            if not low <= value <= high:
                raise ValueError(f"{item.name}: expected {low} to {high}, got {value}")

    @property
    def native(self) -> _native.Adjudication:
        """The same rules as the core takes them."""
        return _native.Adjudication(**vars(self))
