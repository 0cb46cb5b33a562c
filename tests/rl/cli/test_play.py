"""`crownhead play` as a person or a script meets it: input, Ctrl-C, what is saved."""

from __future__ import annotations

import importlib
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import Game, Limits, Move, Player, Position, load_evaluator, search
from engine.protocols.terminal import AGREED
from engine.rules import read_games
from rl.checkpoints.files import write_atomic
from rl.cli.keyboard import LONGEST_LINE
from tests.rl.commands import refusal, run

ROOT = Path(__file__).parents[3]
SOURCES = ["english", "russian", "malaysian12", "english-huff"]
play_module = importlib.import_module("rl.cli.play")  # its command hides it in its package
EASY = ["--level", "easy", "--seed", "1", "--evaluator", "handcrafted", "--tables", "none"]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Give what stands ready on standard input."""

    def ready(*lines: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

    return ready


def test_the_end_of_input_ends_the_game_and_prints_it(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None]
) -> None:
    typed("11-15")
    code, out, err = run(capsys, "play", "english", "--colour", "black", *EASY)
    assert (code, err) == (0, "")
    assert "Black> 11-15\nBlack plays 11-15\nWhite plays " in out
    (read,) = read_games(out[out.index("[Event") :])
    assert read.game is not None
    assert (len(read.game.moves), read.pdn.result) == (2, "*")
    assert read.pdn.tags["White"] == "crownhead, level easy, evaluator handcrafted"
    assert read.pdn.tags["Black"] == "person"


def test_without_any_input_there_is_a_game_of_no_moves(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None]
) -> None:
    typed()
    code, out, _ = run(capsys, "play")
    assert (code, out.endswith('[GameType "21,B,8,8,N1,0"]\n\n*\n')) == (0, True)


def test_the_side_to_move_is_the_persons_unless_told(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None]
) -> None:
    typed()
    assert "\nWhite> \n" not in run(capsys, "play", "english", *EASY)[1]
    typed()
    out = run(capsys, "play", "english", "--fen", "W:W27:B1,2", *EASY)[1]
    assert "White: person\nBlack: crownhead, level easy, evaluator handcrafted\n" in out


def test_the_computer_begins_where_it_should(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None]
) -> None:
    typed()
    out = run(capsys, "play", "english", "--colour", "white", *EASY)[1]
    assert "\nBlack plays " in out
    assert len(next(read_games(out[out.index("[Event") :])).pdn.tokens) == 3


def test_the_computer_plays_itself_to_the_end(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None], tmp_path: Path
) -> None:
    typed()
    arguments = ["--colour", "none", "--fen", "W:WK14,K15,K18:BK1", "--pdn", str(tmp_path / "a")]
    code, out, _ = run(capsys, "play", "english", *arguments, *EASY)
    assert code == 0
    assert out.endswith(f"The game is saved in {tmp_path / 'a'}.\n")
    assert next(read_games((tmp_path / "a").read_text())).pdn.result in ("0-1", "1/2-1/2")


def test_without_a_name_the_published_network_of_the_ruleset_plays(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None]
) -> None:
    for ruleset, evaluator in [("english", "english"), ("frisian", "handcrafted")]:
        typed()
        out = run(capsys, "play", ruleset, "--level", "easy", "--seed", "1")[1]
        assert f", level easy, evaluator {evaluator}\n" in out


def test_a_network_is_played_by_the_path_of_its_run(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None], tmp_path: Path
) -> None:
    """U097: I trained a model, how do I play it?"""
    champion = (ROOT / "checkpoints" / "russian.safetensors").read_bytes()
    (tmp_path / "champion.safetensors").write_bytes(champion)
    for path in (tmp_path, tmp_path / "champion.safetensors"):
        typed("1")
        code, out, _ = run(capsys, "play", "--evaluator", str(path), "--level", "easy")
        assert (code, out.splitlines()[0]) == (0, "Russian draughts (shashki)")
        assert f"level easy, evaluator {path}\n" in out
        assert "\nBlack plays " in out


def test_a_level_plays_the_same_game_from_the_same_seed(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None]
) -> None:
    games = []
    for seed in ("5", "5", "6"):
        typed(*["1"] * 12)
        run_out = run(capsys, "play", "english", *EASY, "--seed", seed)[1]
        games.append(run_out[run_out.index("[GameType") :])
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "unknown ruleset 'chess': expected one of english"),
        (["english", "--level", "eazy"], "unknown level 'eazy': expected easy, medium, hard"),
        (["english", "--evaluator", "x"], "unknown evaluator 'x': expected handcrafted, "),
        (["russian", "--evaluator", "english"], "english: expected a network for russian, got"),
        (["english", "--fen", "W:W5,5:B6"], "FEN 'W:W5,5:B6': "),
        (["english", "--colour", "red"], "'red' is not one of 'white', 'black', 'both', 'none'."),
        (["english", "--force"], "expected --pdn OUT with --force"),
        (["english", "--seed", "-1"], "-1 is not in the range x>=0"),
        (["english", "--tables", "/none"], "/none"),
    ],
)
def test_what_cannot_be_played_is_one_line(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None], arguments: list[str], said: str
) -> None:
    typed("quit")
    assert said in refusal(capsys, "play", *arguments)


def test_the_board_is_drawn_as_asked(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None]
) -> None:
    for flip, first in ([], ":::::: w 32 :::::: w 31"), (["--flip"], ":::::: b  1 :::::: b  2"):
        typed()
        out = run(capsys, "play", "english", "--colour", "black", "--ascii", *flip, *EASY)[1]
        assert next(line for line in out.splitlines() if "::" in line).startswith(first)


# What is saved.


def test_a_game_is_not_written_over_another_unless_forced(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None], tmp_path: Path
) -> None:
    path = tmp_path / "game.pdn"
    path.write_text("mine")
    typed("1")
    message = refusal(capsys, "play", "english", "--pdn", str(path), *EASY)
    assert message == f"{path}: expected a new file; --force overwrites this one"
    assert path.read_text() == "mine"
    typed("11-15")
    assert run(capsys, "play", "english", "--pdn", str(path), "--force", *EASY)[0] == 0
    assert "1. 11-15 " in path.read_text()
    assert list(tmp_path.iterdir()) == [path]


def test_the_game_is_saved_after_every_move(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """So that a session that is killed loses nothing."""
    saved: list[str] = []

    def keep(path: Path, data: bytes) -> None:
        saved.append(data.decode().splitlines()[-1])

    monkeypatch.setattr("rl.checkpoints.files.write_atomic", keep)
    typed("9-13", "22-18", "undo", "resign", "fen")
    arguments = ["play", "english", "--colour", "both", "--pdn", str(tmp_path / "game.pdn")]
    assert run(capsys, *arguments)[0] == 0
    assert saved == ["*", "1. 9-13 *", "1. 9-13 22-18 *", "1. 9-13 *", "1. 9-13 1-0"]


@pytest.mark.slow
def test_a_session_that_is_killed_leaves_the_game_as_far_as_it_went(tmp_path: Path) -> None:
    path = tmp_path / "game.pdn"
    arguments = ["play", "english", "--colour", "both", "--pdn", str(path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "rl", *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("9-13\n22-18\nfen\n")  # what answers the third line follows the save
    process.stdin.flush()
    while not process.stdout.readline().startswith("B:W"):
        assert process.poll() is None
    process.kill()
    process.communicate()
    (read,) = read_games(path.read_text())
    assert read.game is not None
    assert read.game.move_texts() == ["9-13", "22-18"]
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_can_no_longer_be_written_costs_no_game(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    write, path = write_atomic, tmp_path / "game.pdn"

    def fail_later(path: Path, data: bytes) -> None:
        if b"9-13" in data:
            raise OSError(28, "No space left on device", str(path))
        write(path, data)

    monkeypatch.setattr("rl.checkpoints.files.write_atomic", fail_later)
    typed("9-13", "22-18")
    code, out, err = run(capsys, "play", "english", "--colour", "both", "--pdn", str(path))
    assert code == 2
    assert out.endswith("\n\n1. 9-13 22-18 *\n")
    said = f"{path}: No space left on device: not saved; the game goes on\n"
    assert err.startswith(said)
    assert err.endswith(f"crownhead: {path}: could not be saved; the game is printed above\n")


def test_a_place_that_cannot_be_written_is_refused_before_the_game(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    typed("1")
    path = tmp_path / "file" / "game.pdn"
    assert str(path.parent) in refusal(capsys, "play", "english", "--pdn", str(path), *EASY)


# Input that is no help.


def test_a_line_without_end_is_cut_and_the_next_one_read(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None]
) -> None:
    typed("9" * (3 * LONGEST_LINE + 7), "9-13")
    out = run(capsys, "play", "english", "--colour", "both")[1]
    assert f"got '{'9' * 60}'... ({LONGEST_LINE:,} characters)\n" in out
    assert "\nBlack plays 9-13\n" in out


@pytest.mark.slow
def test_bytes_that_are_no_text_are_answered_like_any_other_mistake() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rl", "play", "english", "--colour", "both"],
        input=b"\xff\xfe\x00\x1b[2J\n9-13\n", capture_output=True, cwd=ROOT, check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
    assert b"expected a number from 1 to 7" in done.stdout
    assert b"\x1b" not in done.stdout
    assert b"\nBlack plays 9-13\n" in done.stdout


@pytest.mark.parametrize(
    ("term", "encoding", "plain", "unicode"),
    [("xterm", "utf-8", False, True), ("xterm", "UTF-8", True, False),
     ("dumb", "utf-8", False, False), ("xterm", "latin-1", False, False),
     ("xterm", "ascii", False, False)],
)  # fmt: skip
def test_the_board_is_ascii_where_the_terminal_knows_no_better(
    monkeypatch: pytest.MonkeyPatch, term: str, encoding: str, plain: bool, unicode: bool
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    assert play_module._style(plain).unicode == unicode


# Whole games by script.


def script_of(ruleset: str, choose: Callable[[Game], Move], seed: int) -> list[str]:
    """Play a game against the level by itself, and list what a person would type for it."""
    player = Player(ruleset, "easy", evaluator=load_evaluator("handcrafted", ruleset), seed=seed)
    game, script = Game(Position.start(ruleset)), []
    person = game.position.turn
    while game.outcome() is None:
        if game.position.turn == person:
            move = choose(game)
            script.append(game.position.full_path(move))
        else:
            found = player.choose(game).move
            assert found is not None
            move = found
        game.push(move)
    return script


def strong(game: Game) -> Move:
    move = search(game, limits=Limits(nodes=8000)).move
    assert move is not None
    return move


def feeble(game: Game) -> Move:
    """Make the first legal move, which loses soon."""
    return game.position.legal_moves()[0]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", SOURCES)
@pytest.mark.parametrize(
    ("choose", "ending"), [(strong, "You have won. "), (feeble, "You have lost. ")]
)
def test_a_whole_game_by_script_is_won_or_lost(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None], tmp_path: Path,
    ruleset: str, choose: Callable[[Game], Move], ending: str,
) -> None:  # fmt: skip
    script, path = script_of(ruleset, choose, seed=1), tmp_path / "game.pdn"
    typed(*script, "undo", script[-1])
    code, out, err = run(capsys, "play", ruleset, *EASY, "--pdn", str(path))
    assert (code, err) == (0, "")
    assert out.count(f"\n{ending}") == 2
    (read,) = read_games(path.read_text())
    assert read.fault is None
    assert read.game is not None
    assert read.game.outcome() is not None


@pytest.mark.parametrize("ruleset", SOURCES)
def test_a_game_by_script_is_drawn_by_agreement(
    capsys: pytest.CaptureFixture[str], typed: Callable[..., None], ruleset: str
) -> None:
    """Kings alone against each other: the computer sees no more than a level game."""
    fen = {"malaysian12": "W:WK1:BK72"}.get(ruleset, "W:WK1:BK32")
    typed("draw")
    out = run(capsys, "play", ruleset, "--fen", fen, *EASY)[1]
    assert f"draw: {AGREED}. Result 1/2-1/2, " in out
    assert '[Result "1/2-1/2"]' in out
