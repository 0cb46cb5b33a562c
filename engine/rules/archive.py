"""Recorded games: replay what a PDN file says, and write a game as PDN.

A ruleset is never guessed: a file that names another GameType is refused, one that names none is
read as the ruleset asked for. A game that does not replay is reported by its number, line and ply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine._native import Move
from engine.notation import (
    Kind,
    NotationError,
    PdnGame,
    Token,
    parse_game_type_number,
    parse_move_text,
    write_pdn,
)
from engine.rules.game import Game
from engine.rules.movetext import IllegalMoveError
from engine.rules.outcome import Outcome, format_result
from engine.rules.position import Position
from engine.rules.ruleset import Ruleset, ruleset


def replay(pdn: PdnGame, ruleset_name: str = "english") -> Game:
    """Play a recorded game through; the draw rules do not stop it.

    A jump written as several moves (`11x18 18x25`) is put together again. ValueError names the
    game, its line and the ply where it fails.

    >>> from engine.notation import read_pdn
    >>> replay(next(read_pdn("1. 11-15 22-18 2. 15x22 25x18 *"))).position.fen()
    'B:W18,21,23,24,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12'
    """
    played = 0
    try:
        game = Game(_start(pdn, ruleset(ruleset_name)))
        for move in _moves(pdn, game):
            game.push(move)
            played += 1
    except ValueError as error:
        place = f"game {pdn.number} (line {pdn.line})"
        raise NotationError(f"{place}, ply {played + 1}: {error}") from None
    return game


def record(
    game: Game,
    tags: Mapping[str, str] | None = None,
    *,
    outcome: Outcome | None = None,
    comments: Sequence[str] = (),
) -> PdnGame:
    """Turn a game into tags and movetext, ready for `write_pdn`.

    `outcome` is the game's own unless given (an adjudication, say); `comments[i]`, where not empty,
    follows ply i. Result, GameType and, for another start, FEN are filled in after `tags`.
    """
    rules = game.start.ruleset
    outcome = outcome or game.outcome()
    result = format_result(outcome.winner, rules) if outcome else "*"
    filled = dict(tags or {}) | {"Result": result, "GameType": rules.game_type}
    if game.start != Position.start(rules.name) or game.start.no_progress:
        filled |= {"SetUp": "1", "FEN": game.start.fen()}
    tokens = [*_movetext(game, comments), Token(Kind.RESULT, result)]
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


def _start(pdn: PdnGame, rules: Ruleset) -> Position:
    """Find the position a game starts from, by tag or by a `/FEN/` before the moves."""
    written = pdn.tags.get("GameType")
    if written is not None and parse_game_type_number(written) != rules.game_type_number:
        expected = f"expected {rules.game_type_number} ({rules.name})"
        raise NotationError(f"GameType {written!r}: {expected}")
    fen = pdn.tags.get("FEN")
    for token in pdn.main_line():
        if token.kind is Kind.MOVE:
            break
        if token.kind is Kind.SETUP:
            fen = token.text
    return Position.start(rules.name) if fen is None else Position.from_fen(rules.name, fen)


def _moves(pdn: PdnGame, game: Game) -> Iterator[Move]:
    """Yield the moves of the main line; each is played before the next is asked for."""
    board, jumps = game.start.ruleset.board, ""
    for token in pdn.main_line():
        if token.kind is Kind.SETUP and game.moves:
            raise NotationError(f"line {token.line}: expected a position before the first move")
        if token.kind is not Kind.MOVE:
            continue
        text = _joined(jumps, token.text, game) if jumps else token.text
        try:
            move = game.position.parse_move(text)
        except IllegalMoveError:
            if not game.position.begins_capture(parse_move_text(text, board)):
                raise
            jumps = text
        else:
            jumps = ""
            yield move
    if jumps:
        game.position.parse_move(jumps)


def _joined(jumps: str, text: str, game: Game) -> str:
    """Continue a capture by the next jump, which has to start where the last one ended."""
    board = game.position.ruleset.board
    first, then = parse_move_text(jumps, board), parse_move_text(text, board)
    if first[-1] != then[0]:
        game.position.parse_move(jumps)
    return "x".join(map(str, (*first, *then[1:])))


def _movetext(game: Game, comments: Sequence[str]) -> Iterator[Token]:
    """Yield numbers, moves and comments; the side that starts in this game's rules has `1.`."""
    first_mover = game.start.ruleset.first_mover
    offset = int(game.start.turn != first_mover)
    for ply, text in enumerate(game.move_texts()):
        number, second = divmod(ply + offset, 2)
        if not second:
            yield Token(Kind.NUMBER, f"{number + 1}.")
        elif ply == 0:
            yield Token(Kind.NUMBER, f"{number + 1}...")
        yield Token(Kind.MOVE, text)
        if ply < len(comments) and comments[ply]:
            yield Token(Kind.COMMENT, comments[ply])
