"""A TV in the middle of the table, a phone in every hand."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from page_boards import play
from page_games import SEVERAL, on_page
from page_games.my_shelfie import prepare
from page_play import may_move, more_way, some_move, tools, wait_for_news
from page_secrets import known_cards
from page_tables import advance, open_table
from page_visitor import PHONE, Come, Visitor


def scan(come: Come, screen: Visitor, name: str) -> Visitor:
    """Bring a phone by the code on the screen, which says what its address says."""
    phone = come(viewport=PHONE, has_touch=True, is_mobile=True)
    phone.go(screen.page.get_by_label("Link to this table").input_value())
    phone.page.get_by_label("Display name").fill(name)
    phone.page.get_by_role("button", name="Sit down").click()
    expect(screen.page.get_by_role("listitem").filter(has_text=name)).to_be_visible()
    return phone


def test_shared_screen_plays_a_game_with_phones(come: Come) -> None:
    """Shows the table to all, and nothing that is a player's own: nor is it sent there."""
    screen = come(viewport={"width": 1280, "height": 720})
    more_way(screen.go("/"), "my-shelfie", "TV + phones").click()
    screen.page.get_by_role("button", name="Create table").click()
    expect(screen.page.get_by_text("Scan the code with your phones")).to_be_visible()
    expect(screen.page.get_by_role("button", name="Sit down")).to_have_count(0)
    phones = [scan(come, screen, name) for name in ("Anna", "Bert")]
    screen.page.get_by_role("button", name="Start").click()
    expect(screen.page.get_by_text("Your cards are on your phones.")).to_be_visible()
    for phone in phones:
        expect(tools(phone.page)).to_be_visible()
        expect(phone.page.locator(".personal svg[role=img]")).to_be_visible()
    expect(tools(screen.page)).to_have_count(0)
    rng = random.Random(2)
    for _ in range(4):
        mover = next(phone for phone in phones if may_move(phone))
        play(mover, some_move(mover, rng))
        wait_for_news(*phones)
    sees_no_card(screen)
    screen.responses.clear()
    come_back(screen, phones)
    sees_no_card(screen)
    moves_to_another_screen(come, screen, phones)


SCREENS = ((1920, 1080), (1280, 720), (1024, 768), (768, 1024))
CUT = (
    """all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.innerText)"""
)


@pytest.mark.parametrize("game", SEVERAL)
def test_shared_screen_is_readable_from_every_side(come: Come, game: str) -> None:
    """All seats have as much of the screen, names and news are whole, and nothing lies on another;
    the player on the first seat had more of it."""
    if (areas := on_page(game).areas) is None:
        pytest.skip("a plain board has no areas")
    for players in (2, 4):
        screen, anna = come("Host"), come("Bartholomew Smith")
        shown = open_table(screen, game, players, bot="random", sit=False)
        table, invite = shown["info"]["id"], shown["invite"]
        anna.post(f"/tables/{table}/seats?invite={invite}")
        screen.post(f"/tables/{table}/start")
        for plies in (*on_page(game).phases.values(), on_page(game).middle):
            advance(anna, table, plies)
            screen.go(f"/t/{table}?middle")
            for width, height in SCREENS:
                screen.page.set_viewport_size({"width": width, "height": height})
                draws_alike(screen, areas, players)
                if width >= 1000:
                    cuts_nothing(screen, width, height)


def draws_alike(screen: Visitor, areas: str, players: int) -> None:
    where = screen.page.viewport_size
    shown = screen.page.locator(areas).locator("visible=true")
    expect(shown).to_have_count(players)
    boxes = [area.bounding_box() for area in shown.all()]
    widths = [box["width"] for box in boxes if box]
    heights = [box["height"] for box in boxes if box]
    assert max(widths) - min(widths) < 2 and max(heights) - min(heights) < 2, (where, boxes)


def cuts_nothing(screen: Visitor, width: int, height: int) -> None:
    page = screen.page
    assert page.locator(".seats .name, .seats .facts").evaluate_all(CUT) == [], width
    news = page.get_by_label("The last moves").bounding_box()
    aside = page.get_by_label("TV + phones").bounding_box()
    assert news and aside and aside["y"] > 40 and aside["y"] + aside["height"] <= height + 1
    expect(page.locator(".news li").first).to_be_visible()  # what was before comes after the board
    told = [one.bounding_box() for one in page.locator(".news li").all()]
    in_sight = [box for box in told if box and box["y"] < news["y"] + news["height"] - 1]
    assert in_sight, width
    assert all(box["x"] + box["width"] <= news["x"] + news["width"] + 1 for box in in_sight), width


