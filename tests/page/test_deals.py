"""Deals for friends and for a club: made, played, sent by link, and played by somebody else."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Route, expect

from page_looks import objections, raw_words
from page_play import tools
from page_tables import advance
from page_visitor import PHONE, Come, Shown, Visitor


def play_it(visitor: Visitor) -> None:
    """From the deal's page to the end of the game, and back."""
    deal = visitor.page.url
    visitor.page.get_by_role("button", name="Play this deal").click()
    expect(tools(visitor.page)).to_be_visible()
    advance(visitor, visitor.table, 10_000)
    visitor.go(deal)


def test_a_deal_for_friends(come: Come) -> None:
    anna, bert = come("Anna"), come("Bert")
    page = anna.go("/daily")
    page.get_by_text("Nova Luna, solo", exact=True).click()
    page.get_by_role("button", name="Make a deal").click()
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
    expect(bert.page.get_by_text("Place 2 of 2, ±0 against the mean.")).to_be_visible()


def result(name: str, margin: int, adjusted: Any = None, **more: Any) -> Shown:
    made = {"place": 1, "score": 30, "margin": margin, "above": margin - 4, "parted": 4}
    return made | {"adjusted": adjusted, "name": name, "at": 1, "is_me": name == "Anna"} | more


def test_from_day_to_day_and_back(come: Come) -> None:
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


def test_luck_is_taken_out_of_results(come: Come) -> None:
    """One result after the other. What the server says of them is made up here: it takes long."""
    anna = come("Anna")
    deal = anna.post("/deals", {"game": "polyssimo", "players": 2, "level": 1})
    luckless = [{"share": 0.62, "error": 0.05}, {"share": 0.31, "error": 0.04}]
    done = 0

    def answer(route: Route) -> None:
        nonlocal done
        done += route.request.method == "POST"
        found = [one if place < done else None for place, one in enumerate(luckless)]
        results = [result("Anna", 6, found[0]), result("Bert", 2, found[1])]
        mine = {"table": "t", "made": results[0], "rank": 1, "is_ranked": True}
        shown = deal | {"results": results, "mine": mine, "field": {"count": 2, "margin": 4}}
        route.fulfill(json=shown)

    anna.page.route(f"**/deals/{deal['id']}*/**", answer)
    anna.page.route(f"**/deals/{deal['id']}", answer)
    page = anna.go(f"/d/{deal['id']}")
    page.get_by_role("button", name="Take the luck out").click()
    expect(page.get_by_role("row").filter(has_text="Anna")).to_contain_text("62%\u00a0±5%")
    expect(page.get_by_role("row").filter(has_text="Bert")).to_contain_text("31%\u00a0±4%")
    expect(page.get_by_role("button", name="Take the luck out")).to_have_count(0)
    assert done == 2
    assert (objections(page), raw_words(page)) == ([], [])


def test_an_evening_of_a_club(come: Come) -> None:
    anna, bert = come("Anna"), come(viewport=PHONE)
    page = anna.go("/daily")
    page.get_by_text("Nova Luna, solo", exact=True).click()
    page.get_by_role("group", name="How many deals").get_by_text("2", exact=True).click()
    page.get_by_label("Name of the evening").fill("Friday")
    page.get_by_role("button", name="Make an evening").click()
    link = page.get_by_label("Link to this evening")
    expect(page.get_by_role("heading", name="Friday")).to_be_visible()
    evening = link.input_value()
    page.get_by_role("button", name="Play deal 1").click()
    expect(tools(page)).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Continue deal 1").click()
    expect(tools(page)).to_be_visible()
    advance(anna, anna.table, 10_000)
    page.get_by_role("link", name="Results").click()
    page.get_by_role("link", name="To the evening").click()
    expect(page.get_by_role("row").filter(has_text="Anna")).to_contain_text(
        "1:\u00a0±0\u00a0· 2:\u00a0–"
    )

    phone = bert.go(evening)
    expect(phone.get_by_role("row").filter(has_text="Anna")).to_contain_text("1 of 2 deals")
    phone.get_by_label("Your name at the tables").fill("Bert")
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

    page.get_by_role("button", name="Close the evening").click()
    page.get_by_role("button", name="Close it for everybody? Press again").click()
    expect(page.get_by_role("heading", name="Final table")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("row").filter(has_text="Anna")).to_contain_text(
        "1:\u00a0±0\u00a0· 2:\u00a0–"
    )
    expect(phone.get_by_role("button", name="Play")).to_have_count(0)


def test_an_evening_at_tables(come: Come) -> None:
    """Made for tables of two: the host waits for people, seats them, and plays."""
    anna, others = come("Anna"), [come(name) for name in ("Bert", "Cid")]
    page = anna.go("/daily")
    page.get_by_text("Polyssimo Challenge", exact=True).click()
    page.get_by_role("group", name="How many deals").get_by_text("2", exact=True).click()
    page.get_by_role("group", name="People at a table").get_by_text("2", exact=True).click()
    page.get_by_role("button", name="Make an evening").click()
    seat = page.get_by_role("button", name="Seat everybody for deal 1")
    expect(seat).to_be_disabled()
    page.get_by_role("button", name="I want to play").click()
    expect(page.get_by_role("button", name="Seat me no more")).to_be_visible()
    evening = page.url.rsplit("/", 1)[-1]
    for one in others:
        one.post(f"/evenings/{evening}/join")
    anna.go(f"/e/{evening}")
    expect(page.get_by_role("row").filter(has_text="Cid")).to_contain_text("0 of 2 deals")
    seat.click()
    expect(page.get_by_role("button", name="Seat everybody for deal 2")).to_be_visible()
    tables = anna.get(f"/evenings/{evening}")["deals"][0]["seated"]
    assert sorted(name for names in tables for name in names) == ["Anna", "Bert", "Cid"]
    for names in tables:
        line = page.get_by_role("list").get_by_text(" – ".join(names), exact=True)
        expect(line).to_be_visible()
    assert (objections(page), raw_words(page)) == ([], [])
    page.get_by_role("button", name="Continue deal 1").click()
    page.wait_for_url("**/t/*")
    assert anna.table == anna.get(f"/evenings/{evening}")["deals"][0]["table"]
