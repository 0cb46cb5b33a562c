"""What the engine answers to each command of the Hub protocol."""

from __future__ import annotations

import pytest

from engine.protocols.hub_board import (
    format_move,
    format_position,
    hub_squares,
    parse_move,
    parse_position,
)
from engine.protocols.hub_lines import parse_line
from engine.protocols.hub_parameters import PARAMETERS, HubSettings
from engine.protocols.hub_session import HubSession
from engine.protocols.hub_thinking import FORCED_DEPTH
from engine.rules import Position, ruleset_names

START = {name: format_position(Position.start(name)) for name in ruleset_names()}


class Session:
    """A session that searches few nodes, and all that it says to a command."""

    def __init__(self, variant: str = "english", **settings: object) -> None:
        self._said: list[str] = []
        given = {"variant": variant, "tables": "none", "table_mib": 1.0, **settings}
        self._session = HubSession(self._said.append, HubSettings(**given))  # type: ignore[arg-type]
        self("level nodes=300")

    def __call__(self, text: str) -> list[str]:
        self._said.clear()
        line = parse_line(text)
        assert line is not None
        self._session.obey(line)
        return list(self._said)

    def move(self, where: str) -> str:
        """Return the move it makes."""
        assert self(f"pos {where}") == []
        done = parse_line(self("go think")[-1])
        assert done is not None
        assert done.command == "done"
        return done.arguments["move"]

    def error(self, text: str) -> str:
        """Return the message of the only answer."""
        (said,) = self(text)
        line = parse_line(said)
        assert line is not None
        assert line.command == "error"
        assert "=" not in line.arguments["message"]
        return line.arguments["message"]


def test_the_engine_introduces_itself_by_key_and_value_alone() -> None:
    """What pydraughts splits at spaces outside quotes has exactly one `=` in each word."""
    first, *params, last = Session()("hub")
    assert first.startswith("id name=crownhead version=")
    assert last == "wait"
    assert len(params) == len(PARAMETERS)
    for text in [first, *params]:
        line = parse_line(text)
        assert line is not None
        assert text.count("=") == len(line.arguments)
    declared = parse_line(params[0])
    assert declared is not None
    values = declared.arguments["values"].split()
    assert declared.arguments["name"] == "variant"
    assert {*ruleset_names(), "normal"} == set(values)


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("normal", "international"),
        ("standard", "international"),
        ("Russian", "russian"),
        ("american", "english"),
        ("frisian", "frisian"),
        ("malaysian12", "malaysian12"),
    ],
)
def test_a_variant_is_known_by_the_names_that_clients_send(name: str, own: str) -> None:
    session = Session()
    assert session(f"set-param name=variant value={name}") == []
    assert session("init") == ["ready"]
    assert session.move(f"pos={START[own]}")


@pytest.mark.parametrize("name", ["bt", "killer", "losing", "frysk!"])
def test_a_variant_that_is_not_played_is_refused_and_no_other_is_played_for_it(name: str) -> None:
    session = Session()
    message = session.error(f"set-param name=variant value={name}")
    assert message.startswith("variant: expected one of english, ")
    assert message.endswith(f"got '{name}'")
    assert session.error("init") == message
    assert session.error(f"pos pos={START['english']}") == message
    assert session.error("go think") == message
    assert session("set-param name=variant value=normal") == []
    assert session("init") == ["ready"]


def test_commands_arguments_and_parameters_that_are_not_known_are_passed_over() -> None:
    session = Session()
    assert session("set-param name=initial-time value=60") == []
    assert session("set-param value=60") == []
    assert session("handicap level=3") == []
    assert session("pos pos=" + START["english"] + " fen=x handicap") == []
    assert session("level nodes=300 handicap=2") == []
    assert session("go think quickly")[-1].startswith("done move=")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("set-param name=threads value=0", "threads: expected a whole number of 1 to 256, got '0'"),
        ("set-param name=table-mib value=x", "table-mib: expected a number of 0.01 to 65536"),
        ("set-param name=level value=hardest", "level: expected one of full, easy, medium, hard"),
        ("set-param name=evaluator value=", "evaluator: expected a name or a path, got ''"),
        ("level depth=deep", "depth: expected a number, got 'deep'"),
        ("pos", "pos '': expected W or B and 32 squares (english), got 0 characters"),
        (f"pos pos={START['international']}", "expected W or B and 32 squares (english), got 51"),
        (f"pos pos={START['english']} moves=11-19", "moves: move 1: '11-19' is not legal here"),
        (f'pos pos={START["english"]} moves="11-15 x"', "moves: move 2: expected a move such as"),
    ],
)
def test_what_cannot_be_obeyed_is_one_error_and_the_engine_goes_on(text: str, message: str) -> None:
    session = Session()
    assert message in session.error(text)
    if text.startswith("pos"):
        assert session.error("go think") == "go: expected a position before it, there is none"
    assert session("ping") == ["pong"]
    assert session("set-param name=threads value=1") == []
    assert session("set-param name=table-mib value=1") == []
    assert session("set-param name=level value=full") == []
    assert session("set-param name=evaluator value=handcrafted") == []
    assert session("init") == ["ready"]
    assert session.move(f"pos={START['english']}")


