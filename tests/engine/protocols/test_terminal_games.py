"""Whole games by dialogue, in every family of the source rulesets: won, lost and drawn."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine import Colour, Game, Limits, search
from engine.protocols.terminal import Dialogue
from engine.rules import read_games
from tests.engine.protocols.dialogues import FIRM, WEAK, dialogue

SOURCES = ["english", "russian", "malaysian12", "english-huff"]


def told(game: Dialogue) -> Game:
    """Read the game as it stands from what the dialogue tells."""
    read = next(read_games(game.enter("pdn")))
    assert read.game is not None
    return read.game


def best(game: Dialogue) -> str:
    """Choose as a player who looks far ahead."""
    position = told(game).position
    found = search(told(game), limits=Limits(nodes=8000))
    assert found.move is not None
    return position.full_path(found.move)


def anyhow(random: Random) -> Callable[[Dialogue], str]:
    """Choose a number of the list, at random."""
    return lambda game: str(random.randint(1, len(told(game).position.legal_moves())))


def played(game: Dialogue, choose: Callable[[Dialogue], str]) -> str:
    """Play a game to its end, by text alone, and return its last line."""
    said = ""
    while game.prompt != "game over> ":
        said = game.enter(choose(game)) if game.waits else game.advance()
        assert "expected" not in said
    return said.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", SOURCES)
def test_a_whole_game_is_won(ruleset: str) -> None:
    game = dialogue(ruleset, persons="white", level=WEAK)
    assert played(game, best).startswith("You have won. White wins: Black has no move. Result ")
    read = next(read_games(game.pdn()))
    assert read.fault is None
    assert read.game is not None
    assert len(read.game.moves) > 20


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", SOURCES)
def test_a_whole_game_is_lost_and_its_end_taken_back(ruleset: str) -> None:
    game = dialogue(ruleset, persons="black", level=FIRM)
    lost = played(game, anyhow(Random(3)))
    assert lost.startswith("You have lost. White wins: Black has no move. Result ")
    record = game.pdn()
    assert next(read_games(record)).fault is None
    assert game.enter("undo").startswith("Taken back.")
    assert (game.prompt, '[Result "*"]' in game.pdn()) == ("Black> ", True)


KINGS = {
    "english": "W:WK1:BK32", "russian": "W:WK1:BK32", "malaysian12": "W:WK1:BK72",
    "english-huff": "W:WK1:BK32",
}  # fmt: skip


@pytest.mark.parametrize("ruleset", SOURCES)
def test_a_whole_game_is_drawn_by_the_rules(ruleset: str) -> None:
    """U044: kings that walk out of their corners and back."""
    game = dialogue(ruleset, KINGS[ruleset])
    said = ""
    while game.prompt != "game over> ":
        said = game.enter(shuffling(game))
    assert "draw: the position occurred 3 times. Result 1/2-1/2, " in said.splitlines()[-1]
    assert next(read_games(game.pdn())).pdn.result == "1/2-1/2"


def shuffling(game: Dialogue) -> str:
    """Move a king out of its corner and back."""
    position = told(game).position
    corner = 1 if position.turn == Colour.WHITE else position.ruleset.squares
    (king,) = position.kings(position.turn)
    moves = [move for move in position.legal_moves() if not move.captured]
    if king == corner:
        safe = [
            move
            for move in moves
            if not any(reply.captured for reply in position.push(move).legal_moves())
        ]
        return position.format_move(safe[0])
    return position.format_move(next(move for move in moves if move.to_square == corner))
