"""Who plays a match: an evaluator in the search, a random mover, or an engine that others wrote.

Players are written the same way everywhere: the name of an evaluator (`engine.evaluators.load`),
`random`, or `hub:COMMAND` for an engine that speaks Hub. Limits of its own, which override those of
the match, follow an `@`: `material@depth=4`, `english@nodes=1000`, `hub:scan hub@time=0.1`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from engine.evaluators import Evaluator, load
from engine.evaluators.loading import BUILT_IN
from engine.rules import ruleset as ruleset_named
from engine.search import Limits
from rl.checkpoints.fingerprint import fingerprint
from rl.matches.config import MatchConfig

Kind = Literal["evaluator", "random", "engine"]

RANDOM, ENGINE = "random", "hub:"
_OWN = re.compile(r"(?P<name>.+)@(?P<key>[a-z_]+)=(?P<value>[^\s@=]+)")
_KEYS = ("depth", "nodes", "time")


@dataclass(frozen=True, kw_only=True)
class Player:
    """One side of a match, of one ruleset."""

    name: str
    """As it was written, limits included."""
    kind: Kind
    ruleset: str
    evaluator: Evaluator | None = None
    """What an `evaluator` judges positions by."""
    command: str = ""
    """How an `engine` is started."""
    limits: Limits | None = None
    """Limits of its own, in place of those of the match."""

    @property
    def thinks(self) -> bool:
        """Tell whether it searches, so that something has to limit it."""
        return self.kind != "random"

    def limits_in(self, config: MatchConfig) -> Limits | None:
        """Return the limits of its moves in a match; None where its clock decides, or nothing."""
        return self.limits or config.limits


def as_player(player: Player | Evaluator) -> Player:
    """Return a player, made from an evaluator where it is none yet."""
    if isinstance(player, Player):
        return player
    return Player(name=player.name, kind="evaluator", ruleset=player.ruleset, evaluator=player)


def parse_player(text: str, ruleset: str | None = None) -> Player:
    """Read a player; of English draughts where neither it nor `ruleset` says otherwise.

    An engine is not started. ValueError for a name that nothing has, an evaluator of another
    ruleset or impossible limits.

    >>> player = parse_player("material@depth=4")
    >>> player.name, player.kind, player.limits.depth
    ('material@depth=4', 'evaluator', 4)
    """
    base, limits = _split(text)
    named = ruleset_named(ruleset or "english").name
    if base == RANDOM:
        if limits is not None:
            raise ValueError(f"{text}: expected no limits for a random mover, which never searches")
        return Player(name=text, kind="random", ruleset=named)
    if base.startswith(ENGINE):
        command = base.removeprefix(ENGINE).strip()
        if not command:
            raise ValueError(f"{text!r}: expected the command of an engine after {ENGINE}")
        return Player(name=text, kind="engine", ruleset=named, command=command, limits=limits)
    found = load(base, ruleset)
    return Player(
        name=text, kind="evaluator", ruleset=found.ruleset, evaluator=found, limits=limits
    )


def parse_players(texts: Sequence[str], ruleset: str | None = None) -> list[Player]:
    """Read players of one ruleset: the one given, else that of a network or file, else English."""
    players = [parse_player(text, ruleset) for text in texts]
    own = next((player.ruleset for player in players if _has_own_ruleset(player)), ruleset)
    return [parse_player(text, own) for text in texts]


def repeats(players: Sequence[Player], config: MatchConfig) -> bool:
    """Tell whether these players would play the same game again from the same opening.

    Engines that others wrote are taken to be as deterministic as our own.
    """
    for player in players:
        limits = player.limits_in(config)
        if not player.thinks or limits is None or limits.time_s:
            return False
    return True


def describe_player(player: Player) -> dict[str, Any]:
    """Return what tells a player apart from any other, as JSON takes it."""
    facts: dict[str, Any] = {"name": player.name}
    if player.evaluator is not None:
        facts["fingerprint"] = fingerprint(player.evaluator)
    if player.command:
        facts["command"] = player.command
    if player.limits is not None:
        facts["limits"] = asdict(player.limits)
    return facts


def check_limited(player: Player, config: MatchConfig) -> None:
    """Raise ValueError for a player that would think for ever."""
    if player.thinks and player.limits_in(config) is None and not config.clock_s:
        raise ValueError(
            f"{player.name}: expected a limit: nodes, depth, time or clock of the match, or one of "
            f"its own, as in {player.name}@depth=4"
        )


def _has_own_ruleset(player: Player) -> bool:
    return player.evaluator is not None and player.evaluator.name not in BUILT_IN


def _split(text: str) -> tuple[str, Limits | None]:
    """Split a player's text into its name and its own limits."""
    match = _OWN.fullmatch(text)
    if match is None:
        return text, None
    key, value = match["key"], match["value"]
    if key not in _KEYS:
        nearest = difflib.get_close_matches(key, _KEYS, n=1, cutoff=0)[0]
        raise ValueError(
            f"{text}: expected depth=, nodes= or time= after '@', got {key}=; "
            f"the nearest is {nearest}"
        )
    try:
        return match["name"], _limits(key, value)
    except ValueError as error:
        raise ValueError(f"{text}: {error}") from None


def _limits(key: str, value: str) -> Limits:
    """Return the limits that a number behind `@` means."""
    kind = "a number of seconds" if key == "time" else "a whole number"
    try:
        number = float(value) if key == "time" else int(value)
    except ValueError:
        raise ValueError(f"{key}: expected {kind}, got {value!r}") from None
    if number <= 0:
        raise ValueError(f"{key}: expected {kind} above 0, got {value}")
    if key == "time":
        return Limits(time_s=number)
    return Limits(depth=int(number)) if key == "depth" else Limits(nodes=int(number))
