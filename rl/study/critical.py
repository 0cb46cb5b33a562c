"""The moves of a study that cost most, with what is needed to look at them again."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from engine.notation import PdnGame
from engine.rules import Game, Position
from engine.rules.movetext import COLOUR_NAMES
from rl.study.appraisal import Appraisal
from rl.study.figures import player
from rl.study.grades import BLUNDER, Miss, missed, proven


@dataclass(frozen=True, kw_only=True)
class Critical:
    """A move that cost much. Scores are for its mover, in hundredths of a man."""

    game: int
    """Its number in the file."""
    line: int
    """The line of the file where the game begins."""
    event: str
    ply: int
    """From 1."""
    mover: str
    """The colour, with the name of the player where it is known."""
    fen: str
    """The position before the move."""
    played: str
    better: str
    played_score: int
    better_score: int
    loss: int
    """The difference of the scores, each cut at three men."""
    variation: tuple[str, ...]
    """The line expected, beginning with the better move."""
    miss: Miss | None

    def facts(self) -> dict[str, Any]:
        """Return it as JSON takes it."""
        facts = asdict(self) | {"variation": list(self.variation)}
        miss = facts.pop("miss")
        return facts | {
            "missed": None if miss is None else self._what(),
            "proven": self.miss is not None and self.miss.proven,
        }

    def _what(self) -> str:
        assert self.miss is not None
        return self.miss.what.value


@dataclass
class CriticalList:
    """Keeps the blunders that cost most: proven ones first among equals, then by their place."""

    length: int
    blunders: int = 0
    """How many there were, kept or not."""
    _heap: list[tuple[tuple[int, int, int, int], Critical]] = field(default_factory=list)

    def add(self, pdn: PdnGame, game: Game, appraisals: Sequence[Appraisal]) -> None:
        """Add the blunders of a game."""
        for ply, appraisal in enumerate(appraisals):
            if appraisal.loss < BLUNDER:
                continue
            self.blunders += 1
            seen = proven(appraisal.best_score) + proven(appraisal.played_score)
            rank = (appraisal.loss, seen, -pdn.number, -ply)
            if len(self._heap) < self.length or (self._heap and rank > self._heap[0][0]):
                heapq.heappush(self._heap, (rank, describe(pdn, game, ply, appraisal)))
                if len(self._heap) > self.length:
                    heapq.heappop(self._heap)

    def ranked(self) -> list[Critical]:
        """Return the positions kept, the worst move first."""
        return [critical for _, critical in sorted(self._heap, key=lambda item: item[0])[::-1]]


def describe(pdn: PdnGame, game: Game, ply: int, appraisal: Appraisal) -> Critical:
    """Tell of a move that was not agreed with; `ply` counts from 0."""
    position = game.positions[ply]
    variation = variation_texts(position, appraisal.line)
    name = player(pdn.tags, position.turn)
    colour = COLOUR_NAMES[position.turn]
    return Critical(
        game=pdn.number,
        line=pdn.line,
        event=pdn.tags.get("Event", ""),
        ply=ply + 1,
        mover=colour if name is None else f"{name} ({colour})",
        fen=position.fen(),
        played=position.format_move(position.legal_moves()[appraisal.played]),
        better=variation[0],
        played_score=appraisal.played_score,
        better_score=appraisal.best_score,
        loss=appraisal.loss,
        variation=tuple(variation),
        miss=missed(appraisal),
    )


def variation_texts(position: Position, line: Sequence[int]) -> list[str]:
    """Write the moves of a line given as places among the legal moves."""
    texts = []
    for place in line:
        move = position.legal_moves()[place]
        texts.append(position.format_move(move))
        position = position.push(move)
    return texts
