"""Recorded games: 200 of the ACF archive replay, and what is written reads back."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from engine.notation import Kind, NotationError, PdnGame, read_pdn, write_pdn
from engine.rules import (
    Colour,
    Game,
    Outcome,
    Position,
    Reason,
    format_game,
    parse_result,
    read_games,
    record,
    replay,
    ruleset,
    ruleset_names,
)
from tests.engine.positions import games
from tests.oracle.published import acf_sample

ACF = list(read_pdn(acf_sample()))
PUBLIC = {
    "english": 21,
    "italian": 22,
    "pool": 23,
    "spanish": 24,
    "russian": 25,
    "brazilian": 26,
    "canadian": 27,
    "portuguese": 28,
    "czech": 29,
    "turkish": 30,
    "thai": 31,
    "international": 20,
    "frisian": 40,
}
"""The numbers of the PDN 3.0 standard, https://pdn.fmjd.org (GameType)."""


def only(text: str) -> PdnGame:
    """Read a text that holds one game."""
    (game,) = read_pdn(text)
    return game


def test_the_acf_sample_is_whole() -> None:
    assert len(ACF) == 200


@pytest.mark.parametrize("pdn", ACF, ids=lambda pdn: str(pdn.number))
def test_an_acf_game_replays_to_its_end(pdn: PdnGame) -> None:
    game = replay(pdn)
    written = [token.text for token in pdn.main_line() if token.kind is Kind.MOVE]
    assert len(game.moves) == len(written)
    ends = [(move.from_square, move.to_square) for move in game.moves]
    named = [text.replace("x", "-").split("-") for text in written]
    assert ends == [(int(squares[0]), int(squares[-1])) for squares in named]


@pytest.mark.parametrize("pdn", ACF, ids=lambda pdn: str(pdn.number))
def test_an_acf_game_is_written_back_as_the_same_game(pdn: PdnGame) -> None:
    written = only(write_pdn(record(replay(pdn), pdn.tags)))
    assert dict(written.tags) == dict(pdn.tags) | {"GameType": "21,B,8,8,N1,0"}
    assert list(written.main_line())[:-1] == list(pdn.main_line())[:-1]
    assert written.result == pdn.result


@given(games)
def test_a_game_written_as_pdn_replays_the_same(game: Game) -> None:
    pdn = only(format_game(game, {"Event": "a property", "Round": "1"}))
    again = replay(pdn)
    assert (again.start, again.moves) == (game.start, game.moves)
    assert again.position.no_progress == game.position.no_progress
    assert only(write_pdn(pdn)) == pdn


def test_a_jump_written_as_several_moves_is_put_together() -> None:
    fen = '[FEN "W:W27,32:B23,24,15,7"]\n'
    whole = replay(only(fen + "1. 27x18x11x2 24-28 *"), "english")
    for text in [
        "1. 27x18 18x11 11x2 24-28 *",
        "1. 27x18x11 11x2 24-28 *",
        "1. 27x18 18x2 24-28 *",
    ]:
        assert replay(only(fen + text), "english").moves == whole.moves


@pytest.mark.parametrize("text", ["1. 27x18 24-28 *", "1. 27x18 *", "1. 27x18 18x9 *"])
def test_a_jump_left_halfway_is_reported(text: str) -> None:
    with pytest.raises(NotationError, match=r"ply 1: .*expected 27x18x11x2"):
        replay(only('[FEN "W:W27,32:B23,24,15,7"]\n' + text), "english")


