"""A session: one game on the page, its listeners, and the computer's turns.

The session is the only authority on the game. Everything happens in the event loop's thread, but
for the searches; what these find comes back through the loop and counts only while the position is
still the one they were asked about.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from time import monotonic

from engine._native import Colour
from engine.rules import Position
from engine.search import SearchResult
from engine.web import handlers, players
from engine.web.catalogue import Catalogue
from engine.web.judging import Judge, Judgement, Judges, for_white
from engine.web.played import PlayedGame
from engine.web.protocol import Request, RequestError, Seat
from engine.web.thinking import Thinking, Thought
from engine.web.view import JSON, board_view, judged_view, position_view, side, thinking_view

Listener = Callable[[JSON], object]
"""Takes a message for a page; returns at once."""
Done = Callable[[Thought, SearchResult | None], object]
"""Told the end of a search in the loop's thread."""

FIRST_RULESET = "english"
WATCHED_PAUSE_S = 0.5
"""Between the moves of two computers, so that a person can follow them."""
TOLD_EVERY_S = 0.1


class Session:
    """A game, those who look at it and the computer that plays in it."""

    played: PlayedGame
    _judge: Judge
    _judgements: list[Judgement]
    _found: dict[int, int]

    def __init__(
        self,
        catalogue: Catalogue,
        thinking: Thinking,
        loop: asyncio.AbstractEventLoop,
        watched_pause_s: float = WATCHED_PAUSE_S,
        judges: Judges | None = None,
    ) -> None:
        """Begin with a game of the first ruleset, a person against what was learned of it."""
        self.id, self.token = secrets.token_urlsafe(9), secrets.token_urlsafe(24)
        self.catalogue = catalogue
        self._judges = judges or Judges(catalogue)
        self.paused = False
        self.used = monotonic()
        self._thinking, self._loop, self._pause_s = thinking, loop, watched_pause_s
        self._listeners: list[Listener] = []
        self._thought: Thought | None = None
        self._hint: Thought | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self._told = 0.0
        seats = players.first_seats(catalogue, FIRST_RULESET)
        self._sit_down(PlayedGame(Position.start(FIRST_RULESET), seats))

    @property
    def is_open(self) -> bool:
        """Tell whether a page is connected."""
        return bool(self._listeners)

    @property
    def is_thinking(self) -> bool:
        """Tell whether the computer is to move and does what it takes."""
        return self._thought is not None

    def begin(self, start: Position, seats: dict[Colour, Seat]) -> None:
        """Begin a game; ValueError for an evaluator that is not there."""
        self.check_seats(start.ruleset.name, seats)
        self.stop()
        self._sit_down(PlayedGame(start, seats, self.played.revision + 1))

    def check_seats(self, name: str, seats: dict[Colour, Seat]) -> None:
        """Raise ValueError where a computer would play with an evaluator that is not there."""
        for seat in seats.values():
            if not seat.is_person:
                self.catalogue.evaluator(name, seat.evaluator)

    def listen(self, listener: Listener) -> None:
        """Tell a page all there is to know, and from now on all that changes."""
        self._listeners.append(listener)
        self.used = monotonic()
        self._start_turn()
        listener(self.welcome_view())
        listener(self.state_view())

    def leave(self, listener: Listener) -> None:
        """Forget a page; with the last one the search ends."""
        if listener in self._listeners:
            self._listeners.remove(listener)
        if not self._listeners:
            self.stop()

    def ask(self, request: Request, listener: Listener) -> None:
        """Do what a page asks; what cannot be done is told to it alone."""
        self.used = monotonic()
        try:
            handlers.handle(self, request, listener)
        except ValueError as error:
            listener({"type": "refused", "request": request.type, "words": str(error)})
            if isinstance(error, handlers.StaleError):
                listener(self.state_view())

    def tell(self, message: JSON) -> None:
        """Tell every page."""
        for listener in list(self._listeners):
            listener(message)

    def welcome_view(self) -> JSON:
        """Tell the board and the rules, and how to come back to this session."""
        view = board_view(self.played.rules)
        return view | {"session": self.id, "token": self.token, "learned": self._judge.learned_name}

    def state_view(self) -> JSON:
        """Tell the game as it stands."""
        known = len(self.played.game.positions)
        self._judgements = self._judge.judge_game(self.played.game, self._judgements[:known])
        scores = [[judged.handcrafted, judged.learned] for judged in self._judgements]
        return position_view(self.played) | {
            "thinking": self.is_thinking,
            "paused": self.paused,
            "scores": scores,
            "judged": self.judged_view(known - 1),
            "found": [self._found.get(ply) for ply in range(known)],
        }

    def judged_view(self, ply: int) -> list[JSON]:
        """Tell what both evaluators make of a position of the game."""
        judgement = self._judgements[ply]
        return judged_view(judgement, self._judge.learned_name)

    def changed(self, *, board: bool = False) -> None:
        """Tell the game anew after a change, and let the computer move if it is its turn."""
        self.stop()
        known = len(self.played.game.positions)
        self._found = {ply: score for ply, score in self._found.items() if ply < known}
        self._start_turn()
        if board:
            self.tell(self.welcome_view())
        self.tell(self.state_view())

    def score_now(self) -> int:
        """Return the score for White that the computer last found, else what is judged now."""
        ply = len(self.played.game.moves)
        known = [self._found[at] for at in (ply, ply - 1, ply - 2) if at in self._found]
        judged = self._judgements[-1].handcrafted if self._judgements else None
        return known[0] if known else judged or 0

    def stop(self) -> None:
        """End all searches of this session and forget them."""
        for thought in (self._thought, self._hint):
            if thought is not None:
                thought.drop()
        if self._waiting is not None:
            self._waiting.cancel()
        self._thought = self._hint = self._waiting = None

    def move_now(self) -> None:
        """Let the computer play what it has found."""
        if self._thought is None:
            raise RequestError("the computer is not thinking")
        self._thought.finish()

    def hint(self) -> None:
        """Search a move for the person to move."""
        if self.played.ending is not None or not self.played.mover.is_person:
            raise RequestError("a hint is for the person to move")
        if self._hint is not None:
            self._hint.drop()
        make = players.hint_maker(self.catalogue, self.played.rules.name)
        self._hint = self._think("hint", make, self._hinted)

    def _start_turn(self) -> bool:
        """Begin the computer's turn; tells whether it has begun."""
        played = self.played
        idle = self._thought is None and self._waiting is None
        computers = not played.mover.is_person and not self.paused
        if not (idle and computers and self.is_open) or played.ending is not None:
            return False
        if played.persons or not played.game.moves:
            self._begin_turn()
        else:
            self._waiting = self._loop.call_later(self._pause_s, self._begin_watched)
        return True

    def _begin_watched(self) -> None:
        self._waiting = None
        self._begin_turn()
        self.tell({"type": "turn", "revision": self.played.revision})

    def _begin_turn(self) -> None:
        played = self.played
        rules = played.rules.name
        make = players.player_maker(self.catalogue, rules, played.mover, self._seed)
        self._thought = self._think(side(played.position.turn), make, self._answered)

    def _think(self, what: str, make: players.MakePlayer, done: Done) -> Thought:
        """Queue a search whose end is told in the loop's thread."""
        played = self.played
        position, revision = played.position, played.revision
        thought = Thought(
            key=(self.id, what, played.rules.name, played.mover, self._seed),
            game=played.game,
            make_player=make,
            done=lambda found: self._call(done, thought, found),
            told=lambda found: self._report(what, revision, position, found),
            awaited=bool(played.persons),
        )
        before = self._thinking.ask(thought)
        if before >= self._thinking.workers:
            self.tell({"type": "queued", "before": before})
        return thought

    def _report(self, what: str, revision: int, position: Position, found: SearchResult) -> None:
        """Tell how far a search has come; called in its thread, and not told too often."""
        now = monotonic()
        if now - self._told >= TOLD_EVERY_S:
            self._told = now
            self._call(self.tell, thinking_view(what, revision, position, found))

    def _call(self, function: Callable[..., object], *arguments: object) -> None:
        """Call in the loop's thread, unless the loop has ended."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function, *arguments)

    def _answered(self, thought: Thought, found: SearchResult | None) -> None:
        """Play what the computer has chosen."""
        played = self.played
        if thought is not self._thought:
            return
        self._thought = None
        if found is None or found.move is None:
            self._failed()
            return
        turn = played.position.turn
        self._found[len(played.game.moves)] = for_white(found.score, turn)
        self.tell(thinking_view(side(turn), played.revision, played.position, found))
        played.play(found.move)
        self.changed()

    def _failed(self) -> None:
        """Say that a search failed, and wait for a person to let it go on."""
        self.paused = True
        words = "the search failed, and the server's log says why; Pause tries again"
        self.tell({"type": "refused", "request": "", "words": words})
        self.tell(self.state_view())

    def _hinted(self, thought: Thought, found: SearchResult | None) -> None:
        if thought is not self._hint:
            return
        self._hint = None
        if found is None or found.move is None:
            return
        position = self.played.position
        view = thinking_view("hint", self.played.revision, position, found)
        number = position.legal_moves().index(found.move)
        self.tell(view | {"type": "hint", "move": number})

    def _sit_down(self, played: PlayedGame) -> None:
        self.played = played
        self.paused = False
        self._seed = secrets.randbelow(1 << 32)  # so that no two games get the same slips
        self._judge = self._judges.of(played.rules.name)
        self._judgements = []
        self._found = {}
