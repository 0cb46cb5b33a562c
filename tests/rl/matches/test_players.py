"""Players by their names: evaluators, random movers, engines, and limits of their own."""

from __future__ import annotations

import pytest

from engine.evaluators import tuned
from engine.search import Limits
from rl.matches.config import MatchConfig
from rl.matches.players import describe_player, parse_player, parse_players, repeats

NODES = MatchConfig(nodes=100)


@pytest.mark.parametrize(
    ("text", "kind", "limits"),
    [
        ("handcrafted", "evaluator", None),
        ("material@depth=4", "evaluator", Limits(depth=4)),
        ("material@nodes=250", "evaluator", Limits(nodes=250)),
        ("random", "random", None),
        ("hub:scan hub", "engine", None),
        ("hub:scan hub@time=0.02", "engine", Limits(time_s=0.02)),
        ("hub:ssh me@host engine --x=1", "engine", None),
        ("hub:ssh me@host engine --x=1@nodes=9", "engine", Limits(nodes=9)),
    ],
)
def test_a_player_is_what_its_text_says(text: str, kind: str, limits: Limits | None) -> None:
    player = parse_player(text)
    assert (player.name, player.kind, player.limits) == (text, kind, limits)
    assert player.ruleset == "english"


def test_a_command_is_what_stands_between_hub_and_the_limits() -> None:
    assert parse_player("hub:ssh me@host engine --x=1@nodes=9").command == (
        "ssh me@host engine --x=1"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("material@dpeth=4", "got dpeth=; the nearest is depth"),
        ("material@depth=four", "depth: expected a whole number, got 'four'"),
        ("material@depth=0", "depth: expected a whole number above 0, got 0"),
        ("material@depth=100", "depth: expected at most 99 plies, got 100"),
        ("material@time=soon", "time: expected a number of seconds, got 'soon'"),
        ("random@nodes=5", "expected no limits for a random mover"),
        ("hub: ", "expected the command of an engine after hub:"),
        ("hanscrafted", "unknown evaluator 'hanscrafted'"),
    ],
)
def test_what_is_no_player_is_named(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"(?s)^.*{text.strip()}.*{message}|{message}"):
        parse_player(text)


def test_players_of_a_match_get_the_ruleset_of_the_file_among_them() -> None:
    weights = str(tuned.__file__).replace("tuned.py", "tuned_weights/russian.toml")
    assert [player.ruleset for player in parse_players(["random", weights])] == ["russian"] * 2
    assert [player.ruleset for player in parse_players(["random", "material"], "russian")] == (
        ["russian"] * 2
    )


@pytest.mark.parametrize(
    ("texts", "config", "expected"),
    [
        (["material", "handcrafted"], NODES, True),
        (["material@depth=2", "handcrafted"], NODES, True),
        (["material@time=0.1", "handcrafted"], NODES, False),
        (["random", "handcrafted"], NODES, False),
        (["material", "handcrafted"], MatchConfig(time_s=1), False),
        (["material", "handcrafted"], MatchConfig(clock_s=1), False),
        (["material@depth=2", "handcrafted@depth=2"], MatchConfig(time_s=1), True),
    ],
)
def test_players_repeat_where_neither_chance_nor_a_clock_comes_in(
    texts: list[str], config: MatchConfig, expected: bool
) -> None:
    assert repeats([parse_player(text) for text in texts], config) is expected


def test_a_player_is_described_by_what_it_does() -> None:
    material, limited = (
        describe_player(parse_player(text)) for text in ("material", "material@depth=4")
    )
    assert material["fingerprint"] == limited["fingerprint"]
    assert "limits" not in material
    assert limited["limits"]["depth"] == 4
    assert describe_player(parse_player("random")) == {"name": "random"}
    assert describe_player(parse_player("hub:scan hub"))["command"] == "scan hub"
