"""Fits the value network to merged samples.

`config` says how, `trainer.train` does it; both meet self-play and matches through arrays and files
alone. Everything that imports torch is left to the submodules, so that reading a config stays fast
and playing needs no torch at all.
"""

from rl.training.config import TrainingConfig

__all__ = ["TrainingConfig"]
