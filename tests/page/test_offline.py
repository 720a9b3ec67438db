"""What was visited once: it opens without a network, and a newer version is announced."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from needs import CHROMIUM
from page_device import hear_device, hurry
from page_games import SEVERAL, on_page
from page_play import begin, game_panel, some_move, wait_for_table, wait_for_turn
from page_thoughts import ask_for_a_hint, look_back_alone
from page_visitor import Visitor
from static_host import static_host
from tilewright.modules import module_of
from tilewright.registry import GAMES
from tilewright.site import write_site

GAME, SOLO = "polyssimo", "nova-luna-solo"
"""Whose modules are built anyway, by other tests."""
KEPT = """async () => {
    await navigator.serviceWorker.ready;
    const { games } = await (await fetch('engine/engines.json')).json();
    const files = Object.values(games).flatMap(({ module, weights }) => [module, weights ?? []]);
    const kept = await Promise.all(files.flat().map((name) => caches.match(`engine/${name}`)));
    return kept.every(Boolean);
}"""
UPDATE = "async () => { await (await navigator.serviceWorker.ready).update(); }"
NEWER = "-newer"
BUILD = re.compile(r'data-build="(\w+)"')


@pytest.fixture
def games(is_long: bool) -> list[str]:
    """Those for several that are played with no network."""
    return list(SEVERAL) if is_long else [GAME]


@pytest.fixture
def folder(tmp_path: Path, games: list[str]) -> Path:
    CHROMIUM.ask()
    for name in (*games, SOLO):
        module_of(GAMES[name]).build()
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
    browser: Browser, folder: Path, games: list[str]
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
    for game in games:
        play_against_a_bot(visitor, game)
        look_back(visitor)
        play_around_one_screen(visitor, game)
        visitor.go(f"?/learn/{game}")
        expect(visitor.page.get_by_text("Step 1 of")).to_be_visible()
        expect(visitor.page.locator(".fitted")).to_be_visible()
    page = visitor.go("")
    page.get_by_role("button", name="Solo", exact=True).click()
    wait_for_table(visitor)
    ask_for_a_hint(visitor)
    play_to_the_end(visitor)
    expect(page.get_by_text("Par of this deal")).to_be_visible()
    look_back_alone(visitor)
    page.goto("?/rules/polyssimo")
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Deutsch").click()
    expect(page.get_by_role("link", name="Lernen", exact=True)).to_be_visible()
    visitor.leave()
    visitor.check()


def play_around_one_screen(visitor: Visitor, game: str) -> None:
    page = visitor.go("")
    game_panel(page, game).get_by_role("button", name="On this screen").click()
    page.get_by_role("group", name="Players").get_by_text("3").click()
    begin(visitor, "Play")
    play_to_the_end(visitor)


def play_to_the_end(visitor: Visitor) -> None:
    hurry(visitor)
    expect(visitor.page.locator(".over")).to_be_visible()


def play_against_a_bot(visitor: Visitor, game: str) -> None:
    """To the end, through a reload with a move in hand and a window that is closed."""
    page = visitor.go("")
    game_panel(page, game).get_by_role("button", name="Choose opponents").click()
    page.get_by_role("slider").fill("3")
    begin(visitor, "Play")
    wait_for_turn(visitor)
    number, address = visitor.now["view"]["number"], page.url
    on_page(game).prepare(visitor, some_move(visitor, random.Random(1)))
    for come_back in (page.reload, lambda: reopen(visitor, address)):
        visitor.shown.clear()
        come_back()
        wait_for_table(visitor)
        assert visitor.now["view"]["number"] == number
    play_to_the_end(visitor)


def reopen(visitor: Visitor, address: str) -> None:
    visitor.page.close()
    visitor.page = visitor.open_window()
    visitor.go(address)


def look_back(visitor: Visitor) -> None:
    """The game that is over, ply by ply, and what would have been best."""
    page = visitor.page
    page.get_by_role("link", name="Replay").first.click()
    page.get_by_role("slider").first.fill("4")
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Which moves were best here?").click()
    expect(page.locator(".thoughts li").first).to_be_visible()
