"""Outside engines that speak the Hub protocol, as players.

An engine may do anything at any time: end, hang, write what nobody asked for, move against the
rules. Each comes back as an error of its own that says what the engine said, and after each but an
illegal move its process is gone. A game is told as the position it began with and all moves, from
which alone counters, repetitions and huffs follow.
Source: the Hub protocol, version 2, by Fabien Letouzey (`protocol.txt` of Scan 3.1).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from engine._native import Move
from engine.notation import shorten
from engine.protocols.children import Child, ChildEndedError, ChildFloodError, find_program
from engine.protocols.hub_board import format_position, hub_squares, parse_move
from engine.protocols.hub_lines import LONGEST_LINE, HubLine, format_line, parse_line
from engine.protocols.hub_parameters import NORMAL
from engine.protocols.hub_search import format_level, format_moves, parse_score
from engine.rules import Game, ruleset
from engine.search import GameClock, Limits

QUIT_S = 1.0
"""What an engine gets to leave by itself when told to."""
MOST_OUTPUT = 1 << 22
"""Characters of one answer: thousands of full lines of information, and no reason for more."""
OTHER_NAMES = {"international": NORMAL}
"""What engines call a ruleset where they do not use its own name."""


class EngineError(ValueError):
    """An outside engine failed; one line names it and says what it did."""


class EngineCrashed(EngineError):
    """The engine's process has ended, or closed its output."""


class EngineTimeout(EngineError):
    """The engine gave no answer in time."""


class IllegalMove(EngineError):
    """The engine answered with a move that the rules do not allow."""


class ProtocolError(EngineError):
    """The engine said what is no answer, complained, or does not play the ruleset."""


@dataclass(frozen=True)
class Chosen:
    """A move and what the engine said of it, None where it did not.

    `score` in hundredths of a man for the side to move; `time_s` as measured here; `pv` as far as
    it is legal.
    """

    move: Move
    score: int | None
    depth: int | None
    nodes: int | None
    time_s: float
    pv: tuple[Move, ...]


