"""Tables on one's own device: no server answers, and everything goes on.

The site's files are there, as after any visit; no server answers below ``/api``, and in between
there is no network at all.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Response, Route, expect

from engine_folder import write_engines
from page_boards import play, take_over
from page_device import hear_device, hurry
from page_play import (
    begin,
    choose_bot,
    more_way,
    some_move,
    tools,
    wait_for_table,
    wait_for_turn,
    way_to,
)
from page_thoughts import ask_for_a_hint, study_alone
from page_visitor import Come, Visitor
from tilewright.records.record import read_record

GAME, SOLO = "my-shelfie", "nova-luna-solo"


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_engines(tmp_path_factory.mktemp("engine"), [GAME, SOLO])


@pytest.fixture
def anna(come: Come, engines: Path) -> Visitor:
    """A visitor whose site has its modules, and no server."""
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


def wait_for_file(visitor: Visitor, name: str) -> None:
    """Wait until a file of the engine has come, and come whole."""

    def answers() -> list[Response]:
        return [one for one in visitor.responses if one.url.endswith(name)]

    visitor.until(name, answers)
    answers()[0].finished()


def record_of(visitor: Visitor) -> Any:
    """Return the game that is shown, as its saved file, which is played again."""
    page = visitor.page
    page.get_by_role("link", name="Review").first.click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the record").click()
    return read_record(Path(saved.value.path()).read_text(encoding="utf-8"))


def test_level_8_is_named_otherwise_without_the_server(anna: Visitor) -> None:
    """It proved endings on the server, guessed them on the device, and had one name."""
    page = anna.go("/")
    way_to(page, GAME, "Play").click()
    choose_bot(page, 8)
    expect(page.get_by_text("proves how games end")).to_be_visible()
    page.get_by_label("Play offline").check()
    expect(page.get_by_text("at full strength")).to_be_visible()


def test_against_a_bot_with_no_network(anna: Visitor) -> None:
    page = anna.go("/")
    way_to(page, GAME, "Play").click()
    expect(page.get_by_text("Play offline")).to_be_visible()  # the engine is ready
    wait_for_file(anna, f"{GAME}.0.wasm")
    page.wait_for_load_state("networkidle")  # what draws the game
    anna.context.set_offline(True)
    choose_bot(page, 3)
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
    review = page.get_by_role("region", name="Review")
    expect(review.get_by_role("heading", level=2)).to_contain_text(re.compile("You (won|lost)"))


def test_local_hot_seat_survives_reloads_and_closed_tabs(anna: Visitor) -> None:
    anna.go("/")
    more_way(anna.page, GAME, "Pass and play").click()
    anna.page.get_by_role("group", name="Players").get_by_text("3").click()
    begin(anna, "Play")
    play(anna, some_move(anna, random.Random(3)))
    table, number = anna.table, anna.now["info"]["number"]
    # In the middle of a turn: what was in the hand is gone, what was played is not.
    anna.reload()
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
    here.get_by_role("button", name="Remove this game").click()
    here.get_by_role("button", name="Yes, remove it").click()
    expect(here).to_have_count(0)


def test_local_solo_game_ends_with_its_sheet(anna: Visitor) -> None:
    more_way(anna.go("/"), "nova-luna", "Solo").click()
    wait_for_table(anna)
    play(anna, some_move(anna, random.Random(4)))
    ask_for_a_hint(anna)
    hurry(anna)
    total = anna.now["view"]["scene"]["solo"]["result"]["total"]
    expect(anna.page.locator(".over")).to_contain_text(str(total))
    assert record_of(anna).outcome.scores == (total,)
    study_alone(anna)
    asked = [url for url in anna.requests if "/api/" in url and "local" in url]
    assert asked == []  # no server hears of it


def set_quota(visitor: Visitor, size: int | None) -> None:
    """Limit the bytes that this browser may keep of the site; None: as usual."""
    limit = {} if size is None else {"quotaSize": size}
    origin = {"origin": visitor.url, **limit}
    visitor.session().send("Storage.overrideQuotaForOrigin", origin)


def test_local_game_with_a_full_disk_is_reported(anna: Visitor) -> None:
    """The browser keeps nothing: the game goes on, the page says so, and who leaves is asked."""
    page, rng = anna.go("/"), random.Random(5)
    notice = page.get_by_text("storage is full")
    set_quota(anna, 1)  # from the first: a browser asks for room ahead
    more_way(page, "nova-luna", "Solo").click()
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
        # Later, or the answer would wait for the dialog.
        page.evaluate("() => void setTimeout(() => location.reload())")
    assert asked.value.type == "beforeunload"

    set_quota(anna, None)
    play(anna, some_move(anna, rng))
    expect(notice).to_have_count(0)
    anna.reload()
    wait_for_table(anna)
    assert anna.now["view"]["number"] == number + 1


def test_local_game_is_uploaded_to_a_server(anna: Visitor) -> None:
    """With no network, refused, pressed twice, and again later: one record, played locally."""
    page = anna.go("/")
    more_way(page, "nova-luna", "Solo").click()
    wait_for_table(anna)
    hurry(anna)
    page.get_by_role("link", name="Review").first.click()
    keep = page.get_by_role("button", name="Upload to the server")
    replay = page.url
    keep.click()
    expect(page.locator(".notice")).to_contain_text("The server isn’t answering")
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
