"""Reports of a study: strict JSON, text with what is needed to judge it, PDN that replays."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
from pathlib import Path
from random import Random

import pytest

import rl.study
from engine.evaluators import Handcrafted, Untuned
from engine.notation import Kind, PdnGame, read_pdn
from engine.rules import Game, Position, format_game, replay, ruleset_names
from rl.study.annotation import annotate
from rl.study.appraisal import Appraisal
from rl.study.grades import grade
from rl.study.records import load_chunk
from rl.study.report import PLAYERS, format_report, limit_text
from rl.study.study import JSON, PDN, TEXT
from tests.rl.study.archives import (
    HANGING_PLY,
    HANGS_A_MAN,
    LIMITS,
    appraise,
    finish,
    game_of,
    study_of,
)


def nags(pdn: PdnGame) -> dict[int, str]:
    """Return the NAG of each ply that has one, plies from 1."""
    found, ply = {}, 0
    for token in pdn.tokens:
        ply += token.kind is Kind.MOVE
        if token.kind is Kind.NAG:
            found[ply] = token.text
    return found


def comments(pdn: PdnGame) -> list[str]:
    return [" ".join(token.text.split()) for token in pdn.tokens if token.kind is Kind.COMMENT]


def annotated(text: str, ruleset: str = "english") -> tuple[PdnGame, Game, list[Appraisal]]:
    pdn = next(read_pdn(text))
    game = replay(pdn, ruleset)
    appraisals = appraise(game, LIMITS, Handcrafted(ruleset))
    return next(read_pdn(annotate(pdn, game, appraisals, "test"))), game, appraisals


def test_annotated_games_replay_with_their_tags_and_results(tmp_path: Path) -> None:
    study = study_of()
    finish(study, tmp_path)
    games = list(read_pdn((tmp_path / PDN).read_text(encoding="utf-8")))
    originals = list(study.source.read(study.numbers))
    assert len(games) == len(originals) == 10
    for pdn, original in zip(games, originals, strict=True):
        assert replay(pdn).moves == replay(original, "english").moves
        assert pdn.result == original.result
        assert {name: pdn.tags[name] for name in original.tags if name != "GameType"} == {
            name: value for name, value in original.tags.items() if name != "GameType"
        }
        assert pdn.tags["Annotator"] == "crownhead, handcrafted, 60 nodes a look, table 0.125 MiB"


def test_nags_stand_behind_the_mistakes_and_blunders_and_nowhere_else() -> None:
    pdn, _, appraisals = annotated(HANGS_A_MAN)
    expected = {
        ply: f"${graded.value}"
        for ply, appraisal in enumerate(appraisals, 1)
        if (graded := grade(appraisal)) is not None
    }
    assert nags(pdn) == expected
    assert expected[HANGING_PLY] == "$4"


def test_every_free_move_has_its_score_and_a_forced_one_none() -> None:
    pdn, _, appraisals = annotated(HANGS_A_MAN)
    assert len(comments(pdn)) == sum(not appraisal.forced for appraisal in appraisals)


def test_a_blunder_is_told_with_the_better_move_and_its_line() -> None:
    pdn, game, appraisals = annotated(HANGS_A_MAN)
    blunder, position = appraisals[HANGING_PLY - 1], game.positions[HANGING_PLY - 1]
    [comment] = [text for text in comments(pdn) if ":" in text]
    played, better, line = (
        f"{blunder.played_score / 100:+.2f}",
        f"{blunder.best_score / 100:+.2f}",
        comment.split(": ")[1],
    )
    move = position.format_move(position.legal_moves()[blunder.best])
    assert comment.startswith(f"{played}; better {move} {better}")
    assert line.split()[0] == move
    for text in line.split():
        position = position.push(text)


@pytest.mark.parametrize("ruleset", ["russian", "spanish"])
def test_better_moves_are_written_as_the_moves_around_them(ruleset: str) -> None:
    """In algebraic squares in Russian games, counted from the other end in Spanish ones."""
    played, source = Game(Position.start(ruleset)), Random(2)
    for _ in range(16):
        played.push(source.choice(played.position.legal_moves()))
    pdn, game, appraisals = annotated(format_game(played), ruleset)
    written = [token.text for token in pdn.tokens if token.kind is Kind.MOVE]
    free = [ply for ply, appraisal in enumerate(appraisals) if not appraisal.forced]
    costly = [ply for ply in free if appraisals[ply].loss]
    assert costly
    for ply in costly:
        better = comments(pdn)[free.index(ply)].split("; better ")[1].split()[0]
        head = f'[GameType "{pdn.tags["GameType"]}"] {" ".join([*written[:ply], better])} *'
        replayed = replay(next(read_pdn(head)), ruleset)
        assert replayed.moves[:-1] == game.moves[:ply]
        best = game.positions[ply].legal_moves()[appraisals[ply].best]
        assert replayed.moves[-1] == best


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_games_of_every_ruleset_are_studied_and_annotated(ruleset: str, tmp_path: Path) -> None:
    played, source = Game(Position.start(ruleset)), Random(f"study {ruleset}")
    while len(played.moves) < 30 and played.outcome() is None:
        played.push(source.choice(played.position.legal_moves()))
    file = tmp_path / "games.pdn"
    file.write_text(format_game(played, {"Result": "1-0"}))
    result = finish(study_of(file, Untuned(ruleset), nodes=20), tmp_path / "study")
    total = result.figures.total
    assert total.moves + total.forced == len(played.moves)
    assert result.calibration.positions == total.moves
    [pdn] = read_pdn((tmp_path / "study" / PDN).read_text(encoding="utf-8"))
    assert replay(pdn).moves == played.moves
    assert len(nags(pdn)) == total.mistakes + total.blunders > 0


def test_a_game_from_a_set_up_position_is_annotated_as_one() -> None:
    text = '[GameType "21"] [SetUp "1"] [FEN "W:WK11,K10:BK3"] 1. 10-7 3x10 *'
    pdn, game, _ = annotated(text)
    assert replay(pdn).start == game.start == Position.from_fen("english", "W:WK11,K10:BK3")
    assert nags(pdn) == {1: "$4"}
    assert comments(pdn)[0].startswith("loss in ")
    assert "a win missed: " in comments(pdn)[0]


def test_comments_and_variations_of_the_file_do_not_get_in_the_way() -> None:
    text = "{opening} 1. 11-15 $1 {bad} 22-18 (1... 23-19 {known} 8-11) 2. 15x22 25x18 ! 1-0"
    pdn, game, appraisals = annotated(text)
    assert len(game.moves) == len(appraisals) == 4
    assert pdn.result == "1-0"
    assert not {"opening", "bad", "known"} & set(comments(pdn))


def test_an_annotated_file_can_be_studied_again(tmp_path: Path) -> None:
    finish(study_of(games=3), tmp_path / "first")
    again = study_of(tmp_path / "first" / PDN, games=0)
    finish(again, tmp_path / "again")
    assert (tmp_path / "first" / PDN).read_bytes() == (tmp_path / "again" / PDN).read_bytes()


def test_json_is_strict_and_agrees_with_the_chunks(tmp_path: Path) -> None:
    study = study_of()
    finish(study, tmp_path)
    document = json.loads((tmp_path / JSON).read_text(encoding="utf-8"), parse_constant=pytest.fail)
    plies = [appraisal for game in study.finished(tmp_path) for appraisal in game.appraisals or ()]
    free = [appraisal for appraisal in plies if not appraisal.forced]
    total = document["total"]
    assert document["games"] == total["games"] == 10
    assert (total["moves"], total["forced"]) == (len(free), len(plies) - len(free))
    assert total["agreed"] == sum(appraisal.agreed for appraisal in free) / len(free)
    expected = sum(appraisal.loss for appraisal in free) / len(free) / 100
    assert total["loss_men"] == pytest.approx(expected)
    assert sum(side["moves"] for side in document["colours"].values()) == len(free)
    assert document["calibration"]["positions"] == len(free)
    assert document["file"]["sha256"] == study.source.digest
    assert all(Position.from_fen("english", one["fen"]) for one in document["critical"])


def test_text_has_what_is_needed_to_judge_and_repeat_the_study(tmp_path: Path) -> None:
    study = study_of()
    result = finish(study, tmp_path)
    text = (tmp_path / TEXT).read_text(encoding="utf-8")
    assert text == format_report(result)
    for part in (
        "handcrafted on acf_sample.pdn, english",
        "10 of 200, 0 left out",
        "60 nodes a look, table 0.125 MiB",
        study.source.digest[:16],
        "Black",
        "score against result: 10 games with a result",
        "critical positions",
    ):
        assert part in text, part
    assert all(len(line) <= 120 for line in text.splitlines())


def test_text_lists_the_busiest_players_and_counts_the_others(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(
        "".join(
            f'[GameType "21"] [Black "Player {n}"] 1. 11-15 22-18 *\n' for n in range(PLAYERS + 3)
        )
    )
    text = format_report(finish(study_of(file, games=0)))
    assert "Player 0 " in text
    assert "and 3 other players" in text


def test_chunks_give_back_what_was_found(tmp_path: Path) -> None:
    study = study_of(games=3, chunk_games=3)
    finish(study, tmp_path)
    [path] = tmp_path.glob("*.npz")
    [first, *_] = study.finished(tmp_path)
    pdn = next(study.source.read(study.numbers))
    assert first.number == pdn.number
    assert first.appraisals == tuple(
        appraise(replay(pdn, "english"), study.config.limits, Handcrafted())
    )
    with pytest.raises(ValueError, match="expected 2 games from game 1"):
        load_chunk(path, [1, 2], "0" * 64)


def test_limits_are_told_in_their_unit() -> None:
    assert limit_text(study_of(nodes=0, depth=9).config) == "9 plies a look, table 16 MiB"
    assert game_of(HANGS_A_MAN).start == Position.start()


@pytest.mark.parametrize("name", [name for _, name, _ in pkgutil.iter_modules(rl.study.__path__)])
def test_the_examples_of_a_module_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"rl.study.{name}")).failed == 0
