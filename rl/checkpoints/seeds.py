"""One seed for a run, and every other one derived from it by name.

So no part of a run draws from the random numbers of another, and a result depends on what it is
(run, generation, game), not on what was made before it or beside it.
"""

from __future__ import annotations

import hashlib


def derive_seed(seed: int, *names: str | int) -> int:
    """Return a 63-bit seed for the part of a run that `names` describes."""
    text = " ".join(str(name) for name in (seed, *names))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little") >> 1
