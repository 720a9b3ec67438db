"""Two people in two windows: a link, seats that fill, talk, an undo, the whole game."""

from __future__ import annotations

import random
import re
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from page_boards import play
from page_games import TITLES
from page_play import begin, may_move, play_out, set_up, some_move, tools, wait_for_news
from page_starts import start_near_the_end
from page_states import open_board
from page_tables import open_table, table_with_bots
from page_visitor import Come, Visitor


def test_rated_games_are_offered_to_accounts(come: Come) -> None:
    anna = come("Anna")
    set_up(anna, "polyssimo", "Friends")
    rated = anna.page.get_by_role("dialog").get_by_label("Rated")
    expect(rated).to_be_disabled()
    expect(anna.page.get_by_text("Rated games need an account.")).to_be_visible()
    account = {"login": "anna-rated", "password": "a long password"}
    anna.post("/people/me/account", account)
    anna.reload()
    set_up(anna, "polyssimo", "Friends")
    expect(rated).to_be_enabled()


def invite(anna: Visitor, bert: Visitor, game: str) -> None:
    """Anna opens a table, sends Bert its link, and begins when he has come."""
    set_up(anna, game, "Friends")
    begin(anna, "Create table")
    link = anna.page.get_by_label("Link to this table").input_value()
    expect(anna.page.get_by_text("free seat", exact=True)).to_be_visible()
    bert.go(link)
    expect(anna.page.locator(".seats").get_by_text("Bert")).to_be_visible()
    expect(bert.page.get_by_text("Waiting for the host to start")).to_be_visible()
    anna.page.get_by_role("button", name="Start", exact=True).click()
    for visitor in (anna, bert):
        expect(tools(visitor.page)).to_be_visible()
        visitor.until("news of the game", partial(has_news, visitor))


def has_news(visitor: Visitor) -> bool:
    """Return True once the socket has told of the table: its page may be shown before that."""
    heard = visitor.shown.get(visitor.table)
    return heard is not None and heard["view"] is not None


def mover_of(*visitors: Visitor) -> Visitor:
    visitors[0].until("somebody's turn", lambda: any(map(may_move, visitors)))
    return next(visitor for visitor in visitors if may_move(visitor))


def talk(page: Page, text: str) -> None:
    page.get_by_role("button", name="Chat").click()
    page.get_by_label("Write a message").fill(text)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log").get_by_text(text)).to_be_visible()


def meet_near_the_end(anna: Visitor, bert: Visitor, game: str) -> None:
    """Seat both at a table near its end: whole games are played against bots."""
    shown = open_table(anna, game, start=start_near_the_end(anna, game))
    for visitor in (bert, anna):
        visitor.go(f"/t/{shown['info']['id']}?invite={shown['invite']}")
    anna.page.get_by_role("button", name="Start", exact=True).click()
    for visitor in (anna, bert):
        visitor.until("news of the game", partial(has_news, visitor))


@pytest.mark.parametrize("game", TITLES)
def test_two_people_play_to_the_end(come: Come, game: str) -> None:
    anna, bert = come("Anna"), come("Bert")
    meet_near_the_end(anna, bert, game)
    mover = mover_of(anna, bert)
    expect(mover.page).to_have_title(re.compile("^● Your turn"))
    play_out(anna, bert)
    for visitor in (anna, bert):
        expect(visitor.page.locator(".over")).to_be_visible()
        expect(visitor.page).to_have_title(re.compile("^The game is over"))


def test_chat_is_announced_and_counted_while_unread(come: Come) -> None:
    anna, bert = come("Anna"), come("Bert")
    invite(anna, bert, "polyssimo")
    talk(anna.page, "Hello <b>Bert</b> & שלום!")
    button = bert.page.get_by_role("button", name="Chat")
    expect(button).to_have_text("Chat1")
    button.click()
    heard = bert.page.get_by_role("log").get_by_role("listitem")
    expect(heard).to_have_text("Anna Hello <b>Bert</b> & שלום!")
    expect(button).to_have_text("Chat")


