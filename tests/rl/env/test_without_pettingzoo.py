"""The base install has the batched environment, and says what the other one needs."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]


def python(code: str) -> subprocess.CompletedProcess[str]:
    """Run code where PettingZoo cannot be found."""
    hidden = f"import sys; sys.modules['pettingzoo'] = None; {code}"
    return subprocess.run(
        [sys.executable, "-c", hidden], capture_output=True, text=True, cwd=ROOT, check=False
    )


def test_the_batched_environment_does_without_pettingzoo_and_gymnasium() -> None:
    played = "from rl.env import BatchedGames; g = BatchedGames('english', 2); g.step(g.sample())"
    assert python(f"{played}; sys.exit('gymnasium' in sys.modules)").returncode == 0


def test_the_other_names_the_extra_in_one_line() -> None:
    last = python("import rl.env.draughts_v0").stderr.splitlines()[-1]
    assert last == (
        "ModuleNotFoundError: rl.env.draughts_v0 needs PettingZoo; install it with: "
        "pip install 'crownhead[env]'"
    )


def test_the_tests_bring_pettingzoo_so_that_none_is_skipped() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    (own,) = (text for text in extras["test"] if text.startswith("crownhead["))
    assert "env" in own.removeprefix("crownhead[").removesuffix("]").split(",")
    assert any(text.startswith("pettingzoo") for text in extras["env"])
