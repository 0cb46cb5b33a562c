"""The training rate is measured on the real inner loop."""

from __future__ import annotations

import pytest

from rl.training import TrainingConfig
from rl.training.rate import training_rate


@pytest.mark.slow
def test_training_rate_counts_positions() -> None:
    config = TrainingConfig(width=32, batch_size=1024)
    assert training_rate(config, time_s=0.05) > 1024
