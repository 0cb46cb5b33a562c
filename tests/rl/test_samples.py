"""Merging, held-out games and shard files, against counts done by hand or by plain Python."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from engine._native import sample_dtype
from rl.samples import (
    held_out,
    inputs,
    load_shard,
    merge,
    plane_bytes,
    save_shard,
    shard_metadata,
    write_atomically,
)


def make_samples(rows: int, positions: int, games: int, seed: int = 1) -> np.ndarray:
    """Raw rows (one result each) of random games that meet in `positions` positions."""
    random = np.random.default_rng(seed)
    samples = np.zeros(rows, dtype=sample_dtype("english"))
    position = random.integers(0, positions, rows).astype(np.uint64)
    samples["key"] = position * np.uint64(0x9E3779B97F4A7C15)  # spread over all 64 bits
    samples["planes"] = (position[:, None] * np.array([1, 3, 5, 7], dtype=np.uint64)) % 2**32
    samples["game"] = np.sort(random.integers(0, games, rows))
    samples["ply"] = random.integers(0, 200, rows)
    samples["score"] = random.integers(-900, 900, rows)
    result = random.integers(0, 3, rows)
    for value, name in enumerate(("wins", "draws", "losses")):
        samples[name] = result == value
    return samples


def row(key: int, game: int, score: int, wins: int, draws: int, losses: int) -> np.ndarray:
    samples = np.zeros(1, dtype=sample_dtype("english"))
    for name, value in locals().items():
        if name in samples.dtype.names:
            samples[name] = value
    return samples


def test_equal_positions_merge_to_counts_and_mean_score() -> None:
    rows = [row(7, 3, 100, 1, 0, 0), row(9, 3, -5, 0, 0, 1), row(7, 1, 40, 0, 1, 0)]
    merged = merge(np.concatenate(rows))
    assert merged["key"].tolist() == [7, 9]
    assert merged["score"].tolist() == [70, -5]
    assert merged["game"].tolist() == [1, 3]
    assert [merged[name].tolist() for name in ("wins", "draws", "losses")] == [
        [1, 0],
        [1, 0],
        [0, 1],
    ]


def test_merged_scores_are_weighted_by_count() -> None:
    merged = merge(np.concatenate([row(7, 3, 100, 2, 1, 0), row(7, 1, 20, 0, 0, 1)]))
    assert merged["score"].tolist() == [80]


def test_merge_agrees_with_counting_in_plain_python() -> None:
    samples = make_samples(rows=4000, positions=700, games=50)
    expected: dict[tuple[bool, int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for sample in samples:
        entry = expected[bool(sample["game"] % 16 == 0), int(sample["key"])]
        for index, name in enumerate(("wins", "draws", "losses", "score")):
            entry[index] += int(sample[name])
    merged = merge(samples)
    assert len(merged) == len(expected)
    for sample in merged:
        wins, draws, losses, score = expected[bool(sample["game"] % 16 == 0), int(sample["key"])]
        assert (sample["wins"], sample["draws"], sample["losses"]) == (wins, draws, losses)
        assert abs(sample["score"] - score / (wins + draws + losses)) <= 0.5


def test_held_out_games_never_merge_with_training_games() -> None:
    merged = merge(np.concatenate([row(7, 16, 0, 1, 0, 0), row(7, 17, 0, 1, 0, 0)]))
    assert merged["game"].tolist() == [17, 16]
    assert held_out(merged["game"]).tolist() == [False, True]
    assert merged["wins"].tolist() == [1, 1]


def test_order_of_rows_does_not_change_the_merge() -> None:
    samples = make_samples(rows=2000, positions=300, games=40)
    shuffled = np.random.default_rng(2).permutation(samples)
    assert merge(shuffled).tobytes() == merge(samples).tobytes()


def test_bytes_of_merged_samples_follow_from_their_values_alone() -> None:
    samples = make_samples(rows=2000, positions=300, games=40)
    noise = np.random.default_rng(3).bytes(samples.nbytes)
    dirty = np.frombuffer(noise, dtype=samples.dtype).copy()
    for name in samples.dtype.names or ():
        dirty[name] = samples[name]
    assert merge(dirty).tobytes() == merge(samples).tobytes()


def test_merging_again_changes_nothing() -> None:
    merged = merge(make_samples(rows=2000, positions=300, games=40))
    assert merge(merged).tobytes() == merged.tobytes()


def test_counts_beyond_their_type_keep_their_shares() -> None:
    merged = merge(np.concatenate([row(7, 1, 0, 60000, 0, 0), row(7, 2, 0, 60000, 0, 40000)]))
    assert merged["wins"] / merged["losses"] == pytest.approx(3.0, rel=1e-3)


def test_row_without_a_result_is_refused() -> None:
    with pytest.raises(ValueError, match="sample 1: expected a win, draw or loss"):
        merge(np.concatenate([row(7, 1, 0, 1, 0, 0), row(8, 2, 0, 0, 0, 0)]))


def test_nothing_merges_to_nothing() -> None:
    assert len(merge(make_samples(rows=0, positions=1, games=1))) == 0


@pytest.mark.parametrize(
    ("dtype", "shape", "squares"),
    [(np.uint32, (4,), 32), (np.uint64, (4,), 50), (np.uint64, (4, 2), 72)],
    ids=["8x8", "10x10", "12x12"],
)
def test_bit_i_of_plane_p_becomes_input_p_times_squares_plus_i(
    dtype: type[np.unsignedinteger], shape: tuple[int, ...], squares: int
) -> None:
    width = np.dtype(dtype).itemsize * 8
    for plane, square in [(0, 0), (1, squares - 1), (2, 17), (3, 31)]:
        planes = np.zeros((1, *shape), dtype=dtype).reshape(1, 4, -1)
        planes[0, plane, square // width] = dtype(1 << square % width)
        unpacked = inputs(planes.reshape(1, *shape), squares)
        assert unpacked.shape == (1, 4 * squares)
        assert np.flatnonzero(unpacked[0]).tolist() == [plane * squares + square]
        packed = plane_bytes(planes.reshape(1, *shape))
        assert inputs(packed, squares).tolist() == unpacked.tolist()


def test_no_planes_become_no_inputs() -> None:
    assert inputs(np.zeros((0, 4), dtype=np.uint32), 32).shape == (0, 128)


def test_shard_reads_back_as_written(tmp_path: Path) -> None:
    samples = make_samples(rows=100, positions=50, games=9)
    save_shard(tmp_path / "a.npy", samples, {"ruleset": "english", "generation": 3})
    loaded = load_shard(tmp_path / "a.npy", "english")
    assert loaded.tobytes() == samples.tobytes()
    assert not loaded.flags.writeable
    metadata = shard_metadata(tmp_path / "a.npy", "english")
    assert (metadata["rows"], metadata["generation"]) == (100, 3)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "a.npy"]


def test_truncated_shard_is_refused(shard: Path) -> None:
    shard.write_bytes(shard.read_bytes()[:-10])
    with pytest.raises(ValueError, match=r"a\.npy: expected \d+ bytes, got \d+: truncated\?$"):
        load_shard(shard, "english")


def test_shard_with_a_flipped_bit_is_refused(shard: Path) -> None:
    data = bytearray(shard.read_bytes())
    data[-5] ^= 1
    shard.write_bytes(data)
    with pytest.raises(ValueError, match=r"a\.npy: its SHA-256 differs"):
        load_shard(shard, "english")


def test_any_flipped_byte_of_a_shard_or_its_description_is_noticed_or_harmless(shard: Path) -> None:
    expected = load_shard(shard, "english").copy(), shard_metadata(shard, "english")
    random = np.random.default_rng(1)
    for path in (shard, shard.with_suffix(".json")):
        whole, noticed = path.read_bytes(), 0
        for place in random.choice(len(whole), min(len(whole), 150), replace=False):
            damaged = bytearray(whole)
            damaged[place] ^= 1 << int(random.integers(8))
            path.write_bytes(damaged)
            try:
                found = load_shard(shard, "english"), shard_metadata(shard, "english")
            except ValueError as error:
                noticed += "a." in str(error)
            else:  # white space of the description, or the name of its digest
                assert path.suffix == ".json"
                np.testing.assert_array_equal(found[0], expected[0])
                assert {name: found[1][name] for name in expected[1]} == expected[1]
        path.write_bytes(whole)
        assert noticed > 100


def test_shard_without_description_is_unfinished(shard: Path) -> None:
    shard.with_suffix(".json").unlink()
    with pytest.raises(ValueError, match=r"a\.npy: not a finished shard, a\.json is missing"):
        load_shard(shard, "english")


def test_description_without_shard_is_refused(shard: Path) -> None:
    shard.unlink()
    with pytest.raises(ValueError, match=r"a\.npy: no such shard"):
        load_shard(shard, "english")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"schema": "1"}'])
def test_damaged_description_is_refused(shard: Path, text: str) -> None:
    shard.with_suffix(".json").write_text(text)
    with pytest.raises(ValueError, match=r"a\.json: expected the description of a shard"):
        load_shard(shard, "english")


@pytest.mark.parametrize(
    ("name", "value"), [("schema", 99), ("ruleset", "russian")], ids=["schema", "ruleset"]
)
def test_shard_of_another_kind_is_refused(shard: Path, name: str, value: object) -> None:
    beside = shard.with_suffix(".json")
    beside.write_text(json.dumps({**json.loads(beside.read_text()), name: value}))
    with pytest.raises(ValueError, match=rf"a\.json: expected {name} .*, got {value!r}"):
        load_shard(shard, "english")


def test_file_that_holds_no_samples_is_refused(shard: Path) -> None:
    def replace_by(write: bytes) -> None:
        digest = write_atomically(shard, lambda file: file.write(write))
        beside = shard.with_suffix(".json")
        description = json.loads(beside.read_text())
        description.pop("description_sha256", None)
        beside.write_text(json.dumps({**description, "bytes": len(write), "sha256": digest}))

    replace_by(b"not an array")
    with pytest.raises(ValueError, match=r"a\.npy: expected a \.npy file of samples"):
        load_shard(shard, "english")
    np.save(shard.with_name("other.npy"), np.zeros(20))
    replace_by(shard.with_name("other.npy").read_bytes())
    with pytest.raises(ValueError, match=r"a\.npy: expected 20 samples of 'english', got shape"):
        load_shard(shard, "english")


def test_samples_of_other_fields_are_not_saved(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected samples of 'english'"):
        save_shard(tmp_path / "a.npy", np.zeros(3), {"ruleset": "english"})
    assert list(tmp_path.iterdir()) == []


def test_failed_write_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    write_atomically(path, lambda file: file.write(b"old"))

    def fail(file: object) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match=r"No space left on device: '.*a\.bin'"):
        write_atomically(path, fail)
    assert [entry.read_bytes() for entry in tmp_path.iterdir()] == [b"old"]


@pytest.fixture
def shard(tmp_path: Path) -> Path:
    path = tmp_path / "a.npy"
    save_shard(path, make_samples(rows=20, positions=50, games=9), {"ruleset": "english"})
    return path
