"""What an environment needs and is not installed with the games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["needing"]


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Around imports: whoever lacks one of them is told how to come by it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"{error.name} is not installed: pip install 'tilewright[{extra}]'", name=error.name
        ) from error