def test_a_game_may_start_from_a_position_by_tag_or_in_the_moves() -> None:
    fen = "W:W32:B1:H5"
    by_tag = replay(only(f'[SetUp "1"] [FEN "{fen}"]\n1. 32-27 *'), "english")
    in_moves = replay(only(f'/FEN "{fen}"/ 1. 32-27 *'), "english")
    assert by_tag.start == in_moves.start == Position.from_fen("english", fen)
    assert by_tag.start.no_progress == 5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[White "a"]\n1. 11-15 22-18\n2. 11-16 *', "line 3, ply 3: '11-16' is not legal here"),
        ("1. 11-15 22-34 *", "line 1, ply 2: expected a square 1-32 after '-', got '22-34'"),
        ('[GameType "25"] 1. c3-d4 *', "line 1: GameType '25' is russian: expected 21 (english)"),
        ('[GameType "checkers"] 1. 9-14 *', "line 1: expected a GameType such as"),
        ('[FEN "W:W33:B1"] 1. 9-14 *', "line 1: FEN 'W:W33:B1': expected a square 1-32"),
        ('1. 9-14 /FEN "B:W32:B1"/ 1-5 *', "ply 2: expected a position before the first move"),
        ("1. 9-14\nWhite resigns", "line 2, ply 2: expected a move, a comment or a result"),
        ("1. 9-14\n{huff 11} *", "line 2, ply 2: expected a move after the huff of 11"),
        ("1. 9-14 {huff 11} 22-18 *", "line 1, ply 2: 'h11 22-18' is not legal here"),
    ],
)
def test_a_game_that_does_not_replay_is_reported_with_its_place(text: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        replay(only(text), "english")
    assert str(caught.value).startswith("game 1, line ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


FILE = """[White "a"]
1. 11-15 *
[White "b"]
1. 9-14 22-18
2. 9-14 *
[White "c"]
1. 9-14 oops 22-18 *
[White "d"] [GameType "20"]
1. 32-28 *
[White "e"]
1. 9-13 *
"""


def test_reading_goes_on_behind_a_fault() -> None:
    read = list(read_games(FILE, "english"))
    assert [replayed.pdn.tags["White"] for replayed in read] == list("abcde")
    assert [replayed.game and len(replayed.game.moves) for replayed in read] == [1, 2, 1, None, 1]
    assert [str(replayed.fault)[:24] for replayed in read if replayed.fault] == [
        "game 2, line 5, ply 3: '",
        "game 3, line 7, ply 2: e",
        "game 4, line 8: GameType",
    ]


def test_strict_reading_stops_at_the_first_fault() -> None:
    read = read_games(FILE, "english", strict=True)
    assert next(read).fault is None
    with pytest.raises(NotationError, match=r"^game 2, line 5, ply 3: "):
        next(read)
    assert list(read) == []


def test_draws_do_not_stop_a_recorded_game() -> None:
    shuffle = "1-6 32-28 6-1 28-32 " * 6
    assert len(replay(only(f'[FEN "W:WK1:BK32"]\n{shuffle} *'), "english").moves) == 24


def test_a_second_mover_who_begins_is_numbered_with_dots() -> None:
    game = Game(Position.from_fen("english", "W:W32:B1"))
    for move in ["32-27", "1-5", "27-23"]:
        game.push(move)
    assert "\n1... 32-27 2. 1-5 27-23 *\n" in format_game(game)


def test_a_finished_game_carries_its_result_and_an_adjudication_its_own() -> None:
    lost = Game(Position.from_fen("english", "W:W29:B22,25"))
    assert record(lost).result == "1-0"
    agreed = Outcome(Colour.WHITE, Reason.SCORE)
    assert record(Game(), outcome=agreed).tags["Result"] == "0-1"


def test_a_recorded_result_stays_unless_an_outcome_says_otherwise() -> None:
    assert record(Game(), {"Result": "2-0"}).result == "2-0"
    assert record(Game(), {"Result": "resigned"}).result == "*"
    agreed = Outcome(Colour.WHITE, Reason.SCORE)
    assert record(Game(), {"Result": "1-0"}, outcome=agreed).result == "0-1"


def test_an_ambiguous_capture_is_exported_with_its_path() -> None:
    for path in ["7x14x23", "7x16x23"]:
        game = Game(Position.from_fen("english", "B:W10,11,18,19,32:B7"))
        game.push(path)
        text = format_game(game)
        assert f"1. {path} *" in text
        assert replay(only(text)).position == game.position


def test_comments_follow_their_moves() -> None:
    game = Game()
    game.push("11-15")
    game.push("22-18")
    text = write_pdn(record(game, comments=["", "+0.35/12"]))
    assert "1. 11-15 22-18 {+0.35/12} *" in text


def random_game(name: str, seed: int, plies: int) -> Game:
    """Play at random from the start."""
    random, game = Random(f"{name} {seed}"), Game(Position.start(name))
    for _ in range(plies):
        moves = game.position.legal_moves()
        if not moves:
            break
        game.push(random.choice(moves))
    return game


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ruleset_names())
def test_a_game_of_every_ruleset_is_written_and_read_back(name: str, seed: int) -> None:
    game = random_game(name, seed, 150)
    (read,) = read_games(format_game(game, {"Event": "a property"}), strict=True)
    assert read.game is not None
    assert (read.game.start, read.game.moves) == (game.start, game.moves)
    assert read.game.position.fen() == game.position.fen()
    assert read.pdn == record(game, {"Event": "a property"})


@pytest.mark.parametrize("name", ruleset_names())
def test_a_game_from_a_position_of_every_ruleset_is_written_and_read_back(name: str) -> None:
    start = random_game(name, 1, 31).position
    game = Game(start)
    game.push(start.legal_moves()[0])
    (read,) = read_games(format_game(game), strict=True)
    assert read.game is not None
    assert (read.game.start.fen(), read.game.moves) == (start.fen(), game.moves)


@pytest.mark.parametrize("name", ruleset_names())
def test_the_game_type_names_the_ruleset_and_private_numbers_only_beside_a_variant(
    name: str,
) -> None:
    pdn = record(Game(Position.start(name)))
    assert int(pdn.tags["GameType"].split(",")[0]) == PUBLIC.get(
        name, ruleset(name).game_type_number
    )
    assert pdn.tags.get("Variant") == (None if name in PUBLIC else name)
    assert replay(pdn).start == Position.start(name)
    if name not in PUBLIC:
        assert ruleset(name).game_type_number >= 51
        alone = PdnGame({"GameType": pdn.tags["GameType"]}, ())
        with pytest.raises(NotationError, match="beside a number that PDN does not assign"):
            replay(alone)
        assert replay(alone, name).start == Position.start(name)


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        ("", "expected a GameType or a Variant tag, or to be told the ruleset"),
        ('[GameType "96"]', "GameType '96': expected one of 20 (international), 21 (english), "),
        ('[GameType "41"]', "GameType '41': expected one of"),
        ('[Variant "Breakthrough"]', "Variant 'Breakthrough': expected one of english, "),
        ('[GameType "21"] [Variant "english-huff"]', "but Variant 'english-huff'"),
        ('[GameType "20,W,8,8,N2,0"]', "expected the board of '20,W,10,10,N2,0'"),
        ('[GameType "22,W,8,8,N2,0"]', "expected the board of '22,W,8,8,N2,1'"),
        ('[GameType "21,W,8,8,N2,0"]', "expected Black to start (english)"),
    ],
)
def test_a_ruleset_is_refused_rather_than_guessed(tags: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        replay(only(f"{tags} 1. 9-14 *"))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("tags", "written", "here"),
    [
        # White's men stand on 1-12 in Spanish and Portuguese diagrams, Black's in Thai on 25-32.
        ('[GameType "24"]', "1. 10-14 23-19 *", ["23-19", "10-14"]),
        ('[GameType "28"]', "1. 10-14 23-19 *", ["23-19", "10-14"]),
        ('[GameType "31"]', "1. 25-21 8-12 *", ["8-12", "25-21"]),
        ('[GameType "22"]', "1. 23-19 10-14 *", ["23-19", "10-14"]),
        ('[GameType "25"]', "1. c3-d4 b6-a5 2. b2-c3 h6-g5 *", ["22-18", "9-13", "25-22", "12-16"]),
        ('[GameType "25"]', "1. c3d4 b6a5 2. b2c3 h6g5 *", ["22-18", "9-13", "25-22", "12-16"]),
        ('[GameType "25"]', "1. 22-18 9-13 *", ["22-18", "9-13"]),
        ('[GameType "25,W,8,8,N0,0"]', "1. 10-14 22-18 *", ["22-18", "10-14"]),
        ('[GameType "26"]', "1. g3-h4 b6-a5 *", ["24-20", "9-13"]),
        ('[GameType "30"]', "1. a3-a4 h6-h5 *", ["41-33", "24-32"]),
        ('[Variant "Malaysian12"]', "1. 26-32 43-37 *", ["26-32", "43-37"]),
    ],
)
def test_squares_are_read_as_the_game_counts_them(tags: str, written: str, here: list[str]) -> None:
    game = replay(only(f"{tags} {written}"))
    ends = [f"{move.from_square}-{move.to_square}" for move in game.moves]
    assert ends == here
    texts = [token.text for token in record(game).tokens if token.kind is Kind.MOVE]
    again = replay(
        only(f"{tags.partition(',')[0]}" + ('"]' if "," in tags else "") + " ".join(texts))
    )
    assert again.moves == game.moves


