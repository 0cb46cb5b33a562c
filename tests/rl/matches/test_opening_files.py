"""Openings from files: what they may hold, and the place of the first thing they may not."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from engine import _native
from engine.rules import Game, Position, deck
from rl.matches.config import MatchConfig
from rl.matches.decks import DeckConfig, format_deck, make_deck
from rl.matches.opening_files import read_openings
from rl.matches.openings import choose_openings, openings_digest, settle_openings

LINES = """\
# Ballots, one a line.
9-13 21-17
9-14 22-18  # with a note

1. 10-14 22-17 2. 11-15
W:W18,24,27:B12,16,20
"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def ten_lines(folder: Path, name: str = "book.txt") -> str:
    """Write a file of ten openings and return its name."""
    ballots = [" ".join(opening.game().move_texts()) for opening in deck("three-move")[:10]]
    return str(written(folder, name, "\n".join(ballots)))


def test_a_line_is_moves_or_a_position(tmp_path: Path) -> None:
    openings = read_openings(written(tmp_path, "book.txt", LINES), "english")
    assert [opening.name for opening in openings] == [
        "2: 9-13 21-17",
        "3: 9-14 22-18",
        "5: 10-14 22-17 11-15",
        "6: W:W18,24,27:B12,16,20",
    ]
    assert [len(opening.moves) for opening in openings] == [2, 2, 3, 0]
    assert openings[3].game().position.fen() == "W:W18,24,27:B12,16,20"
    for opening in openings:
        assert opening.game().position == opening.position


def test_games_of_a_pdn_file_are_openings_as_far_as_asked(tmp_path: Path) -> None:
    text = '[GameType "21"]\n1. 11-15 23-19 2. 8-11 22-17 *\n1. 11-15 23-19 2. 9-14 *\n'
    path = written(tmp_path, "book.pdn", text)
    assert [len(opening.moves) for opening in read_openings(path, "english")] == [4, 3]
    openings = read_openings(path, "english", plies=3)
    assert [opening.game().move_texts()[-1] for opening in openings] == ["8-11", "9-14"]
    assert len(read_openings(path, "english", plies=2)) == 1  # the two begin alike


def test_a_pdn_opening_may_begin_from_a_position(tmp_path: Path) -> None:
    text = '[SetUp "1"]\n[FEN "W:W27,K10:B7,15,23"]\n*\n'
    (opening,) = read_openings(written(tmp_path, "book.pdn", text), "english")
    assert opening.game().position == Position.from_fen("english", "W:W27,K10:B7,15,23")


def test_a_deck_that_was_made_is_read_as_it_was_made(tmp_path: Path) -> None:
    document = make_deck("russian", DeckConfig(count=3, nodes=100))
    path = written(tmp_path, "deck.json", format_deck(document))
    openings = read_openings(path, "russian")
    assert [opening.game().move_texts() for opening in openings] == [
        row["moves"] for row in document["openings"]
    ]


def test_openings_that_lead_to_the_same_position_count_once(tmp_path: Path) -> None:
    path = written(tmp_path, "book.txt", "9-14 22-17 11-15\n11-15 22-17 9-14\n9-13\n")
    assert [opening.name for opening in read_openings(path, "english")] == [
        "1: 9-14 22-17 11-15",
        "3: 9-13",
    ]


