"""Run folders: what is kept, how it is written, and how a killed run finds its place again."""

from rl.checkpoints.files import read_json, write_atomic, write_json
from rl.checkpoints.run import Run
from rl.checkpoints.seeds import derive_seed
from rl.checkpoints.state import MATERIAL, Stage, State, load_state

__all__ = [
    "MATERIAL",
    "Run",
    "Stage",
    "State",
    "derive_seed",
    "load_state",
    "read_json",
    "write_atomic",
    "write_json",
]