def undo_after_a_move(anna: Visitor, bert: Visitor) -> tuple[Visitor, Visitor]:
    """Move and ask to take it back; return who did, and who must answer."""
    mover = mover_of(anna, bert)
    other = bert if mover is anna else anna
    play(mover, some_move(mover, random.Random(1)))
    wait_for_news(anna, bert)
    mover.page.get_by_role("button", name="Undo").click()
    expect(mover.page.get_by_text("You asked for a takeback.")).to_be_visible()
    return mover, other


def test_undo_is_asked_and_agreed(come: Come) -> None:
    anna, bert = come("Anna"), come("Bert")
    invite(anna, bert, "my-shelfie")
    mover, other = undo_after_a_move(anna, bert)
    other.page.get_by_role("alert").get_by_role("button", name="Accept").click()
    mover.until("the move taken back", lambda: mover.now["info"]["ply"] == 0)
    expect(mover.page.get_by_role("alert")).to_have_count(0)
    assert may_move(mover)
    mover.page.get_by_role("button", name="Moves").click()
    expect(mover.page.get_by_text("No move yet.")).to_be_visible()


def test_undo_is_refused(come: Come) -> None:
    anna, bert = come("Anna"), come("Bert")
    invite(anna, bert, "polyssimo")
    mover, other = undo_after_a_move(anna, bert)
    other.page.get_by_role("alert").get_by_role("button", name="Decline").click()
    expect(mover.page.get_by_role("alert")).to_have_count(0)
    assert mover.now["info"]["ply"] == 1


def test_presence_is_shown(come: Come) -> None:
    anna, bert = come("Anna"), come("Bert")
    invite(anna, bert, "polyssimo")
    bert.go("/")
    expect(anna.page.locator(".seats > li").filter(has_text="Bert")).to_contain_text("away")


def resign(visitor: Visitor) -> None:
    tools(visitor.page).get_by_role("button", name="More").click()
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Yes, resign").click()


def goes_on(visitor: Visitor, table: str) -> None:
    """Wait until the visitor is at another table."""
    visitor.until("the next game", lambda: visitor.table != table)


def test_rematch_is_asked_and_answered_beside_the_result(come: Come) -> None:
    """Three presses through a lobby, and the other player was not told who asked."""
    anna, bert = come("Anna"), come("Bert")
    invite(anna, bert, "polyssimo")
    first = anna.table
    resign(anna)
    anna.page.get_by_role("button", name="Rematch").click()
    expect(anna.page.get_by_text("Waiting for Bert…")).to_be_visible()
    asked = bert.page.get_by_role("alert").filter(has_text="Anna wants a rematch.")
    asked.get_by_role("button", name="Yes").click()
    for visitor in (anna, bert):
        goes_on(visitor, first)
        expect(tools(visitor.page)).to_be_visible()
    assert anna.table == bert.table
    assert [chair["who"]["name"] for chair in anna.now["info"]["chairs"]] == ["Bert", "Anna"]


def test_rematch_is_refused(come: Come) -> None:
    anna, bert = come("Anna"), come("Bert")
    invite(anna, bert, "polyssimo")
    resign(anna)
    anna.page.get_by_role("button", name="Rematch").click()
    bert.page.get_by_role("alert").get_by_role("button", name="No").click()
    for visitor in (anna, bert):
        expect(visitor.page.get_by_text("No rematch this time.")).to_be_visible()
    anna.page.get_by_role("link", name="To the table").click()
    expect(anna.page.locator(".seats li").first).to_contain_text("free seat")


