"""What was visited once: it opens without a network, and a newer version is announced."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from needs import CHROMIUM
from page_device import hear_device, hurry
from page_play import game_panel, wait_for_table
from page_visitor import Visitor
from static_host import static_host
from tilewright.modules import module_of
from tilewright.registry import GAMES
from tilewright.site import write_site

GAME = "polyssimo"
KEPT = """async () => {
    await navigator.serviceWorker.ready;
    for (const name of await caches.keys())
        if (name.endsWith('engine')) return (await (await caches.open(name)).keys()).length > 2;
}"""
UPDATE = "async () => { await (await navigator.serviceWorker.ready).update(); }"
NEWER = "-newer"
BUILD = re.compile(r'data-build="(\w+)"')


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    CHROMIUM.ask()
    module_of(GAMES[GAME]).build()
    write_site(tmp_path / "club")
    return tmp_path


def build_of(page: Page) -> str:
    return str(page.evaluate("document.documentElement.dataset.build"))


def publish(folder: Path, build: str) -> None:
    """The same page as another version: none of its scripts and data has the name it had."""
    site = folder / "club"
    found = BUILD.search((site / "index.html").read_text())
    assert found
    files = [path for path in (site / "assets").iterdir() if path.suffix in (".js", ".json")]
    names = {path.name: f"{path.stem}{NEWER}{path.suffix}" for path in files}
    for path in (site / "index.html", site / "sw.js", *files):
        text = path.read_text().replace(found[1], build)
        for before, after in names.items():
            text = text.replace(before, after)
        path.write_text(text)
    for path in files:
        path.rename(path.with_name(names[path.name]))


def versions_of(page: Page) -> set[bool]:
    """Whether the scripts and data that a window has fetched are the newer ones."""
    names: list[str] = page.evaluate("performance.getEntriesByType('resource').map(r => r.name)")
    ours = [name for name in names if "/assets/" in name and name.endswith((".js", ".json"))]
    return {NEWER in name for name in ours}


def test_a_new_version_is_announced_and_then_it_plays_without_a_network(
    browser: Browser, folder: Path
) -> None:
    with static_host(folder) as url:
        visitor = Visitor(browser, f"{url}/club/", service_workers="allow")
        hear_device(visitor)
        page = visitor.go("")
        visitor.until("the engines to be kept", lambda: page.evaluate(KEPT))
        publish(folder, "0123456789abcdef")
        page.evaluate(UPDATE)
        expect(page.get_by_text("A newer version of this page is ready.")).to_be_visible()
        # The old one goes on, with its own files, though the host has none of them any more.
        game_panel(page, GAME).get_by_role("link", name="Learn").click()
        expect(page.locator(".fitted")).to_be_visible()
        assert versions_of(page) == {False}
        page.get_by_role("button", name="Load again").click()
        expect(page.get_by_text("A newer version")).to_have_count(0)
        assert build_of(page) == "0123456789abcdef"
        expect(page.locator(".fitted")).to_be_visible()
        assert versions_of(page) == {True}
    # The host is gone.
    visitor.forgive("ERR_CONNECTION_REFUSED|ERR_FAILED")
    page.goto("")
    expect(game_panel(page, GAME)).to_be_visible()
    assert build_of(page) == "0123456789abcdef"
    page.goto("?/rules/polyssimo")
    expect(page.get_by_role("heading", name="PC-6")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Deutsch").click()
    expect(page.get_by_role("link", name="Lernen", exact=True)).to_be_visible()
    page.goto("")
    game_panel(page, GAME).get_by_role("button", name="Jetzt spielen").click()
    wait_for_table(visitor)
    hurry(visitor)
    expect(page.locator(".over")).to_be_visible()
    visitor.leave()
    visitor.check()
