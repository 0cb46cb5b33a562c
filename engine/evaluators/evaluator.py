"""What every evaluator is to the layers above: a name, a ruleset and a static score."""

from __future__ import annotations

from engine import _native
from engine.rules import Position


class Evaluator:
    """A static evaluation of positions of one ruleset; `.native` is what searches use."""

    def __init__(self, name: str, native: _native.Evaluator) -> None:
        """Name an evaluator of the core."""
        self.name = name
        self.native = native

    @property
    def ruleset(self) -> str:
        """Return the name of the ruleset it knows."""
        return self.native.ruleset

    def evaluate(self, position: Position) -> int:
        """Score a position in hundredths of a man for the side to move, without any search."""
        self.check(position)
        return self.native.evaluate(position.native)

    def check(self, position: Position) -> None:
        """Raise ValueError unless the position belongs to the ruleset this evaluator knows."""
        if position.ruleset.name != self.ruleset:
            raise ValueError(
                f"{self.name} evaluates {self.ruleset}, got a position of {position.ruleset.name}"
            )

    def __repr__(self) -> str:
        """Write the name and the ruleset."""
        return f"<{type(self).__name__} {self.name!r} for {self.ruleset}>"
