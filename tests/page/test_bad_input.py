"""Bad input on the page: a sentence says what happened, and one button helps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from page_play import begin, record_drop, set_up, tools
from page_states import open_board
from page_tables import finished_table, open_table, table_with_bots
from page_visitor import Come, Visitor


def trouble(page: Page, sentence: str, button: str) -> None:
    """Exactly one sentence and one button; press it."""
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", name="Something went wrong")).to_be_visible()
    expect(main.get_by_text(sentence)).to_be_visible()
    expect(main.get_by_role("button")).to_have_count(1)
    main.get_by_role("button", name=button).click()


@pytest.mark.parametrize("path", ["/t/nosuch", "/t/nosuch/replay", "/r/nosuch", "/t/%F0%9F%8C%99"])
def test_dead_link(come: Come, path: str) -> None:
    anna = come()
    anna.forgive("status of (404|422)")
    trouble(anna.go(path), "Nothing found, or you don’t have access", "All games")
    expect(anna.page.get_by_role("article")).to_have_count(3)


@pytest.mark.parametrize("path", ["/learn/chess", "/rules/chess"])
def test_address_of_an_unknown_game(come: Come, path: str) -> None:
    anna = come()
    anna.forgive("status of 404")
    trouble(anna.go(path), "There is no such game here.", "All games")
    expect(anna.page.get_by_role("article")).to_have_count(3)


def test_address_without_a_page(come: Come) -> None:
    anna = come()
    trouble(anna.go("/no/such/page"), "There is no page at this address.", "All games")
    expect(anna.page.get_by_role("article")).to_have_count(3)


def test_link_without_its_invitation(come: Come) -> None:
    anna, bert = come("Anna"), come("Bert")
    bert.forgive("status of 404")
    table = open_table(anna, "polyssimo")["info"]["id"]
    trouble(bert.go(f"/t/{table}"), "Nothing found, or you don’t have access", "All games")


def test_full_table(come: Come) -> None:
    anna, bert, carl = come("Anna"), come("Bert"), come("Carl")
    shown = open_table(anna, "polyssimo", players=2)
    link = f"/t/{shown['info']['id']}?invite={shown['invite']}"
    bert.go(link)
    expect(bert.page.get_by_text("Waiting for the host to start")).to_be_visible()
    carl.go(link)
    expect(carl.page.get_by_role("main")).to_contain_text("All seats at this table are taken")
    expect(carl.page.get_by_role("button", name="Sit down")).to_have_count(0)
    anna.post(f"/tables/{shown['info']['id']}/start")
    expect(tools(carl.page)).to_be_visible()
    expect(carl.page.get_by_role("button", name="Undo")).to_have_count(0)


def test_closed_table(come: Come) -> None:
    anna, bert = come("Anna"), come("Bert")
    set_up(anna, "polyssimo", "Friends")
    begin(anna, "Create table")
    link = anna.page.url
    bert.go(link)
    expect(bert.page.get_by_text("Waiting for the host to start")).to_be_visible()
    anna.page.get_by_role("button", name="Close the table").click()
    expect(anna.page.get_by_role("article")).to_have_count(3)
    expect(bert.page.get_by_text("This table was closed before the game started.")).to_be_visible()
    bert.page.get_by_role("link", name="All games").click()
    expect(bert.page.get_by_role("article")).to_have_count(3)


@pytest.mark.parametrize(
    "content, sentence",
    [
        (b"", "This file is empty."),
        (b"\x00\xff\xfe\x01", "This can’t be read."),
        (b"x" * 10_000, "This can’t be read."),
        (b"tilewright: record 1\ngame: chess\n", "There is no such game here."),
    ],
    ids=["empty", "binary", "long", "chess"],
)
def test_corrupt_record(come: Come, tmp_path: Path, content: bytes, sentence: str) -> None:
    anna = come()
    anna.forgive("status of 4")
    file = tmp_path / "record.txt"
    file.write_bytes(content)
    place, page = record_drop(anna), anna.page
    place.set_input_files(file)
    expect(page.get_by_role("alert")).to_have_text(sentence)
    # The server speaks English: beside the sentence, never in it.
    told = page.get_by_text("Server message: line 1")
    expect(told).to_have_count(1 if "read" in sentence else 0)
    # What helps is another file: the same place takes it.
    file.write_text(good_record(anna), encoding="utf-8")
    place.set_input_files(file)
    expect(page.get_by_test_id("move-name")).to_be_visible()


def good_record(visitor: Visitor) -> str:
    visitor.post("/people/guests", {"name": "Anna"})
    table = finished_table(visitor, "polyssimo")
    return visitor.context.request.get(f"{visitor.url}/api/v1/tables/{table}/record").text()


def test_record_that_is_too_large(come: Come, tmp_path: Path) -> None:
    anna = come()
    file = tmp_path / "record.txt"
    file.write_bytes(b"x" * 2_000_001)
    record_drop(anna).set_input_files(file)
    expect(anna.page.get_by_role("alert")).to_contain_text("too large")


def test_expired_identity(come: Come) -> None:
    """The server has forgotten who this is: the page says so, and goes on as a guest."""
    anna = come("Anna")
    anna.forgive("status of 40[14]")
    table = table_with_bots(anna, "polyssimo", plies=2)
    anna.context.clear_cookies()
    trouble(anna.go(f"/t/{table}"), "Nothing found, or you don’t have access", "All games")
    expect(anna.page.get_by_role("article")).to_have_count(3)


def test_session_that_ends_at_the_table(come: Come) -> None:
    anna = come("Anna")
    anna.forgive("status of 40[14]")
    open_board(anna, table_with_bots(anna, "polyssimo", plies=2, listed=True))
    anna.context.request.delete(f"{anna.url}/api/v1/sessions/current", headers={"Origin": anna.url})
    expired = anna.page.locator(".notice").filter(has_text="your session has expired")
    expect(expired).to_be_visible()
    # The connection ends with the session and is made again as a stranger's: that is no news.
    anna.until("a new connection", lambda: sum('"welcome"' in text for text in anna.heard) > 1)
    expect(anna.page.locator(".notice")).to_have_count(1)
    anna.page.get_by_role("button", name="Continue as a guest").click()
    expect(anna.page.locator(".notice")).to_have_count(0)
    assert anna.get("/people/me")["name"] != "Anna"


def test_server_of_another_version(come: Come) -> None:
    anna = come("Anna")
    table = table_with_bots(anna, "polyssimo", plies=2)
    anna.page.route_web_socket("**/socket?at=*", pretend_to_be_newer)
    anna.go(f"/t/{table}")
    expect(anna.page.get_by_text("A new version is available.")).to_be_visible()
    with anna.page.expect_navigation():
        anna.page.get_by_role("button", name="Reload").click()
    expect(tools(anna.page)).to_be_visible()


def pretend_to_be_newer(page_side: WebSocketRoute) -> None:
    server_side = page_side.connect_to_server()

    def changed(text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "welcome":
            message["version"] = "99.0.0"
        page_side.send(json.dumps(message))

    server_side.on_message(changed)
