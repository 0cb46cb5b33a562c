"""A player of a level: asked for a move, it keeps its table between the moves of a game.

Most moves are what the level's search finds. Where the level slips, a slip is drawn for the move
from the seed, the ply and the position, so that the same game with the same seed gets the same
moves, at any time and on any machine. A slip never

- answers where there is but one legal move, or captures are possible and but one captures,
- refuses to capture where capturing is possible, even in games that allow it,
- lets go of a win the level has seen, nor picks a loss it has seen,
- seems to cost more than the level's `slip_loss`.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine import _native
from engine._native import Move
from engine.evaluators import Endgames, Evaluator, Handcrafted
from engine.rules import Game, Position
from engine.rules import ruleset as ruleset_named
from engine.search.levels import Level
from engine.search.levels import level as level_named
from engine.search.limits import Limits
from engine.search.search import Follow, Line, Searcher, SearchResult

_FORCED = Limits(depth=1)


class Player:
    """Plays one ruleset at one level; one thread at a time.

    >>> player, game = Player("english", "easy", seed=3), Game()
    >>> first = player.choose(game).move
    >>> first == Player("english", "easy", seed=3).choose(game).move
    True
    """

    def __init__(
        self,
        ruleset: str = "english",
        level: Level | str = "medium",
        *,
        evaluator: Evaluator | None = None,
        endgames: Endgames | None = None,
        seed: int = 0,
    ) -> None:
        """Take a level or its name; the handcrafted evaluator is taken where none is given.

        A level that slips looks at no endgame tables: it is to be beaten. ValueError for an
        unknown level or ruleset, or an evaluator or tables of another ruleset.
        """
        self.level = level_named(level) if isinstance(level, str) else level
        self.seed = seed
        if endgames is not None and endgames.ruleset != ruleset_named(ruleset).name:
            raise ValueError(
                f"expected endgame tables of {ruleset_named(ruleset).name}, "
                f"got those of {endgames.ruleset}"
            )
        self._searcher = Searcher(
            evaluator or Handcrafted(ruleset),
            endgames=None if self.level.slip_chance else endgames,
            table_mib=self.level.table_mib,
        )
        self._searcher.evaluator.check(Position.start(ruleset))

    @property
    def name(self) -> str:
        """Return the name of the level."""
        return self.level.name

    def choose(
        self, where: Position | Game, *, share: float = 1.0, follow: Follow | None = None
    ) -> SearchResult:
        """Choose a move; for a game its history counts, so that repetitions are seen.

        `move` is None where there is none. A forced move is found at once. After a slip, `score`
        and `pv` are those of the move chosen, and `nodes` and `time_s` those of all it looked at.
        `share` in 0..1 is how much of a level's seconds it may take where many players share a
        machine; depth and nodes stay. `follow` is told of the lines found as that of a `Searcher`
        is, and ends the choice by returning True.
        """
        game = where if isinstance(where, Game) else Game(where)
        if not self.level.remembers:
            self._searcher.clear()
        moves = game.position.legal_moves()
        limits = self.level.limits if len(moves) > 1 else _FORCED
        if share < 1.0 and limits.time_s:
            limits = replace(limits, time_s=limits.time_s * share)
        best = self._searcher.search(game, limits=limits, follow=follow)
        random = self._random(game)
        if best.move is None or random.random() >= self.level.slip_chance:
            return best
        return self._slip(game, best, moves, random)

    def stop(self) -> None:
        """End the search that another thread is in; `choose` answers with what has been found.

        What has yet to begin is not kept from it: that `follow` does.
        """
        self._searcher.stop()

    @property
    def evaluator(self) -> Evaluator:
        """Return the evaluator it judges by."""
        return self._searcher.evaluator

    def forget(self) -> None:
        """Forget what earlier searches found, so that a new game owes nothing to the last."""
        self._searcher.clear()

    def _random(self, game: Game) -> Random:
        return Random(f"slip {self.seed} {len(game.moves)} {game.position.key}")

    def _slip(
        self, game: Game, best: SearchResult, moves: list[Move], random: Random
    ) -> SearchResult:
        """Choose among the other moves that cost little, the best one where there are none."""
        capturing = any(move.captured for move in moves)
        others = [move for move in moves if move != best.move and (move.captured or not capturing)]
        if not others or best.score > _native.WIN_BOUND:
            return best
        looked = [self._look(game, move) for move in others]
        least = max(best.score - self.level.slip_loss, -_native.WIN_BOUND)
        fitting = [result for result in looked if result.score >= least]
        chosen = random.choice(fitting) if fitting else best
        nodes = best.nodes + sum(result.nodes for result in looked)
        time_s = best.time_s + sum(result.time_s for result in looked)
        return _single(chosen.move, chosen.score, best.depth, chosen.pv, nodes, time_s)

    def _look(self, game: Game, move: Move) -> SearchResult:
        """Search what a move leads to as deep as the best one was searched."""
        after = game.after(move)
        outcome = after.outcome()
        if outcome is not None:
            won = outcome.winner == game.position.turn
            score = 0 if outcome.winner is None else _native.WIN - 1 if won else 1 - _native.WIN
            return _single(move, score, 1, (move,), 1, 0.0)
        depth = max(self.level.depth - 1, 1) if self.level.depth else 0
        found = self._searcher.search(after, limits=Limits(depth=depth, nodes=self.level.nodes))
        line = (move, *found.pv)
        return _single(move, -found.score, found.depth + 1, line, found.nodes, found.time_s)


def _single(
    move: Move | None, score: int, depth: int, pv: tuple[Move, ...], nodes: int, time_s: float
) -> SearchResult:
    line = Line(move, score, depth, pv)
    return SearchResult(move, score, depth, pv, nodes, 0, time_s, (line,))


def choose(
    where: Position | Game,
    level: Level | str = "easy",
    *,
    evaluator: Evaluator | None = None,
    endgames: Endgames | None = None,
    seed: int = 0,
) -> SearchResult:
    """Choose a move at a level, as a player does who was not asked before.

    >>> position = Position.from_fen("english", "W:W27:B7,15,23")
    >>> position.format_move(choose(position, "easy").move)
    '27x2'
    """
    position = where.position if isinstance(where, Game) else where
    player = Player(position.ruleset.name, level, evaluator=evaluator, endgames=endgames, seed=seed)
    return player.choose(where)
