"""Buckets, targets and weights of training rows, against values worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from engine._native import sample_dtype
from rl.training import TrainingConfig
from rl.training.rows import blended_target, bucket_table, make_rows


def test_buckets_of_24_pieces_are_the_bounds_themselves() -> None:
    table = bucket_table((4, 6, 8, 10, 13, 16, 20, 24), 24)
    ranges = [
        (np.flatnonzero(table == b).min(), np.flatnonzero(table == b).max()) for b in range(8)
    ]
    assert ranges == [
        (0, 4), (5, 6), (7, 8), (9, 10), (11, 13), (14, 16), (17, 20), (21, 24),
    ]  # fmt: skip


@pytest.mark.parametrize("pieces", [8, 16, 24, 32, 40, 60])
def test_buckets_scale_to_any_number_of_pieces(pieces: int) -> None:
    table = bucket_table(TrainingConfig().buckets, pieces)
    assert len(table) == pieces + 1
    assert np.all(np.diff(table.astype(int)) >= 0)
    assert (table[0], table[-1]) == (0, 7)


def one_sample() -> np.ndarray:
    samples = np.zeros(1, dtype=sample_dtype("english"))
    samples["planes"] = [[0b111, 0b1000, 0b110000, 0]]
    samples["score"], samples["wins"], samples["draws"], samples["losses"] = 200, 1, 2, 6
    return samples


def test_pieces_are_counted_by_plane() -> None:
    rows = make_rows(one_sample(), bucket_table((4, 24), 24), 8.0)
    assert rows.pieces.tolist() == [[3, 1, 2, 0]]
    assert rows.bucket.tolist() == [1]


def test_result_counts_a_draw_as_half_and_weight_is_the_root_of_the_games() -> None:
    rows = make_rows(one_sample(), bucket_table((24,), 24), 8.0)
    assert rows.result.tolist() == pytest.approx([2 / 9])
    assert rows.weight.tolist() == pytest.approx([3.0])
    capped = make_rows(one_sample(), bucket_table((24,), 24), 2.5)
    assert capped.weight.tolist() == pytest.approx([2.5])


@pytest.mark.parametrize(
    ("share", "expected"),
    [(0.0, 2 / 9), (1.0, 0.8807970), (0.25, 0.25 * 0.8807970 + 0.75 * 2 / 9)],
)
def test_target_blends_result_and_sigmoid_of_the_score(share: float, expected: float) -> None:
    rows = make_rows(one_sample(), bucket_table((24,), 24), 8.0)
    # 1 / (1 + exp(-200 / 100)) = 0.8807970
    assert blended_target(rows, 100.0, share).tolist() == pytest.approx([expected])
