"""Optional dependencies: a missing one is reported in one line that says how to install it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec

from tilewright.errors import TilewrightError


class MissingExtra(TilewrightError, ModuleNotFoundError):
    """Raised when a package is not installed; the extra ``extra`` installs it."""

    def __init__(self, module: str | None, extra: str) -> None:
        super().__init__(f"{module} is not installed: {install_command(extra)}")
        self.name, self.extra = module, extra


def install_command(extra: str) -> str:
    """Return the command that installs an extra from where this package was installed from.

    A checkout or a wheel on this machine is named by its path.
    """
    return f"pip install {_origin()}[{extra}]'"


def _origin() -> str:
    """Return the first part of a requirement, with an opening quote."""
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
    """Turn import errors inside the block into ``MissingExtra``."""
    try:
        yield
    except MissingExtra:
        raise
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name, extra) from error


def require(extra: str, *modules: str) -> None:
    """Check that modules of an extra are installed, without importing them."""
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
