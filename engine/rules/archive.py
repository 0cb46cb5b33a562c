"""Recorded games: replay what a PDN file says, and write a game as PDN.

A game that does not replay is reported by its number, line and ply, and the next one is read. Moves
are matched in the core as far as their ends tell them, which is nearly always; the rest (paths,
huffs, jumps written one by one, faults) goes through `Position.parse_move`.

A huff is written as the comment `{huff 11}` before the move, which other programs pass over, and
read so or as `h11 15-19`. A piece lost by refusing to jump is not written: the rules say which.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TextIO

from engine import _native
from engine._native import Move
from engine.notation import (
    RESULTS,
    Kind,
    NotationError,
    PdnGame,
    Squares,
    Token,
    format_fen,
    parse_fen,
    parse_move_text,
    read_pdn,
    write_pdn,
)
from engine.rules.game import Game
from engine.rules.movetext import AmbiguousMoveError, IllegalMoveError
from engine.rules.outcome import Outcome, format_result
from engine.rules.position import Position
from engine.rules.ruleset import Ruleset
from engine.rules.variants import FIRST_PRIVATE, naming_of, ruleset_of, usual_naming

_HUFF = re.compile(r"\s*huff\s+(\w+)\s*")
_BATCH = 256

_Failed = tuple[int, str]


@dataclass(frozen=True)
class Replayed:
    """A game of a file, replayed as far as it goes: `game` is None where it does not even start."""

    pdn: PdnGame
    game: Game | None
    fault: NotationError | None = None


def read_games(
    source: str | TextIO, ruleset_name: str | None = None, *, strict: bool = False
) -> Iterator[Replayed]:
    """Read and replay the games of a PDN text or open file, one at a time.

    A fault is given with its game, up to which it is replayed, and reading goes on with the next;
    `strict` raises it. `ruleset_name` is needed where games name none; those that name another are
    faults. A text without any game is a NotationError in both modes.

    >>> [str(read.fault) for read in read_games("1. 11-15 11-16 * 1. 9-13 *", "english")]
    ["game 1, line 1, ply 2: '11-16' is not legal here, White to move: \
expected 21-17, 22-17, 22-18, 23-18, 23-19, 24-19 or 24-20", 'None']
    """
    for pdn in read_pdn(source):
        replayed = _replay(pdn, ruleset_name)
        if strict and replayed.fault is not None:
            raise replayed.fault
        yield replayed


def replay(pdn: PdnGame, ruleset_name: str | None = None) -> Game:
    """Play a recorded game through; the draw rules do not stop it.

    A jump written as several moves (`11x18 18x25`) is put together again. NotationError names the
    game, the line and the ply where it fails; also where neither the game nor `ruleset_name` says
    by which rules it was played, or they differ.

    >>> from engine.notation import read_pdn
    >>> replay(next(read_pdn("1. 11-15 22-18 2. 15x22 25x18 *")), "english").position.fen()
    'B:W18,21,23,24,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12'
    """
    replayed = _replay(pdn, ruleset_name)
    if replayed.fault is not None:
        raise replayed.fault
    assert replayed.game is not None
    return replayed.game


def record(
    game: Game,
    tags: Mapping[str, str] | None = None,
    *,
    outcome: Outcome | None = None,
    comments: Sequence[str] = (),
) -> PdnGame:
    """Turn a game into tags and movetext, ready for `write_pdn`.

    The result is that of `outcome` if given (an adjudication, say), else the Result among `tags`,
    which a recorded game brings along, else the game's own; `comments[i]`, where not empty, follows
    ply i and must not read `huff 11`. Result, GameType, a Variant where the GameType is not PDN's
    own and, for another start, FEN are filled in after `tags`.
    """
    rules = game.start.ruleset
    result = (tags or {}).get("Result", "*")
    if outcome is not None or result not in RESULTS or result == "*":
        outcome = outcome or game.outcome()
        result = format_result(outcome.winner, rules) if outcome else "*"
    filled = dict(tags or {}) | {"Result": result, "GameType": rules.game_type}
    if rules.game_type_number >= FIRST_PRIVATE:
        filled["Variant"] = rules.name
    naming = usual_naming(rules)
    if not _is_usual(game.start):
        fen = game.start.fen()
        fen = format_fen(parse_fen(fen, rules.board), naming) if naming.reversed else fen
        filled |= {"SetUp": "1", "FEN": fen}
    tokens = [*_movetext(game, naming, comments), Token(Kind.RESULT, result)]
    return PdnGame(filled, tuple(tokens))


def format_game(game: Game, tags: Mapping[str, str] | None = None) -> str:
    """Write a game as PDN text.

    >>> game = Game()
    >>> game.push("11-15")
    >>> print(format_game(game, {"Black": "Tinsley"}))
    [Black "Tinsley"]
    [Result "*"]
    [GameType "21,B,8,8,N1,0"]
    <BLANKLINE>
    1. 11-15 *
    <BLANKLINE>
    """
    return write_pdn(record(game, tags))


def _replay(pdn: PdnGame, ruleset_name: str | None) -> Replayed:
    """Replay a game as far as it goes."""
    try:
        rules = ruleset_of(pdn.tags, ruleset_name)
        naming = naming_of(pdn.tags, rules)
        game = Game(_start(pdn, rules, naming))
    except NotationError as error:
        return Replayed(pdn, None, NotationError(f"game {pdn.number}, line {pdn.line}: {error}"))
    plies, huffs, unread = _plies(pdn)
    failed = _play(game, plies, huffs, naming) or unread
    if failed is None:
        return Replayed(pdn, game)
    ply = len(game.moves) + 1
    fault = NotationError(f"game {pdn.number}, line {failed[0]}, ply {ply}: {failed[1]}")
    return Replayed(pdn, game, fault)


def _start(pdn: PdnGame, rules: Ruleset, naming: Squares) -> Position:
    """Find the position a game starts from, by tag or by a `/FEN/` before the moves."""
    fen = pdn.tags.get("FEN")
    for token in pdn.tokens:
        if token.kind is Kind.MOVE:
            break
        if token.kind is Kind.SETUP:
            fen = token.text
    if fen is None:
        return Position.start(rules.name)
    return Position.from_fen(
        rules.name, format_fen(parse_fen(fen, naming), rules.board) if naming.reversed else fen
    )


def _plies(pdn: PdnGame) -> tuple[list[Token], dict[int, str], _Failed | None]:
    """List the moves of the main line, the squares huffed before some, and the fault that ends it.

    A fault is its line and words.
    """
    plies: list[Token] = []
    huffs: dict[int, str] = {}
    line = pdn.line
    try:
        for token in pdn.main_line():
            kind = token.kind
            if kind is Kind.MOVE:
                plies.append(token)
            elif kind is Kind.HUFF:
                huffs[len(plies)], line = token.text, token.line
            elif kind is Kind.COMMENT and (match := _HUFF.fullmatch(token.text)):
                huffs[len(plies)], line = match[1], token.line
            elif kind is Kind.SETUP and plies:
                return plies, huffs, (token.line, "expected a position before the first move")
    except NotationError as error:
        place, _, words = str(error).removeprefix("line ").partition(": ")
        return plies, huffs, (int(place), words)
    if len(plies) in huffs:
        return plies, huffs, (line, f"expected a move after the huff of {huffs[len(plies)]}")
    return plies, huffs, None


def _play(
    game: Game, plies: Sequence[Token], huffs: Mapping[int, str], naming: Squares
) -> _Failed | None:
    """Play moves; returns the line and words of the first that cannot be played."""
    squares_of = _reader(naming)
    at = 0
    while at < len(plies):
        batch: list[tuple[int, int]] = []
        for ply, token in enumerate(plies[at : at + _BATCH], at):
            squares = squares_of(token.text)
            if len(squares) != 2 or ply in huffs:
                break
            batch.append((squares[0], squares[1]))
        played = game.play_ends(batch)
        at += played
        if played < len(batch) or not batch:
            texts = [token.text for token in plies[at : at + _BATCH]]
            try:
                move, used = _hard_move(game.position, texts, huffs.get(at, ""), naming)
                game.push(move)
            except ValueError as error:
                return plies[at].line, str(error)
            at += used
    return None


def _hard_move(
    position: Position, texts: Sequence[str], huffed: str, naming: Squares
) -> tuple[Move, int]:
    """Find the move that a text means, or several that are jumps of one capture; and how many."""
    board = position.ruleset.board
    squares = parse_move_text(texts[0], naming)
    text = _path(squares, board) if naming.reversed else texts[0]
    huff = f"h{board.format(naming.parse(huffed))} " if huffed else ""
    for used in range(1, len(texts) + 1):
        try:
            return position.parse_move(huff + text), used
        except (AmbiguousMoveError, IllegalMoveError) as error:
            then = parse_move_text(texts[used], naming) if used < len(texts) else ()
            illegal = isinstance(error, IllegalMoveError)
            if not illegal or then[:1] != squares[-1:] or not position.begins_capture(squares):
                said = f"{texts[0]!r} (here {text}): " if naming.reversed else ""
                raise NotationError(f"{said}{error}") from None
        squares = (*squares, *then[1:])
        text = _path(squares, board)
    raise AssertionError("a capture is not longer than the texts left")


def _path(squares: Sequence[int], board: Squares) -> str:
    return "x".join(map(board.format, squares))


@lru_cache(maxsize=64)
def _reader(naming: Squares) -> Callable[[str], tuple[int, ...]]:
    """Make a reader of move texts, () for none, that remembers them: files repeat some hundreds."""

    @lru_cache(maxsize=1 << 14)
    def squares_of(text: str) -> tuple[int, ...]:
        try:
            return parse_move_text(text, naming)
        except NotationError:
            return ()

    return squares_of


@lru_cache(maxsize=64)
def _speller(naming: Squares, sign: str) -> Callable[[tuple[int, ...], bool], Token]:
    """Make a writer of moves, given the squares named and whether it captures."""
    names = ["", *map(naming.format, range(1, naming.count + 1))]

    @lru_cache(maxsize=1 << 14)
    def spelled(squares: tuple[int, ...], captures: bool) -> Token:
        return Token(Kind.MOVE, (sign if captures else "-").join(names[n] for n in squares))

    return spelled


@lru_cache(maxsize=1 << 10)
def _numbered(number: int, dots: str) -> Token:
    return Token(Kind.NUMBER, f"{number}{dots}")


def _is_usual(start: Position) -> bool:
    """Tell whether a game begins as usual, counters included."""
    usual = start == Position.start(start.ruleset.name)
    return usual and not start.no_progress and not start.equal_kings


def _movetext(game: Game, naming: Squares, comments: Sequence[str]) -> Iterator[Token]:
    """Yield numbers, moves and comments; the side that starts in this game's rules has `1.`."""
    first_mover = game.start.ruleset.first_mover
    ahead = 2 + int(game.start.turn != first_mover)
    texts = _texts(game, naming)
    for ply, move in enumerate(game.moves):
        number, second = divmod(ply + ahead, 2)
        if not second:
            yield _numbered(number, ".")
        elif ply == 0:
            yield _numbered(number, "...")
        if move.huffed:
            yield Token(Kind.COMMENT, f"huff {naming.format(move.huffed)}")
        yield texts[ply]
        if ply < len(comments) and comments[ply]:
            if _HUFF.fullmatch(comments[ply]):
                raise NotationError(f"expected a comment that is no huff, got {comments[ply]!r}")
            yield Token(Kind.COMMENT, comments[ply])


def _texts(game: Game, naming: Squares) -> list[Token]:
    """Write every move in its shortest unambiguous form, without its huff."""
    moves, positions, rules = game.moves, game.positions, game.start.ruleset
    spelled = _speller(naming, rules.capture_sign)
    texts: list[Token] = []
    while len(texts) < len(moves):
        at = len(texts)
        own = moves[at : at + _BATCH]
        ends = [(move.from_square, move.to_square) for move in own]
        told, _ = _native.play_ends(positions[at].native, ends)
        for move, same, squares in zip(own, told, ends, strict=False):
            if move != same:
                break
            texts.append(spelled(squares, bool(move.captured)))
        if len(texts) == at:
            shortest = positions[at].format_move(moves[at]).split()[-1]
            squares_named = parse_move_text(shortest, rules.board)
            texts.append(spelled(squares_named, bool(moves[at].captured)))
    return texts
