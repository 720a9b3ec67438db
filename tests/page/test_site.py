"""A site without a server: the page below any path of a host that only hands out files."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

import tilewright as tw
from needs import CHROMIUM
from page_boards import play, primary
from page_device import age, hear_device, hurry
from page_games import on_page
from page_lessons import take_lesson
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
from page_visitor import Visitor
from static_host import static_host
from tilewright.cli.static_site import write_site
from tilewright.dates import day_of, now_ms
from tilewright.registry import GAMES
from tilewright.runtime.wasm_assets import module_of
from tilewright.server.analysis import daily_puzzle

GAME, SOLO = "polyssimo", "nova-luna-solo"
"""Whose modules are built anyway, by other tests."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site two folders down."""
    CHROMIUM.ask()
    for name in (GAME, SOLO):
        module_of(GAMES[name]).build()
    root = tmp_path_factory.mktemp("host")
    write_site(root / "club" / "games")
    with static_host(root) as url:
        yield f"{url}/club/games/"


@pytest.fixture
def visitor(browser: Browser, site: str) -> Iterator[Visitor]:
    visitor = Visitor(browser, site)
    hear_device(visitor)
    yield visitor
    visitor.check()
    visitor.leave()
    missing = [answer.url for answer in visitor.responses if answer.status >= 400]
    assert not missing, f"expected all files to be there; found none at {missing}"


def test_site_works_below_any_path(visitor: Visitor, site: str) -> None:
    """By link, by address, loaded again, and back."""
    page = visitor.go("")
    panel = game_panel(page, GAME)
    expect(panel.get_by_role("button", name="Play")).to_be_visible()
    more_way(page, GAME, "Rules").click()
    expect(page).to_have_url(f"{site}?/rules/{GAME}")
    page.get_by_role("link", name="PC-6", exact=True).click()
    expect(page).to_have_url(f"{site}?/rules/{GAME}#PC-6")
    page.reload()
    expect(page.get_by_role("heading", name="PC-6")).to_be_in_viewport()
    page.go_back()
    page.go_back()
    expect(panel).to_be_visible()
    visitor.go("?/learn")
    page.get_by_role("link", name="Tilewright").click()
    expect(page).to_have_url(site)


def test_site_says_what_needs_a_server(visitor: Visitor) -> None:
    page = visitor.go("")
    expect(page.get_by_text("no network once the page has loaded")).to_be_visible()
    for name in ("With friends", "Friends", "Log in"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    for name in ("Today", "My games"):
        expect(page.get_by_role("link", name=name)).to_have_count(0)
    for path in ("/daily", f"/leaders/{GAME}", "/me", "/t/k7f2"):
        visitor.go(f"?{path}")
        expect(page.get_by_text("This needs a server")).to_be_visible()


def test_site_plays_a_whole_game_against_a_bot(visitor: Visitor) -> None:
    """With a reload in the middle, and looked at again afterwards by its address."""
    page = visitor.go("")
    way_to(page, GAME, "Play").click()
    choose_bot(page, 3)
    begin(visitor, "Play")
    wait_for_turn(visitor)
    play(visitor, some_move(visitor, random.Random(1)))
    wait_for_turn(visitor)
    visitor.reload()
    wait_for_table(visitor)
    hurry(visitor)
    expect(page.locator(".over")).to_be_visible()
    page.get_by_role("link", name="Review").first.click()
    expect(page.get_by_role("slider").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("slider").first).to_be_visible()


def test_site_plays_a_whole_hot_seat_game(visitor: Visitor) -> None:
    page = visitor.go("")
    more_way(page, GAME, "Pass and play").click()
    page.get_by_role("group", name="Players").get_by_text("3").click()
    begin(visitor, "Play")
    hurry(visitor)
    expect(page.locator(".over")).to_be_visible()


def test_site_plays_a_solo_game(visitor: Visitor) -> None:
    page = visitor.go("")
    more_way(page, "nova-luna", "Solo").click()
    wait_for_table(visitor)
    hurry(visitor)
    total = visitor.now["view"]["scene"]["solo"]["result"]["total"]
    expect(page.locator(".over")).to_contain_text(str(total))


def test_site_plays_a_lesson(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    box = json.loads(json.dumps(GAMES[GAME].scenery.box()))
    monkeypatch.setattr(visitor, "get", lambda _: box)  # helpers that move pieces ask for them
    visitor.go(f"?/learn/{GAME}")
    take_lesson(visitor, GAME)


def test_site_plays_a_puzzle(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong move, the right one, and what the browser keeps of it."""
    box = json.loads(json.dumps(GAMES[GAME].scenery.box()))
    monkeypatch.setattr(visitor, "get", lambda _: box)
    puzzle = daily_puzzle(GAME, day_of(now_ms()))
    legal = tw.position(GAME, puzzle.position).legal_moves
    page = visitor.go("")
    more_way(page, GAME, "Puzzles").click()
    expect(page.get_by_text("Find the only move")).to_be_visible()
    verdict = page.get_by_test_id("verdict")
    try_move(visitor, next(move for move in legal if move not in puzzle.answers))
    expect(verdict).to_contain_text("Not quite")
    expect(verdict).to_contain_text("The proof needs a server")
    verdict.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("so it doesn’t count")).to_be_visible()
    try_move(visitor, puzzle.answers[0])
    expect(verdict).to_contain_text("Right!")
    page.reload()
    expect(page.get_by_text("so it doesn’t count")).to_be_visible()
    told = page.evaluate("localStorage['tilewright.puzzles']")
    assert json.loads(told)[GAME]["tried"] == {puzzle.id: False}


def try_move(visitor: Visitor, move: str) -> None:
    on_page(GAME).prepare(visitor, move)
    primary(visitor.page).click()


def test_site_in_an_old_browser_says_why_it_cannot_play(visitor: Visitor) -> None:
    visitor.forgive("409")
    age(visitor, has_wasm=True)
    page = visitor.go("")
    way_to(page, GAME, "Play").click()
    page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("it lacks WebAssembly with SIMD")
    visitor.go(f"?/learn/{GAME}")
    expect(page.locator(".trouble")).to_contain_text("it lacks WebAssembly with SIMD")
    visitor.go(f"?/rules/{GAME}")
    expect(page.get_by_role("heading", name="PC-6")).to_be_visible()


def test_site_with_newer_engines_says_that_the_page_is_old(visitor: Visitor) -> None:
    """Kept by the browser, while the site has gone on: what it finds is not for it to read."""

    def serve(route: Route) -> None:
        listed = route.fetch().json()
        route.fulfill(json={**listed, "version": "99.0"})

    visitor.context.route("**/engine/engines.json", serve)
    page = visitor.go(f"?/learn/{GAME}")
    expect(page.get_by_text("This page is out of date")).to_be_visible()
    visitor.context.unroute("**/engine/engines.json")
    page.get_by_role("button", name="Reload").click()
    expect(page.get_by_text("This page is out of date")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
