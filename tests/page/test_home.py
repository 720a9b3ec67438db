"""The home page and who one is: playing at once, tables to go on with or to drop, accounts."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Route, expect

from page_play import begin, game_panel, more_way, set_up, tools, wait_for_table
from page_tables import open_table
from page_visitor import Come, Visitor

LOOKS_EVERY_MS = 5000


def own_tables(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name="Pick up where you left off")


def stage(visitor: Visitor) -> Locator:
    """Return the game that was played last, large on the home page."""
    return visitor.page.get_by_role("main").locator("section").first


def test_home_repeats_the_last_setup_and_drops_an_abandoned_game(come: Come) -> None:
    """The first game is set up; from then on one press plays the game that was played last."""
    anna = come()
    set_up(anna, "polyssimo", "Play")
    begin(anna, "Play")
    expect(tools(anna.page)).to_be_visible()
    first = anna.table
    anna.page.get_by_role("link", name="Tilewright").click()
    expect(stage(anna)).to_contain_text("Polyssimo Challenge")
    own_tables(anna).get_by_role("button", name="Resign and remove this game").click()
    own_tables(anna).get_by_role("button", name="Yes, resign").click()
    expect(own_tables(anna)).to_have_count(0)
    stage(anna).get_by_role("button", name="Play").click()
    wait_for_table(anna)
    assert anna.table != first
    anna.page.get_by_role("link", name="Tilewright").click()
    expect(own_tables(anna)).to_contain_text("Mia, level\u00a02")
    own_tables(anna).get_by_role("button", name="Resign and remove this game").click()
    own_tables(anna).get_by_role("button", name="Yes, resign").click()
    expect(own_tables(anna)).to_have_count(0)


def test_home_lists_tables_as_they_change(come: Come) -> None:
    """Nothing came or went there until it was loaded again."""
    anna, bert = come("Anna"), come("Bert")
    anna.take_clock()
    anna.go("/")
    expect(game_panel(anna.page, "polyssimo")).to_be_visible()
    table = open_table(bert, "polyssimo", listed=True)["info"]["id"]
    anna.pass_time(LOOKS_EVERY_MS)
    link = anna.page.get_by_role("region", name="Open tables").locator(f"a[href='/t/{table}']")
    expect(link).to_contain_text("Bert")
    expect(link).to_be_in_viewport()
    bert.post(f"/tables/{table}/start", {"fill": "random"})
    anna.pass_time(LOOKS_EVERY_MS)
    expect(link).to_have_count(0)


def test_quick_match_seats_strangers_or_offers_a_bot(come: Come) -> None:
    """Visitors without friends here had to find an open table, or open one and wait in silence."""
    anna, bert = come("Anna"), come("Bert")
    anna.take_clock()
    for visitor in (anna, bert):
        more_way(visitor.go("/"), "nova-luna", "Quick match").click()
        wait_for_table(visitor)
        if visitor is anna:
            expect(anna.page.get_by_text("Waiting for an opponent")).to_be_visible()
            anna.pass_time(20_000)
            expect(anna.page.get_by_text("Start with a bot or keep waiting")).to_be_visible()
            expect(anna.page.get_by_role("button", name="Start with a bot")).to_be_enabled()
    for visitor in (anna, bert):
        expect(tools(visitor.page)).to_be_visible()


# Open tables, in list items, are as many as other visitors have opened.
CONTROLS = """() => [...document.querySelectorAll('a, button, summary, input')].filter((one) => {
  const { top, bottom, width } = one.getBoundingClientRect();
  return width > 1 && bottom > 0 && top < innerHeight && !one.closest('.mark, footer, li');
}).length"""


def test_home_has_twelve_controls_and_two_phone_screens(come: Come) -> None:
    """There were 35 ways to go, and the third game of a phone began at 1,700 pixels."""
    anna = come("Anna")
    page = anna.go("/")
    expect(page.get_by_role("article")).to_have_count(3)
    assert page.evaluate(CONTROLS) <= 12
    page.set_viewport_size({"width": 390, "height": 844})
    last = page.get_by_role("article").last.bounding_box()
    assert last is not None and last["y"] + last["height"] <= 2 * 844


def test_first_game_begins_with_three_guided_moves(come: Come) -> None:
    """*Play* threw a newcomer into a game without a question."""
    anna = come()
    set_up(anna, "nova-luna", "Play")
    anna.page.get_by_role("link", name="First time? Three guided moves").click()
    coach = anna.page.locator(".coach")
    for step in ("Three on offer", "The number is time", "The player behind moves"):
        expect(coach.get_by_role("heading")).to_have_text(step)
        coach.get_by_role("button", name="Skip").click()
    anna.page.get_by_role("button", name="Play your first game").click()
    wait_for_table(anna)
    set_up(anna, "nova-luna", "Play")
    expect(anna.page.get_by_text("First time?")).to_have_count(0)


def ask_who(visitor: Visitor, way: str) -> Locator:
    """Open the dialog to log in or to create an account."""
    visitor.page.get_by_role("navigation").get_by_role("button", name="Log in").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_text(way, exact=True).first.click()
    return dialog


def open_profile(visitor: Visitor) -> None:
    """Open the dialog of one's own name and account, by the name in the head."""
    visitor.page.get_by_role("navigation").get_by_role("link").click()
    visitor.page.get_by_role("main").get_by_role("button", name="Profile").click()


