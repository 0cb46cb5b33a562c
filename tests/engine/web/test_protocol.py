"""Requests of a page: what is read, and the one line that says what is wrong with the others."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.web.protocol import (
    LONGEST_MESSAGE,
    LONGEST_TEXT,
    REQUESTS,
    Join,
    Load,
    New,
    Play,
    RequestError,
    Seat,
    parse_request,
)


def test_a_new_game_names_ruleset_and_players() -> None:
    seats = {"white": {"player": "easy", "evaluator": "english"}, "black": {"player": "person"}}
    request = parse_request(json.dumps({"type": "new", "ruleset": "english", **seats}))
    assert request == New("english", Seat("easy", "english"), Seat("person"))


def test_fields_with_a_default_may_be_left_out() -> None:
    assert parse_request('{"type": "join"}') == Join("", "")
    assert parse_request('{"type": "play", "revision": 2, "move": 5}') == Play(2, 5, "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected a JSON object, got ''"),
        ("[]", "unknown request []: expected one of join, new"),
        ('{"type": "fly"}', "unknown request 'fly': expected one of join, new"),
        ('{"type": ["new"]}', 'unknown request ["new"]: expected one of'),
        ('{"type": "look"}', "look: expected 'ply', got none"),
        ('{"type": "look", "ply": 1.5}', "look: expected a whole number as 'ply', got 1.5"),
        ('{"type": "look", "ply": true}', "look: expected a whole number as 'ply', got true"),
        ('{"type": "look", "ply": 1e400}', "look: expected a whole number as 'ply', got Infinity"),
        ('{"type": "look", "ply": 12345678}', "look: expected at most 1,000,000 as 'ply'"),
        ('{"type": "undo", "x": 1}', "undo: unknown key 'x': expected no other key"),
        ('{"type": "pause", "on": 1}', "pause: expected true or false as 'on', got 1"),
        ('{"type": "join", "token": 3}', "join: expected a text as 'token', got 3"),
        ('{"type": "join", "token": "%s"}' % ("x" * 201), "at most 200 characters as 'token'"),
        (
            '{"type": "seats", "white": {"player": "god"}, "black": {"player": "person"}}',
            "seats: expected a player (person, easy, medium, hard) and an evaluator as 'white'",
        ),
        (
            '{"type": "seats", "white": {"player": "easy", "evaluator": 1}, "black": {}}',
            "seats: expected the name of an evaluator in 'white', got 1",
        ),
        ("x" * (LONGEST_MESSAGE + 1), "expected a message of at most 655,360 bytes"),
        ("[" * 100_000, "expected a JSON object"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text: str, words: str) -> None:
    with pytest.raises(RequestError) as caught:
        parse_request(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("character", ["\n", "\x01", "\N{CYRILLIC SMALL LETTER A}", "\ud800"])
def test_the_longest_text_fits_into_a_message_however_it_is_written(character: str) -> None:
    text = character * LONGEST_TEXT["text"]
    for escaped in (True, False):
        message = json.dumps(
            {"type": "load", "ruleset": "english", "text": text}, ensure_ascii=escaped
        )
        assert parse_request(message) == Load("english", text)


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
json_values = (
    scalars | st.lists(scalars, max_size=2) | st.dictionaries(st.text(max_size=3), scalars)
)


@settings(max_examples=60)
@given(
    st.fixed_dictionaries({"type": st.sampled_from(sorted(REQUESTS)) | json_values})
    | st.dictionaries(st.sampled_from(["type", "ply", "white", "move", "text", "on"]), json_values)
)
def test_any_object_is_a_request_or_refused(message: dict[str, object]) -> None:
    try:
        request = parse_request(json.dumps(message))
    except RequestError:
        return
    assert request.type == message["type"]