class HubEngine:
    """An engine in a process of its own, which plays one ruleset; one thread at a time.

    >>> HubEngine("no-such-engine hub", "english")
    Traceback (most recent call last):
    ValueError: 'no-such-engine': expected a program that can be run, found none
    """

    def __init__(
        self, command: str | Sequence[str], ruleset: str, *, timeout_s: float = 10.0
    ) -> None:
        """Start an engine by its whole command, `hub` included where it wants that.

        It gets `timeout_s` for every answer beyond the time that its limits allow. ValueError where
        there is no such program, EngineError where it does not get ready to play.
        """
        words = find_program(command)
        self.ruleset = ruleset
        self.timeout_s = timeout_s
        self.name = Path(words[0]).name
        self._squares = hub_squares(ruleset)
        self._last = ""
        self._child: Child | None = Child(words, longest_line=LONGEST_LINE)
        with self._failures("start"):
            self._introduce()

    def __enter__(self) -> HubEngine:
        """Return itself; the process ends with the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close."""
        self.close()

    @property
    def pid(self) -> int | None:
        """Return the process that guards the engine's, None where that has ended."""
        return None if self._child is None else self._child.pid

    def new_game(self) -> None:
        """Tell the engine that the next position belongs to another game."""
        with self._failures("new-game"):
            self._running.send("new-game", time.monotonic() + self.timeout_s)

    def choose(self, game: Game, limits: Limits | GameClock) -> Chosen:
        """Let the engine choose a move; EngineError where it gives none that is legal.

        ValueError for a game of another ruleset or one that is over, and for limits without end.
        """
        seconds = _longest(limits)
        if game.position.ruleset.name != ruleset(self.ruleset).name:
            raise ValueError(f"{self.name} plays {self.ruleset}, got {game.position.ruleset.name}")
        if not game.position.legal_moves():
            raise ValueError("expected a position with a legal move")
        with self._failures("go"):
            self._running.drain()
            began = time.monotonic()
            deadline = began + seconds + self.timeout_s
            for line in self._question(game, limits):
                self._running.send(line, deadline)
            said: dict[str, str] = {}
            for answer in self._answers(deadline, until="done"):
                said |= answer.arguments if answer.command in ("info", "done") else {}
        return self._chosen(game, said, time.monotonic() - began)

    def stop(self) -> None:
        """End the engine, from any thread; who waits for its move gets an EngineCrashed."""
        child = self._child
        if child is not None:
            child.kill()

    def close(self) -> None:
        """Tell the engine to leave, and end its process and all that it has started."""
        child, self._child = self._child, None
        if child is not None:
            with suppress(ChildEndedError, TimeoutError):
                child.send("quit", time.monotonic() + QUIT_S)
            child.close(QUIT_S)

    @property
    def _running(self) -> Child:
        if self._child is None:
            raise EngineCrashed(f"{self.name} is not running any more")
        return self._child

    def _introduce(self) -> None:
        """Get the engine ready: ask who it is, set the ruleset, wait until it has loaded."""
        deadline = time.monotonic() + self.timeout_s
        self._running.send("hub", deadline)
        declared: dict[str, Mapping[str, str]] = {}
        for answer in self._answers(deadline, until="wait"):
            if answer.command == "id":
                self.name = answer.arguments.get("name") or self.name
            elif answer.command == "param":
                declared[answer.arguments.get("name", "")] = answer.arguments
        variant = self._variant(declared.get("variant"))
        if variant is not None:
            line = format_line("set-param", {"name": "variant", "value": variant})
            self._running.send(line, deadline)
        deadline = time.monotonic() + self.timeout_s
        self._running.send("init", deadline)
        for _ in self._answers(deadline, until="ready"):
            pass

    def _variant(self, declared: Mapping[str, str] | None) -> str | None:
        """Return the engine's name for the ruleset, None where it needs not be told."""
        own = ruleset(self.ruleset).name
        names = [name for name in (own, OTHER_NAMES.get(own)) if name is not None]
        offered = NORMAL if declared is None else declared.get("values", "")
        known = [name for name in names if name in offered.split()]
        if not known:
            raise ProtocolError(
                f"{self.name} does not play {own}: it offers {shorten(offered, 300)}"
            )
        return known[0] if declared is not None else None

    def _question(self, game: Game, limits: Limits | GameClock) -> list[str]:
        where = {"pos": format_position(game.start)}
        if game.moves:
            where["moves"] = format_moves(game.moves, self._squares)
        level = format_line("level", format_level(limits))
        return [format_line("pos", where), level, format_line("go", {"think": None})]

    def _answers(self, deadline: float, until: str) -> Iterator[HubLine]:
        """Yield what the engine says up to the answer waited for, which is the last."""
        size = 0
        while True:
            text = self._running.receive(deadline)
            size += len(text)
            if size > MOST_OUTPUT:
                raise ChildFloodError(f"more than {MOST_OUTPUT:,} characters and no {until!r}")
            line = parse_line(text)
            if line is None:
                continue
            self._last = text
            if line.command == "error":
                complaint = line.arguments.get("message", text)
                raise ProtocolError(f"{self.name} complained: {shorten(complaint, 300)}")
            yield line
            if line.command == until:
                return

    def _chosen(self, game: Game, said: Mapping[str, str], time_s: float) -> Chosen:
        try:
            move = parse_move(game.position, said.get("move", ""), self._squares)
        except ValueError as error:
            raise IllegalMove(f"{self.name} moved against the rules: {error}") from None
        score = None
        with suppress(ValueError):
            score = parse_score(said["score"]) if "score" in said else None
        line = self._line(game, said.get("pv", "").split())
        pv = line if line and line[0] == move else (move,)
        return Chosen(move, score, _whole(said, "depth"), _whole(said, "nodes"), time_s, pv)

    def _line(self, game: Game, texts: Sequence[str]) -> tuple[Move, ...]:
        position, moves = game.position, []
        with suppress(ValueError):
            for text in texts:
                moves.append(parse_move(position, text, self._squares))
                position = position.push(moves[-1])
        return tuple(moves)

    @contextmanager
    def _failures(self, command: str) -> Iterator[None]:
        """Name what goes wrong, and end the process of an engine that cannot be relied on."""
        try:
            yield
        except BaseException as error:
            child, self._child = self._child, None
            failure = self._named(error, command)
            if child is not None:
                child.close()
            if failure is None:
                raise
            raise failure from None

    def _named(self, error: BaseException, command: str) -> EngineError | None:
        last = f", last said {shorten(self._last, 200)}" if self._last else ", said nothing"
        if isinstance(error, ChildEndedError):
            return EngineCrashed(f"{self.name} {error}, after {command!r}{last}")
        if isinstance(error, ChildFloodError):
            return ProtocolError(f"{self.name} wrote {error}, after {command!r}")
        if isinstance(error, TimeoutError):
            return EngineTimeout(f"{self.name} gave no answer to {command!r} in time{last}")
        return None


def _longest(limits: Limits | GameClock) -> float:
    """Return the seconds that an engine may think; ValueError where it may go on for ever."""
    if isinstance(limits, GameClock):
        return max(limits.remaining_s, 0.0)
    if limits.infinite:
        raise ValueError("expected limits that end a search")
    return limits.time_s


def _whole(said: Mapping[str, str], name: str) -> int | None:
    try:
        return int(said[name])
    except (KeyError, ValueError):
        return None
