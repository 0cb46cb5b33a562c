"""Level against level: who plays what, how it is counted, and that the levels are apart."""

from __future__ import annotations

import pytest

from engine import Game, Move, Position, ruleset_names
from rl.matches.levels import (
    PLY_CAP,
    Pairing,
    format_pairing,
    format_table,
    measure_levels,
    play_out,
    summarise_pairing,
)
from rl.matches.statistics import evaluate_results
from tests.rl.commands import answer, refusal, run

RATE = 4000  # medium has 2,000 nodes a move, hard 8,000
ALONE = "expected two players or more of random, easy, medium, hard, got easy"
UNMEASURED = (
    "levels are the same in every ruleset; expected RULESET, --games, --players, --rate, --seed "
    "and --workers only with --measure"
)


def test_players_are_ordered_by_strength_and_meet_once() -> None:
    found = measure_levels(
        "english", 1, players=["medium", "random", "easy"], rate=RATE, progress=False
    )
    assert [(item.first, item.second) for item in found] == [
        ("easy", "random"),
        ("medium", "random"),
        ("medium", "easy"),
    ]


def test_a_measurement_by_nodes_repeats_whatever_the_workers() -> None:
    once, again = (
        [
            summarise_pairing(item)
            for item in measure_levels(
                "english",
                2,
                players=["easy", "medium"],
                rate=RATE,
                workers=workers,
                progress=False,
            )
        ]
        for workers in (1, 2)
    )
    assert once == again


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (["easy", "king"], "unknown player 'king': expected random, easy, medium, hard"),
        (["easy"], ALONE),
    ],
)
def test_players_that_cannot_meet_are_refused(players: list[str], said: str) -> None:
    with pytest.raises(ValueError, match="player") as caught:
        next(measure_levels("english", 1, players=players, progress=False))
    assert str(caught.value) == said


class Shuffler:
    """Goes from its corner and back again."""

    def __init__(self, *moves: str) -> None:
        self._moves = moves

    def move(self, game: Game) -> Move:
        return game.position.parse_move(self._moves[len(game.moves) // 2 % 2])


def test_a_game_that_does_not_end_is_stopped() -> None:
    start = Position.from_fen("english", "W:WK32:BK1")
    endless = Game(start, repetition=False, no_progress=False)
    movers = [Shuffler("32-28", "28-32"), Shuffler("1-5", "5-1")]
    assert len(play_out(endless, movers).moves) == PLY_CAP
    assert len(play_out(Game(start), movers).moves) == 8


def test_the_table_shows_each_score_from_both_sides() -> None:
    pairing = Pairing(
        first="easy", second="random", statistics=evaluate_results([1, 1, 1, 0]), plies=40.0
    )
    assert format_table([pairing]).splitlines() == [
        "          random    easy",
        "random         -    12.5",
        "easy        87.5       -",
    ]
    assert format_pairing(pairing) == (
        "easy   v random  +3 =1 -0         87.5 %, 95 % in [70.2, 100.0]; 40 plies a game"
    )


def test_levels_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    rows = answer(capsys, "levels")
    assert [(row["name"], row["time_s"]) for row in rows] == [
        ("easy", 0.0),
        ("medium", 0.5),
        ("hard", 2.0),
    ]
    assert rows[0]["slip_chance"] > 0
    assert run(capsys, "levels")[1].splitlines()[0].startswith("easy     looks a few moves ahead")


def test_levels_are_measured_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["levels", "checkers", "--measure", "--games", "2", "--players", "easy,random"]
    (row,) = answer(capsys, *command, "--quiet")
    assert (row["first"], row["second"]) == ("easy", "random")
    assert row["wins"] + row["draws"] + row["losses"] == 2
    assert "easy   v random" in run(capsys, *command, "--quiet")[1]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--measure", "--games", "3"], "expected an even number of --games, got 3"),
        (["--games", "4"], UNMEASURED),
        (["russian"], UNMEASURED),
        (["--measure", "--players", "easy,easy"], ALONE),
    ],
)
def test_a_measurement_that_cannot_be_made_is_refused(
    capsys: pytest.CaptureFixture[str], given: list[str], said: str
) -> None:
    assert refusal(capsys, "levels", *given) == said


@pytest.mark.slow
def test_easy_beats_a_random_mover_and_loses_to_medium_in_english() -> None:
    """Medium plays here with a hundredth or less of the nodes it has by the clock."""
    (easy,) = measure_levels("english", 60, players=["easy", "random"], progress=False)
    assert easy.interval[0] > 0.9
    assert easy.statistics.score is not None
    assert easy.statistics.score > 0.95
    (medium,) = measure_levels(
        "english", 20, players=["easy", "medium"], rate=20_000, progress=False
    )
    assert medium.interval[0] > 0.7


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ruleset_names())
def test_easy_beats_a_random_mover_in_every_ruleset(ruleset: str) -> None:
    """Of eight points it loses one at most; the whole measurement is in the README."""
    (easy,) = measure_levels(ruleset, 4, players=["easy", "random"], progress=False)
    assert easy.statistics.score is not None
    assert easy.statistics.score >= 7 / 8
