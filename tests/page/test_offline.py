"""A page that was visited once opens without a network, and a newer version is announced."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from needs import CHROMIUM
from page_device import hear_device, hurry
from page_games import SEVERAL, on_page
from page_play import (
    begin,
    choose_bot,
    game_panel,
    more_way,
    some_move,
    wait_for_table,
    wait_for_turn,
    way_to,
)
from page_thoughts import ask_for_a_hint, look_back_alone
from page_visitor import Visitor
from static_host import static_host
from tilewright.cli.static_site import write_site
from tilewright.registry import GAMES
from tilewright.runtime.wasm_assets import module_of

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
    """Publish the same page as another version: none of its scripts and data keeps its name."""
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
    """Return for the scripts and data that a window has fetched whether they are the newer ones."""
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
        expect(page.get_by_text("A new version is available.")).to_be_visible()
        # The old one goes on, with its own files, though the host has none of them any more.
        more_way(page, GAME, "Learn").click()
        expect(page.locator(".fitted")).to_be_visible()
        assert versions_of(page) == {False}
        page.get_by_role("button", name="Reload").click()
        expect(page.get_by_text("A new version")).to_have_count(0)
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
    more_way(page, "nova-luna", "Solo").click()
    wait_for_table(visitor)
    ask_for_a_hint(visitor)
    finish_game(visitor)
    look_back_alone(visitor)
    page.goto("?/rules/polyssimo")
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Deutsch").click()
    expect(page.get_by_role("link", name="Über Tilewright")).to_be_visible()
    visitor.check()
    visitor.leave()


def play_around_one_screen(visitor: Visitor, game: str) -> None:
    page = visitor.go("")
    more_way(page, game, "Pass and play").click()
    page.get_by_role("group", name="Players").get_by_text("3").click()
    begin(visitor, "Play")
    finish_game(visitor)


def finish_game(visitor: Visitor) -> None:
    hurry(visitor)
    expect(visitor.page.locator(".over")).to_be_visible()


def play_against_a_bot(visitor: Visitor, game: str) -> None:
    """Play to the end, through a reload with a move in hand and a window that is closed."""
    page = visitor.go("")
    way_to(page, game, "Play").click()
    choose_bot(page, 3)
    begin(visitor, "Play")
    wait_for_turn(visitor)
    number, address = visitor.now["view"]["number"], page.url
    on_page(game).prepare(visitor, some_move(visitor, random.Random(1)))
    for come_back in (visitor.reload, lambda: reopen(visitor, address)):
        come_back()
        wait_for_table(visitor)
        assert visitor.now["view"]["number"] == number
    finish_game(visitor)


def reopen(visitor: Visitor, address: str) -> None:
    visitor.page.close()
    visitor.page = visitor.open_window()
    visitor.go(address)


def look_back(visitor: Visitor) -> None:
    """Look at the finished game, ply by ply, and at its review."""
    page = visitor.page
    page.get_by_role("link", name="Review").first.click()
    page.get_by_role("slider").first.fill("4")
    expect(
        page.get_by_role("region", name="Review").get_by_role("heading", level=2)
    ).to_be_visible()
