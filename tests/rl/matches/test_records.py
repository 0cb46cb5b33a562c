"""Games on disk come back as they were, and damaged or foreign files are named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rl.matches.records import GameRecords, distinct_games, join, load_records, save_records

MATCH = "a" * 64


def some_records(lengths: list[int], seed: int = 1) -> GameRecords:
    random = np.random.default_rng(seed)
    plies = sum(lengths)
    return GameRecords(
        lengths=np.array(lengths, np.int64),
        results=random.integers(-1, 2, len(lengths)).astype(np.int8),
        reasons=random.integers(0, 7, len(lengths)).astype(np.uint8),
        moves=random.integers(0, 9, plies).astype(np.uint16),
        scores=random.integers(-500, 500, plies).astype(np.int16),
        nodes=random.integers(0, 5000, plies).astype(np.uint32),
        times=random.random(plies).astype(np.float32),
    )


def test_records_come_back_as_they_were(tmp_path: Path) -> None:
    records = some_records([4, 0, 7, 3])
    path = tmp_path / "pairs.npz"
    save_records(path, records, MATCH)
    again = load_records(path, 4, MATCH)
    assert again.digest() == records.digest()
    np.testing.assert_array_equal(again.times, records.times)


def test_equal_records_make_equal_files(tmp_path: Path) -> None:
    for name in ("a", "b"):
        save_records(tmp_path / name, some_records([5, 6]), MATCH)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_digest_sees_everything_but_the_clock() -> None:
    records = some_records([5, 6])
    assert some_records([5, 6], seed=2).digest() != records.digest()
    slower = replace(records, times=records.times + 1)
    assert slower.digest() == records.digest()


def test_joined_records_are_those_of_all_games_in_order() -> None:
    first, second = some_records([4, 2], 1), some_records([3], 2)
    joined = join([first, second])
    assert len(joined) == 3
    np.testing.assert_array_equal(joined.moves[joined.plies(2)], second.moves)
    assert joined.head(2).digest() == first.digest()
    assert len(join([])) == 0


@pytest.mark.parametrize("keep", [0, 10, 300, -1])
def test_truncated_block_is_named(tmp_path: Path, keep: int) -> None:
    path = tmp_path / "pairs.npz"
    save_records(path, some_records([40, 41]), MATCH)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(ValueError, match=r"pairs\.npz: expected a block of games, got a damaged"):
        load_records(path, 2, MATCH)


def test_flipped_byte_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "pairs.npz"
    save_records(path, some_records([400, 410]), MATCH)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"pairs\.npz: expected a block of games"):
        load_records(path, 2, MATCH)


def test_block_of_another_match_or_range_is_named(tmp_path: Path) -> None:
    path = tmp_path / "pairs.npz"
    save_records(path, some_records([4, 4]), MATCH)
    with pytest.raises(ValueError, match="expected 2 games of schema 1 and match bbbbbbbbbbbb"):
        load_records(path, 2, "b" * 64)
    with pytest.raises(ValueError, match="expected 4 games"):
        load_records(path, 4, MATCH)


def test_games_repeat_when_start_and_moves_are_equal() -> None:
    one = some_records([4, 5])
    twice = join([one, one])
    assert distinct_games(twice, ["a", "a", "a", "a"]) == 2
    assert distinct_games(twice, ["a", "a", "b", "b"]) == 4


def test_no_flipped_bit_of_a_block_is_anything_but_a_named_error(tmp_path: Path) -> None:
    """Encryption flags, unknown compressions and broken headers are damage like any other."""
    path, whole = tmp_path / "pairs.npz", some_records([4, 4])
    save_records(path, whole, MATCH)
    data = path.read_bytes()
    for place in [*range(60), *range(len(data) - 130, len(data))]:
        for bit in (0, 3):
            flipped = bytearray(data)
            flipped[place] ^= 1 << bit
            path.write_bytes(flipped)
            try:
                found = load_records(path, 2, MATCH).digest()
            except ValueError as error:
                found = str(error)
            assert found == whole.digest() or "pairs.npz: expected" in found