def test_a_fault_in_a_game_that_counts_otherwise_shows_its_own_text() -> None:
    with pytest.raises(NotationError, match=r"ply 1: '9-30' \(here 24x3\): '24x3' is not legal"):
        replay(only('[GameType "24"] 1. 9-30 *'))


@pytest.mark.parametrize(
    "text", ["1. c3:e5 *", "1. c3xe5 *", "1. c3*e5 *", "1. c3e5 *", "1. c3-e5 *"]
)
def test_any_sign_or_none_stands_in_a_capture(text: str) -> None:
    game = replay(only(f'[GameType "25"] [FEN "W:Wc3:Bd4,h8"] {text}'))
    assert [move.captured for move in game.moves] == [[18]]
    assert [token.text for token in record(game).tokens if token.kind is Kind.MOVE] == ["c3:e5"]


@pytest.mark.parametrize(("name", "sign"), [("thai", "-"), ("russian", ":"), ("spanish", "x")])
def test_a_capture_is_written_with_the_sign_of_its_game(name: str, sign: str) -> None:
    """Rulebooks and the PDN 3.0 standard: a colon in Russian, a dash in Thai draughts."""
    for seed in range(20):
        game = random_game(name, seed, 60)
        tokens = [token.text for token in record(game).tokens if token.kind is Kind.MOVE]
        for move, text in zip(game.moves, tokens, strict=True):
            assert set(text) & set("-x:") == {sign if move.captured else "-"}


