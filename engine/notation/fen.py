"""Positions as text: the FEN of the PDN standard, read liberally and written in one form.

Read: colour groups in any order, ranges (`K5-8` is four kings), spaces, a trailing dot, empty
sides, algebraic squares, the `:H<plies>:F<move>` tail of lidraughts and its Frisian `:+n+n`.
Written: squares ascending, no spaces, no dot, and behind them only what is not empty:
`:U11,16` the huffable squares, `:RW14=2` kings that have moved twice in a row (Frisian),
`:H<plies>` without progress, `:Q<plies>` without a capture with equally many kings.
Source: the PDN 3.0 standard, https://pdn.fmjd.org (FEN); lidraughts for the tail.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.notation.squares import NotationError, Squares, shorten

LONGEST_FEN = 2000
"""Characters; 144 kings with algebraic names take 800."""

_PIECES = re.compile(r"(K?)([a-z]?[0-9]+)(?:-([a-z]?[0-9]+))?")
_COUNTER = re.compile(r"[HQ][0-9]{1,6}")
_IGNORED = re.compile(r"F[0-9]+|\+[0-9]+\+[0-9]+")
_RUN = re.compile(r"([WB])([a-z]?[0-9]+)=([0-9]{1,6})")
_COLOURS = {"W": "White", "B": "Black"}

KingRuns = tuple[tuple[int, int], tuple[int, int]]
NO_RUNS: KingRuns = ((0, 0), (0, 0))


@dataclass(frozen=True)
class FenFields:
    """What a FEN says: side to move (`W` or `B`), ascending squares, and what games need besides.

    `no_progress` and `equal_kings` count plies; `huffable` are squares of the side not to move;
    `king_runs` are (square, moves in a row) of White's and Black's last-moved king.
    """

    turn: str
    white_men: tuple[int, ...]
    white_kings: tuple[int, ...]
    black_men: tuple[int, ...]
    black_kings: tuple[int, ...]
    no_progress: int = 0
    equal_kings: int = 0
    huffable: tuple[int, ...] = ()
    king_runs: KingRuns = NO_RUNS


def parse_fen(text: str, squares: Squares) -> FenFields:
    """Read a FEN; whether its pieces make a position of some ruleset is not checked.

    >>> parse_fen("B:BK1,5-7:W32.", Squares(8, 8)).black_men
    (5, 6, 7)
    >>> parse_fen("W:W5:B5", Squares(8, 8))
    Traceback (most recent call last):
    engine.notation.squares.NotationError: FEN 'W:W5:B5': square 5 holds two pieces
    """
    try:
        if len(text) > LONGEST_FEN:
            raise NotationError(f"expected at most {LONGEST_FEN:,} characters")
        return _parse(text.strip().removesuffix("."), squares)
    except NotationError as error:
        raise NotationError(f"FEN {shorten(text, 300)}: {error}") from None


def format_fen(fields: FenFields, squares: Squares) -> str:
    """Write a FEN.

    >>> format_fen(FenFields("B", (21,), (3,), (), (1,), 7), Squares(8, 8))
    'B:WK3,21:BK1:H7'
    """
    white = _format_group(fields.white_men, fields.white_kings, squares)
    black = _format_group(fields.black_men, fields.black_kings, squares)
    tail = f":U{_format_group(fields.huffable, (), squares)}" if fields.huffable else ""
    runs = zip("WB", fields.king_runs, strict=True)
    runs_text = ",".join(f"{c}{squares.format(at)}={moves}" for c, (at, moves) in runs if moves)
    tail += f":R{runs_text}" if runs_text else ""
    tail += f":H{fields.no_progress}" if fields.no_progress else ""
    tail += f":Q{fields.equal_kings}" if fields.equal_kings else ""
    return f"{fields.turn}:W{white}:B{black}{tail}"


def _parse(text: str, squares: Squares) -> FenFields:
    turn, *parts = (part.strip() for part in text.split(":"))
    if turn not in _COLOURS:
        expected = "expected W or B before the first ':'"
        raise NotationError(f"unknown side to move {shorten(turn)}: {expected}")
    men: dict[str, tuple[int, ...]] = {}
    kings: dict[str, tuple[int, ...]] = {}
    counters = {"H": 0, "Q": 0}
    huffable: tuple[int, ...] = ()
    runs = dict(zip("WB", NO_RUNS, strict=True))
    for part in parts:
        colour = part[:1]
        if colour in _COLOURS and colour in men:
            raise NotationError(f"{_COLOURS[colour]}'s pieces are given twice")
        if colour in _COLOURS:
            men[colour], kings[colour] = _parse_group(part, squares)
        elif _COUNTER.fullmatch(part):
            counters[colour] = int(part[1:])
        elif colour == "U":
            huffable = tuple(sorted(squares.parse(item) for item in part[1:].split(",")))
        elif colour == "R":
            runs |= _parse_runs(part[1:], squares)
        elif not _IGNORED.fullmatch(part):
            expected = "expected W or B and squares, or a counter like H12"
            raise NotationError(f"{expected}, got {shorten(part)}")
    if len(men) < 2:
        raise NotationError("expected both sides, as in 'B:W21:B1' (an empty side: 'B:W:B1')")
    _check_distinct([*men["W"], *kings["W"], *men["B"], *kings["B"]], squares)
    return FenFields(
        turn,
        men["W"],
        kings["W"],
        men["B"],
        kings["B"],
        counters["H"],
        counters["Q"],
        huffable,
        (runs["W"], runs["B"]),
    )


def _parse_runs(text: str, squares: Squares) -> dict[str, tuple[int, int]]:
    """Read `W14=2,B37=1`: White's king on 14 has moved twice in a row, Black's on 37 once."""
    runs = {}
    for item in text.split(","):
        match = _RUN.fullmatch(item)
        if match is None:
            raise NotationError(f"expected a king's run such as W14=2, got {shorten(item)}")
        runs[match[1]] = (squares.parse(match[2]), int(match[3]))
    return runs


def _parse_group(part: str, squares: Squares) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Read `W18,K10,21-24` as (men, kings)."""
    pieces: dict[bool, list[int]] = {False: [], True: []}
    listed = part[1:].replace(" ", "")
    for item in listed.split(",") if listed else []:
        match = _PIECES.fullmatch(item)
        if match is None:
            raise NotationError(f"expected a square after {part[0]!r}, got {shorten(item)}")
        found = _parse_range(match[2], match[3], squares) if match[3] else [squares.parse(match[2])]
        pieces[match[1] == "K"].extend(found)
    return tuple(sorted(pieces[False])), tuple(sorted(pieces[True]))


def _parse_range(first: str, last: str, squares: Squares) -> list[int]:
    """List a range, in the order in which this text counts squares."""
    ends = squares.parse(first), squares.parse(last)
    if first.isdigit() and last.isdigit():
        found = [squares.parse(str(number)) for number in range(int(first), int(last) + 1)]
    else:
        found = list(range(ends[0], ends[1] + 1))
    if not found:
        raise NotationError(f"expected an ascending range, got '{first}-{last}'")
    return found


def _check_distinct(occupied: list[int], squares: Squares) -> None:
    seen: set[int] = set()
    for square in occupied:
        if square in seen:
            raise NotationError(f"square {squares.format(square)} holds two pieces")
        seen.add(square)


def _format_group(men: tuple[int, ...], kings: tuple[int, ...], squares: Squares) -> str:
    pieces = [(square, "") for square in men] + [(square, "K") for square in kings]
    pieces.sort(reverse=squares.rows_reversed)
    return ",".join(prefix + squares.format(square) for square, prefix in pieces)
