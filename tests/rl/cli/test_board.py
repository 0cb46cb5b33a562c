"""The commands that only play, as a user or a program reads them."""

from __future__ import annotations

import pytest

from engine.rules import ruleset_names
from engine.rules.text import rules_page
from tests.oracle.published import perft_entries
from tests.rl.commands import answer, refusal, run

SEEDLESS = "expected --seed only with --level: other searches draw no lots"
UNKNOWN_LEVEL = "unknown level 'eazy': expected easy, medium, hard; the nearest is easy"


def test_every_ruleset_is_listed_with_its_facts(capsys: pytest.CaptureFixture[str]) -> None:
    rows = answer(capsys, "rulesets")
    assert [row["name"] for row in rows] == ruleset_names()
    assert rows[0] == {
        "name": "english",
        "title": "English draughts, or American checkers",
        "aliases": ["american", "checkers"],
        "rows": 8,
        "cols": 8,
        "squares": 32,
        "men": 12,
        "first_mover": "black",
        "kings": "one square in any diagonal direction",
        "captures": "compulsory, with a free choice; men capture forwards only",
        "draws": "the third occurrence of a position; "
        "40 moves each without a capture or a man's move",
        "no_progress_plies": 80,
        "repetitions": 3,
        "equal_kings_plies": 0,
        "game_type": "21,B,8,8,N1,0",
    }
    assert {tuple(row) for row in rows} == {tuple(rows[0])}


def test_the_list_says_the_same_to_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rulesets")
    assert "malaysian12 or dam: 12x12, 30 men a side, Black begins, GameType 59," in out
    assert max(map(len, out.splitlines())) <= 100
    said = " ".join(out.split())
    for name in ruleset_names():
        page = rules_page(name)
        assert f"kings: {page.kings} captures: {page.captures} draws: {page.draws}" in said


def test_a_named_ruleset_prints_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "rulesets", "frisian") == (0, rules_page("frisian").text, "")
    answered = answer(capsys, "rulesets", "frisian")
    assert answered["rules"] == list(rules_page("frisian").paragraphs)
    assert answered["rows"] == 10


@pytest.mark.parametrize(
    ("alias", "name"),
    [("american", "english"), ("checkers", "english"), ("dam", "malaysian12"),
     ("dam8", "malaysian8")],
)  # fmt: skip
@pytest.mark.parametrize(
    "command",
    [["rulesets"], ["perft", "--depth", "2"], ["moves"], ["search", "--depth", "2"]],
    ids=lambda command: command[0],
)
def test_an_alias_does_as_well_as_the_name(
    capsys: pytest.CaptureFixture[str], command: list[str], alias: str, name: str
) -> None:
    first, *rest = command
    by_alias, by_name = (answer(capsys, first, typed, *rest) for typed in (alias, name))
    if first == "search":
        by_alias["time_s"] = by_name["time_s"]
    assert by_alias == by_name


def test_a_position_may_go_with_an_alias(capsys: pytest.CaptureFixture[str]) -> None:
    fen = "W:W27:B7,15,23,24"
    by_name = answer(capsys, "moves", "english", "--fen", fen)
    assert answer(capsys, "moves", "checkers", "--fen", fen) == by_name


def test_a_match_may_name_its_ruleset_by_an_alias(capsys: pytest.CaptureFixture[str]) -> None:
    limits = ["--nodes", "50", "--pairs", "1", "--quiet"]
    played = answer(capsys, "match", "handcrafted", "material", "--ruleset", "american", *limits)
    assert played["ruleset"] == "english"


