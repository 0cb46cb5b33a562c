"""The decks of openings.

Counts of the three-move deck: https://www.bobnewell.net, 174 possible of which 18 are barred. Of
the two-move openings: J. Savard, http://www.quadibloc.com, who lists the six barred ones. Of the
Russian tables: https://idf64.org/tables-of-draw/ (150 basic positions) and
https://results.fmjd.org/viewpage.php?page_id=2 (745 positions on 46 cards).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from engine import Game, Move, Position
from engine.rules import Colour, deck, deck_names, deck_ruleset
from engine.rules.openings import DATA, check_digest

THREE_MOVE = "30e4b5e4dee894d1451c44e4757a14d16e75e1727fca41fdaca70c1df4be3a1b"

DRAWN = ("english", "english-huff", "russian", "malaysian8", "malaysian12", "queens8", "queens10")


@pytest.mark.parametrize(
    ("name", "ruleset", "played", "barred"),
    [
        ("three-move", "english", 156, 18),
        ("two-move", "english", 43, 6),
        ("eleven-man", "english", 1129, 112),
        ("russian-basic", "russian", 148, 0),
        ("russian-table", "russian", 345, 0),
        *((f"{ruleset}-random", ruleset, 400, 0) for ruleset in DRAWN),
    ],
)
def test_each_deck_has_its_openings(name: str, ruleset: str, played: int, barred: int) -> None:
    assert deck_ruleset(name) == ruleset
    assert len(deck(name)) == played
    assert sum(opening.barred for opening in deck(name, barred=True)) == barred
    assert not any(opening.barred for opening in deck(name))


@pytest.mark.parametrize("name", deck_names())
def test_every_opening_is_legal_moves_to_a_position_of_its_own(name: str) -> None:
    openings = deck(name, barred=True)
    for opening in openings:
        assert opening.position.ruleset.name == deck_ruleset(name)
        game = opening.game()
        assert (game.moves, game.position) == (opening.moves, opening.position)
        assert opening.position.legal_moves()
    assert len({opening.position for opening in openings}) == len(openings)
    assert len({opening.name for opening in openings}) == len(openings)


@pytest.mark.parametrize("name", deck_names())
def test_every_deck_names_its_sources(name: str) -> None:
    document = json.loads((DATA / f"{name.replace('-', '_')}.json").read_text(encoding="utf-8"))
    assert document["about"]
    assert all(document["sources"])


@pytest.mark.parametrize("moves", ["9-13 21-17 10-14", "12-16 23-19 16x23", "9-14 22-18 14-17"])
def test_barred_openings_come_only_on_request(moves: str) -> None:
    assert not [opening for opening in deck() if opening.name.endswith(moves)]
    (opening,) = [each for each in deck(barred=True) if each.name.endswith(moves)]
    assert opening.barred


def test_two_moves_lead_to_each_of_the_49_pairs() -> None:
    start = Position.start("english")
    pairs = {start.push(one).push(two) for one in start.legal_moves()
             for two in start.push(one).legal_moves()}  # fmt: skip
    assert {opening.position for opening in deck("two-move", barred=True)} == pairs


def test_the_six_barred_pairs_of_moves_are_not_played() -> None:
    barred = {" ".join(each.game().move_texts()) for each in deck("two-move", barred=True)}
    barred -= {" ".join(each.game().move_texts()) for each in deck("two-move")}
    assert barred == {
        "9-14 21-17", "9-14 23-18", "10-14 21-17", "10-14 23-18", "11-16 23-19", "12-16 23-19",
    }  # fmt: skip


def test_the_white_doctor_is_played() -> None:
    assert [opening.name for opening in deck() if "10-14 22-18 12-16" in opening.name] == [
        "68: 10-14 22-18 12-16"
    ]


def test_eleven_men_play_two_moves_on_a_board_without_the_two() -> None:
    opening = deck("eleven-man")[0]
    assert opening.name == "6: without 11 and 28; 9-13 24-19"
    assert opening.position.fen() == (
        "B:W19,21,22,23,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,8,10,12,13"
    )
    for each in deck("eleven-man", barred=True):
        assert each.start is not None
        assert [len(each.start.men(colour)) for colour in Colour] == [11, 11]
        assert len(each.moves) == 2


def test_the_russian_tables_are_read_in_their_own_squares() -> None:
    # "cd4 ba5 dc5", the first basic position: c3-d4, b6-a5, d4-c5.
    opening = deck("russian-basic")[0]
    game = Game(Position.start("russian"))
    for move in ("c3-d4", "b6-a5", "d4-c5"):
        game.push(move)
    assert opening.name == "1-I: c3-d4 b6-a5 d4-c5"
    assert opening.position == game.position


def test_what_is_left_out_of_the_russian_tables_is_named() -> None:
    for name, count in (("russian_basic", 150), ("russian_table", 745)):
        document = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
        left_out = document["left_out"] + document.get("not_reached_by_moves", [])
        assert len(document["openings"]) + len(left_out) == count


@pytest.mark.parametrize("ruleset", DRAWN)
def test_random_decks_are_lines_of_their_seed_in_the_order_they_were_drawn(ruleset: str) -> None:
    document = json.loads((DATA / f"{ruleset.replace('-', '_')}_random.json").read_text())
    seed, (fewest, most) = document["random"]["seed"], document["random"]["plies"]
    lines = drawn_lines(ruleset, seed, fewest, most)
    for opening in deck(f"{ruleset}-random"):
        assert fewest <= len(opening.moves) <= most
        assert opening.moves in lines  # and goes on behind it


def drawn_lines(ruleset: str, seed: int, fewest: int, most: int) -> Iterator[tuple[Move, ...]]:
    """Yield what the seed draws, before the screen."""
    for attempt in range(4000):
        random, position, moves = Random(f"opening {seed} {attempt}"), Position.start(ruleset), []
        for _ in range(random.randint(fewest, most)):
            legal = position.legal_moves()
            if not legal:
                break
            moves.append(random.choice(legal))
            position = position.push(moves[-1])
        yield tuple(moves)


def test_a_changed_deck_is_refused() -> None:
    document = json.loads((DATA / "three_move.json").read_text(encoding="utf-8"))
    check_digest("three_move.json", document, THREE_MOVE)
    document["openings"][2]["barred"] = False
    with pytest.raises(ValueError, match=r"^three_move.json: expected sha256 [0-9a-f]{12}, got "):
        check_digest("three_move.json", document, THREE_MOVE)


def test_an_unknown_deck_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match=r"unknown deck 'four-move': expected one of three-move"):
        deck("four-move")
