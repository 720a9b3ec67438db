"""A server with the built page, a browser, and people who come to visit."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from needs import CHROMIUM
from page_games import TITLES
from page_visitor import COMPILING_MS, Come, Visitor, chromium
from page_windows import Windows
from server_process import ServerProcess, server_process
from tilewright.client import Client

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """On a busy machine a browser may paint a moment later than any test expects. Whoever fails
    here has a second try; the end of a run names them."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    CHROMIUM.ask()  # or nobody would come
    folder = tmp_path_factory.mktemp("page")
    with server_process(["--data", str(folder)], folder / "log.txt") as server:
        wake_bots(server.url)
        yield server


def wake_bots(url: str) -> None:
    """Have every game's bots move once: on a new machine they compile first, for minutes."""
    with Client(url) as client:
        client.guest("Early bird")
        for game in TITLES:
            bots = {0: "level-1", 1: "level-1"}
            table = client.open_table(game, 2, bots=bots, sit=False).info.id
            client.start(table)
            deadline = time.monotonic() + COMPILING_MS / 1000
            while client.table(table).info.ply == 0:
                assert time.monotonic() < deadline, f"expected a bot to move in {game}"
                time.sleep(0.05)


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
    for visitor in visitors:
        windows.take_back(visitor)
    for visitor in visitors:
        visitor.check()
