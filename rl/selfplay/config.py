"""How a generation of games is played.

Values marked "a generation" may be a list: one entry a generation, the last holding for the rest.
Early generations need many cheap games, later ones deeper search. Material alone shuffles won
endings into draws, so a material lead that lasts is scored as a win; never against a king that
flies, which holds a draw against a large lead.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine._native import MOST_TABLE_PIECES
from engine.rules import USUAL
from engine.search.adjudication import SCORE_MAX, Adjudication

GAMES_MAX = 10**7
"""Games a generation; those of a hundred generations still have 32-bit numbers."""
NODES_MAX = 10**9
LEAGUE_MAX = 64


@dataclass(frozen=True, kw_only=True)
class SelfPlayConfig:
    """Games of a generation, and which of their positions are kept."""

    games: tuple[int, ...] = (4000,)
    """Games a generation."""
    nodes: tuple[int, ...] = (1000,)
    """Nodes searched for each move, a generation."""
    chunk: int = 500
    """Games to one shard file: the unit of work that a kill can cost."""
    random_plies: tuple[int, int] = (6, 10)
    """Fewest and most uniformly random plies that open a game."""
    opening_score: int = 150
    """Largest score in hundredths of a man after the opening; others are drawn again."""
    deck: str = USUAL
    """Deck of openings, one of the ruleset, or `usual`: its first deck of ballots, for a deck of
    random plies is best kept for matches."""
    opening_share: float = 0.0
    """Share of games that open from the deck, without random plies. Matches on that deck then start
    where training has been, and fixed nodes repeat such a game exactly."""
    fork_share: float = 0.04
    """Share of games in which one middle-game move is random."""
    endgame_pieces: int = 0
    """Most pieces of the endgame tables that games are played with, made before the first; 0 for
    none. A game stops at the first position that they know and is scored with what it is worth, and
    what the tables would play from there is learned from, too."""
    league_share: float = 0.0
    """Share of games in which one side is played by another than the champion; only positions that
    the champion searched are kept of them."""
    league: tuple[str, ...] = ()
    """Evaluators who are always in the league, by name."""
    league_champions: int = 4
    """Most former champions of the run in the league, the newest."""
    table_mib: float = 1.0
    """Transposition table of each game, in MiB; cleared between games."""
    adjudication: Adjudication = field(
        default_factory=lambda: Adjudication(
            win_score=300,
            win_plies=8,
            draw_score=20,
            draw_plies=40,
            draw_from_ply=40,
            material_lead=200,
            material_plies=20,
            ply_cap=300,
        )
    )
    """When a game is stopped and scored."""

    def __post_init__(self) -> None:
        for name in ("games", "nodes"):
            values = getattr(self, name)
            most = NODES_MAX if name == "nodes" else GAMES_MAX
            if not values or min(values) < 1 or max(values) > most:
                raise ValueError(f"{name}: expected values of 1 to {most}, got {list(values)}")
        _check(self, "chunk", 1, GAMES_MAX)
        _check(self, "opening_score", 0, SCORE_MAX)
        low, high = self.random_plies
        if not 0 <= low <= high <= 60:
            raise ValueError(f"random_plies: expected 0 <= fewest <= most <= 60, got {[low, high]}")
        for name in ("opening_share", "fork_share", "league_share"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name}: expected a share of 0 to 1, got {getattr(self, name)}")
        if self.endgame_pieces not in (0, *range(2, MOST_TABLE_PIECES + 1)):
            raise ValueError(
                f"endgame_pieces: expected 0 or 2 to {MOST_TABLE_PIECES}, got {self.endgame_pieces}"
            )
        _check(self, "league_champions", 0, LEAGUE_MAX)
        if len(self.league) + self.league_champions > LEAGUE_MAX:
            raise ValueError(
                f"league: expected at most {LEAGUE_MAX} members, former champions included, "
                f"got {len(self.league) + self.league_champions}"
            )
        if self.league_share and not self.league and not self.league_champions:
            raise ValueError(f"league_share: expected 0 without a league, got {self.league_share}")
        if not 0 < self.table_mib <= 1024:
            raise ValueError(f"table_mib: expected more than 0, at most 1024, got {self.table_mib}")

    def games_at(self, generation: int) -> int:
        """Return the number of games of a generation."""
        return self.games[min(generation, len(self.games) - 1)]

    def nodes_at(self, generation: int) -> int:
        """Return the nodes a move of a generation."""
        return self.nodes[min(generation, len(self.nodes) - 1)]

    def first_game(self, generation: int) -> int:
        """Return the number of the first game of a generation; numbers run through the run."""
        return sum(self.games_at(earlier) for earlier in range(generation))


def _check(config: object, name: str, low: int, high: int) -> None:
    value = getattr(config, name)
    if not low <= value <= high:
        raise ValueError(f"{name}: expected {low} to {high}, got {value}")
