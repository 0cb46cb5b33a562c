"""Any text at all is read, or refused in one line, in bounded memory; nothing crashes."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.notation import Kind, NotationError, PdnGame, Squares, parse_fen, read_pdn
from engine.notation import lexer as lexer_module
from engine.notation import pdn as pdn_module
from tests.engine.notation import fuzz_target

SIGNS = list('{}()[]"\\/%;*$:-x.,0 \n\x00\ufeffé')
WORDS = [
    "h11",
    "1.",
    "2...",
    "33",
    "9-14",
    "1-0",
    "1/2-1/2",
    "c3d4",
    "c3:e5",
    "11x18x25",
    "!?",
    "$4",
]
TAGS = [
    '[White "a"]',
    '[FEN "W:W32:B1"]',
    '[GameType "25"]',
    '/FEN "B:W32:B1"/',
    "{c}",
    "{huff 11}",
]
FENS = ["W:", ":B", "W21-32", "K1", "1-12", "\r\n"]
PIECES = st.sampled_from([*SIGNS, *WORDS, *TAGS, *FENS])
TEXTS = st.one_of(
    st.text(max_size=200),
    st.binary(max_size=200).map(lambda data: data.decode("latin-1")),
    st.lists(PIECES, max_size=60).map("".join),
    st.lists(PIECES, max_size=60).map(" ".join),
)


class Stream(io.StringIO):
    """A text that comes in pieces of a few characters, and counts how many were asked for."""

    def __init__(self, text: str, piece: int) -> None:
        super().__init__(text, newline="")
        self.given, self._piece = 0, piece

    def read(self, size: int | None = -1) -> str:
        """Return the next piece."""
        text = super().read(self._piece)
        self.given += len(text)
        return text


def read_all(source: str | Stream) -> list[PdnGame] | str:
    """Read games, or the complaint that there are none."""
    try:
        return list(read_pdn(source))
    except NotationError as error:
        return str(error)


@given(TEXTS)
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    fuzz_target.check(text)


@given(TEXTS, st.integers(1, 9))
def test_a_stream_in_pieces_is_read_as_the_whole_text(text: str, piece: int) -> None:
    whole = text.removeprefix("\ufeff")
    assert read_all(Stream(whole, piece)) == read_all(whole)


@pytest.mark.parametrize("ahead", [8, 16])
@given(st.lists(PIECES, max_size=40).map(" ".join), st.integers(1, 20))
def test_tokens_are_not_cut_where_pieces_meet(ahead: int, text: str, piece: int) -> None:
    """With hardly anything held back, pieces end everywhere; no token here is longer than that."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lexer_module, "_AHEAD", ahead)
        lines = "\n".join([text] * 5)
        assert read_all(Stream(lines, piece)) == read_all(lines)


def test_a_stream_is_read_only_as_far_as_games_are_asked_for() -> None:
    text = '[White "a"]\n\n1. 9-14 22-18 {fine} *\n\n' * 50_000
    stream = Stream(text, 1 << 12)
    games = list(islice(read_pdn(stream), 100))
    assert [game.number for game in games] == list(range(1, 101))
    assert games[99].line == 397
    assert stream.given <= 100 * len(text) / 50_000 + 3 * (1 << 12)


def test_variations_nested_ten_thousand_deep_are_passed_over() -> None:
    deep = "(9-14 " * 10_000
    (game,) = read_pdn(f"1. 11-15 {deep}{')' * 10_000} 22-18 *")
    moves = [token.text for token in game.main_line() if token.kind is Kind.MOVE]
    assert moves == ["11-15", "22-18"]
    (broken,) = read_pdn(f"1. 11-15\n{deep} 22-18 *")
    with pytest.raises(NotationError, match=r"^line 2: expected '\)' at the end of a variation"):
        list(broken.main_line())


MONSTERS = {
    "one comment": '[White "a"] 1. 9-14 {',
    "one line": '[White "a"] 1. 9-14 ',
    "tags": '[White "a"]\n',
    "brackets": '1. 9-14 [a "x ',
    "opened": "1. 9-14 ((((((((",
    "moves": "1. 9-14 22-18 ",
    "a path": "1. 9-14x18x",
    "numbers": "1. 9-14 1234567890",
    "spaces": "1. 9-14          \n",
    "quotes": '1. 9-14 [a "" "',
}


def monster(name: str, length: int) -> Iterator[str]:
    """Yield a text of a shape in pieces."""
    head = MONSTERS[name]
    body = head if name in ("tags", "brackets", "moves", "opened", "quotes") else head[-8:]
    yield head
    block = (body if name != "one comment" else "x 9-14 y\n") * 4096
    for _ in range(length // len(block)):
        yield block


@pytest.mark.parametrize("name", MONSTERS)
def test_a_monstrous_game_is_given_up_and_the_next_one_read(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdn_module, "LONGEST_GAME", 20_000)
    monkeypatch.setattr(lexer_module, "LONGEST_COMMENT", 20_000)
    text = "".join(monster(name, 1_000_000))
    *first, last = read_pdn(io.StringIO(text + '\n*\n[White "b"]\n\n1. 9-13 *\n'))
    assert last.tags == {"White": "b"}
    assert [token.text for token in last.main_line()] == ["1.", "9-13", "*"]
    assert sum(len(game.tokens) for game in first) <= 40_000


@pytest.mark.parametrize("square", ["9" * 10_000, "a" * 10_000, "1-" * 5_000, "-" * 10_000])
def test_a_fen_of_ten_thousand_characters_is_refused(square: str) -> None:
    with pytest.raises(NotationError, match=r"^FEN 'W:W.*expected at most 2,000 characters$"):
        parse_fen(f"W:W{square}:B1", Squares(8, 8))


MEASURE = """
import resource, sys
from tests.engine.notation.test_fuzz import Pieces, monster
from engine.notation import NotationError, read_pdn
list(read_pdn("1. 9-14 *"))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
games = 0
for game in read_pdn(Pieces(monster(sys.argv[1], 50_000_000))):
    games += 1
    del game
print(games, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


class Pieces(io.TextIOBase):
    """A stream made of what an iterator yields."""

    def __init__(self, pieces: Iterator[str]) -> None:
        self._pieces = pieces

    def read(self, size: int | None = -1) -> str:
        """Return the next piece, however long."""
        return next(self._pieces, "")


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is counted in KiB on Linux")
@pytest.mark.parametrize("name", MONSTERS)
def test_fifty_megabytes_take_less_than_400_of_memory(name: str) -> None:
    command = [sys.executable, "-c", MEASURE, name]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path.cwd())
    games, mib = map(int, done.stdout.split())
    assert games >= 1
    assert mib < 400


@pytest.mark.long
@pytest.mark.skipif(find_spec("atheris") is None, reason="atheris is not installed")
def test_coverage_guided_fuzzing_finds_no_crash(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.engine.notation.fuzz", "-runs=300000"]
    done = subprocess.run(
        [*command, "-max_len=2000", f"-artifact_prefix={tmp_path}/"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
