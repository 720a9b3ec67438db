"""Deals for friends and for a club: made, played, sent by link, and played by another person."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from page_looks import objections, raw_words
from page_play import tools
from page_tables import advance
from page_visitor import PHONE, Come, Visitor


def play_it(visitor: Visitor) -> None:
    """Play a deal from its page to the end of the game, and go back."""
    deal = visitor.page.url
    visitor.page.get_by_role("button", name="Play this deal").click()
    expect(tools(visitor.page)).to_be_visible()
    advance(visitor, visitor.table, 10_000)
    visitor.go(deal)


def test_a_deal_for_friends(come: Come) -> None:
    anna, bert = come("Anna"), come("Bert")
    page = anna.go("/daily")
    page.get_by_text("Nova Luna, solo", exact=True).click()
    page.get_by_text("Challenge your friends").click()
    page.get_by_role("button", name="Create a deal").click()
    link = page.get_by_label("Link to this deal")
    expect(link).to_be_visible()
    play_it(anna)
    expect(page.get_by_role("row").filter(has_text="Anna")).to_be_visible()

    bert.go(link.input_value())
    told = bert.page.get_by_text("1 person has finished")
    expect(told).to_be_visible()
    expect(bert.page.get_by_role("row")).to_have_count(0)
    assert (objections(bert.page), raw_words(bert.page)) == ([], [])
    play_it(bert)
    expect(bert.page.get_by_role("row")).to_have_count(3)
    expect(bert.page.get_by_text("Place 2 of 2, ±0 vs average.")).to_be_visible()


def test_daily_page_goes_to_other_days_and_back(come: Come) -> None:
    """By its links and by the browser's buttons. Days that have been are made up here."""
    anna = come("Anna")
    today = anna.get("/daily")
    before = {"date": "2026-01-02", "earlier": None, "later": today["date"]}
    deals = [deal | {"day": before["date"]} for deal in today["deals"]]
    answers = {"/daily": today | {"earlier": before["date"]}}
    answers["/daily/2026-01-02"] = before | {"deals": deals}

    def tell(route: Route) -> None:
        route.fulfill(json=answers[route.request.url.partition("/api/v1")[2]])

    anna.page.route("**/api/v1/daily**", tell)
    page = anna.go("/daily")
    page.get_by_role("link", name="2 Jan 2026").click()
    day = page.get_by_text("2 January 2026")
    expect(day).to_be_visible()
    page.go_back()
    expect(page.get_by_role("link", name="2 Jan 2026")).to_be_visible()
    expect(day).to_have_count(0)
    page.go_forward()
    expect(day).to_be_visible()
    page.reload()
    expect(day).to_be_visible()


def test_club_event_page_shows_deals_and_results(come: Come) -> None:
    anna, bert = come("Anna"), come(viewport=PHONE)
    page = anna.go("/daily")
    page.get_by_text("Nova Luna, solo", exact=True).click()
    page.get_by_text("Challenge your friends").click()
    page.get_by_role("group", name="Deals", exact=True).get_by_text("2", exact=True).click()
    page.get_by_label("Game night’s name").fill("Friday")
    page.get_by_role("button", name="Create a game night").click()
    link = page.get_by_label("Link to this game night")
    expect(page.get_by_role("heading", name="Friday")).to_be_visible()
    evening = link.input_value()
    page.get_by_role("button", name="Play deal 1").click()
    expect(tools(page)).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Continue deal 1").click()
    expect(tools(page)).to_be_visible()
    advance(anna, anna.table, 10_000)
    page.get_by_role("link", name="Results").click()
    page.get_by_role("link", name="Back to game night").click()
    expect(page.get_by_role("row").filter(has_text="Anna")).to_contain_text(
        "1:\u00a0±0\u00a0· 2:\u00a0–"
    )

    phone = bert.go(evening)
    expect(phone.get_by_role("row").filter(has_text="Anna")).to_contain_text("1 of 2 deals")
    phone.get_by_label("Display name").fill("Bert")
    phone.get_by_role("button", name="Save").click()
    phone.get_by_role("button", name="Play deal 2").click()
    expect(tools(phone)).to_be_visible()
    advance(bert, bert.table, 10_000)
    bert.go(evening)
    expect(phone.get_by_role("row").filter(has_text="Bert")).to_contain_text(
        "1:\u00a0–\u00a0· 2:\u00a0±0"
    )
    expect(phone.get_by_role("row").filter(has_text="Anna")).to_contain_text(
        "1:\u00a0–\u00a0· 2:\u00a0–"
    )
    assert (objections(phone), raw_words(phone)) == ([], [])

    page.get_by_role("button", name="Close the game night").click()
    page.get_by_role("button", name="Close for everyone?").click()
    expect(page.get_by_role("heading", name="Final table")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("row").filter(has_text="Anna")).to_contain_text(
        "1:\u00a0±0\u00a0· 2:\u00a0–"
    )
    expect(phone.get_by_role("button", name="Play")).to_have_count(0)


def test_club_event_at_tables_is_played(come: Come) -> None:
    """Made for tables of two: the host waits for people, seats them, and plays."""
    anna, others = come("Anna"), [come(name) for name in ("Bert", "Cid")]
    page = anna.go("/daily")
    page.get_by_text("Polyssimo Challenge", exact=True).click()
    page.get_by_text("Challenge your friends").click()
    page.get_by_role("group", name="Deals", exact=True).get_by_text("2", exact=True).click()
    page.get_by_role("group", name="Players per table").get_by_text("2", exact=True).click()
    page.get_by_role("button", name="Create a game night").click()
    seat = page.get_by_role("button", name="Seat all for deal 1")
    expect(seat).to_be_disabled()
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("button", name="Sit out")).to_be_visible()
    evening = page.url.rsplit("/", 1)[-1]
    for one in others:
        one.post(f"/evenings/{evening}/join")
    anna.go(f"/e/{evening}")
    expect(page.get_by_role("row").filter(has_text="Cid")).to_contain_text("0 of 2 deals")
    seat.click()
    expect(page.get_by_role("button", name="Seat all for deal 2")).to_be_visible()
    tables = anna.get(f"/evenings/{evening}")["deals"][0]["seated"]
    assert sorted(name for names in tables for name in names) == ["Anna", "Bert", "Cid"]
    for names in tables:
        line = page.get_by_role("list").get_by_text(" – ".join(names), exact=True)
        expect(line).to_be_visible()
    assert (objections(page), raw_words(page)) == ([], [])
    page.get_by_role("button", name="Continue deal 1").click()
    page.wait_for_url("**/t/*")
    assert anna.table == anna.get(f"/evenings/{evening}")["deals"][0]["table"]
