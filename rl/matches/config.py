"""How matches and gates are played, and when a gate is decided.

A match reports strength and is limited by time or by nodes. A gate decides whether a challenger
replaces the champion; it is limited by nodes, so that neither the load of the machine nor the
number of workers can change who survives.

Adjudication asks for agreement of both sides over several moves, as fishtest's worker does. Its
values were chosen on 600 games of handcrafted and material at 2,000 nodes, played out to the end:
they call none of 211 wins and one of 86 draws wrongly, and save 1 to 8 % of the plies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.rules import USUAL, deck_names
from engine.search import Limits
from engine.search.adjudication import Adjudication
from engine.search.limits import DEPTH_MAX
from rl.matches.opening_files import SUFFIXES, is_openings_file
from rl.matches.sprt import Sprt

RANDOM, START = "random", ("go-as-you-please", "start")
LIMITS = ("nodes", "depth", "time_s", "clock_s")
OPENINGS = (*deck_names(), RANDOM, *START, USUAL)
"""Where a match may start."""

MATCH_ADJUDICATION = Adjudication(
    win_score=400, win_plies=6, draw_score=10, draw_plies=20, draw_from_ply=40
)
"""Without a rule for material: converting a lead is part of playing strength."""


@dataclass(frozen=True, kw_only=True)
class RandomOpeningsConfig:
    """Random openings: quick to make, without end, and not the ones any training started from."""

    plies_min: int = 6
    """Fewest uniformly random plies."""
    plies_max: int = 10
    """Most uniformly random plies."""
    score: int = 60
    """Largest score in hundredths of a man, either way, that a search of material alone may find;
    other openings are drawn again."""
    nodes: int = 2000
    """Nodes of that search."""

    def __post_init__(self) -> None:
        _check(self, "plies_min", 1, 60)
        _check(self, "plies_max", self.plies_min, 60)
        _check(self, "score", 0, 30000)
        _check(self, "nodes", 1, 10**9)


@dataclass(frozen=True, kw_only=True)
class MatchConfig:
    """A match of a fixed number of game pairs.

    One of `nodes`, `depth`, `time_s` and `clock_s` limits every player without limits of its own.
    """

    pairs: int = 100
    """Game pairs; each opening is played twice with colours swapped."""
    nodes: int = 0
    """Nodes searched for each move; 0 = no such limit."""
    depth: int = 0
    """Plies searched for each move; 0 = no such limit."""
    time_s: float = 0.0
    """Seconds searched for each move; 0 = no such limit."""
    clock_s: float = 0.0
    """Seconds on each side's clock for the whole game; 0 = no clock."""
    increment_s: float = 0.0
    """Seconds added to a clock before each move of its side."""
    overhead_s: float = 0.05
    """Seconds of its clock that a player keeps back at each move: the machine takes time, too."""
    margin_s: float = 0.1
    """Seconds that a clock may be overstepped by before the game is lost, and by an engine that
    others wrote the time for a move, too."""
    timeout_s: float = 10.0
    """Seconds beyond its time in which such an engine has to answer at all, once it has started."""
    openings: str = USUAL
    """Where the games start: a deck (`three-move`, `two-move`, `eleven-man`, `russian-basic`,
    `russian-table`, or random plies drawn once for all: `english-random`, `queens8-random` and so
    on), `random` plies drawn by the seed, `go-as-you-please` (the start of the game, also `start`),
    the name of a file (see `opening_files`), or `usual`: the first of these decks that is one of
    the ruleset, `random` where none is."""
    opening_plies: int = 0
    """Plies that are taken of each opening of a file; 0 = all of them."""
    first_opening: int = 1
    """Place, in the order that the seed gives, of the opening that the match begins with: so that
    another match may go on where the last one ended."""
    seed: int = 1
    """Root of the order of the openings, and of random ones."""
    table_mib: float = 16.0
    """Transposition table of each player, in MiB; cleared between games."""
    block_pairs: int = 8
    """Pairs to one result file: the unit of work that a kill can cost. Changes no result."""
    random: RandomOpeningsConfig = field(default_factory=RandomOpeningsConfig)
    """Which random openings are used."""
    adjudication: Adjudication = field(default_factory=lambda: MATCH_ADJUDICATION)
    """When a game is stopped before the rules end it."""
    tables: str = ""
    """Endgame tables that end a game where they know the outcome: how many pieces of the usual
    ones, or the folder of all tables; none where this is empty."""
    search_tables: bool = False
    """Whether evaluators search by these tables, too; otherwise they only judge the games."""

    def __post_init__(self) -> None:
        if self.openings not in OPENINGS and not is_openings_file(self.openings):
            names, files = ", ".join(OPENINGS), ", ".join(SUFFIXES)
            raise ValueError(
                f"openings: expected one of {names} or a file {files}, got {self.openings!r}"
            )
        _check(self, "opening_plies", 0, 200)
        _check(self, "first_opening", 1, 10**6)
        _check(self, "pairs", 1, 10**6)
        _check(self, "nodes", 0, 10**9)
        _check(self, "depth", 0, DEPTH_MAX)
        _check(self, "time_s", 0, 3600)
        _check(self, "clock_s", 0, 86_400)
        _check(self, "increment_s", 0, 3600)
        for name in ("overhead_s", "margin_s"):
            _check(self, name, 0, 60)
        _check(self, "timeout_s", 0.1, 86_400)
        given = {name: value for name in LIMITS if (value := getattr(self, name))}
        if len(given) > 1:
            got = " and ".join(f"{name} = {value}" for name, value in given.items())
            raise ValueError(
                f"{next(iter(given))}: expected one of {_listed(LIMITS)} above 0, got {got}"
            )
        if self.search_tables and not self.tables:
            raise ValueError("search_tables: expected tables beside it, got none")
        if self.increment_s and not self.clock_s:
            raise ValueError(
                f"increment_s: expected a clock_s beside it, got {self.increment_s} alone"
            )
        _check(self, "seed", 0, 2**63 - 1)
        _check(self, "table_mib", 0.01, 65536)
        _check(self, "block_pairs", 1, 10**6)

    @property
    def limits(self) -> Limits | None:
        """Return the limits of one move; None under a clock, or where only players have some."""
        if not (self.nodes or self.depth or self.time_s):
            return None
        return Limits(nodes=self.nodes, depth=self.depth, time_s=self.time_s)

    @property
    def repeats(self) -> bool:
        """Tell whether the same players would play the same game again from the same opening."""
        return bool(self.nodes or self.depth)

    def check_limited(self, kinds: Sequence[str] = LIMITS) -> None:
        """Raise ValueError unless one of these kinds of limit is given."""
        if not any(getattr(self, name) for name in kinds):
            raise ValueError(f"{kinds[0]}: expected one of {_listed(kinds)} above 0, got none")