def fill(dialog: Locator, **values: str) -> None:
    for label, value in values.items():
        dialog.get_by_label(label.replace("_", " ")).fill(value)
    dialog.get_by_role("button", name="Create account").or_(
        dialog.get_by_role("button", name="Log in", exact=True)
    ).click()


def test_mail_is_asked_for_and_ended_by_a_link(come: Come) -> None:
    """A game over days was found again only by a player who thought of it."""
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
    dialog = ask_who(anna, "Create account")
    fill(dialog, Display_name="Mila", Login="mila", New_password="correct horse")
    expect(dialog).to_be_hidden()
    expect(anna.page.locator(".notice")).to_contain_text("Welcome, Mila. Your games are safe")
    open_profile(anna)
    dialog.get_by_text("Email me when it’s my turn").click()
    dialog.get_by_label("Email address").fill("mila@example.org")
    dialog.get_by_role("button", name="Send confirmation").click()
    expect(dialog.get_by_role("status")).to_contain_text("on its way to mila@example.org")
    for way, press in (("confirm", "Yes, confirm"), ("stop", "Stop emails")):
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
    dialog = ask_who(anna, "Create account")
    fill(dialog, Display_name="Annabel", Login="annabel", New_password="short")
    expect(dialog.get_by_role("alert")).to_contain_text("The password must have at least 8")
    fill(dialog, New_password="correct horse")
    expect(dialog).to_be_hidden()
    expect(anna.page.get_by_role("navigation")).to_contain_text("Annabel")
    there.go("/")
    fill(ask_who(there, "Log in"), Login="annabel", Password="correct horse")
    expect(there.page.get_by_role("navigation")).to_contain_text("Annabel")
    open_profile(there)
    there.page.get_by_text("Password, data, delete account").click()
    with there.page.expect_download() as downloaded:
        there.page.get_by_role("link", name="Download my data").click()
    downloaded.value.save_as(tmp_path / "data.json")
    assert json.loads((tmp_path / "data.json").read_text())["login"] == "annabel"
    there.page.get_by_role("button", name="Delete my account").click()
    there.page.get_by_label("Password", exact=True).fill("correct horse")
    there.page.get_by_role("button", name="Yes, delete for good").click()
    expect(
        there.page.locator(".notice").get_by_text("Your account has been deleted.")
    ).to_be_visible()
    expect(there.page.get_by_role("navigation")).to_contain_text("Log in")