def test_link_of_the_first_game_leads_to_the_game_that_is_played_now(come: Come) -> None:
    anna, bert, cleo = come("Anna"), come("Bert"), come("Cleo")
    invite(anna, bert, "polyssimo")
    link = anna.page.url
    resign(anna)
    anna.page.get_by_role("button", name="Rematch").click()
    bert.page.get_by_role("alert").get_by_role("button", name="Yes").click()
    anna.until("the next game", lambda: f"/t/{anna.table}" not in link)
    cleo.go(link)
    cleo.until("the game now", lambda: cleo.table == anna.table)
    expect(tools(cleo.page)).to_be_visible()


def scores(visitor: Visitor, *rows: str) -> None:
    """Expect these rows of the room's score: name, wins, games."""
    shown = visitor.page.get_by_role("table").locator("tbody tr")
    expect(shown).to_have_text([re.compile(row.replace(" ", ".*")) for row in rows])


def test_room_is_one_link_for_all_games_of_friends(come: Come) -> None:
    """Rematches led on from a link, but not to another game, and nothing counted who had won."""
    anna, bert, cleo = come("Anna"), come("Bert"), come("Cleo")
    invite(anna, bert, "polyssimo")
    resign(anna)
    for visitor in (anna, bert):
        expect(visitor.page.locator(".over")).to_contain_text("Bert\u00a01 · Anna\u00a00")
        visitor.page.get_by_role("link", name="Our room").click()
        scores(visitor, "Bert 1 1", "Anna 0 1")
    link = anna.page.get_by_label("Link to this room").input_value()
    assert link == anna.page.url
    expect(anna.page.get_by_text("Here now: Anna, Bert")).to_be_visible()
    cleo.go(link)  # who has not played here may look on
    expect(cleo.page.get_by_text("The players of this room choose the next one.")).to_be_visible()
    expect(cleo.page.get_by_role("group", name="The next game")).to_have_count(0)
    next_game = anna.page.get_by_role("group", name="The next game")
    next_game.get_by_role("button", name="My Shelfie").click()
    begin(anna, "Create table")
    for visitor in (bert, cleo):
        waits = visitor.page.get_by_text("My Shelfie is waiting for players: Anna")
        expect(waits).to_be_visible()
    bert.page.get_by_role("link", name="Sit down").click()
    anna.page.get_by_role("button", name="Start", exact=True).click()
    expect(tools(bert.page)).to_be_visible()
    expect(cleo.page.get_by_text("My Shelfie is on: Anna – Bert")).to_be_visible()
    phone = bert.open_window()
    phone.goto(link)  # a player of the game that is on is led to it
    expect(tools(phone)).to_be_visible()
    phone.close()
    resign(bert)
    scores(cleo, "Anna 1 2", "Bert 1 2")
    cleo.reload()
    scores(cleo, "Anna 1 2", "Bert 1 2")


def test_unknown_room_says_so(come: Come) -> None:
    anna = come("Anna")
    anna.forgive("status of 404")
    anna.go("/room/vQ3k9_aQ71bZx0Pw")
    expect(anna.page.get_by_text("Check that the link is complete.")).to_be_visible()
    expect(anna.page.get_by_role("heading", name="Your room")).to_have_count(0)


def test_host_frees_a_kept_seat_in_the_lobby(come: Come) -> None:
    """Without an answer the host goes to the table, and another person may have the seat."""
    anna, bert = come("Anna"), come("Bert")
    invite(anna, bert, "polyssimo")
    resign(anna)
    anna.page.get_by_role("button", name="Rematch").click()
    anna.page.get_by_role("link", name="To the table").click()
    seat = anna.page.locator(".seats li").first
    expect(seat).to_contain_text("reserved for a player")
    seat.get_by_role("button", name="Free this seat").click()
    expect(seat).to_contain_text("free seat")
    expect(anna.page.get_by_role("button", name="Start", exact=True)).to_be_disabled()
    expect(anna.page.get_by_text("Waiting for 1 more player.")).to_be_visible()