@dataclass(frozen=True, kw_only=True)
class GateConfig:
    """A sequential match of challenger against champion over random openings."""

    nelo0: float = 0.0
    """Normalised Elo at which the challenger is to fail."""
    nelo1: float = 30.0
    """Normalised Elo at which the challenger is to pass."""
    alpha: float = 0.05
    """Chance of passing a challenger of strength nelo0."""
    beta: float = 0.05
    """Chance of failing a challenger of strength nelo1."""
    max_pairs: int = 300
    """Game pairs after which the score alone decides."""
    nodes: int = 3000
    """Nodes searched for each move."""
    table_mib: float = 1.0
    """Transposition table of each player, in MiB; cleared between games."""
    block_pairs: int = 16
    """Pairs to one result file: the unit of work that a kill can cost. Changes no result."""
    random: RandomOpeningsConfig = field(default_factory=RandomOpeningsConfig)
    """Which random openings are used."""
    adjudication: Adjudication = field(default_factory=lambda: MATCH_ADJUDICATION)
    """When a game is stopped before the rules end it."""

    def __post_init__(self) -> None:
        _check(self, "nelo0", -100, 100)
        _check(self, "nelo1", -100, 100)
        if self.nelo1 <= self.nelo0:
            raise ValueError(f"nelo1: expected more than nelo0 = {self.nelo0}, got {self.nelo1}")
        _check(self, "alpha", 1e-6, 0.49)
        _check(self, "beta", 1e-6, 0.49)
        _check(self, "max_pairs", 1, 10**6)
        _check(self, "nodes", 1, 10**9)
        _check(self, "table_mib", 0.01, 65536)
        _check(self, "block_pairs", 1, 10**6)

    def sprt(self) -> Sprt:
        """Return the sequential test."""
        return Sprt(elo0=self.nelo0, elo1=self.nelo1, alpha=self.alpha, beta=self.beta)

    def match(self, seed: int) -> MatchConfig:
        """Return the match that is played if the test never decides."""
        return MatchConfig(
            pairs=self.max_pairs,
            nodes=self.nodes,
            openings=RANDOM,
            seed=seed,
            table_mib=self.table_mib,
            block_pairs=self.block_pairs,
            random=self.random,
            adjudication=self.adjudication,
        )


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _check(config: object, name: str, low: float, high: float) -> None:
    value = getattr(config, name)
    if not low <= value <= high:
        raise ValueError(f"{name}: expected {low} to {high}, got {value}")
