"""Analysis: several lines at once, following a search from Python, ending it from there."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from engine import Game, Handcrafted, Limits, Line, Position, Searcher, SearchResult, search
from engine.search import win_plies
from tests.engine.positions import position_of
from tests.oracle.endings import king_against_king

INFINITE = Limits(infinite=True)


def searcher(threads: int = 1) -> Searcher:
    return Searcher(Handcrafted("english"), table_mib=1, threads=threads)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("seed", range(10))
def test_lines_begin_with_different_moves_and_the_best_comes_first(seed: int, threads: int) -> None:
    position = position_of(seed)
    found = search(position, limits=Limits(depth=6), lines=3, threads=threads)
    assert len(found.lines) == min(3, len(position.legal_moves()))
    assert len({line.move for line in found.lines}) == len(found.lines)
    scores = [line.score for line in found.lines]
    assert scores == sorted(scores, reverse=True)
    for line in found.lines:
        assert line.pv[0] == line.move
        assert len(position.format_line(line.pv)) == len(line.pv)
    if found.lines:
        assert (found.move, found.score, found.pv) == (
            found.lines[0].move, found.lines[0].score, found.lines[0].pv
        )  # fmt: skip


@pytest.mark.parametrize("seed", range(10))
def test_one_line_is_the_search_as_it_was(seed: int) -> None:
    found = search(position_of(seed), limits=Limits(depth=7), lines=1)
    assert found.lines == (
        (Line(found.move, found.score, found.depth, found.pv),) if found.move else ()
    )


def test_a_first_of_several_lines_is_worth_what_the_only_one_is() -> None:
    """Two plies, as deep as nothing is reduced, and few enough that no table knows better."""
    for seed in range(12):
        alone = search(position_of(seed), limits=Limits(depth=2))
        assert search(position_of(seed), limits=Limits(depth=2), lines=4).score == alone.score


def test_the_lines_of_an_ending_promise_no_more_than_it_holds() -> None:
    """King against king, every move there is (see test_search for the source).

    The first is exact. Of the others 8 % are found later or not, for a draw by repetition on the
    way to one line stays in the table for the next.
    """
    values = king_against_king()
    for own, other in list(values)[::8]:
        position = Position.from_fen("english", f"W:WK{own}:BK{other}")
        found = search(position, limits=Limits(depth=16), lines=4, table_mib=1)
        assert len(found.lines) == len(position.legal_moves())
        assert win_plies(found.score) == values[own, other]
        for line in found.lines:
            plies, truth = win_plies(line.score), after(position, line, values)
            if plies is not None:
                assert truth is not None
                assert plies / truth >= 1


def after(position: Position, line: Line, values: dict[tuple[int, int], int]) -> int | None:
    """Return what a move of king against king is worth, in plies from before it."""
    assert line.move is not None
    reached = position.push(line.move)
    mover, waiting = (reached.native.black_kings, reached.native.white_kings)
    if not mover:
        return 1
    # The table has White to move; the board turned makes it Black.
    value = values.get((33 - mover[0], 33 - waiting[0]))
    return None if value is None else (-value + 1 if value < 0 else -value - 1)


@pytest.mark.parametrize("lines", [0, -3])
def test_fewer_lines_than_one_are_refused(lines: int) -> None:
    with pytest.raises(ValueError, match=f"^lines: expected 1 or more, got {lines}$"):
        search(Position.start(), limits=Limits(depth=1), lines=lines)


def test_more_lines_than_moves_are_as_many_as_there_are_moves() -> None:
    assert len(search(Position.start(), limits=Limits(depth=2), lines=10**30).lines) == 7


def test_infinite_allows_no_limit_beside_it() -> None:
    with pytest.raises(ValueError, match=r"^infinite: expected no limit of depth"):
        Limits(infinite=True, depth=3)


def test_a_follower_sees_every_iteration_in_order() -> None:
    seen: list[SearchResult] = []
    found = search(Position.start(), limits=Limits(depth=7), follow=seen.append)
    assert [progress.depth for progress in seen] == list(range(1, 8))
    assert [progress.nodes for progress in seen] == sorted({progress.nodes for progress in seen})
    assert (seen[-1].move, seen[-1].score, seen[-1].pv) == (found.move, found.score, found.pv)


def test_a_follower_changes_nothing_about_the_search() -> None:
    alone = search(Position.start(), limits=Limits(depth=8))
    followed = search(Position.start(), limits=Limits(depth=8), follow=lambda progress: None)
    assert (followed.nodes, followed.pv) == (alone.nodes, alone.pv)


def test_a_follower_sees_every_line_when_it_is_finished() -> None:
    seen: list[SearchResult] = []
    search(Position.start(), limits=Limits(depth=3), lines=2, follow=seen.append)
    depths = [[line.depth for line in progress.lines] for progress in seen]
    assert depths == [[1], [1, 1], [2, 1], [2, 2], [3, 2], [3, 3]]
    assert [progress.depth for progress in seen] == [0, 1, 1, 2, 2, 3]
    for progress in seen:
        assert len({line.move for line in progress.lines}) == len(progress.lines)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_follower_ends_an_infinite_search_by_returning_true(threads: int) -> None:
    found = searcher(threads).search(
        Position.start(), limits=INFINITE, follow=lambda progress: progress.depth == 5
    )
    assert found.depth >= 5 if threads > 1 else found.depth == 5


@pytest.mark.parametrize("threads", [1, 2])
def test_an_exception_of_a_follower_ends_the_search_and_arrives(threads: int) -> None:
    class EnoughError(Exception):
        pass

    def follow(progress: SearchResult) -> None:
        if progress.depth == 4:
            raise EnoughError("enough")

    at = searcher(threads)
    with pytest.raises(EnoughError, match=r"^enough$"):
        at.search(Position.start(), limits=INFINITE, follow=follow)
    assert at.search(Position.start(), limits=Limits(depth=3)).depth == 3


def test_a_follower_may_interrupt_like_the_keyboard() -> None:
    def follow(progress: SearchResult) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search(Position.start(), limits=INFINITE, follow=follow)


@pytest.mark.parametrize("threads", [1, 2])
def test_another_thread_ends_a_search(threads: int) -> None:
    at, started = searcher(threads), threading.Event()

    def stop() -> None:
        started.wait()
        at.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    found = at.search(Position.start(), limits=INFINITE, follow=signals(started))
    stopper.join()
    assert found.move in Position.start().legal_moves()


def test_other_python_threads_go_on_during_a_search() -> None:
    """The search ends only when the other thread, which needs the GIL, has counted on."""
    at, started = searcher(), threading.Event()
    counted: list[int] = []

    def count() -> None:
        started.wait()
        counted.extend(range(100_000))
        at.stop()

    counter = threading.Thread(target=count)
    counter.start()
    at.search(Position.start(), limits=INFINITE, follow=signals(started))
    counter.join()
    assert len(counted) == 100_000


def test_a_search_that_was_stopped_can_be_followed_by_another() -> None:
    at = searcher()
    at.search(Position.start(), limits=INFINITE, follow=lambda progress: progress.depth == 3)
    at.stop()  # nothing is going on: this must not end the next search
    assert at.search(Position.start(), limits=Limits(depth=8)).depth == 8


@pytest.mark.parametrize(
    "intrude",
    [
        lambda at: at.search(Position.start(), limits=Limits(depth=1)),
        lambda at: at.clear(),
    ],
    ids=["search", "clear"],
)
def test_a_searcher_that_is_searching_is_left_alone(
    intrude: Callable[[Searcher], object],
) -> None:
    at = searcher()
    with pytest.raises(RuntimeError, match=r"^this searcher is searching$"):
        at.search(Position.start(), limits=Limits(depth=3), follow=lambda progress: intrude(at))
    assert at.search(Position.start(), limits=Limits(depth=3)).depth == 3


def test_an_infinite_search_ends_when_the_outcome_is_certain() -> None:
    found = search(Position.from_fen("english", "B:W29:B22,25,1"), limits=INFINITE)
    assert win_plies(found.score) == 1


def test_a_game_that_is_over_has_no_lines() -> None:
    lost = Position.from_fen("english", "W:W5:B1")
    assert not lost.legal_moves()
    assert search(lost, limits=INFINITE, lines=2).lines == ()


def test_a_searcher_sees_the_history_of_a_game() -> None:
    """The game of test_search: Black, a king down, can repeat for the third time."""
    game = Game(Position.from_fen("english", "W:WK10,K11:BK32"))
    for move in ["10-6", "32-28", "6-10", "28-32", "10-6", "32-28", "6-10"]:
        game.push(move)
    lines = searcher(threads=2).search(game, limits=Limits(depth=3), lines=2).lines
    assert (lines[0].score, lines[0].move) == (0, game.position.parse_move("28-32"))


def signals(event: threading.Event) -> Callable[[SearchResult], None]:
    return lambda progress: event.set()