BAD = {
    "empty.txt": ("", "expected openings of english, got none"),
    "notes.txt": ("# nothing\n\n", "expected openings of english, got none"),
    "illegal.txt": ("9-13 21-17\n9-13 9-18\n", "line 2, ply 2: .* '9-18' is not legal here, Whi"),
    "typing.txt": ("9-13 21-\n", "line 1, ply 2: expected a move of english or a FEN: "),
    "square.txt": ("9-33\n", "line 1, ply 1: .*1-32"),
    "other.txt": ("32-28 19-23\n", "line 1, ply 1: expected a move of english"),
    "prose.txt": ("The Old Faithful\n", "line 1, ply 1: expected a move of english or a FEN"),
    "position.fen": ("W:W18:B45\n", "line 1: expected a position of english: "),
    "over.fen": ("W:W:B12\n", "line 1: expected "),
    "won.fen": ("W:W12:B3,8\n", "line 1: expected an opening, got one that ends the game"),
    "empty.pdn": ("", "expected openings of english, got none"),
    "illegal.pdn": ("1. 11-15 11-16 *", "game 1, line 1, ply 2: '11-16' is not legal here"),
    "russian.pdn": ('[GameType "25"]\n1. c3-d4 *', "game 1, line 1: .*russian"),
    "prose.pdn": ("Nothing to see here.", "no game found"),
    "empty.json": ("", "expected the JSON of a deck of openings"),
    "list.json": ("[1, 2]", r'expected a deck: \{"ruleset": NAME'),
    "rows.json": ('{"ruleset": "english", "openings": [[1]]}', "opening 1: expected an object"),
    "none.json": ('{"ruleset": "english", "openings": []}', "expected openings of english, got no"),
    "other.json": (
        '{"ruleset": "russian", "openings": []}',
        "expected openings of english, got ones of russian",
    ),
    "named.json": ('{"ruleset": "klingon", "openings": []}', "unknown ruleset 'klingon'"),
    "extra.json": (
        '{"ruleset": "english", "openings": [{"moves": [], "without": [1]}]}',
        "opening 1: expected number and moves, got without as well",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_the_first_mistake_is_one_line_that_names_file_and_place(tmp_path: Path, name: str) -> None:
    text, message = BAD[name]
    path = written(tmp_path, name, text)
    with pytest.raises(ValueError, match=f"^.*/{name}: {message}") as caught:
        settle_openings(MatchConfig(nodes=1, pairs=1, openings=str(path)), "english")
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"gone\.txt"):
        choose_openings(MatchConfig(nodes=1, openings=str(tmp_path / "gone.txt")), "english")


def test_forty_games_from_ten_openings_give_each_player_both_colours_of_every_one(
    tmp_path: Path,
) -> None:
    """U078: the book wraps around instead of running dry."""
    config = MatchConfig(time_s=0.01, pairs=20, openings=ten_lines(tmp_path))
    openings = choose_openings(config, "english")
    counts = Counter(opening.name for opening in openings)
    assert set(counts.values()) == {2}
    assert len(counts) == 10
    assert len({opening.name for opening in openings[:10]}) == 10


def test_more_pairs_than_openings_are_refused_where_they_would_repeat(tmp_path: Path) -> None:
    """U078."""
    by_nodes = MatchConfig(pairs=11, openings=ten_lines(tmp_path), nodes=10)
    said = r"^pairs: expected at most 10, the openings of .*book"
    for config in (by_nodes, replace(by_nodes, nodes=0, depth=3)):
        with pytest.raises(ValueError, match=said):
            choose_openings(config, "english")


def test_a_match_from_beyond_the_end_of_the_book_is_refused(tmp_path: Path) -> None:
    """U078: a start index beyond the book was ignored, and every game began at the start."""
    name = ten_lines(tmp_path)
    by_nodes = MatchConfig(pairs=1, openings=name, first_opening=11, nodes=10)
    for config in (by_nodes, replace(by_nodes, nodes=0, time_s=0.1)):
        with pytest.raises(ValueError, match=r"^first_opening: expected 1 to 10, .* got 11"):
            choose_openings(config, "english")


def test_a_match_goes_on_in_the_book_where_another_ended(tmp_path: Path) -> None:
    name = ten_lines(tmp_path)
    whole = choose_openings(MatchConfig(nodes=1, pairs=10, openings=name), "english")
    rest = MatchConfig(nodes=1, pairs=6, openings=name, first_opening=5)
    assert choose_openings(rest, "english") == whole[4:]
    with pytest.raises(ValueError, match="at most 6, the openings from 5 on of"):
        choose_openings(MatchConfig(nodes=1, pairs=7, openings=name, first_opening=5), "english")
    random = MatchConfig(nodes=1, pairs=4, openings="random")
    later = MatchConfig(nodes=1, pairs=2, openings="random", first_opening=3)
    assert choose_openings(later, "english") == choose_openings(random, "english")[2:]


def test_a_changed_file_is_another_match(tmp_path: Path) -> None:
    path = written(tmp_path, "book.txt", "9-13\n9-14\n")
    config = MatchConfig(nodes=1, pairs=2, openings=str(path))
    before = openings_digest(choose_openings(config, "english"))
    path.write_text("9-13\n10-14\n")
    assert openings_digest(choose_openings(config, "english")) != before


def test_a_deck_file_of_another_order_of_keys_is_the_same(tmp_path: Path) -> None:
    row = {"moves": ["11-15"], "number": 7}
    text = json.dumps({"openings": [row], "about": "by hand", "ruleset": "english"})
    (opening,) = read_openings(written(tmp_path, "deck.json", text), "english")
    game = Game()
    game.push("11-15")
    assert opening.position == game.position
    assert opening.position.turn == _native.Colour.WHITE