@pytest.mark.parametrize("command", [["rulesets"], ["moves"], ["perft", "--depth", "1"]])
def test_an_unknown_ruleset_is_refused_with_all_names_and_the_nearest(
    capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    message = refusal(capsys, command[0], "rusian", *command[1:])
    names = ", ".join([*ruleset_names(), "american", "checkers", "dam", "dam8"])
    expected = f"expected one of {names}; the nearest is russian"
    assert message == f"unknown ruleset 'rusian': {expected}"


def test_perft_counts_the_published_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    """A. Bik's and E. Trice's counts for English draughts (http://aartbik.com/MISC/checkers.html)."""
    assert answer(capsys, "perft", "english", "--depth", "7") == {
        "1": 7, "2": 49, "3": 302, "4": 1469, "5": 7361, "6": 36768, "7": 179740
    }  # fmt: skip


def test_perft_by_paths_counts_a_ring_capture_twice(capsys: pytest.CaptureFixture[str]) -> None:
    """A king takes four men around a ring and may go round it either way."""
    fen = "B:W10,11,18,19:BK7"
    assert answer(capsys, "perft", "english", "--depth", "1", "--fen", fen) == {"1": 1}
    assert answer(capsys, "perft", "english", "--depth", "1", "--fen", fen, "--paths") == {"1": 2}


@pytest.mark.parametrize("name", ["international", "canadian", "frisian", "malaysian12"])
def test_perft_by_paths_counts_the_published_numbers(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Positions where this is another number; see tests/data/perft.json for the sources."""
    entries = [entry for entry in perft_entries(name) if "unique" in entry and "path" in entry]
    differing = [entry for entry in entries if entry["path"]["2"] > entry["unique"]["2"]]
    assert differing
    for entry in differing[:5]:
        counted = answer(capsys, "perft", name, "--fen", entry["fen"], "--depth", "2", "--paths")
        assert counted == {depth: entry["path"][depth] for depth in ("1", "2")}


def test_moves_lists_full_paths_and_the_position_after(capsys: pytest.CaptureFixture[str]) -> None:
    moves = answer(capsys, "moves", "english", "--fen", "W:W27:B7,15,23,24")
    assert {move["move"] for move in moves} == {"27x18x11x2", "27x20"}
    longest = next(move for move in moves if move["to"] == 2)
    assert longest == {
        "move": "27x18x11x2", "from": 27, "to": 2, "captured": [7, 15, 23], "promoted": True,
        "lost": None, "huffed": None, "fen": "B:WK2:B24",
    }  # fmt: skip


def test_a_huff_is_written_before_the_move_it_goes_with(capsys: pytest.CaptureFixture[str]) -> None:
    """The piece on 11 passed a jump over; it may be huffed, which costs no move."""
    position = ["english-huff", "--fen", "W:W15,22:B5,11:U11"]
    moves = answer(capsys, "moves", *position)
    written = {(move["move"], move["huffed"]) for move in moves}
    assert written == {
        ("15x8", None), ("15-10", None), ("22-17", None), ("22-18", None), ("h11 15-10", 11),
        ("h11 15-11", 11), ("h11 22-17", 11), ("h11 22-18", 11),
    }  # fmt: skip
    assert "h11 15-11" in run(capsys, "moves", *position)[1].splitlines()[-1]


def test_a_refused_capture_tells_the_piece_it_loses(capsys: pytest.CaptureFixture[str]) -> None:
    """Man 15 can capture: walking with it loses it where it goes, walking with 22 loses it too."""
    position = ["dam8", "--fen", "W:W15,22:B5,11"]
    lost = {move["move"]: move["lost"] for move in answer(capsys, "moves", *position)}
    assert lost == {"15x8": None, "15-10": 10, "22-17": 15, "22-18": 15}
    assert "22-17 (loses 15)" in run(capsys, "moves", *position)[1]


def test_search_finds_the_capture_that_wins(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "search", "english", "--fen", "W:W27:B7,15,23", "--depth", "3")
    assert (found["move"], found["pv"][0]) == ("27x18x11x2", "27x2")
    assert set(found) == {"move", "score", "depth", "nodes", "table_hits", "time_s", "pv"}


def test_a_search_limited_by_nodes_repeats_itself(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (answer(capsys, "search", "english", "--nodes", "5000") for _ in range(2))
    assert {**first, "time_s": 0} == {**second, "time_s": 0}


def test_a_level_chooses_the_same_move_from_the_same_seed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["search", "english", "--level", "easy", "--seed"]
    first, second = (answer(capsys, *command, "3") for _ in range(2))
    assert {**first, "time_s": 0} == {**second, "time_s": 0}
    assert len({answer(capsys, *command, str(seed))["move"] for seed in range(10)}) > 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--level", "easy", "--depth", "3"], "expected --level or limits of your own, got both"),
        (["--level", "easy", "--time", "1"], "expected --level or limits of your own, got both"),
        (["--depth", "3", "--seed", "1"], SEEDLESS),
        (["--level", "eazy"], UNKNOWN_LEVEL),
    ],
)
def test_a_level_that_cannot_be_searched_is_refused(
    capsys: pytest.CaptureFixture[str], given: list[str], said: str
) -> None:
    assert refusal(capsys, "search", "english", *given) == said
