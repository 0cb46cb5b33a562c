"""What a page may ask: typed requests, read from JSON and checked before anything is done.

A request is one JSON object with a `type`; its other keys are the fields of the class below. What
is wrong with one is said in a line that names the field, what came and what was expected. Texts
are bounded here, messages as a whole where they arrive.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar

from engine.notation import shorten
from engine.search import LEVELS

LONGEST_MESSAGE = 640 * 1024
"""Bytes of a message: the longest text fits, in whatever way its characters are escaped."""
LONGEST_TEXT = {"text": 100_000, "fen": 2_000, "notation": 200}
"""Characters of the fields that hold long texts; of any other LONGEST_NAME."""
LONGEST_NAME = 200
LARGEST_NUMBER = 1_000_000

SIDES = ("white", "black")
PERSON = "person"
PLAYERS = (PERSON, *(level.name for level in LEVELS))


class RequestError(ValueError):
    """A message that is no request; one line says what was expected."""


@dataclass(frozen=True)
class Seat:
    """Who plays a side: a person, or a level of play that judges by an evaluator."""

    player: str = PERSON
    evaluator: str = "handcrafted"

    @property
    def is_person(self) -> bool:
        """Tell whether moves of this side come from the page."""
        return self.player == PERSON


@dataclass(frozen=True)
class Request:
    """Anything a page asks."""

    type: ClassVar[str]


@dataclass(frozen=True)
class Join(Request):
    """Come to a session, with its token, or to a new one where it is unknown."""

    type = "join"
    session: str = ""
    token: str = ""


@dataclass(frozen=True)
class New(Request):
    """Begin a game, at the ruleset's start or at a position."""

    type = "new"
    ruleset: str
    white: Seat
    black: Seat
    fen: str = ""


@dataclass(frozen=True)
class Load(Request):
    """Take a game from PDN, the one of this number, as far as it can be replayed; play it on."""

    type = "load"
    ruleset: str
    text: str
    number: int = 1
    white: Seat = Seat()
    black: Seat = Seat()


@dataclass(frozen=True)
class Seats(Request):
    """Let others play the game on from here."""

    type = "seats"
    white: Seat
    black: Seat


@dataclass(frozen=True)
class Play(Request):
    """Make a move, by its number in the list of legal moves or by notation.

    `revision` is that of the position it was chosen in, so that a second click changes nothing.
    """

    type = "play"
    revision: int
    move: int = -1
    notation: str = ""


@dataclass(frozen=True)
class Look(Request):
    """Show the position after so many plies, without changing the game."""

    type = "look"
    ply: int


@dataclass(frozen=True)
class Undo(Request):
    """Take back to the last position in which a person was to move."""

    type = "undo"


@dataclass(frozen=True)
class Redo(Request):
    """Play again what was taken back."""

    type = "redo"


@dataclass(frozen=True)
class Resign(Request):
    """Give the game up, for the person to move or else the only person there is."""

    type = "resign"


@dataclass(frozen=True)
class Draw(Request):
    """Offer a draw; a computer answers at once, of a second person it is asked."""

    type = "draw"


@dataclass(frozen=True)
class Answer(Request):
    """Answer the offer of a draw."""

    type = "answer"
    accept: bool


@dataclass(frozen=True)
class MoveNow(Request):
    """Let the computer play the best move it has found so far."""

    type = "move_now"


@dataclass(frozen=True)
class Pause(Request):
    """Keep the computer from thinking, or let it go on."""

    type = "pause"
    on: bool


@dataclass(frozen=True)
class Hint(Request):
    """Search a move for the person to move."""

    type = "hint"


@dataclass(frozen=True)
class Ping(Request):
    """Ask whether the connection still stands."""

    type = "ping"


REQUESTS: dict[str, type[Request]] = {
    request.type: request
    for request in (
        Join, New, Load, Seats, Play, Look, Undo, Redo, Resign, Draw, Answer, MoveNow, Pause, Hint,
        Ping,
    )
}  # fmt: skip


def parse_request(text: str) -> Request:
    """Read a message.

    >>> parse_request('{"type": "play", "revision": 3, "notation": "11-15"}')
    Play(revision=3, move=-1, notation='11-15')
    >>> parse_request('{"type": "look", "ply": "x"}')
    Traceback (most recent call last):
    engine.web.protocol.RequestError: look: expected a whole number as 'ply', got 'x'
    """
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST_MESSAGE:
        raise RequestError(f"expected a message of at most {LONGEST_MESSAGE:,} bytes")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise RequestError(f"expected a JSON object, got {shorten(text)}") from None
    kind = message.get("type") if isinstance(message, dict) else None
    found = REQUESTS.get(kind) if isinstance(kind, str) else None
    if found is None:
        got = _shown(kind) if isinstance(message, dict) else _shown(message)
        raise RequestError(f"unknown request {got}: expected one of {', '.join(REQUESTS)}")
    del message["type"]
    return found(**_fields_of(found, message))


def _fields_of(request: type[Request], message: dict[str, Any]) -> dict[str, Any]:
    """Check the keys and values of a request against the fields of its class."""
    known = {item.name: item for item in fields(request)}
    for name in message:
        if name not in known:
            expected = ", ".join(known) or "no other key"
            raise RequestError(f"{request.type}: unknown key {shorten(name)}: expected {expected}")
    for name, item in known.items():
        if name not in message and item.default is MISSING:
            raise RequestError(f"{request.type}: expected {name!r}, got none")
    kinds = {name: str(item.type) for name, item in known.items()}
    return {name: _value(request, name, kinds[name], value) for name, value in message.items()}


def _value(request: type[Request], name: str, kind: str, value: object) -> object:
    """Check one value of a request."""
    where = f"{request.type}: expected"
    if kind == "Seat":
        return _seat(where, name, value)
    if kind == "bool":
        if not isinstance(value, bool):
            raise RequestError(f"{where} true or false as {name!r}, got {_shown(value)}")
    elif kind == "int":
        if isinstance(value, bool) or not isinstance(value, int):
            raise RequestError(f"{where} a whole number as {name!r}, got {_shown(value)}")
        if abs(value) > LARGEST_NUMBER:
            raise RequestError(f"{where} at most {LARGEST_NUMBER:,} as {name!r}")
    else:
        longest = LONGEST_TEXT.get(name, LONGEST_NAME)
        if not isinstance(value, str):
            raise RequestError(f"{where} a text as {name!r}, got {_shown(value)}")
        if len(value) > longest:
            raise RequestError(f"{where} at most {longest:,} characters as {name!r}")
    return value


def _seat(where: str, name: str, value: object) -> Seat:
    """Read who plays a side; whether there is such an evaluator is known to the catalogue."""
    given = value if isinstance(value, dict) else {}
    player, evaluator = given.get("player"), given.get("evaluator", "handcrafted")
    if player not in PLAYERS or not set(given) <= {"player", "evaluator"}:
        raise RequestError(
            f"{where} a player ({', '.join(PLAYERS)}) and an evaluator as {name!r}, "
            f"got {_shown(value)}"
        )
    if not isinstance(evaluator, str) or len(evaluator) > LONGEST_NAME:
        raise RequestError(f"{where} the name of an evaluator in {name!r}, got {_shown(evaluator)}")
    return Seat(player, evaluator)


def _shown(value: object) -> str:
    return shorten(value) if isinstance(value, str) else shorten(json.dumps(value)).strip("'")
