"""Settings out of range are refused, by name."""

from __future__ import annotations

from typing import Any

import pytest

from rl.training import TrainingConfig


def test_defaults_are_in_range() -> None:
    assert TrainingConfig() == TrainingConfig()


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("width", 8, "32 to 256"),
        ("width", 65, "a multiple of 32"),
        ("perspectives", 0, "1 to 2"),
        ("perspectives", 3, "1 to 2"),
        ("buckets", (), "ascending piece counts that end with 24"),
        ("buckets", (8, 4, 24), "ascending piece counts that end with 24"),
        ("buckets", (4, 4, 24), "ascending piece counts that end with 24"),
        ("buckets", (4, 20), "ascending piece counts that end with 24"),
        ("buckets", (0, 24), "piece counts above 0"),
        ("search_share", (0.5, 1.5), "values of 0 to 1"),
        ("search_share", (), "values of 0 to 1"),
        ("passes", 0, "1 to 10000"),
        ("batch_size", 0, "1 to 1e+07"),
        ("learning_rate", float("inf"), "1e-07 to 1"),
        ("final_learning_rate", 1.0, "0 to 0.0"),
        ("warmup_share", 1.0, "0 to 0.9"),
        ("weight_decay", -1.0, "0 to 10"),
        ("weight_clip", 5.0, "0.1 to 4"),
        ("repeat_cap", 0.5, "1 to 1000"),
        ("average_decay", 1.0, "0 to 0.99999"),
        ("threads", 0, "1 to 1024"),
        ("device", "gpu", "one of 'auto', 'cpu', 'cuda'"),
    ],
)
def test_value_out_of_range_is_refused_in_one_line(name: str, value: Any, expected: str) -> None:
    with pytest.raises(ValueError, match=f"^{name}: expected ") as caught:
        TrainingConfig(**{name: value})
    assert f"expected {expected}" in str(caught.value)
    assert "got" in str(caught.value)
    assert "\n" not in str(caught.value)
