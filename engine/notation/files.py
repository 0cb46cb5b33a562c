"""PDN files as text: old archives do not say how they are encoded."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import TextIO

_PIECE = 1 << 20


def open_pdn(path: Path) -> TextIO:
    """Open a file for `read_pdn`: as UTF-8 if it is that to its end, else as Latin-1.

    Every file of bytes can be read so; OSError where there is none.
    """
    encoding = "utf-8-sig" if _is_utf8(path) else "latin-1"
    return path.open(encoding=encoding)


def _is_utf8(path: Path) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    with path.open("rb") as file:
        try:
            while piece := file.read(_PIECE):
                decoder.decode(piece)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return False
    return True
