"""What must hold for any text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.notation import NotationError, parse_clock, parse_fen, parse_move_text, read_pdn
from engine.rules import Position, read_games, ruleset


def check(text: str) -> None:
    """Read a text in every way; anything but a NotationError of one line is a fault."""
    for name in ("english", "english-huff", "russian", "spanish", "malaysian12"):
        board = ruleset(name).board
        readers: list[Callable[[], object]] = [
            partial(parse_fen, text, board),
            partial(Position.from_fen, name, text),
            partial(parse_move_text, text, board),
            partial(parse_clock, text),
            partial(_read, text),
            partial(_replay, text, name),
        ]
        refusals = [_refusal(reader) for reader in readers]
        assert all("\n" not in words and len(words) < 3000 for words in refusals), refusals


def _read(text: str) -> None:
    for game in read_pdn(text):
        for _ in game.main_line():
            pass


def _replay(text: str, name: str) -> None:
    for read in read_games(text, name):
        if read.fault is not None:
            raise read.fault


def _refusal(read: Callable[[], object]) -> str:
    try:
        read()
    except NotationError as error:
        return str(error)
    return ""
