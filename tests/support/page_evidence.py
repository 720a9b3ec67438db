"""Evidence of a failed test of the page: what its browsers showed and sent, and the server's log.

Playwright's traces double the processor time of a test, so they are recorded on request only:
``TILEWRIGHT_TRACE=1 scripts/test --only-tests tests/page/test_home.py``. Then ``playwright
show-trace trace-0.zip`` shows a browser's steps. Nothing is written for a test that passes.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import BrowserContext, Error, Page

from server_process import RUNNING

__all__ = ["forget", "keep_evidence", "record"]

FOLDER = Path(__file__).parents[2] / ".cache" / "failed-page-tests"
IS_TRACED = os.environ.get("TILEWRIGHT_TRACE") == "1"


class Recorded(Protocol):
    """A visitor with the record of their browser so far."""

    errors: list[str]
    requests: list[str]
    heard: list[str]
    said: list[dict[str, Any]]

    @property
    def windows(self) -> list[Page]: ...


_recorded: list[tuple[Recorded, BrowserContext]] = []


def record(visitor: Recorded, context: BrowserContext) -> None:
    """Add this visitor to the evidence of a failure."""
    if IS_TRACED:
        context.tracing.start(screenshots=True, snapshots=True)
    _recorded.append((visitor, context))


def forget(visitor: Recorded, path: Path | None = None) -> None:
    """Remove a visitor who leaves; a second call does nothing."""
    for one in [one for one in _recorded if one[0] is visitor]:
        _recorded.remove(one)
        if IS_TRACED:
            with suppress(Error):  # a browser that is gone has no trace
                one[1].tracing.stop(path=path)


def keep_evidence(test: str) -> Path:
    """Write all evidence of a test that has just failed; return the folder."""
    folder = FOLDER / re.sub(r"[^\w.-]+", "-", test)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for number, (visitor, _) in enumerate([*_recorded]):
        lines = "\n".join(_wire_of(visitor))
        (folder / f"wire-{number}.txt").write_text(lines, encoding="utf-8")
        with suppress(Error):  # a window that is gone shows nothing
            for window, page in enumerate(visitor.windows):
                page.screenshot(path=folder / f"browser-{number}-window-{window}.png")
        forget(visitor, folder / f"trace-{number}.zip")
    for number, server in enumerate(RUNNING):
        shutil.copy(server.log, folder / f"server-{number}.log")
    return folder


def _wire_of(visitor: Recorded) -> Iterator[str]:
    """Return what a browser requested, sent and received, each in order."""
    yield from (f"error: {text}" for text in visitor.errors)
    yield from (f"asked: {url}" for url in visitor.requests)
    yield from (f"said: {message}" for message in visitor.said)
    yield from (f"heard: {text}" for text in visitor.heard)