def test_link_invites_after_any_detour(come: Come) -> None:
    """Home and back, and the link lacked the invitation: friends found nothing there."""
    anna, bert = come("Anna"), come("Bert")
    set_up(anna, "polyssimo", "Friends")
    begin(anna, "Create table")
    anna.page.get_by_role("link", name="Tilewright").click()
    home = anna.page.get_by_role("region", name="Pick up where you left off")
    home.get_by_role("link", name="Polyssimo").click()
    link = anna.page.get_by_label("Link to this table").input_value()
    assert anna.page.url == link, "what stands above the page is copied, too"
    anna.reload()
    expect(anna.page.get_by_label("Link to this table")).to_have_value(link)
    bert.go(link)
    expect(anna.page.locator(".seats").get_by_text("Bert")).to_be_visible()


def test_link_of_a_bot_game_and_of_the_next_lets_friends_watch(come: Come) -> None:
    anna, bert = come("Anna"), come("Bert")
    open_board(anna, table_with_bots(anna, "polyssimo"))
    tools(anna.page).get_by_role("button", name="More").click()
    anna.page.get_by_role("button", name="Copy the link").click()
    bert.go(anna.page.evaluate("navigator.clipboard.readText()"))
    expect(tools(bert.page)).to_be_visible()
    anna.page.get_by_role("button", name="Resign").click()
    anna.page.get_by_role("button", name="Yes, resign").click()
    anna.page.get_by_role("button", name="Rematch").click()
    bert.page.get_by_role("link", name="Watch the next game").click()
    expect(tools(bert.page)).to_be_visible()
    assert bert.table == anna.table


def test_stranger_is_asked_for_a_name_and_sees_what_is_played(come: Come) -> None:
    """The link seated strangers unasked, as "Guest 669"; a new name stayed in the header."""
    anna, bert = come("Bernd"), come()
    clock = {"kind": "game", "time": 600_000, "increment": 5_000}
    shown = open_table(anna, "nova-luna", clock=clock)
    for visitor in (anna, bert):
        visitor.go(f"/t/{shown['info']['id']}?invite={shown['invite']}")
    terms = bert.page.locator("section.panel > ul")
    expect(terms).to_contain_text("10 minutes + 5")
    expect(terms).to_contain_text("not rated")
    expect(anna.page.locator(".seats li")).to_have_text(
        [re.compile("Bernd.*you"), re.compile("free seat")]
    )
    bert.page.get_by_label("Display name").fill("Bert")
    bert.page.keyboard.press("Enter")
    expect(anna.page.locator(".seats li").nth(1)).to_contain_text("Bert")
    expect(anna.page.locator(".seats svg text")).to_have_text(["B1", "B2"])
    profile = bert.open_window()
    profile.goto("/me")
    profile.get_by_role("button", name="Profile").click()
    profile.get_by_label("Display name").fill("Albert")
    profile.get_by_role("button", name="Save").click()
    expect(anna.page.locator(".seats li").nth(1)).to_contain_text("Albert")
    expect(anna.page.locator(".seats svg text")).to_have_text(["B", "A"])


def test_link_is_copied_without_a_clipboard_or_scanned(come: Come) -> None:
    """Over plain http there is no clipboard: the button did nothing but break."""
    anna = come("Anna")
    anna.context.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
    )
    shown = open_table(anna, "polyssimo")
    anna.go(f"/t/{shown['info']['id']}")
    expect(anna.page.get_by_text("tilewright serve --host 0.0.0.0")).to_be_visible()
    anna.page.get_by_role("button", name="Copy the link").click()
    expect(anna.page.get_by_role("button", name="Copied")).to_be_focused()
    link = anna.page.get_by_label("Link to this table")
    expect(link).to_have_value(re.compile("invite="))
    bert = anna.context.new_page()
    bert.goto("/about")
    bert.evaluate("document.body.append(document.createElement('textarea'))")
    bert.locator("textarea").last.focus()
    bert.keyboard.press("Control+V")
    expect(bert.locator("textarea").last).to_have_value(link.input_value())
