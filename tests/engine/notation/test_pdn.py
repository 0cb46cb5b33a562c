r"""PDN as found in the wild: other programs misread `%` lines, variations and escaped quotes.

Sources: the PDN 3.0 standard, https://pdn.fmjd.org, and its grammar, https://github.com/wiegerw/pdn.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.notation import (
    Kind,
    NotationError,
    PdnGame,
    Squares,
    Token,
    parse_move_text,
    read_pdn,
    write_pdn,
)

ENGLISH = Squares(8, 8)


def only(text: str) -> PdnGame:
    """Read a text that holds one game."""
    (game,) = read_pdn(text)
    return game


def moves(game: PdnGame) -> list[str]:
    """List the moves of the main line."""
    return [token.text for token in game.main_line() if token.kind is Kind.MOVE]


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("11-15", (11, 15)),
        ("11x18", (11, 18)),
        ("11:18", (11, 18)),
        ("11*18", (11, 18)),
        ("06-11", (6, 11)),
        ("12 x 19", (12, 19)),
        ("12 - 16", (12, 16)),
        ("11x18x25", (11, 18, 25)),
        ("11X18", (11, 18)),
        ("22x22", (22, 22)),
        ("1-1", (1, 1)),
        ("c3-d4", (22, 18)),
        ("c3d4", (22, 18)),
        ("c3:e5", (22, 15)),
        ("c3:e5:g7", (22, 15, 8)),
    ],
)
def test_a_move_is_read_in_every_form(text: str, squares: tuple[int, ...]) -> None:
    assert parse_move_text(text, ENGLISH) == squares


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("11x34", "expected a square 1-32 after 'x', got '11x34'"),
        ("11x18x40", "expected a square 1-32 after 'x', got '11x18x40'"),
        ("0-4", "expected a square 1-32 first, got '0-4'"),
        ("1-0", "expected a square 1-32 after '-', got '1-0'"),
        ("11", "expected a move such as '11-15' or '11x18', got '11'"),
        ("", "expected a move such as"),
        ("11-15!", "expected a move such as"),
        ("11-15 8-11", "expected a move such as"),
        ("e2e4q", "expected a move such as"),
    ],
)
def test_what_is_no_move_is_refused_with_what_was_expected(text: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move_text(text, ENGLISH)
    assert said in str(caught.value)


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*"])
def test_a_result_is_never_a_move(result: str) -> None:
    game = only(f"1. 11-15 24-19 {result}")
    assert moves(game) == ["11-15", "24-19"]
    assert game.result == result


@pytest.mark.parametrize("move", ["1-18", "1-10", "2-06", "01-05", "1-1x8"])
def test_a_move_that_begins_like_a_result_is_a_move(move: str) -> None:
    assert moves(only(f"1. {move} *"))[0].startswith(move[:4])


def test_a_game_ends_at_its_result_or_at_the_next_tags() -> None:
    text = '[White "a"] 1. 9-14 1-0 2. 11-15 24-19 1-6* 1. 9-13\n[White "d"]\n\n1. 12-16 0-1 *'
    games = list(read_pdn(text))
    assert [moves(game) for game in games] == [
        ["9-14"],
        ["11-15", "24-19", "1-6"],
        ["9-13"],
        ["12-16"],
    ]
    assert [game.number for game in games] == [1, 2, 3, 4]
    assert [game.line for game in games] == [1, 1, 1, 2]


def test_a_result_stands_in_the_tag_when_the_moves_end_with_an_asterisk() -> None:
    assert only('[Result "0-1"] 1. 9-14 *').result == "0-1"


def test_comments_lines_nags_strength_and_nested_variations_leave_the_main_line_alone() -> None:
    game = only(
        "% made by hand (not a variation\n"
        "{[%clock w0:10:00 B0:09:58] 1. 1-5} 1. 11-15! {a (b} (1. 9-14 (1. 9-13 {x}) 22-18) "
        "23-19 $14 2. 8-11 (!?) ; 22-17\n% 22-17\n 22-17?? 2... 4-8 *"
    )
    assert moves(game) == ["11-15", "23-19", "8-11", "22-17", "4-8"]
    kinds = {token.kind for token in game.tokens}
    assert {Kind.COMMENT, Kind.NAG, Kind.STRENGTH, Kind.OPEN, Kind.CLOSE} <= kinds


def test_tag_values_keep_quotes_backslashes_and_brackets() -> None:
    game = only(
        '[Event "The \\"Open\\" \\\\ [A]"]\n[Site "a "b" c"]\n[Black "Цукерник"]\n\n1. 9-14 *'
    )
    assert game.tags == {"Event": 'The "Open" \\ [A]', "Site": 'a "b" c', "Black": "Цукерник"}


def test_a_position_can_be_set_up_in_the_moves() -> None:
    game = only('/FEN "B:W32:B1"/ 1. 1-5 *')
    assert (game.tokens[0].kind, game.tokens[0].text) == (Kind.SETUP, "B:W32:B1")


def test_a_huff_before_a_move_is_read_and_written() -> None:
    game = only("1. h11 15-10 9-14 *")
    assert [(token.kind, token.text) for token in game.tokens[1:3]] == [
        (Kind.HUFF, "11"),
        (Kind.MOVE, "15-10"),
    ]
    assert only(write_pdn(game)) == game


@pytest.mark.parametrize(
    "text",
    ['[White "a"] 1. 9-14 {open\n[White "b"]\n1. 9-13 {closed} *', '[White "a"] 1. 9-14 {open'],
)
def test_a_comment_never_closed_ends_where_the_next_game_begins(text: str) -> None:
    games = list(read_pdn(text))
    with pytest.raises(NotationError, match=r"^line 1: expected '}' at the end of a comment, got "):
        list(games[0].main_line())
    assert [moves(game) for game in games[1:]] == [["9-13"]] * (len(games) - 1)
    assert len(games) == text.count("White")


def test_a_broken_tag_is_a_fault_of_its_game_and_keeps_the_other_tags() -> None:
    game = only('[White "a"]\n[Event "broken]\n[Black "b"]\n\n1. 9-14 *')
    assert game.tags == {"White": "a", "Black": "b"}
    with pytest.raises(NotationError, match=r"line 2: expected .*Event"):
        moves(game)


def test_a_text_without_a_game_is_refused_with_its_place() -> None:
    with pytest.raises(NotationError, match=r"^no game found: line 2: expected a move, .*'These'"):
        list(read_pdn("\nThese are no games."))
    assert list(read_pdn(" \n\t")) == []


def test_prose_after_a_result_is_no_game() -> None:
    assert len(list(read_pdn('1. 9-14 1-0 White resigned here.\n\n[White "b"] 1. 9-13 *'))) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. 9-14 White resigns", "line 1: expected a move, a comment or a result, got 'White'"),
        ("1. 9-14\n22-18 {never closed", "line 2: expected '}' at the end of a comment"),
        ("1. 9-14 (22-18", "expected ')' at the end of a variation"),
        ("1. 9-14\n) 22-18", "line 2: expected '(' before ')'"),
    ],
)
def test_movetext_that_cannot_be_read_is_reported_with_its_line(text: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        list(only(text).main_line())
    assert said in str(caught.value)


def test_one_bad_game_does_not_hide_the_others() -> None:
    games = list(read_pdn('[White "a"] 1. 9-14 oops *\n[White "b"] 1. 9-13 *'))
    assert [game.tags["White"] for game in games] == ["a", "b"]
    assert moves(games[1]) == ["9-13"]


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm() -> None:
    assert moves(only('\ufeff[White "a"]\r\n\r\n1. 9-14\r\n22-18 *\r\n')) == ["9-14", "22-18"]


def test_lines_are_folded() -> None:
    tokens = tuple(Token(Kind.MOVE, "11-15") for _ in range(100))
    text = write_pdn(PdnGame({}, tokens), width=40)
    assert max(map(len, text.splitlines())) <= 40


@pytest.mark.parametrize(
    "game",
    [
        PdnGame({"Event": "two\nlines"}, ()),
        PdnGame({"Event": "two\rlines"}, ()),
        PdnGame({}, (Token(Kind.COMMENT, "a } b"),)),
        PdnGame({}, (Token(Kind.COMMENT, 'a\n[Event "b"]'),)),
        PdnGame({}, (Token(Kind.ERROR, "oops"),)),
    ],
)
def test_what_could_not_be_read_back_is_not_written(game: PdnGame) -> None:
    with pytest.raises(NotationError, match=r"^(expected|cannot write) "):
        write_pdn(game)


TEXTS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), max_size=20)
TOKENS = st.one_of(
    st.builds(lambda n: Token(Kind.NUMBER, f"{n}."), st.integers(1, 300)),
    st.builds(
        lambda path, sign: Token(Kind.MOVE, sign.join(map(str, path))),
        st.lists(st.integers(3, 72), min_size=2, max_size=6),
        st.sampled_from("-x:*"),
    ),
    st.builds(lambda text: Token(Kind.COMMENT, text.replace("}", "")), TEXTS),
    st.builds(lambda n: Token(Kind.NAG, f"${n}"), st.integers(0, 255)),
    st.sampled_from([Token(Kind.STRENGTH, "!?"), Token(Kind.SETUP, "B:W32:B1")]),
)
VARIATIONS = st.recursive(
    st.lists(TOKENS, max_size=6),
    lambda inner: st.builds(
        lambda before, nested: [*before, Token(Kind.OPEN, "("), *nested, Token(Kind.CLOSE, ")")],
        st.lists(TOKENS, max_size=6),
        inner,
    ),
    max_leaves=6,
)


@given(
    st.dictionaries(st.from_regex(r"[A-Z][A-Za-z0-9]{0,9}", fullmatch=True), TEXTS, min_size=1),
    VARIATIONS,
    st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"]),
)
def test_a_game_written_reads_back(tags: dict[str, str], tokens: list[Token], result: str) -> None:
    game = PdnGame(tags, (*tokens, Token(Kind.RESULT, result)))
    assert list(read_pdn(write_pdn(game))) == [game]
