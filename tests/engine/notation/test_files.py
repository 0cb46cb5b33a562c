"""Files of any bytes can be opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.notation import open_pdn, read_pdn


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_a_file_is_read_in_its_encoding(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "games.pdn"
    path.write_text('[White "Šmíd" ]'.replace("Š", "S") + " 1. 9-14 *", encoding=encoding)
    with open_pdn(path) as file:
        (game,) = read_pdn(file)
    assert game.tags == {"White": "Smíd"}


def test_a_file_of_no_known_encoding_is_read_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_bytes('[White "Цукерник"] 1. 9-14 *'.encode("cp1251") + bytes(range(128, 256)))
    with open_pdn(path) as file:
        (game,) = read_pdn(file)
    assert game.tags["White"].encode("latin-1").decode("cp1251") == "Цукерник"
