"""Clock times in comments: `[%clock w0:10:00 B0:09:58]`, a capital for the clock that runs.

Source: the PDN 3.0 standard, https://github.com/wiegerw/pdn (embedded commands).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.notation.squares import NotationError

_TIME = r"([wWbB]?)([0-9]{1,2}):([0-5][0-9]):([0-5][0-9])"
_CLOCK = re.compile(rf"\[%cl(?:oc)?k\s+{_TIME}(?:\s+{_TIME})?\s*\]")


@dataclass(frozen=True)
class Clock:
    """What is left on the clocks, in seconds, None where it is not said; whose clock runs.

    `mover_s` is a time without a letter: it belongs to the side that has just moved.
    """

    white_s: int | None = None
    black_s: int | None = None
    mover_s: int | None = None
    running: str = ""


def parse_clock(comment: str) -> Clock | None:
    """Find the clock times in a comment, None where there are none.

    >>> parse_clock("good [%clock w0:10:00 B0:09:58] move")
    Clock(white_s=600, black_s=598, mover_s=None, running='B')
    """
    match = _CLOCK.search(comment)
    if match is None:
        return None
    seconds: dict[str, int] = {}
    running = ""
    for letter, hours, minutes, rest in (match.groups()[:4], match.groups()[4:]):
        if hours is None:
            continue
        if letter.lower() in seconds:
            raise NotationError(f"expected one time for each side, got {match[0]!r}")
        seconds[letter.lower()] = int(hours) * 3600 + int(minutes) * 60 + int(rest)
        running = letter if letter.isupper() else running
    return Clock(seconds.get("w"), seconds.get("b"), seconds.get(""), running)


def format_clock(clock: Clock) -> str:
    """Write clock times, to be put into a comment.

    >>> format_clock(Clock(white_s=600, black_s=598, running="B"))
    '[%clock w0:10:00 B0:09:58]'
    """
    times = {"w": clock.white_s, "b": clock.black_s, "": clock.mover_s}
    words = [_time(letter, s, clock.running) for letter, s in times.items() if s is not None]
    return f"[%clock {' '.join(words)}]"


def _time(letter: str, seconds: int, running: str) -> str:
    hours, rest = divmod(seconds, 3600)
    letter = letter.upper() if letter and letter.upper() == running else letter
    return f"{letter}{hours}:{rest // 60:02}:{rest % 60:02}"
