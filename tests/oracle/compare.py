"""The core beside the oracle: the same position in both, and in what they differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.rules import Colour, Move, Position, perft
from tests.oracle import boards
from tests.oracle.position import Position as OraclePosition
from tests.oracle.position import fen
from tests.oracle.rulesets import RULESETS
from tests.oracle.turns import Turn, after, captures, turns, ways

Key = tuple[int, int, tuple[int, ...], bool, int, int]
SIDES = {"w": Colour.WHITE, "b": Colour.BLACK}


def differences(ruleset: str, seed: int, count: int) -> list[str]:
    """List the random positions where core and oracle disagree, and in what."""
    return [
        f"{fen(position)}: {fault}"
        for position in boards.sample(RULESETS[ruleset], seed, count)
        for fault in faults(ruleset, position)
    ]


def faults(ruleset: str, position: OraclePosition) -> Iterator[str]:
    """Name what the core gets wrong in a position."""
    core, oracle = Position.from_fen(ruleset, fen(position)), turns(position)
    moves = {key_of_move(move): move for move in core.legal_moves()}
    expected = {key_of_turn(turn): turn for turn in oracle}
    if moves.keys() != expected.keys() or len(moves) != len(core.legal_moves()):
        yield f"moves {sorted(moves.keys() ^ expected.keys())}"
        return
    if {perft(core, 1), perft(core, 1, bulk=False)} != {len(expected)}:
        yield "perft"
    if perft(core, 1, paths=True) != sum(ways(position.rules, p) for p in oracle.values()):
        yield "perft by paths"
    for key, turn in expected.items():
        move = moves[key]
        if sorted(map(tuple, core.native.paths(move))) != sorted(oracle[turn]):
            yield f"paths of {turn}"
        followed = core.push(move)
        afresh = Position.from_fen(ruleset, fen(after(position, turn)))
        if followed != afresh or followed.key != afresh.key or pieces(followed) != afresh.fen():
            yield f"position after {turn}"
    yield from faults_beside_moves(core, position)


def faults_beside_moves(core: Position, position: OraclePosition) -> Iterator[str]:
    """Name what else the core gets wrong: who can capture, the FEN, moves as text."""
    for side, colour in SIDES.items():
        jumps = captures(position.rules, position.board, side)
        if core.native.can_capture(colour) != bool(jumps):
            yield f"whether {side} can capture"
    if replace(core, native=Position.from_fen(core.ruleset.name, core.fen()).native) != core:
        yield "FEN"
    for move in core.legal_moves():
        if core.parse_move(core.format_move(move)) != move:
            yield f"text {core.format_move(move)}"


def key_of_move(move: Move) -> Key:
    """Say what tells a move from others."""
    ends = (move.from_square, move.to_square)
    return (*ends, tuple(move.captured), move.promoted, move.huffed, move.lost)


def key_of_turn(turn: Turn) -> Key:
    """Say the same of a turn."""
    captured = tuple(sorted(turn.captured))
    return (turn.start, turn.end, captured, turn.promoted, turn.huffed, turn.lost)


def pieces(position: Position) -> str:
    """Write the FEN without the counts of plies."""
    groups = position.fen().split(":")
    return ":".join(group for group in groups if group[:1] not in ("H", "Q"))
