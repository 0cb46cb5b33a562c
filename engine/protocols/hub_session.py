"""This program as a Hub engine: what it answers to each command.

A command that cannot be obeyed is answered by one `error`, and the session goes on; commands that
it does not know, and arguments and parameters likewise, are passed over, as the protocol asks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from importlib import metadata

from engine.evaluators import Evaluator
from engine.protocols.hub_board import format_move, hub_squares
from engine.protocols.hub_games import GameReader
from engine.protocols.hub_lines import HubLine, format_line
from engine.protocols.hub_parameters import HubSettings
from engine.protocols.hub_search import HubLevel, describe, parse_level
from engine.protocols.hub_thinking import Go, Thinker
from engine.rules import Game
from engine.search import SearchResult

NAME = "crownhead"
REPORT_EVERY_S = 0.05
"""The first depths take microseconds each; so much between reports leaves those worth reading."""
UNASKED = HubLevel(move_time_s=1.0)
"""Limits of a client that sets none."""

Say = Callable[[str], None]


class HubSession:
    """The state between commands; `say` is called with each line of the answers."""

    def __init__(
        self, say: Say, settings: HubSettings | None = None, evaluator: Evaluator | None = None
    ) -> None:
        """Begin with these settings; an evaluator given is the one that they name."""
        self._say = say
        self._settings = settings or HubSettings()
        self._evaluator = evaluator
        self._refused: dict[str, str] = {}
        self._thinker: Thinker | None = None
        self._reader = GameReader(self._settings)
        self._game: Game | None = None
        self._level = UNASKED

    def obey(self, line: HubLine, go: Go | None = None) -> None:
        """Obey one command; `go` is that of a `go` command, by which others may stop it."""
        commands: dict[str, Callable[[Mapping[str, str]], None]] = {
            "hub": self._introduce,
            "set-param": self._set,
            "init": self._init,
            "new-game": self._forget,
            "pos": self._set_up,
            "level": self._limit,
            "go": lambda arguments: self._think(go or make_go(line)),
            "ping": lambda _: self._say("pong"),
        }
        try:
            if line.command in commands:
                commands[line.command](line.arguments)
        except MemoryError as error:  # the core says std::bad_alloc
            self.complain(f"out of memory, a smaller table-mib may do ({error})")
        except (ValueError, OSError) as error:
            self.complain(str(error) or type(error).__name__)

    def complain(self, message: str) -> None:
        """Answer by an error; no `=` in it, because some clients split there."""
        self._say(format_line("error", {"message": message.replace("=", " ")}))

    def _introduce(self, _: Mapping[str, str]) -> None:
        """Tell who this is and what may be set."""
        facts = {"name": NAME, "version": installed_version(), "author": f"{NAME} contributors"}
        self._say(format_line("id", {**facts, "country": ""}))
        for declared in self._settings.declarations():
            self._say(format_line("param", declared))
        self._say("wait")

    def _set(self, arguments: Mapping[str, str]) -> None:
        """Set a parameter, for the next `init`."""
        name, value = arguments.get("name", ""), arguments.get("value", "")
        try:
            changed = self._settings.given(name, value)
        except KeyError:
            return
        except ValueError as error:
            self._refused[name], self._thinker, self._game = str(error), None, None
            raise
        self._refused.pop(name, None)
        if changed != self._settings:
            self._evaluator = None if name in ("variant", "evaluator") else self._evaluator
            self._settings, self._thinker, self._game = changed, None, None

    def _init(self, _: Mapping[str, str]) -> None:
        """Load what the parameters name."""
        self._ready()
        self._say("ready")

    def _ready(self) -> Thinker:
        """Return what thinks; ValueError with a parameter refused, whose game is another one."""
        if self._refused:
            raise ValueError("; ".join(self._refused.values()))
        if self._thinker is None:
            self._reader = GameReader(self._settings)
            self._thinker = Thinker(self._settings, self._evaluator)
        return self._thinker

    def _forget(self, _: Mapping[str, str]) -> None:
        if self._thinker is not None:
            self._thinker.forget()

    def _set_up(self, arguments: Mapping[str, str]) -> None:
        """Take a position and the moves behind it."""
        self._game = None
        self._ready()
        self._game = self._reader.read(arguments.get("pos", ""), arguments.get("moves", "").split())

    def _limit(self, arguments: Mapping[str, str]) -> None:
        self._level = parse_level(arguments)

    def _think(self, go: Go) -> None:
        """Search, tell what is found, and answer."""
        try:
            found = self._search(go)
            squares = hub_squares(self._settings.variant, self._settings.square_order)
            self._say(format_line("info", describe(found, squares)))
            moves = dict(zip(("move", "ponder"), found.pv, strict=False))
            answer = {name: format_move(move, squares) for name, move in moves.items()}
            self._say(format_line("done", answer))
        finally:
            go.over.set()

    def _search(self, go: Go) -> SearchResult:
        thinker, game = self._ready(), self._game
        if game is None:
            raise ValueError("go: expected a position before it, there is none")
        over = game.outcome()
        if over is not None and over.winner is not None:
            raise ValueError(f"go: the game is over, {over.describe(game.position.ruleset)}")
        squares = hub_squares(self._settings.variant, self._settings.square_order)
        last = time.monotonic()

        def report(found: SearchResult) -> None:
            nonlocal last
            if time.monotonic() - last >= REPORT_EVERY_S:
                last = time.monotonic()
                self._say(format_line("info", describe(found, squares)))

        return thinker.think(game, go, self._level, report)


def make_go(line: HubLine) -> Go:
    """Make what a `go` line asks for; where it does not say, to think."""
    modes = [mode for mode in ("ponder", "analyze") if mode in line.arguments]
    return Go(modes[0] if modes else "think")


def installed_version() -> str:
    """Return the version that is installed; a bare source tree has none."""
    try:
        return metadata.version(NAME)
    except metadata.PackageNotFoundError:
        return "0"
