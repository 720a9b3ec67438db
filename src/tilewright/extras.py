"""Packages that not everybody installs: whoever lacks one is told in one line how to come by it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from tilewright.errors import TilewrightError

__all__ = ["MissingExtra", "needing", "require"]


class MissingExtra(TilewrightError, ModuleNotFoundError):
    """A package is not installed; ``extra`` would bring it."""

    def __init__(self, module: str | None, extra: str) -> None:
        super().__init__(f"{module} is not installed: pip install 'tilewright[{extra}]'")
        self.name, self.extra = module, extra


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Around imports of what comes with an extra."""
    try:
        yield
    except MissingExtra:
        raise
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name, extra) from error


def require(extra: str, *modules: str) -> None:
    """Ask for what comes with an extra without importing it: at once, not after hours of work."""
    for module in modules:
        if not _is_installed(module):
            raise MissingExtra(module, extra)


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False
    except ValueError:  # what is imported already may have no spec
        return True
