"""Hidden information is in no browser that may not show it: neither drawn, received nor fetched."""

from __future__ import annotations

import json
import random

from playwright.sync_api import expect

from page_boards import play
from page_play import may_move, some_move, tools, wait_for_news
from page_secrets import known_cards, secrets
from page_states import open_board
from page_tables import finished_table, open_table
from page_visitor import Come, Visitor

OWN_CARD = ".personal svg[role=img]"


def begin(anna: Visitor, bert: Visitor) -> str:
    """Anna and Bert have begun a game of My Shelfie; its table."""
    shown = open_table(anna, "my-shelfie")
    table: str = shown["info"]["id"]
    bert.post(f"/tables/{table}/seats?invite={shown['invite']}")
    anna.post(f"/tables/{table}/start")
    for visitor in (anna, bert):
        open_board(visitor, table)
    return f"{table}?invite={shown['invite']}"


def test_spectator_sees_no_card(come: Come) -> None:
    anna, bert, sam = come("Anna"), come("Bert"), come()
    link = begin(anna, bert)
    sam.go(f"/t/{link}")
    expect(tools(sam.page)).to_be_visible()
    sam.until("news of the table", lambda: sam.shown)
    rng = random.Random(2)
    for _ in range(6):
        mover = anna if may_move(anna) else bert
        play(mover, some_move(mover, rng))
        wait_for_news(anna, bert)
    sam.until("the same news", lambda: sam.now["seq"] == anna.now["seq"])
    for player in (anna, bert):
        label = player.page.locator(OWN_CARD).get_attribute("aria-label")
        assert label and " wanted in " in label
        assert label not in sam.page.content()
    assert " wanted in " not in sam.page.content()
    tools(sam.page).get_by_role("button", name="More").click()
    sam.page.get_by_role("link", name="Replay").click()
    expect(sam.page.get_by_test_id("move-name")).to_be_visible()
    sam.page.get_by_role("button", name="To the beginning").click()
    expect(sam.page.get_by_role("button", name="To the beginning")).to_be_disabled()
    assert " wanted in " not in sam.page.content()
    sam.page.wait_for_load_state("networkidle")
    assert known_cards(sam) == set()


def test_players_know_their_own_card_alone(come: Come) -> None:
    anna, bert = come("Anna"), come("Bert")
    begin(anna, bert)
    cards = {}
    for seat, visitor in enumerate((anna, bert)):
        seats = visitor.now["view"]["scene"]["seats"]
        cards[seat] = seats[seat]["card"]
        assert cards[seat] is not None and seats[1 - seat]["card"] is None
    assert all(f".seats[{1 - 0}]" not in secret for secret in known_cards(anna))
    assert all(f".seats[{0}]" not in secret for secret in known_cards(bert))


def test_cards_are_open_after_the_end(come: Come) -> None:
    """The search for cards finds them where they are: else the tests above prove nothing."""
    anna = come("Anna")
    open_board(anna, finished_table(anna, "my-shelfie"))
    expect(anna.page.locator(".over")).to_be_visible()
    assert any(".seats[1].card" in secret for secret in known_cards(anna))


def goes_on(visitor: Visitor, link: str) -> None:
    """Wait until the visitor is at another table."""
    visitor.until("the next game", lambda: f"{visitor.table}?" not in link)


def test_spectator_sees_no_card_of_the_rematch(come: Come) -> None:
    """A spectator is led to the next game by the link of the first, and knows no card of either."""
    anna, bert, sam = come("Anna"), come("Bert"), come()
    link = begin(anna, bert)
    anna.post(f"/tables/{anna.table}/resign")
    anna.page.get_by_role("button", name="Rematch").click()
    bert.page.get_by_role("alert").get_by_role("button", name="Yes").click()
    for visitor in (anna, bert):
        goes_on(visitor, link)
        expect(visitor.page.locator(OWN_CARD)).to_be_visible()
    sam.go(f"/t/{link}")
    sam.until("the game now", lambda: sam.table == anna.table and sam.table in sam.shown)
    mover = anna if may_move(anna) else bert
    play(mover, some_move(mover, random.Random(2)))
    sam.until("the same news", lambda: sam.now["seq"] == anna.now["seq"])
    assert " wanted in " not in sam.page.content()
    # The finished table's messages name the next table, too, and show all cards.
    messages = map(json.loads, sam.heard)
    heard = [message for message in messages if message.get("table") == anna.table]
    assert heard
    assert list(secrets(heard)) == []
