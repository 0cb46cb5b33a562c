"""What makes a position a shot, and the games in which to look for one.

Careless games leave many shots on the board, and a deep search of every position finds them. What
it proposes, full-width search decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from engine import Evaluator, Limits, Position, SearchResult, _native, load_evaluator, search
from engine._native import Move
from tests.oracle import boards
from tests.oracle.compare import pieces
from tests.oracle.fullwidth import MAN, WON, TooManyNodesError, judge
from tests.oracle.position import fen
from tests.oracle.rulesets import RULESETS
from tests.tactics.shots import Shot, proved

EASY = 300
"""Nodes that are not enough to solve a shot; in forced captures they reach far."""

MOVES_MIN = 3  # there is something to choose from
PLIES_MIN, PLIES_MAX = 5, 17  # deeper than an exchange, and not too deep to be proved
MARGIN = 2  # plies that the proof goes beyond the gain
SACRIFICED_WITHIN = 4  # plies: the first or the second own move gives material up
DECISIVE = 3 * MAN  # the score beyond which another move would win as well, more slowly
FULL_WIDTH_NODES = 400_000  # that a proof may take: some seconds, on large boards ten
GAME_PLIES, LEAD = 100, 3 * MAN  # where a game is left
RANDOM_PLIES, CARELESS = 4, 0.15  # moves at random: all at first, then this share
TABLE_MIB = 2.0  # enough for these nodes; to clear more would take longer than the searches


@dataclass(frozen=True, kw_only=True)
class Mine:
    """Where to look, and how hard: games from one seed, `nodes` for each deep search.

    Scattered games begin with equally many men of both sides, or nearly so, anywhere on the board.
    """

    ruleset: str
    seed: int
    nodes: int
    scattered: bool = False


def shots_of(mine: Mine, games: Iterable[Sequence[Position]]) -> Iterator[Shot]:
    """Find shots, at most one a game, so that they differ."""
    for number, game in enumerate(games):
        order = Random(f"{mine.seed} {number}").sample(game, len(game))
        found = (shot_of(position, mine.nodes) for position in order)
        if shot := next(filter(None, found), None):
            yield shot


def played(mine: Mine, number: int) -> list[Position]:
    """Play a game, a careless one, for as long as it is level; return its positions."""
    random = Random(f"{mine.ruleset} {mine.seed} {number}")
    start = Position.start(mine.ruleset)
    if mine.scattered:
        men = boards.scattered(RULESETS[mine.ruleset], random, kings=0.0)
        start = Position.from_fen(mine.ruleset, fen(men))
    positions = [start]
    player = _native.Searcher(plain_evaluator(mine.ruleset).native, 0.1)
    full = judge(mine.ruleset)
    while len(positions) < GAME_PLIES and abs(full.balance(positions[-1].native)) <= LEAD:
        here = positions[-1]
        moves = here.legal_moves()
        careless = len(positions) <= RANDOM_PLIES or random.random() < CARELESS
        move = player.search(here.native, depth=3).move
        if move is None:
            break
        positions.append(here.push(random.choice(moves) if careless else move))
    return positions


def shot_of(position: Position, nodes: int) -> Shot | None:
    """Return the shot that a position is, proved, or None."""
    if not quiet(position) or len(position.legal_moves()) < MOVES_MIN:
        return None
    position = Position.from_fen(position.ruleset.name, pieces(position))
    deep = searched(position, Limits(nodes=nodes))
    shot = combination(position, deep)
    if shot is None or deep.move is None or not surprising(position, deep.move):
        return None
    if not stands_out(position, deep.move, nodes):
        return None
    try:
        shot = widened(shot)
        return shot if proved(shot, FULL_WIDTH_NODES) else None
    except TooManyNodesError:
        return None


def quiet(position: Position) -> bool:
    """Tell whether the side to move has nothing to capture or to huff."""
    return not (position.native.can_capture(position.turn) or position.huffable)


def surprising(position: Position, solution: Move) -> bool:
    """Tell whether the least of searches, which follows captures all the same, misses it."""
    return searched(position, Limits(nodes=EASY)).move != solution


def combination(position: Position, deep: SearchResult) -> Shot | None:
    """Read a sacrifice and what it gains off the line of a deep search."""
    full, here = judge(position.ruleset.name), position
    root, lowest = full.balance(position.native), 0
    for ply, move in enumerate(deep.pv[:PLIES_MAX], 1):
        here = here.push(move)
        gain = full.balance(here.native) * (1 if here.turn == position.turn else -1) - root
        if ply <= SACRIFICED_WITHIN:
            lowest = min(lowest, gain)
        won = not here.legal_moves()
        if ply >= PLIES_MIN and lowest <= -MAN and (won or (quiet(here) and gain >= MAN)):
            return Shot(
                ruleset=position.ruleset.name,
                fen=position.fen(),
                gain=WON if won else gain,
                depth=ply + MARGIN,
                line=tuple(position.format_line(deep.pv[:ply])),
            )
    return None


def stands_out(position: Position, solution: Move, nodes: int) -> bool:
    """Tell whether every other move, searched on its own, is worse by a man and not winning."""
    scores = {
        move: -searched(position.push(move), Limits(nodes=nodes)).score
        for move in position.legal_moves()
    }
    best = scores.pop(solution)
    return max(scores.values()) <= min(best - MAN, DECISIVE)


def widened(shot: Shot) -> Shot:
    """Find the most that full-width search sees the solution gain at the shot's depth."""
    position = shot.position
    solution, full = position.parse_move(shot.solution), judge(shot.ruleset, FULL_WIDTH_NODES)

    def reached(gain: int) -> bool:
        return full.gains(position.native, solution, gain, shot.depth)

    gain = shot.gain
    if gain < WON and reached(WON):
        return replace(shot, gain=WON)
    while gain > MAN and not reached(gain):
        gain = max(gain - MAN // 2, MAN) if gain < WON else 10 * MAN
    while gain < WON and reached(gain + MAN // 2):
        gain += MAN // 2
    return replace(shot, gain=gain)


def searched(position: Position, limits: Limits) -> SearchResult:
    """Search as the suite does: with an empty table and the untuned evaluator."""
    evaluator = plain_evaluator(position.ruleset.name)
    return search(position, evaluator=evaluator, limits=limits, table_mib=TABLE_MIB)


def plain_evaluator(ruleset: str) -> Evaluator:
    """Make the evaluator that no tuning changes."""
    return load_evaluator("untuned", ruleset)
