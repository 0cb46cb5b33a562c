"""Several threads on one table: what they find, how they end, and what ThreadSanitizer says."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from engine import Game, Handcrafted, Limits, Position, Searcher, search
from engine.search import win_plies
from tests.engine.positions import position_of
from tests.oracle.endings import king_against_king

HERE = Path(__file__).parent
NATIVE = HERE.parents[2] / "engine" / "native"
CXX = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or "clang++"


@pytest.mark.parametrize("threads", [0, -1, 257, 10**20])
def test_an_unusable_number_of_threads_is_refused(threads: int) -> None:
    with pytest.raises(ValueError, match=f"^threads: expected 1 to 256, got {threads}$"):
        search(Position.start(), limits=Limits(depth=1), threads=threads)


def test_one_thread_repeats_exactly_on_a_table_it_keeps() -> None:
    runs = []
    for _ in range(2):
        searcher = Searcher(Handcrafted("english"), table_mib=1, threads=1)
        game = Game()
        found = []
        for _ in range(10):
            found.append(searcher.search(game, limits=Limits(nodes=5000)))
            assert found[-1].move is not None
            game.push(found[-1].move)
        runs.append([(f.move, f.score, f.depth, f.nodes, f.pv) for f in found])
    assert runs[0] == runs[1]


def test_a_cleared_searcher_searches_like_a_new_one() -> None:
    searcher = Searcher(Handcrafted("english"), table_mib=1)
    first = searcher.search(Position.start(), limits=Limits(depth=9))
    again = searcher.search(Position.start(), limits=Limits(depth=9))
    searcher.clear()
    cleared = searcher.search(Position.start(), limits=Limits(depth=9))
    assert again.nodes != first.nodes
    assert (cleared.nodes, cleared.score, cleared.pv) == (first.nodes, first.score, first.pv)


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_find_the_exact_distance_of_a_forced_win(threads: int) -> None:
    searcher = Searcher(Handcrafted("english"), table_mib=1, threads=threads)
    won = [squares for squares, plies in king_against_king().items() if plies > 0]
    for own, other in won[::4]:
        position = Position.from_fen("english", f"W:WK{own}:BK{other}")
        found = searcher.search(position, limits=Limits(depth=16))
        assert win_plies(found.score) == king_against_king()[own, other]


@pytest.mark.parametrize("seed", range(12))
def test_threads_answer_with_a_legal_line_within_the_depth(seed: int) -> None:
    position = position_of(seed)
    found = search(position, limits=Limits(depth=8), threads=2)
    if not position.legal_moves():
        assert (found.move, found.pv) == (None, ())
        return
    assert found.pv[0] == found.move
    assert len(position.format_line(found.pv)) == len(found.pv)
    assert found.depth == 8 or win_plies(found.score) is not None


def test_threads_keep_a_limit_of_nodes_between_them() -> None:
    """Each tells in strides of 2048, and looks in strides of 2048 what the others told."""
    found = search(Position.start(), limits=Limits(nodes=200_000), threads=2)
    assert 200_000 <= found.nodes <= 200_000 + 2 * 2 * 2048


def test_no_time_at_all_still_finds_a_move_with_threads() -> None:
    found = search(Position.start(), limits=Limits(time_s=1e-6), threads=3)
    assert found.move in Position.start().legal_moves()


@pytest.mark.slow
def test_thread_sanitizer_has_nothing_to_say(tmp_path: Path) -> None:
    """Threads search together and hammer one cluster of a table; skipped without the sanitizer."""
    build = [CXX, "-std=gnu++20", "-O1", "-g", "-pthread", "-fsanitize=thread"]
    empty = tmp_path / "empty.cpp"
    empty.write_text("int main() {}\n")
    try:
        subprocess.run([*build, empty, "-o", tmp_path / "empty"], check=True, capture_output=True)
        subprocess.run([tmp_path / "empty"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"{CXX} has no ThreadSanitizer here")
    program = tmp_path / "threads"
    compiled = subprocess.run(
        [*build, f"-I{NATIVE}", HERE / "threads_tsan.cpp", "-o", program],
        capture_output=True,
        text=True,
    )
    assert compiled.returncode == 0, compiled.stderr
    ran = subprocess.run([program], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
