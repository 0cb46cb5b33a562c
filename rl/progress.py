"""A progress bar on standard error, silent where it is not shown or the output is no terminal."""

from __future__ import annotations

from types import TracebackType
from typing import NoReturn, Self

from tqdm import tqdm


class Progress:
    """A bar that is gone once its work is over, however that ends; a context manager."""

    def __init__(self, title: str, total: int, unit: str, *, shown: bool) -> None:
        """Begin at nothing of `total`."""
        self._bar: tqdm[NoReturn] = tqdm(
            desc=title, total=total, unit=unit, disable=None if shown else True, leave=False
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.close()
