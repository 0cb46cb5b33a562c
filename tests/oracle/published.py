"""Published numbers and games that the tests compare with; each file names its source."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data"


def perft_entries() -> list[dict[str, Any]]:
    """Return published perft numbers of English draughts."""
    return list(json.loads((DATA / "english_perft.json").read_text())["entries"])


def worked_cases() -> list[dict[str, Any]]:
    """Return worked moves of English draughts."""
    return list(json.loads((DATA / "english_cases.json").read_text())["cases"])


def acf_sample() -> str:
    """Return 200 games of the ACF archive as PDN."""
    return (DATA / "acf_sample.pdn").read_text()
