"""Tables on one's own device: nobody answers, and everything goes on.

The site's files are there, as after any visit; nobody answers below ``/api``, and in between there
is no network at all.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from engine_folder import write_engines
from page_boards import play, take_over
from page_device import hear_device, hurry
from page_play import (
    begin,
    game_panel,
    some_move,
    tools,
    wait_for_table,
    wait_for_turn,
)
from page_thoughts import ask_for_a_hint, study_alone
from page_visitor import Come, Visitor
from tilewright.record import read_record
from tilewright.solving import PAR_EFFORT, solve_game

GAME, SOLO = "my-shelfie", "nova-luna-solo"


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_engines(tmp_path_factory.mktemp("engine"), [GAME, SOLO])


@pytest.fixture
def anna(come: Come, engines: Path) -> Visitor:
    """Somebody whose site has its modules, and no server."""
    visitor = come()
    visitor.forgive("Failed to load resource|WebSocket connection")

    def serve(route: Route) -> None:
        file = engines / route.request.url.rpartition("/")[2]
        route.fulfill(
            path=file, content_type="application/wasm" if file.suffix == ".wasm" else None
        )

    visitor.context.route("**/engine/*", serve)
    visitor.context.route("**/api/**", lambda route: route.abort())
    hear_device(visitor)
    return visitor


def record_of(visitor: Visitor) -> Any:
    """The game that is shown, as the file that one may save; it is played again."""
    page = visitor.page
    page.get_by_role("link", name="Replay").first.click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the record").click()
    return read_record(Path(saved.value.path()).read_text(encoding="utf-8"))


def test_against_a_bot_with_no_network(anna: Visitor) -> None:
    page = anna.go("/")
    game_panel(page, GAME).get_by_role("button", name="Choose opponents").click()
    expect(page.get_by_text("Without the server")).to_be_visible()  # the engine is ready
    anna.until("modules", lambda: any(url.endswith(f"{GAME}.0.wasm") for url in anna.requests))
    page.wait_for_timeout(200)
    anna.context.set_offline(True)
    page.get_by_role("slider").fill("3")
    begin(anna, "Play")
    rng = random.Random(2)
    for _ in range(2):
        wait_for_turn(anna)
        play(anna, some_move(anna, rng))
    wait_for_turn(anna)
    before = anna.now["info"]["ply"]
    tools(page).get_by_role("button", name="Undo").click()
    anna.until("an undo", lambda: anna.now["info"]["ply"] < before)
    hurry(anna)
    expect(page.locator(".over")).to_be_visible()
    anna.context.set_offline(False)  # the page of replays is a file of its own
    record = record_of(anna)
    assert record.outcome is not None and "level-3" in record.seats
    page.get_by_role("tab", name="Review").click()
    expect(page.get_by_text("The server makes the review")).to_be_visible()


def test_around_one_screen_through_reloads_and_closed_tabs(anna: Visitor) -> None:
    anna.go("/")
    game_panel(anna.page, GAME).get_by_role("button", name="On this screen").click()
    anna.page.get_by_role("group", name="Players").get_by_text("3").click()
    begin(anna, "Play")
    play(anna, some_move(anna, random.Random(3)))
    table, number = anna.table, anna.now["info"]["number"]
    # In the middle of a turn: what was in the hand is gone, what was played is not.
    anna.page.reload()
    wait_for_table(anna)
    assert anna.now["info"]["number"] == number
    take_over(anna.page)
    # A tab that is killed, and another a day later.
    anna.page.close()
    anna.page = anna.open_window()
    page = anna.go("/")
    here = page.get_by_role("region", name="On this device")
    here.get_by_role("link").first.click()
    wait_for_table(anna)
    assert (anna.table, anna.now["info"]["number"]) == (table, number)
    hurry(anna)
    expect(page.locator(".over")).to_be_visible()
    anna.go("/")
    here.get_by_role("button", name="Drop this game").click()
    here.get_by_role("button", name="Yes, drop it").click()
    expect(here).to_have_count(0)


def test_solo_to_its_sheet(anna: Visitor) -> None:
    anna.go("/").get_by_role("button", name="Solo", exact=True).click()
    wait_for_table(anna)
    play(anna, some_move(anna, random.Random(4)))
    ask_for_a_hint(anna)
    hurry(anna)
    total = anna.now["view"]["scene"]["solo"]["result"]["total"]
    expect(anna.page.locator(".over")).to_contain_text(str(total))
    told = anna.page.get_by_text("Par of this deal").inner_text()
    record = record_of(anna)
    assert record.outcome.scores == (total,)
    best = solve_game(record.position.at_ply(0), hindsight=True, effort=PAR_EFFORT)
    assert told.endswith(f" {best.standing().scores[0]}")
    study_alone(anna)
    asked = [url for url in anna.requests if "/api/" in url and "local" in url]
    assert asked == []  # no server hears of it


def set_quota(visitor: Visitor, size: int | None) -> None:
    """How many bytes this browser may keep of the site; None: as usual."""
    limit = {} if size is None else {"quotaSize": size}
    origin = {"origin": visitor.url, **limit}
    visitor.session().send("Storage.overrideQuotaForOrigin", origin)


def test_a_full_disk_loses_nothing_in_silence(anna: Visitor) -> None:
    """The browser keeps nothing: the game goes on, the page says so, and who leaves is asked."""
    page, rng = anna.go("/"), random.Random(5)
    notice = page.get_by_text("storage is full")
    set_quota(anna, 1)  # from the first: a browser asks for room ahead
    page.get_by_role("button", name="Solo", exact=True).click()
    wait_for_table(anna)
    expect(notice).to_be_visible()
    play(anna, some_move(anna, rng))
    table, number = anna.table, anna.now["view"]["number"]
    page.get_by_role("link", name="Tilewright").click()
    expect(notice).to_be_visible()
    anna.shown.clear()
    page.get_by_role("region", name="On this device").get_by_role("link").click()
    wait_for_table(anna)
    assert (anna.table, anna.now["view"]["number"]) == (table, number)
    page.once("dialog", lambda dialog: dialog.dismiss())
    with page.expect_event("dialog") as asked:
        page.evaluate("() => void setTimeout(() => location.reload())")
    assert asked.value.type == "beforeunload"

    set_quota(anna, None)
    play(anna, some_move(anna, rng))
    expect(notice).to_have_count(0)
    anna.shown.clear()
    page.reload()
    wait_for_table(anna)
    assert anna.now["view"]["number"] == number + 1


def test_a_game_handed_to_a_server(anna: Visitor) -> None:
    """With no network, refused, pressed twice, and again later: one record, played locally."""
    page = anna.go("/")
    page.get_by_role("button", name="Solo", exact=True).click()
    wait_for_table(anna)
    hurry(anna)
    page.get_by_role("link", name="Replay").first.click()
    keep = page.get_by_role("button", name="Keep it on the server")
    replay = page.url
    keep.click()
    expect(page.locator(".notice")).to_contain_text("The server does not answer")
    expect(keep).to_be_enabled()

    anna.context.unroute("**/api/**")
    anna.context.route("**/api/v1/records", lambda route: route.fulfill(status=503))
    keep.click()
    expect(page.locator(".notice")).to_have_count(2)
    expect(keep).to_be_enabled()

    anna.context.unroute("**/api/v1/records")
    keep.dblclick()
    expect(page.get_by_text("played on one device")).to_be_visible()
    kept = page.url
    page.goto(replay)
    keep.click()
    expect(page.get_by_text("played on one device")).to_be_visible()
    assert page.url == kept
    assert len(anna.get("/me/records")["records"]) == 1
    assert anna.get("/me/tables?status=over")["tables"] == []  # nothing that could count
