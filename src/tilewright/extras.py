"""Optional dependencies. The error for a missing one says how to install it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec

from tilewright.errors import TilewrightError


class MissingExtra(TilewrightError, ModuleNotFoundError):
    """Raised if an optional package is not installed. ``extra`` is the extra that provides it."""

    def __init__(self, module: str | None, extra: str) -> None:
        super().__init__(f"{module} is not installed: {install_command(extra)}")
        self.name, self.extra = module, extra


def install_command(extra: str) -> str:
    """Return the shell command that installs an extra from the same source as this package.

    A local checkout or wheel is installed by path.
    """
    return f"pip install {_format_requirement()}[{extra}]'"


def _format_requirement() -> str:
    """Return the requirement for this package, with an opening quote but without the extra."""
    from json import loads
    from pathlib import Path
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        text = distribution("tilewright").read_text("direct_url.json")
    except PackageNotFoundError:
        text = None
    direct = loads(text or "{}")
    url = urlsplit(direct.get("url", ""))
    path = Path(url2pathname(url.path))
    if url.scheme != "file" or not path.exists():
        return "'tilewright"
    is_editable = direct.get("dir_info", {}).get("editable", False)
    return f"--editable '{path}" if is_editable else f"'{path}"


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Convert import errors in the context to ``MissingExtra``."""
    try:
        yield
    except MissingExtra:
        raise
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name, extra) from error


def require(extra: str, *modules: str) -> None:
    """Raise ``MissingExtra`` unless all modules are installed. They are not imported."""
    for module in modules:
        if not _is_installed(module):
            raise MissingExtra(module, extra)


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False
    except ValueError:  # an imported module may have no spec
        return True
