"""Clients that others wrote play whole games with `crownhead hub`, which our rules check.

Each client is installed into an environment of its own, since two of them are called `draughts`.
Where that cannot be had, as without a package index, the tests are skipped; in CI they fail.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.protocols.hub_board import format_move, format_position, hub_squares, parse_move
from engine.rules import Colour, Game, Position, Reason

CLIENTS = Path(__file__).with_name("clients")
PROJECT = Path(__file__).parents[3] / "pyproject.toml"
HUB = [sys.executable, "-m", "rl", "hub", "--tables=none", "--table-mib=1"]
"""Started by a script, for pydraughts follows links, and so finds the interpreter outside of its
environment."""
A1 = {"square-order": "a1"}
OURS = {"standard": "international"}
PROBLEM = "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"
PATIENCE_S = 900
BLACK, WHITE = 1, 2
"""Winners as pydraughts numbers them."""


def install(folder: Path, *packages: str) -> Path:
    """Return the interpreter of a new environment with these packages, or skip the test."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    for words in (
        [sys.executable, "-m", "venv", "--without-pip", str(folder)],
        [*pip, "--python", str(folder / "bin" / "python"), "install", *packages],
    ):
        ended = subprocess.run(words, capture_output=True, text=True, check=False)
        if ended.returncode != 0:
            reason = f"{' '.join(packages)} cannot be installed: {ended.stderr.strip()[-300:]}"
            if "CI" in os.environ:
                pytest.fail(reason)
            pytest.skip(reason)
    return folder / "bin" / "python"


@pytest.fixture(scope="module")
def pydraughts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The version of the extra `interop`."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    packages = project["optional-dependencies"]["interop"]
    return install(tmp_path_factory.mktemp("new") / "venv", *packages)


@pytest.fixture(scope="module")
def old_pydraughts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The version that lidraughts-bot asks for."""
    return install(tmp_path_factory.mktemp("old") / "venv", "pydraughts==0.5.7")


@pytest.fixture(scope="module")
def py_draughts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("other") / "venv", "py-draughts==1.10.1")


@pytest.fixture
def crownhead(tmp_path: Path) -> str:
    """A program that passes over the argument `hub`, as it is one already."""
    program = tmp_path / "crownhead"
    words = " ".join(f"'{word}'" for word in HUB)
    program.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
    program.chmod(0o755)
    return str(program)


def run(python: Path, script: str, *arguments: str) -> dict[str, Any]:
    """Run a client and return what it prints."""
    words = [str(python), str(CLIENTS / script), *arguments]
    ended = subprocess.run(words, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert isinstance(found, dict)
    return found


def played(
    python: Path, program: str, variant: str, parameters: dict[str, str], fen: str = "startpos"
) -> dict[str, Any]:
    """Have pydraughts play a game, the variant being set as its users do."""
    given = json.dumps({"variant": variant, **parameters})
    words = ["pydraughts_game.py", variant, fen, "300", given, program, "hub", "--bot=1"]
    return run(python, *words)


def replayed(found: dict[str, Any], start: Position, order: str) -> Game:
    """Play a transcript again by our rules, checking each move, each text and each position."""
    game, squares = Game(start), hub_squares(start.ruleset.name, order)
    for hub, pdn, fen in zip(found["hub"], found["pdn"], found["fens"], strict=True):
        move = parse_move(game.position, hub, squares)
        assert format_move(move, squares) == hub
        if found["client"] == "0.6.7":  # before, its PDN had squares of its own
            assert game.position.parse_move(pdn) == move
        game.push(move)
        assert Position.from_fen(start.ruleset.name, fen) == game.position
    return game


def check_outcome(found: dict[str, Any], game: Game, white: int = WHITE) -> None:
    """A win is one by both rules; on draws the client has rules of its own."""
    outcome = game.outcome()
    if found["winner"]:
        winner = Colour.WHITE if found["winner"] == white else Colour.BLACK
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (winner, Reason.NO_MOVE)
    assert len(game.moves) > 20
    assert found["exit"] == 0
    assert all(
        set(info) == {"depth", "score", "nodes", "time", "nps", "pv"} for info in found["infos"]
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "parameters"),
    [
        ("english", {}),
        ("italian", {}),
        ("standard", {}),
        ("russian", A1),
        ("brazilian", A1),
        pytest.param("frisian", {}, marks=pytest.mark.long),
        pytest.param("turkish", A1, marks=pytest.mark.long),
    ],
)
def test_pydraughts_plays_a_whole_game(
    variant: str, parameters: dict[str, str], pydraughts: Path, crownhead: str
) -> None:
    """U069, U070: from the start position, with squares from a1 and White's letter for Black."""
    found = played(pydraughts, crownhead, variant, parameters)
    start = Position.start(OURS.get(variant, variant))
    game = replayed(found, start, parameters.get("square-order", "board"))
    check_outcome(found, game)
    assert found["engine"]["name"] == "crownhead"
    assert found["sent"] == "W" + format_position(start)[1:]


@pytest.mark.long
def test_pydraughts_writes_english_positions_as_if_white_began(
    pydraughts: Path, crownhead: str
) -> None:
    found = played(pydraughts, crownhead, "english", {"side-letter": "inverted"}, PROBLEM)
    start = Position.from_fen("english", PROBLEM)
    assert found["sent"] != format_position(start)
    replayed(found, start, "board")


@pytest.mark.long
@pytest.mark.parametrize(
    ("variant", "parameters"),
    [
        ("standard", {}),
        ("russian", {}),
        ("brazilian", {}),
        ("english", {"side-letter": "standard"}),
    ],
)
def test_the_pydraughts_of_lidraughts_bot_plays_a_whole_game(
    variant: str, parameters: dict[str, str], old_pydraughts: Path, crownhead: str
) -> None:
    """U069: its squares count from the top left; in English draughts White begins."""
    found = played(old_pydraughts, crownhead, variant, parameters)
    start = Position.from_fen(OURS.get(variant, variant), found["start"])
    assert start.turn == Colour.WHITE
    check_outcome(found, replayed(found, start, "board"))


@pytest.mark.long
def test_py_draughts_plays_a_whole_game_where_lines_come_one_by_one(
    py_draughts: Path, crownhead: str, tmp_path: Path
) -> None:
    """U071: it waits by select() on a stream that it reads through a buffer, so that lines which
    arrive together are lost to it. It plays on boards of 10x10 alone."""
    slowly = tmp_path / "slowly"
    slowly.write_text(f"#!/bin/sh\nexec {crownhead} --line-delay=0.03\n")
    slowly.chmod(0o755)
    found = run(py_draughts, "py_draughts_game.py", str(slowly))
    game = Game(Position.start("international"))
    for text in found["moves"]:
        game.push(text)
    assert found["engine"] == "crownhead"
    assert len(game.moves) > 20
    assert Position.from_fen("international", found["fen"]) == game.position
