"""The referee of the arena: when a game is over, by the rules, by tables and by agreement."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine import _native
from engine.evaluators import Endgames, Material
from engine.rules import Colour, Forfeit, Game, Position, Reason
from engine.search import Limits, Searcher
from engine.search.adjudication import Adjudication
from rl.matches.config import MatchConfig
from rl.matches.match import play_match
from rl.matches.movers import open_mover
from rl.matches.openings import choose_openings
from rl.matches.players import parse_players
from rl.matches.referee import Referee, kings_fly
from rl.matches.stage import load_tables
from tests.engine.evaluators.tables import tables

AGREED = Adjudication(win_score=200, win_plies=4)


def referee(fen: str, rules: Adjudication, ruleset: str = "english") -> Referee:
    return Referee(Position.from_fen(ruleset, fen), rules)


def play(game: Referee, texts: Sequence[str], scores: Sequence[int | None]) -> None:
    for text, score in zip(texts, scores, strict=True):
        assert not game.over
        game.play(game.game.position.parse_move(text), score)


# White is two kings up, Black's lone king walks; no capture is near.
TWO_UP = "W:WK29,K30,K31:BK3"
WALK = ["31-26", "3-7", "26-31", "7-3"]


def test_a_win_that_both_sides_agree_on_ends_the_game() -> None:
    game = referee(TWO_UP, AGREED)
    play(game, WALK, [250, -250, 300, -200])
    assert (game.result, game.reason) == (1, Reason.SCORE)


@pytest.mark.parametrize(
    "scores", [[250, -250, 300, -199], [250, 250, 250, 250], [250, -250, None, -250]]
)
def test_a_side_that_does_not_agree_plays_on(scores: list[int | None]) -> None:
    game = referee(TWO_UP, AGREED)
    play(game, WALK, scores)
    assert not game.over


def test_a_forced_move_of_a_side_that_never_scores_agrees_to_nothing() -> None:
    rules = Adjudication(win_score=100, win_plies=2)
    # Black's man on 12 has one move; before it Black moved its king without a word.
    game = referee("B:W21,K29,K30,K31:BK3,12", rules)
    play(game, ["3-7", "29-25", "7-3", "25-29"], [None, 500, None, 500])
    assert not game.over


def test_a_lone_flying_king_may_hold_so_that_no_score_wins() -> None:
    assert kings_fly("russian")
    assert not kings_fly("english")
    start = Position.from_fen("russian", "W:Wb2,d2,f2,h2,Ka1:BKa7")
    game = Referee(start, Adjudication(win_score=100, win_plies=1))
    move = next(move for move in game.moves if not move.captured)
    game.play(move, 900)
    assert game.reason is not Reason.SCORE


def test_who_forfeits_loses() -> None:
    for fen, result in ((TWO_UP, -1), ("B:WK29:BK3", 1)):
        game = referee(fen, Adjudication())
        game.forfeit(Forfeit.CRASH)
        assert (game.over, game.result, game.reason) == (True, result, Forfeit.CRASH)


def test_a_game_that_is_over_at_its_start_is_over() -> None:
    game = referee("W:W12:B3,8", Adjudication())
    assert (game.over, game.result, game.reason) == (True, -1, Reason.NO_MOVE)


def test_tables_end_a_game_with_what_they_know() -> None:
    endgames = tables("english", 3)
    won = Position.from_fen("english", "W:WK14,K18:BK1")  # two kings against one
    drawn = Position.from_fen("english", "W:WK14:BK1")
    value = endgames.probe(won)
    assert value is not None
    assert value.outcome == 1
    games = [Referee(position, Adjudication(), endgames) for position in (won, drawn)]
    assert [(game.result, game.reason) for game in games] == [
        (1, Reason.ENDGAME),
        (0, Reason.ENDGAME),
    ]


def test_a_win_that_the_counter_of_plies_may_spoil_is_played_on() -> None:
    endgames = tables("english", 3)
    position = Position.from_fen("english", "W:WK14,K18:BK1")
    value = endgames.probe(position)
    assert value is not None
    allowed = position.ruleset.no_progress_plies
    for counted, over in ((allowed - value.plies, True), (allowed - value.plies + 1, False)):
        late = Position.from_fen("english", f"{position.fen()}:H{counted}")
        assert Referee(late, Adjudication(), endgames).over is over


def test_what_tables_call_won_is_won_when_it_is_played_out() -> None:
    endgames = tables("english", 3)
    game = Game(Position.from_fen("english", "W:WK14,K18:BK1"))
    searcher = Searcher(Material(), endgames=endgames, table_mib=1)
    while game.outcome() is None:
        move = searcher.search(game, limits=Limits(nodes=500)).move
        assert move is not None
        game.push(move)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Colour.WHITE, Reason.NO_MOVE)


def test_a_match_judged_by_tables_says_so_in_its_games(tmp_path: Path) -> None:
    endgames = tables("english", 3)
    folder = endgames.files[0].path.parents[1]
    book = tmp_path / "book.fen"
    book.write_text("W:WK14,26:B22,K1\n")  # the tables see through the capture
    config = MatchConfig(depth=3, pairs=1, openings=str(book), tables=str(folder), table_mib=0.1)
    one, other = parse_players(["material", "handcrafted"])
    openings = choose_openings(config, "english")
    match = play_match(one, other, openings, config, tmp_path / "match", progress=False)
    assert list(match.records.reasons) == [Reason.ENDGAME] * 2
    assert match.results == [1, -1]  # White has won, whoever has it
    assert endgames.digest in (tmp_path / "match" / "match.json").read_text()


def test_evaluators_search_by_the_tables_of_a_match_where_it_says_so() -> None:
    endgames, (player,) = tables("english", 3), parse_players(["handcrafted"])
    game, scores = Game(Position.from_fen("english", "W:WK14,K15:BK1")), []
    for searched in (False, True):
        config = MatchConfig(depth=1, tables="3", search_tables=searched, table_mib=0.1)
        scores.append(open_mover(player, 0, config, endgames).choose(game, None).score or 0)
    assert scores[0] < _native.STATIC_BOUND < scores[1]


def test_searching_by_tables_wants_tables() -> None:
    with pytest.raises(ValueError, match="search_tables: expected tables beside it, got none"):
        MatchConfig(depth=1, search_tables=True)


def test_tables_are_named_by_pieces_or_by_their_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tables("english", 3).files[0].path.parents[1]
    monkeypatch.setenv("CROWNHEAD_TABLES", str(folder))
    pieces = [
        found.pieces
        for name in (str(folder), "2", "3")
        if isinstance(found := load_tables(MatchConfig(tables=name), "english"), Endgames)
    ]
    assert pieces == [3, 2, 3]
    assert load_tables(MatchConfig(), "english") is None


@pytest.mark.parametrize("limit", ["clock_s", "depth"])
def test_two_kings_that_walk_about_are_drawn_by_the_rules_and_not_lost_on_time(
    limit: str, tmp_path: Path
) -> None:
    """U046: programs moved for ever until one lost on time, for nobody counted repetitions."""
    book = tmp_path / "book.fen"
    book.write_text("W:WK1:BK50\n")
    config = MatchConfig(
        pairs=1,
        openings=str(book),
        adjudication=Adjudication(),
        table_mib=0.1,
        clock_s=1.0 if limit == "clock_s" else 0.0,
        margin_s=60.0,  # on a busy machine
        depth=2 if limit == "depth" else 0,
    )
    one, other = parse_players(["handcrafted", "handcrafted"], "international")
    match = play_match(one, other, choose_openings(config, "international"), config, progress=False)
    assert set(match.records.reasons) <= {Reason.REPETITION, Reason.NO_PROGRESS, Reason.EQUAL_KINGS}
    assert match.results == [0, 0]