def sees_no_card(screen: Visitor) -> None:
    seat = screen.page.get_by_role("button", name=re.compile("^Anna .* points"))
    expect(seat).to_be_visible()
    assert " wanted in " not in screen.page.content()
    assert known_cards(screen) == set()


def come_back(screen: Visitor, phones: list[Visitor]) -> None:
    """Load the screen again, and scan the code once more with a phone: all is as it was."""
    screen.reload()
    expect(screen.page.get_by_text("Your cards are on your phones.")).to_be_visible()
    first = phones[0]
    first.go(screen.page.url.replace("middle&", ""))
    expect(first.page.locator(".personal svg[role=img]")).to_be_visible()


def moves_to_another_screen(come: Come, screen: Visitor, phones: list[Visitor]) -> None:
    """Open the address of the screen on another one: it is the middle from there on."""
    other = come(viewport={"width": 1920, "height": 1080})
    other.go(screen.page.url)
    screen.go("/")
    expect(other.page.get_by_text("Your cards are on your phones.")).to_be_visible()
    expect(tools(other.page)).to_have_count(0)
    moving = other.page.locator(".seats .moving .name")
    before = moving.inner_text()
    mover = next(phone for phone in phones if may_move(phone))
    play(mover, some_move(mover, random.Random(4)))
    expect(moving).not_to_have_text(before)
    sees_no_card(other)


def test_shared_screen_seat_moves_to_another_phone(come: Come) -> None:
    """A phone that is swapped for another has its seat there, card and all, and looks on here. Of a
    phone that is gone the middle can say the same."""
    screen = come("Host", viewport={"width": 1280, "height": 720})
    shown = open_table(screen, "my-shelfie", bot="random", sit=False)
    table, invite = shown["info"]["id"], shown["invite"]
    old, new = come("Anna", viewport=PHONE), come(viewport=PHONE)
    old.post(f"/tables/{table}/seats?invite={invite}")
    screen.post(f"/tables/{table}/start")
    screen.go(f"/t/{table}?middle")
    old.go(f"/t/{table}").get_by_role("button", name="More").click()
    old.page.get_by_role("button", name="Switch device").click()
    link = old.page.get_by_label("Switch device", exact=True).last.input_value()
    old.heard.clear()
    old.responses.clear()
    new.go(link)
    card = '.personal [aria-label*=" wanted in "]'
    expect(new.page.locator(card)).to_be_visible()
    expect(old.page.get_by_text("Your seat has moved to another device.")).to_be_visible()
    expect(old.page.locator(card)).to_have_count(0)
    assert "#" not in new.page.url
    new.until("its turn", lambda: may_move(new))
    move = some_move(new, random.Random(2))
    prepare(new, move)
    covers_no_hint(new)
    new.page.get_by_role("button", name="Place").click()
    new.until("the bot to have moved", lambda: may_move(new))
    assert {known_cards(visitor) == set() for visitor in (old, screen)} == {True}
    let_it_go(screen, new)


def covers_no_hint(phone: Visitor) -> None:
    """Check that the figures above the columns do not lie on the card's marks in the top row."""
    expect(phone.page.locator(".gain").first).to_be_visible()
    shelf = phone.page.locator(".mine .place").first.bounding_box()
    boxes = [figure.bounding_box() for figure in phone.page.locator(".gain").all()]
    lowest = max(box["y"] + box["height"] for box in boxes if box)
    assert shelf and lowest <= shelf["y"] + 1


def let_it_go(screen: Visitor, phone: Visitor) -> None:
    """Give a seat away as the host: that of a player who has gone, not of one who was just here."""
    button = screen.page.get_by_role("button", name="Anna’s seat: switch device")
    expect(button).to_have_count(0)
    phone.go("/")
    screen.forgive("409")
    button.click()
    expect(screen.page.get_by_text("is still here").first).to_be_visible()
