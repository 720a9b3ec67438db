"""External programs that some tests need, and the treatment of tests without them.

Code that starts such a program calls :meth:`Need.ask` first. A test that asks in vain is skipped,
and the end of the run counts and names it (see ``pytest_terminal_summary`` in conftest.py). With
``CI=true`` nothing may be missing: there it fails. ``pytest --quick`` skips all of them.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

LEFT_OUT = "left out by --quick: "


@dataclass(frozen=True)
class Need:
    """A program that tests start. ``package`` names the Debian package that installs it, if any."""

    name: str
    is_present: Callable[[], bool] = lambda: True
    package: str = ""

    def ask(self) -> None:
        """Return if it may be started; else skip the test, or fail if nothing may be missing."""
        if _run.is_quick:
            leave_out(self.name)
        if not self.is_present():
            (pytest.fail if must_have_all() else pytest.skip)(self.missing)

    @property
    def missing(self) -> str:
        return f"{self.name} is missing: install {self.package}"


def find_postgres(program: str) -> str | None:
    """Return the path of a PostgreSQL program; Debian keeps them off the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    return str(found[-1]) if found else shutil.which(program)


def find_chromium() -> str | None:
    """Return the path of a browser; the headless shell opens windows at a third of the cost."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


CHROMIUM = Need("Chromium", lambda: find_chromium() is not None, "chromium")
POSTGRES = Need("PostgreSQL", lambda: find_postgres("initdb") is not None, "postgresql")
REDIS = Need("Redis", lambda: shutil.which("redis-server") is not None, "redis-server")
SERVER = Need("a server on a port")


@dataclass
class _Run:
    is_quick: bool = False


_run = _Run()


def be_quick() -> None:
    _run.is_quick = True


def leave_out(what: str) -> NoReturn:
    pytest.skip(LEFT_OUT + what)


def must_have_all() -> bool:
    return os.environ.get("CI") == "true"


def skipped_tests(skips: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Return a line per reason: how many tests were skipped for it, and in which files.

    ``skips`` are pairs of a test's id and the reason.
    """
    by_reason: dict[str, Counter[str]] = {}
    for test, reason in skips:
        by_reason.setdefault(reason, Counter())[test.partition("::")[0]] += 1
    for reason, files in sorted(by_reason.items()):
        named = ", ".join(f"{file} ({count})" for file, count in sorted(files.items()))
        yield f"{files.total()} tests, {reason}: {named}"