HUFF = '[Variant "english-huff"] [FEN "W:W15,22:B5,11:U11"]\n'


@pytest.mark.parametrize(
    "text", ["1. {huff 11} 15-10 5-9 *", "1. h11 15-10 5-9 *", "1. { huff 11 } 15-10 5-9 *"]
)
def test_a_huff_is_read_as_a_comment_or_before_its_move_and_written_as_a_comment(text: str) -> None:
    game = replay(only(HUFF + text))
    assert [(move.huffed, move.to_square) for move in game.moves] == [(11, 10), (0, 9)]
    assert "1... {huff 11} 15-10 2. 5-9 *" in format_game(game)
    plain = replay(only(HUFF + "1. 15-10 11-16 *"))
    assert [move.huffed for move in plain.moves] == [0, 0]


def test_a_huff_before_a_jump_written_as_several_moves() -> None:
    start = '[Variant "english-huff"] [FEN "W:W26,32:B11,23,15,1:U11"]\n'
    for jumps in ["26x10", "26x19x10", "26x19 19x10"]:
        game = replay(only(f"{start}1. {{huff 11}} {jumps} 1-5 *"))
        assert [move.captured for move in game.moves] == [[15, 23], []]
        assert (game.moves[0].huffed, len(game.moves)) == (11, 2)


def test_a_huff_that_is_not_to_be_had_is_a_fault() -> None:
    with pytest.raises(NotationError, match=r"line 2, ply 1: 'h5 15-10' is not legal here"):
        replay(only(HUFF + "1. {huff 5} 15-10 *"))
    with pytest.raises(NotationError, match="expected a comment that is no huff"):
        record(random_game("english-huff", 1, 3), comments=["huff 11"])


def test_a_piece_lost_by_refusing_to_jump_is_not_written() -> None:
    game = replay(only('[Variant "malaysian8"] [FEN "W:W22,27:B18"]\n1. 27-24 *'))
    assert (game.moves[0].lost, game.position.fen()) == (22, "B:W24:B18")
    assert "\n1... 27-24 *\n" in format_game(game)


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("1-0", True),
        ("2-0", True),
        ("0-1", False),
        ("0-2", False),
        ("1/2-1/2", None),
        ("1-1", None),
    ],
)
def test_the_first_number_of_a_result_is_the_starting_sides(
    name: str, text: str, first: bool | None
) -> None:
    """So in English collections, where 1-0 is Black's win, and in international ones, White's."""
    starts = Colour.BLACK if ruleset(name).game_type.split(",")[1] == "B" else Colour.WHITE
    other = Colour.WHITE if starts == Colour.BLACK else Colour.BLACK
    assert parse_result(text, ruleset(name)) == {True: starts, False: other, None: None}[first]


@pytest.mark.parametrize("text", ["0-0", "*"])
def test_an_undecided_result_is_nobodys(text: str) -> None:
    pdn = only(f"1. 9-14 {text}")
    with pytest.raises(NotationError, match="expected a result such as"):
        parse_result(pdn.result, ruleset("english"))
