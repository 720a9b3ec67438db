"""A server with the built page, a browser, and people who come to visit."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from needs import CHROMIUM
from page_evidence import keep_evidence
from page_games import TITLES
from page_visitor import Come, Visitor, chromium
from page_windows import Windows
from server_process import ServerProcess, server_process
from tilewright.client import Client

BOTH_HAVE_MOVED = 6
"""Plies after which either bot has moved, in every game."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep what explains a failure while its browsers are still open, and say where."""
    report = yield
    if report.when != "teardown" and report.failed:
        report.sections.append(("kept of this failure", str(keep_evidence(item.name))))
    return report


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    CHROMIUM.ask()  # or no visitor would come
    folder = tmp_path_factory.mktemp("page")
    with server_process(["--data", str(folder)], folder / "log.txt") as server:
        wake_bots(server.url)
        yield server


def wake_bots(url: str) -> None:
    """Have bots of both kinds move in every game: where nothing is compiled it takes minutes."""
    with Client(url) as client:
        client.guest("Early bird")
        for game in TITLES:
            bots = {0: "random", 1: "level-1"}
            table = client.open_table(game, 2, bots=bots, sit=False).info.id
            client.start(table)
            with client.play(table) as live:
                while live.info.ply < BOTH_HAVE_MOVED:
                    live.wait()


# A browser holds an event loop in this thread: other tests want one of their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


@pytest.fixture
def come(windows: Windows, server: ServerProcess) -> Iterator[Come]:
    visitors: list[Visitor] = []

    def come(name: str | None = None, **how: Any) -> Visitor:
        visitors.append(Visitor(windows, server.url, name, **how))
        return visitors[-1]

    yield come
    try:
        for visitor in visitors:
            visitor.check()
    finally:
        for visitor in visitors:
            windows.take_back(visitor)
