"""The home page and who one is: playing at once, tables to go on with or to drop, accounts."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Route, expect

from page_play import game_panel, tools, wait_for_table
from page_tables import open_table
from page_visitor import Come, Visitor


def own_tables(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name="Pick up where you left off")


def test_play_now_plays_and_an_abandoned_game_is_dropped(come: Come) -> None:
    """It opened a dialog; home said "level-2", and no game ever left the list."""
    anna = come()
    game_panel(anna.go("/"), "polyssimo").get_by_role("button", name="Play now").click()
    wait_for_table(anna)
    expect(tools(anna.page)).to_be_visible()
    anna.page.get_by_role("link", name="Tilewright").click()
    expect(own_tables(anna)).to_contain_text("Bot, level 2")
    own_tables(anna).get_by_role("button", name="Drop this game").click()
    own_tables(anna).get_by_role("button", name="Yes, drop it").click()
    expect(own_tables(anna)).to_have_count(0)


def test_home_is_alive(come: Come) -> None:
    """Nothing came or went there until it was loaded again."""
    anna, bert = come("Anna"), come("Bert")
    anna.go("/")
    expect(game_panel(anna.page, "polyssimo")).to_be_visible()
    table = open_table(bert, "polyssimo", listed=True)["info"]["id"]
    link = anna.page.get_by_role("region", name="Open tables").locator(f"a[href='/t/{table}']")
    expect(link).to_contain_text("Bert")
    expect(link).to_be_in_viewport()
    bert.post(f"/tables/{table}/start", {"fill": "random"})
    expect(link).to_have_count(0)


def test_strangers_meet_or_a_bot_is_offered(come: Come) -> None:
    """Whoever knew nobody had to find an open table, or open one and wait in silence."""
    anna, bert = come("Anna"), come("Bert")
    anna.page.clock.install()
    for visitor in (anna, bert):
        game_panel(visitor.go("/"), "nova-luna").get_by_role("button", name="Quick match").click()
        wait_for_table(visitor)
        if visitor is anna:
            expect(anna.page.get_by_text("You are waiting for a stranger")).to_be_visible()
            anna.page.clock.run_for(20_000)
            expect(anna.page.get_by_text("Begin with a bot, or wait on")).to_be_visible()
            expect(anna.page.get_by_role("button", name="Begin with a bot")).to_be_enabled()
    for visitor in (anna, bert):
        expect(tools(visitor.page)).to_be_visible()


def ask_who(visitor: Visitor, way: str) -> Locator:
    visitor.page.get_by_role("navigation").get_by_role("button").first.click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_text(way, exact=True).first.click()
    return dialog


def fill(dialog: Locator, **values: str) -> None:
    for label, value in values.items():
        dialog.get_by_label(label.replace("_", " ")).fill(value)
    dialog.get_by_role("button", name="Keep my name").or_(
        dialog.get_by_role("button", name="Log in", exact=True)
    ).click()


def test_mail_is_asked_for_and_ended_by_a_link(come: Come) -> None:
    """A game over days was found again by whoever thought of it."""
    anna = come()
    shown = {"is_offered": True, "address": None, "is_confirmed": False}
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(f"{route.request.method} {urlsplit(route.request.url).path}")
        if route.request.method == "PUT":
            shown["address"] = json.loads(route.request.post_data or "")["address"]
        route.fulfill(json=shown) if "people" in asked[-1] else route.fulfill(status=204)

    anna.page.route("**/api/v1/people/me/mail", answer)
    anna.page.route("**/api/v1/mail/**", answer)
    anna.go("/")
    dialog = ask_who(anna, "With an account")
    fill(dialog, Your_name="Mila", Login="mila", New_password="correct horse")
    expect(dialog).to_be_hidden()
    anna.page.get_by_role("navigation").get_by_role("button").first.click()
    dialog.get_by_text("Mail when it is your turn").click()
    dialog.get_by_label("Your address").fill("mila@example.org")
    dialog.get_by_role("button", name="Send me a confirmation").click()
    expect(dialog.get_by_role("status")).to_contain_text("on its way to mila@example.org")
    for way, press in (("confirm", "Yes, confirm"), ("stop", "Stop the mail")):
        anna.page.goto("about:blank")
        anna.go(f"/mail#{way}={'x' * 32}").get_by_role("button", name=press).click()
        expect(anna.page.get_by_role("main").get_by_role("status")).to_be_visible()
        assert asked[-1] == f"POST /api/v1/mail/{'x' * 32}/{way}"


def test_account_from_its_making_to_its_end(come: Come, tmp_path: Path) -> None:
    """The typed name was lost, a short password answered in a validator's words, and one could
    neither leave nor take anything along."""
    anna, there = come(), come()
    anna.forgive("status of 422")
    anna.go("/")
    dialog = ask_who(anna, "With an account")
    fill(dialog, Your_name="Annabel", Login="annabel", New_password="short")
    expect(dialog.get_by_role("alert")).to_contain_text("The password must have at least 8")
    fill(dialog, New_password="correct horse")
    expect(dialog).to_be_hidden()
    expect(anna.page.get_by_role("navigation")).to_contain_text("Annabel")
    there.go("/")
    fill(ask_who(there, "Log in"), Login="annabel", Password="correct horse")
    expect(there.page.get_by_role("navigation")).to_contain_text("Annabel")
    there.page.get_by_role("navigation").get_by_role("button").first.click()
    there.page.get_by_text("Password, data, leaving").click()
    with there.page.expect_download() as downloaded:
        there.page.get_by_role("link", name="Download my data").click()
    downloaded.value.save_as(tmp_path / "data.json")
    assert json.loads((tmp_path / "data.json").read_text())["login"] == "annabel"
    there.page.get_by_role("button", name="Delete me").click()
    there.page.get_by_label("Password", exact=True).fill("correct horse")
    there.page.get_by_role("button", name="Yes, delete me for good").click()
    expect(there.page.locator(".notice").get_by_text("You are forgotten here.")).to_be_visible()
    expect(there.page.get_by_role("navigation")).to_contain_text("Log in")
