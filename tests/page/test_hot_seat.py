"""Several people around one screen; what one of them must not see is covered between turns."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from page_boards import play, uncover
from page_games import TITLES
from page_play import begin, play_out, set_up, some_move, tools
from page_starts import start_near_the_end
from page_states import open_board
from page_tables import table_for_one
from page_visitor import Come, Visitor

# What the personal card has looked like at any moment since.
WATCH_CARDS = """() => {
  window.cards = new Set();
  const look = () => document.querySelectorAll('.personal svg[role=img]')
    .forEach((card) => cards.add(card.outerHTML));
  new MutationObserver(look).observe(document.body,
    { subtree: true, childList: true, attributes: true });
}"""


def card_of(visitor: Visitor) -> str:
    """Return how the personal card looks that is open on the screen."""
    return str(visitor.page.locator(".personal svg[role=img]").evaluate("card => card.outerHTML"))


def pass_the_screen_on(visitor: Visitor) -> None:
    """Look at the move just made until it is covered: the page's time passes without a wait."""
    cover = visitor.page.get_by_text("Pass the device to")
    for _ in range(10):
        if cover.is_visible():
            break
        visitor.pass_time(200)
    expect(cover).to_be_visible()


def play_here(visitor: Visitor, game: str) -> None:
    visitor.take_clock()
    set_up(visitor, game, "Pass and play")
    begin(visitor, "Play")


@pytest.mark.parametrize("game", TITLES)
def test_hot_seat_game_is_played_to_its_end(come: Come, game: str) -> None:
    """Each game is played whole against a bot; here the last moves of both will do."""
    anna = come("Anna")
    open_board(anna, table_for_one(anna, game, start=start_near_the_end(anna, game)))
    play_out(anna)
    expect(anna.page.locator(".over")).to_be_visible()


def test_hot_seat_covers_cards_between_turns(come: Come) -> None:
    anna = come()
    play_here(anna, "my-shelfie")
    expect(anna.page.get_by_role("button", name="show the board")).to_be_focused()
    rng = random.Random(3)
    uncover(anna.page)
    for _ in range(4):
        own = card_of(anna)
        anna.page.evaluate(WATCH_CARDS)
        play(anna, some_move(anna, rng))
        pass_the_screen_on(anna)
        expect(anna.page.locator(".personal")).to_have_count(0)
        expect(anna.page.locator("[data-cell], [data-column], [data-seat]")).to_have_count(0)
        expect(anna.page.locator(".seats")).not_to_contain_text("points")
        seen = set(anna.page.evaluate("[...cards]"))
        uncover(anna.page)
        next_card = card_of(anna)
        assert next_card != own and next_card not in seen


def test_hot_seat_shows_the_own_move_before_the_cover(come: Come) -> None:
    """The cover fell at once: no player saw their tiles land, nor what they brought."""
    anna = come()
    play_here(anna, "my-shelfie")
    uncover(anna.page)
    own, tiles = card_of(anna), anna.page.locator(".mine .content > g:not(.ghost)")
    before = tiles.count()
    play(anna, some_move(anna, random.Random(3)))
    anna.until("tiles on the shelf", lambda: tiles.count() > before)
    assert card_of(anna) == own
    pass_the_screen_on(anna)


def test_hot_seat_undo_covers_the_screen(come: Come) -> None:
    """Player 2 took back and saw the card of player 1, who moved and saw that of player 2."""
    anna = come()
    play_here(anna, "my-shelfie")
    first = 1 + int(anna.now["info"]["mover"])  # chance has decided
    own, other = (f"Pass the device to Player {number}." for number in (first, 3 - first))
    undo = anna.page.get_by_role("button", name="Undo")
    play(anna, some_move(anna, random.Random(3)))
    pass_the_screen_on(anna)
    for has_uncovered in (True, False, True):
        expect(anna.page.get_by_text(other)).to_be_visible()
        if has_uncovered:
            uncover(anna.page)
        undo.click()
        expect(anna.page.get_by_text(own)).to_be_visible()
        expect(anna.page.locator(".personal")).to_have_count(0)
        play(anna, some_move(anna, random.Random(3)))
        pass_the_screen_on(anna)
        expect(anna.page.get_by_text(other)).to_be_visible()
        expect(anna.page.locator(".personal")).to_have_count(0)


def test_hot_seat_keeps_the_names_of_players(come: Come) -> None:
    anna = come()
    set_up(anna, "polyssimo", "Pass and play")
    anna.page.get_by_role("textbox", name="Player 1").fill("Mila")
    anna.page.get_by_role("textbox", name="Player 2").fill("Max")
    begin(anna, "Play")
    seats = anna.page.locator(".seats > li")
    expect(seats).to_contain_text(["Mila", "Max"])
    tools(anna.page).get_by_role("button", name="More").click()
    anna.page.get_by_role("button", name="Resign").click()
    anna.page.get_by_role("button", name="Yes, resign").click()
    anna.page.get_by_role("button", name="Rematch").click()
    expect(seats).to_contain_text(["Max", "Mila"])


def test_hot_seat_reload_covers_the_screen(come: Come) -> None:
    anna = come()
    play_here(anna, "my-shelfie")
    uncover(anna.page)
    anna.reload()
    expect(anna.page.get_by_text("Pass the device to")).to_be_visible()
    expect(anna.page.locator(".personal")).to_have_count(0)


@pytest.mark.parametrize("game", ["nova-luna", "polyssimo"])
def test_hot_seat_without_secrets_has_no_cover(come: Come, game: str) -> None:
    anna = come()
    play_here(anna, game)
    play(anna, some_move(anna, random.Random(1)))
    expect(anna.page.get_by_text("Pass the device to")).to_have_count(0)
