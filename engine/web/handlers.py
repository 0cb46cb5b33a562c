"""What each request does to a session; a ValueError says why it cannot be done."""

from __future__ import annotations

from functools import singledispatch
from itertools import islice
from typing import TYPE_CHECKING

from engine._native import Colour, Move
from engine.notation import NotationError
from engine.rules import (
    Outcome,
    Position,
    Reason,
    Replayed,
    opponent,
    parse_result,
    read_games,
    ruleset,
)
from engine.rules.movetext import COLOUR_NAMES
from engine.web import protocol as asked
from engine.web.judging import for_white
from engine.web.played import LONGEST_GAME, PlayedGame
from engine.web.view import earlier_view, pieces_view

if TYPE_CHECKING:
    from engine.web.session import Listener, Session

DRAW_FROM_PLY = 40
DRAW_SCORE = 30
DRAW_LOST_SCORE = -100
"""The computer agrees to a draw where it stands so much worse, or after the opening where its score
is within DRAW_SCORE; hundredths of a man."""


class StaleError(ValueError):
    """A request about a position that is no longer there."""


def handle(session: Session, request: asked.Request, listener: Listener) -> None:
    """Do what a request asks for."""
    _handle(request, session, listener)


@singledispatch
def _handle(request: asked.Request, session: Session, listener: Listener) -> None:
    raise ValueError(f"{request.type} is not asked of a session")


@_handle.register(asked.Ping)
def _ping(request: asked.Ping, session: Session, listener: Listener) -> None:
    listener({"type": "pong"})


@_handle.register(asked.New)
def _new(request: asked.New, session: Session, listener: Listener) -> None:
    seats = {Colour.WHITE: request.white, Colour.BLACK: request.black}
    session.begin(_start(request.ruleset, request.fen), seats)
    session.changed(board=True)


def _start(name: str, fen: str) -> Position:
    """Return the position a new game begins with; ValueError where there is no such."""
    position = Position.from_fen(name, fen) if fen else Position.start(name)
    if not pieces_view(position):
        raise ValueError("expected a piece on the board, got none")
    return position


@_handle.register(asked.Load)
def _load(request: asked.Load, session: Session, listener: Listener) -> None:
    read = _read(request, ruleset(request.ruleset).name if request.ruleset else None)
    if read.game is None:  # of another ruleset than that on the board, if its text names one
        read = _read(request, None)
    if read.fault is not None or read.game is None:
        raise read.fault or NotationError("expected a game")
    if len(read.game.moves) > LONGEST_GAME:
        raise NotationError(f"expected a game of at most {LONGEST_GAME:,} plies")
    session.begin(read.game.start, {Colour.WHITE: request.white, Colour.BLACK: request.black})
    session.played.resume(read.game, _recorded(read.pdn.result, session.played))
    session.changed(board=True)


def _read(request: asked.Load, name: str | None) -> Replayed:
    """Read the game asked for, by the rules of this name or those that it names itself."""
    games = read_games(request.text, name)
    read = next(islice(games, request.number - 1, None), None) if request.number > 0 else None
    if read is None:
        raise NotationError(f"expected a PDN text with a game {request.number}, found none")
    return read


def _recorded(result: str, played: PlayedGame) -> Outcome | None:
    """Return the outcome that a file gives a game, None where it gives none."""
    try:
        return Outcome(parse_result(result, played.rules), Reason.SCORE)
    except ValueError:
        return None


@_handle.register(asked.Seats)
def _seats(request: asked.Seats, session: Session, listener: Listener) -> None:
    seats = {Colour.WHITE: request.white, Colour.BLACK: request.black}
    session.check_seats(session.played.rules.name, seats)
    session.played.reseat(seats)
    session.changed()


@_handle.register(asked.Play)
def _play(request: asked.Play, session: Session, listener: Listener) -> None:
    played = session.played
    if request.revision != played.revision:
        raise StaleError("the position has changed meanwhile: choose again")
    if played.ending is not None:
        raise ValueError("the game is over")
    if not played.mover.is_person:
        raise ValueError("it is the computer's turn: wait for its move, or press Move now")
    played.play(_chosen(request, played))
    session.changed()


def _chosen(request: asked.Play, played: PlayedGame) -> Move:
    if request.notation:
        return played.position.parse_move(request.notation)
    moves = played.position.legal_moves()
    if not 0 <= request.move < len(moves):
        raise ValueError(f"expected a move from 0 to {len(moves) - 1}, got {request.move}")
    return moves[request.move]


@_handle.register(asked.Look)
def _look(request: asked.Look, session: Session, listener: Listener) -> None:
    view = earlier_view(session.played, request.ply)
    listener(view | {"judged": session.judged_view(request.ply)})


@_handle.register(asked.Undo)
def _undo(request: asked.Undo, session: Session, listener: Listener) -> None:
    session.played.undo()
    session.paused = not session.played.persons
    session.changed()


@_handle.register(asked.Redo)
def _redo(request: asked.Redo, session: Session, listener: Listener) -> None:
    session.played.redo()
    session.changed()


@_handle.register(asked.Resign)
def _resign(request: asked.Resign, session: Session, listener: Listener) -> None:
    played = session.played
    session.played.resign(_asking(played))
    session.changed()


@_handle.register(asked.Draw)
def _draw(request: asked.Draw, session: Session, listener: Listener) -> None:
    played = session.played
    offering = _asking(played)
    if played.seats[opponent(offering)].is_person:
        played.offer_draw(offering)
    elif _accepts(session, opponent(offering)):
        played.agree_draw()
    else:
        listener({"type": "declined", "words": "The computer declines the draw and plays on."})
        return
    session.changed()


@_handle.register(asked.Answer)
def _answer(request: asked.Answer, session: Session, listener: Listener) -> None:
    played = session.played
    if played.offer is None:
        raise ValueError("no draw is on offer")
    if request.accept:
        played.agree_draw()
    else:
        offered = COLOUR_NAMES[played.offer]
        played.offer_draw(None)
        session.tell({"type": "declined", "words": f"The draw that {offered} offered is declined."})
    session.changed()


@_handle.register(asked.MoveNow)
def _move_now(request: asked.MoveNow, session: Session, listener: Listener) -> None:
    session.move_now()


@_handle.register(asked.Pause)
def _pause(request: asked.Pause, session: Session, listener: Listener) -> None:
    session.paused = request.on
    session.changed()


@_handle.register(asked.Hint)
def _hint(request: asked.Hint, session: Session, listener: Listener) -> None:
    session.hint()


def _asking(played: PlayedGame) -> Colour:
    """Return the side that resigns or offers a draw: the person to move, else the only person."""
    if played.ending is not None:
        raise ValueError("the game is over")
    if not played.persons:
        raise ValueError("no person plays in this game")
    turn = played.position.turn
    return turn if turn in played.persons else played.persons[0]


def _accepts(session: Session, computer: Colour) -> bool:
    """Tell whether the computer agrees to a draw, by its last search or else by a look ahead."""
    score = for_white(session.score_now(), computer)
    late = len(session.played.game.moves) >= DRAW_FROM_PLY
    return score <= DRAW_LOST_SCORE or (late and score <= DRAW_SCORE)
