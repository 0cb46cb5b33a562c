"""Who plays in a run beside the champion: the league of a generation, and endgame tables."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("tensorboard")

from engine import Reason
from engine.evaluators import save_network
from engine.evaluators.network import digest
from rl.checkpoints import Run
from rl.config import format_config
from rl.loop import train
from rl.loop.session import Session
from rl.selfplay.games import load_games
from rl.training.config import TrainingConfig
from rl.training.start import material_start
from tests.engine.evaluators.tables import tables
from tests.rl.tiny import curve_points, tiny_config

LEAGUE = ("--selfplay.league_share", "0.5", "--selfplay.league", '["material", "untuned"]')


def session_with_champions(folder: Path, accepted: list[bool], *overrides: str) -> Session:
    """Return a session behind so many generations, of which some brought a new champion."""
    config = tiny_config(*LEAGUE, *overrides)
    run = Run.open(folder, format_config(config), seed=config.seed)
    session = Session(config, run, False, lambda line: None)
    ledger, champion = [], "material"
    for generation, survives in enumerate(accepted):
        weights = material_start("english", TrainingConfig(width=32), 100.0, generation)
        save_network(run.path("networks", f"g{generation:02d}.safetensors"), weights, {})
        ledger.append(
            {
                "generation": generation,
                "challenger": f"smoke/g{generation:02d}",
                "accepted": survives,
            }
        )
        champion = f"networks/g{generation:02d}.safetensors" if survives else champion
    run.save(generation=len(accepted), champion=champion, ledger=ledger)
    return session


def names(session: Session) -> list[str]:
    with session.run:
        return [member.name for member in session.league()]


def test_material_does_not_meet_itself_in_the_first_generation(tmp_path: Path) -> None:
    assert names(session_with_champions(tmp_path, [])) == ["untuned"]


def test_former_champions_join_the_league_and_the_champion_and_losers_do_not(
    tmp_path: Path,
) -> None:
    session = session_with_champions(tmp_path, [True, False, True, True])
    assert names(session) == ["material", "untuned", "smoke/g00", "smoke/g02"]


def test_a_champion_that_was_not_replaced_is_still_no_member(tmp_path: Path) -> None:
    session = session_with_champions(tmp_path, [True, True, False])
    assert names(session) == ["material", "untuned", "smoke/g00"]


def test_the_network_a_run_started_from_is_a_former_champion_once_it_was_beaten(
    tmp_path: Path,
) -> None:
    weights = material_start("english", TrainingConfig(width=32), 100.0, 9)
    for accepted, members in ((True, ["smoke/start"]), (False, [])):
        folder = tmp_path / str(accepted)
        session = session_with_champions(folder, [accepted])
        save_network(folder / "networks" / "start.safetensors", weights, {})
        if not accepted:
            session.run.save(champion="networks/start.safetensors")
        assert names(session) == ["material", "untuned", *members]


def test_only_the_newest_former_champions_are_kept(tmp_path: Path) -> None:
    session = session_with_champions(
        tmp_path, [True] * 4, "--selfplay.league_champions", "2", "--selfplay.league", "[]"
    )
    assert names(session) == ["smoke/g01", "smoke/g02"]


def test_no_former_champion_plays_where_none_is_wanted(tmp_path: Path) -> None:
    session = session_with_champions(tmp_path, [True] * 3, "--selfplay.league_champions", "0")
    assert names(session) == ["material", "untuned"]


def test_a_job_lists_its_league_by_digest(tmp_path: Path) -> None:
    with (session := session_with_champions(tmp_path, [True, True])).run:
        (former,) = (member for member in session.league() if member.name == "smoke/g00")
        described = session.jobs()[0].description()
        assert described["league"][2] == digest(former.weights)  # type: ignore[attr-defined]
        assert described["league"][0].startswith("material ")
        assert described["endgames"] == ""


def test_a_former_champion_that_is_damaged_is_named(tmp_path: Path) -> None:
    with (session := session_with_champions(tmp_path, [True, True])).run:
        session.network_path(0).write_bytes(b"")
        with pytest.raises(ValueError, match=r"^[^\n]*g00\.safetensors: [^\n]+$"):
            session.league()


@pytest.mark.slow
def test_a_run_makes_its_tables_beside_itself_and_plays_with_them_and_the_league(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROWNHEAD_TABLES", str(tmp_path / "none"))
    said: list[str] = []
    config = tiny_config(
        *LEAGUE, "--selfplay.endgame_pieces", "3", "--generations", "1",
        "--selfplay.adjudication.ply_cap", "250",
    )  # fmt: skip
    train(config, tmp_path / "run", progress=False, verbose=True, say=said.append)
    made = tables("english", 3)
    assert {path.name for path in (tmp_path / "tables" / "english").glob("*.safetensors")} == {
        file.path.name for file in made.files
    }
    assert any("tables     3 pieces, made in" in line for line in said)
    descriptions = [
        json.loads(path.read_text()) for path in (tmp_path / "run" / "samples").glob("*.json")
    ]
    assert {document["job"]["endgames"] for document in descriptions} == {made.digest}
    games = [load_games(path) for path in (tmp_path / "run" / "games").iterdir()]
    assert np.concatenate([part.reasons == int(Reason.ENDGAME) for part in games]).any()
    assert np.concatenate([part.white_players for part in games]).any()
    assert any("league     material v untuned +" in line for line in said)
    shares = {tag: value for tag, _, value in curve_points(tmp_path / "run")}
    assert 0 < shares["data/endgame_frac"] < 1
    assert 0 <= shares["data/league_score"] <= 1
    with Run.open(tmp_path / "other", format_config(config), seed=1) as run:
        found = Session(config, run, False, said.append).endgames()
    assert found is not None
    assert found.digest == made.digest
    assert sum("made in" in line for line in said) == 1
