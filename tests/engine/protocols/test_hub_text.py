"""Lines, limits and scores of the Hub protocol as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import _native
from engine.protocols.hub_lines import format_line, parse_line
from engine.protocols.hub_search import format_level, format_score, parse_level, parse_score
from engine.search import GameClock, Limits, allot

names = st.text("abcdefghijklmnopqrstuvwxyz-", min_size=1)
values = st.text(st.characters(codec="utf-8", exclude_characters='"\r\n\x0b\x0c\x1c\x1d\x1e\x85'))


@given(names, st.dictionaries(names, values))
def test_a_line_is_read_as_it_was_written(command: str, arguments: dict[str, str]) -> None:
    line = parse_line(format_line(command, arguments))
    assert line is not None
    assert (line.command, line.arguments) == (command, arguments)


@given(st.text())
def test_no_text_is_too_odd_to_be_read(text: str) -> None:
    line = parse_line(text)
    assert line is None or line.command == text.split(None, 1)[0]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ('  pos   pos=We \t moves="1-2 3-4"  ', {"pos": "We", "moves": "1-2 3-4"}),
        ("level infinite", {"infinite": ""}),
        ('id author="" name=x', {"author": "", "name": "x"}),
        ('set-param name=a value="b c', {"name": "a", "value": "b c"}),
        ("set-param name=a value==b", {"name": "a", "value": "=b"}),
        ("go =junk think", {"junk": "", "think": ""}),
    ],
)
def test_spaces_flags_and_quotes_are_read_liberally(text: str, arguments: dict[str, str]) -> None:
    line = parse_line(text)
    assert line is not None
    assert line.arguments == arguments


@pytest.mark.parametrize("text", ["", " ", "\r\n"])
def test_a_blank_line_is_no_command(text: str) -> None:
    assert parse_line(text) is None


def test_quotes_and_line_ends_in_a_value_do_not_break_its_line() -> None:
    assert format_line("error", {"message": 'a "b"\nc'}) == "error message=\"a 'b' c\""


@pytest.mark.parametrize(
    ("arguments", "limits"),
    [
        ({"depth": "9"}, Limits(depth=9)),
        ({"depth": "0"}, Limits(depth=1)),
        ({"depth": "1000"}, Limits(depth=99)),
        ({"nodes": "5000"}, Limits(nodes=5000)),
        ({"move-time": "0.05"}, Limits(time_s=0.05)),
        ({"move-time": "0"}, Limits(time_s=0.001)),
        ({"infinite": ""}, Limits(infinite=True)),
        ({"depth": "9", "move-time": "2", "handicap": "1"}, Limits(depth=9, time_s=2.0)),
        ({"time": "60"}, Limits(time_s=allot(60))),
        ({"time": "60", "inc": "2"}, Limits(time_s=allot(62, 2))),
        ({"moves": "9", "time": "291.587"}, Limits(time_s=allot(291.587, 0, 9))),
        ({"time": "-0.5", "inc": "0.4"}, Limits(time_s=0.001)),
        ({"time": "600", "move-time": "1"}, Limits(time_s=1.0)),
    ],
)
def test_limits_are_read(arguments: dict[str, str], limits: Limits) -> None:
    assert parse_level(arguments).limits == limits


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"depth": "x"}, "depth: expected a number, got 'x'"),
        ({"nodes": "-1"}, "nodes: expected a finite number of 0 or more, got '-1'"),
        ({"move-time": "nan"}, "move-time: expected a finite number of 0 or more, got 'nan'"),
        ({"time": "inf"}, "time: expected a finite number of 0 or more, got 'inf'"),
        ({}, "level: expected depth, nodes, move-time, moves and time, or infinite"),
    ],
)
def test_unusable_limits_are_refused_by_name(arguments: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        parse_level(arguments)


@pytest.mark.parametrize(
    "limits",
    [
        Limits(depth=9),
        Limits(nodes=10**12),
        Limits(time_s=0.02),
        Limits(depth=3, nodes=5, time_s=1.5),
        Limits(infinite=True),
        GameClock(remaining_s=60),
        GameClock(remaining_s=61, increment_s=1),
        GameClock(remaining_s=300, moves_to_go=40),
    ],
)
def test_limits_are_read_as_they_were_written(limits: Limits | GameClock) -> None:
    line = parse_line(format_line("level", format_level(limits)))
    assert line is not None
    level = parse_level(line.arguments)
    assert (level.clock if isinstance(limits, GameClock) else level.limits) == limits


def test_a_win_is_a_hundred_less_a_hundredth_a_ply() -> None:
    assert format_score(_native.WIN - 1) == "99.99"
    assert format_score(37 - _native.WIN) == "-99.63"


def test_a_win_that_draw_rules_may_prevent_is_below_what_clients_take_for_a_win() -> None:
    assert format_score(_native.EXPECTED_WIN - 93) == "89.07"
    assert -90 < float(format_score(5 - _native.EXPECTED_WIN)) < -80


@given(st.integers(-_native.WIN, _native.WIN))
def test_only_wins_score_ninety_and_more(score: int) -> None:
    told = float(format_score(score))
    assert (abs(told) > 90) == (abs(score) > _native.WIN_BOUND)
    assert told * score >= 0
    assert abs(told) <= 100


@given(st.integers(-7999, 7999) | st.integers(1, 900).map(lambda plies: _native.WIN - plies))
def test_a_score_is_read_as_it_was_written(score: int) -> None:
    assert parse_score(format_score(score)) == score
    assert parse_score(format_score(-score)) == -score


@pytest.mark.parametrize("plies", [1, 2, 9, 60])
def test_the_usual_client_reads_a_win_in_moves_from_the_score(plies: int) -> None:
    """What pydraughts 0.6.7 makes of a score: hundredths, more than 9000 of them being a win."""
    hundredths = round(float(format_score(_native.WIN - plies)) * 100)
    assert hundredths > 9000
    assert 10_000 - hundredths == plies