def test_an_evaluator_that_is_not_there_leaves_the_engine_waiting_for_another() -> None:
    session = Session()
    assert session("set-param name=evaluator value=runs/none") == []
    assert session.error("init") == "runs/none: no such file or folder"
    assert session("set-param name=evaluator value=material") == []
    assert session("init") == ["ready"]


def test_a_table_larger_than_the_memory_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise MemoryError("std::bad_alloc")

    session = Session()
    monkeypatch.setattr("engine.protocols.hub_session.Thinker", refuse)
    assert session.error("init").startswith("out of memory, a smaller table-mib may do")


def test_a_finished_game_is_answered_by_an_error() -> None:
    session = Session()
    assert session(f"pos pos=B{31 * 'e'}w") == []
    for mode in ("think", "ponder", "analyze"):
        message = session.error(f"go {mode}")
        assert message == "go: the game is over, White wins: Black has no move"
    assert session.move(f"pos={START['english']}")


def test_a_drawn_game_may_be_played_on() -> None:
    session = Session()
    moves = " ".join(4 * ["1-6", "32-27", "6-1", "27-32"])
    assert session.move(f'pos=BB{30 * "e"}W moves="{moves}"')


def test_an_answer_holds_a_move_and_the_one_expected_behind_it() -> None:
    session = Session()
    session(f"pos pos={START['english']}")
    *infos, done = session("go think")
    position, squares = Position.start(), hub_squares("english")
    words = parse_line(done)
    info = parse_line(infos[-1])
    assert words is not None
    assert info is not None
    assert list(words.arguments) == ["move", "ponder"]
    after = position.push(parse_move(position, words.arguments["move"], squares))
    assert parse_move(after, words.arguments["ponder"], squares) in after.legal_moves()
    assert set(info.arguments) == {"depth", "score", "nodes", "time", "nps", "pv"}
    assert info.arguments["pv"].split()[:2] == list(words.arguments.values())
    assert int(info.arguments["nodes"]) <= 301


def test_captures_are_always_written_with_all_that_they_take() -> None:
    """U067."""
    session = Session("international")
    position = Position.from_fen("international", "W:W24:B20")
    assert session.move(f"pos={format_position(position)}") == "24x15x20"


def test_start_and_all_moves_say_the_same_as_a_later_position_and_the_moves_since() -> None:
    """Clients send either; only repetitions depend on the moves."""
    session, position = Session(), Position.start()
    squares, played = hub_squares("english"), []
    for text in ["11-15", "23-19", "8-11", "22-17", "11-16"]:
        move = position.parse_move(text)
        played.append(format_move(move, squares))
        position = position.push(move)
    session("new-game")
    first = session.move(f'pos={START["english"]} moves="{" ".join(played)}"')
    session("new-game")
    assert session.move(f"pos={format_position(position)}") == first


def test_a_repetition_is_known_from_the_moves_behind_a_position() -> None:
    """White, a king up, has been where 14-18 leads twice before: a third time would be a draw."""
    position = Position.from_fen("english", "W:WK14,K15:BK1")
    text = format_position(position)
    session = Session()
    session("level depth=5")
    there_and_back = ["14-18", "1-5", "18-14", "5-1"]
    free = session.move(f"pos={text}")
    repeated = session.move(f'pos={text} moves="{" ".join(2 * there_and_back)}"')
    assert free in [format_move(move, hub_squares("english")) for move in position.legal_moves()]
    assert repeated != "14-18"


def test_a_forced_move_does_not_take_the_time_there_is() -> None:
    session = Session()
    session("level move-time=5")
    position = Position.from_fen("english", "W:W21,22,32:B4,9,10,27")
    assert len(position.legal_moves()) == 1
    session(f"pos pos={format_position(position)}")
    info = parse_line(session("go think")[-2])
    assert info is not None
    assert int(info.arguments["depth"]) <= FORCED_DEPTH


def test_a_level_plays_as_it_does_elsewhere_whatever_the_client_allows() -> None:
    from engine.search import choose

    session = Session(level="easy", seed=5)
    session("level depth=1")
    position = Position.start().push("11-15")
    expected = choose(position, "easy", seed=5).move
    assert expected is not None
    assert session.move(f"pos={format_position(position)}") == format_move(
        expected, hub_squares("english")
    )


def test_moves_in_the_order_of_another_setting_are_refused_with_its_name() -> None:
    session = Session("russian")
    message = session.error(f"pos pos={START['russian']} moves=10-13")
    assert message.endswith("; with square-order a1 it would be")
    session("set-param name=square-order value=a1")
    assert session("init") == ["ready"]
    answer = session.move(f"pos={START['russian']} moves=10-13")
    after = Position.start("russian").push("c3b4")
    assert parse_move(after, answer, hub_squares("russian", "a1")) in after.legal_moves()


def test_every_ruleset_is_played_from_its_start() -> None:
    for name in ruleset_names():
        position = Position.start(name)
        text = Session(name).move(f"pos={START[name]}")
        assert parse_move(position, text, hub_squares(name)) in position.legal_moves()
        assert parse_position(START[name], name) == position
