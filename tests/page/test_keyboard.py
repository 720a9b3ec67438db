"""By keys alone: from home to a finished turn, with the focus in sight all the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from page_boards import sentence
from page_games import TITLES
from page_play import may_move, wait_for_table, wait_for_turn
from page_states import open_board
from page_tables import table_from_the_middle, table_with_bots
from page_visitor import Come, Visitor

MOST_TABS = 80
# Where the focus is, and whether it can be seen: a line around the thing itself or around its
# label, or, on a square of the board, the piece in hand.
FOCUS = """() => {
  const one = document.activeElement;
  const around = [one, one.closest('label')].filter(Boolean);
  const hasLine = (each) => {
    const own = getComputedStyle(each);
    const after = getComputedStyle(each, '::after');
    return (own.outlineStyle !== 'none' && parseFloat(own.outlineWidth) >= 2)
      || (after.content !== 'none' && parseFloat(after.borderTopWidth) >= 2);
  };
  const isUnderPiece = one.matches('[role=gridcell]') && document.querySelector('.ghost') !== null;
  return [one === document.body, isUnderPiece || around.some(hasLine),
    `${one.tagName} ${one.className} ${one.ariaLabel ?? one.textContent.slice(0, 40)}`];
}"""


def check_focus(page: Page) -> None:
    is_lost, is_seen, what = page.evaluate(FOCUS)
    assert not is_lost, "the focus is lost"
    assert is_seen, f"the focus cannot be seen on {what}"


def is_on(page: Page, selector: str) -> bool:
    return bool(page.evaluate("selector => document.activeElement.matches(selector)", selector))


def tab_to(page: Page, selector: str) -> None:
    """Tab on until something of this kind has the focus."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        check_focus(page)
        if is_on(page, selector):
            return
    raise AssertionError(f"expected {selector} within {MOST_TABS} tabs")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)
    check_focus(page)


# --- A turn of each game ------------------------------------------------------------------------


def turn_of_nova_luna(page: Page) -> None:
    tab_to(page, "[data-slot] button")
    press(page, "ArrowRight", "ArrowLeft", "Enter")
    expect(page.locator("[data-place]").first).to_be_visible()
    expect(page.locator("[data-place]:focus")).to_be_visible()
    press(page, "ArrowRight", "ArrowUp", "Enter")


def turn_of_my_shelfie(page: Page) -> None:
    """Press a tile that cannot be taken, which says why; then one that can."""
    tab_to(page, "button[data-cell]")
    page.locator("button.tile.locked").first.focus()
    expect(sentence(page)).to_have_text("You can’t take this tile: it has no free side.")
    page.locator("button.tile.open").first.focus()
    expect(sentence(page)).to_contain_text("Take one to three tiles")
    press(page, "Enter")
    expect(page.locator("button[data-cell][aria-pressed=true]")).to_have_count(1)
    tab_to(page, "[data-column]")
    press(page, "ArrowRight", "Enter")


def turn_of_polyssimo(page: Page) -> None:
    """Choose a piece in the draft, and go further by arrows."""
    tab_to(page, "button[data-piece]")
    press(page, "ArrowRight", "Enter")
    expect(page.locator("button[data-piece][aria-pressed=true]")).to_have_count(1)


TURNS = {
    "nova-luna": turn_of_nova_luna,
    "my-shelfie": turn_of_my_shelfie,
    "polyssimo": turn_of_polyssimo,
}


def sit_down_with_a_bot(visitor: Visitor, game: str) -> None:
    page = visitor.go("/")
    expect(page.get_by_role("article")).to_have_count(3)
    order = page.get_by_role("article").evaluate_all(
        "(all, title) => all.findIndex((one) => one.querySelector('h2').textContent === title) + 1",
        TITLES[game],
    )
    tab_to(page, f"article:nth-of-type({order}) .play")
    press(page, "Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    tab_to(page, "dialog .people input")
    press(page, "ArrowLeft")
    tab_to(page, "dialog .primary")
    page.keyboard.press("Enter")
    wait_for_table(visitor)
    assert not page.evaluate(FOCUS)[0], "the focus is lost on the way to the table"


@pytest.mark.parametrize("game", TITLES)
def test_keyboard_plays_from_home_to_a_finished_turn(come: Come, game: str) -> None:
    anna = come()
    sit_down_with_a_bot(anna, game)
    wait_for_turn(anna)
    expect(sentence(anna.page)).to_be_visible()
    TURNS[game](anna.page)
    number = anna.now["view"]["number"]
    tab_to(anna.page, ".bar .primary")
    anna.page.keyboard.press("Enter")
    anna.until("an answer", lambda: anna.now["view"]["number"] > number and may_move(anna))
    expect(sentence(anna.page)).to_be_visible()
    assert not anna.page.evaluate(FOCUS)[0], "the focus is lost after the move"
    tab_to(anna.page, ".board *")


def test_keyboard_places_a_piece(come: Come) -> None:
    anna = come("Anna")
    open_board(anna, table_from_the_middle(anna, "polyssimo", 2, 30))
    page, number = anna.page, anna.now["view"]["number"]
    tab_to(page, "[data-piece] button")
    press(page, "Enter")
    press(page, "r", "f", "ArrowDown", "n")
    expect(page.locator(".bar .primary")).to_be_enabled()
    press(page, "Enter")
    anna.until("an answer", lambda: anna.now["view"]["number"] > number)


def test_keyboard_escape_puts_back_and_moves_the_focus(come: Come) -> None:
    anna = come("Anna")
    open_board(anna, table_with_bots(anna, "nova-luna", plies=6))
    page = anna.page
    tab_to(page, "[data-slot] button")
    press(page, "Enter")
    expect(page.locator("[data-place]:focus")).to_be_visible()
    press(page, "Escape")
    assert is_on(page, "[data-slot] button")


@pytest.mark.parametrize("button", ["Settings", "Log in"])
def test_keyboard_dialogs_return_the_focus(come: Come, button: str) -> None:
    page = come().go("/")
    opener = page.get_by_role("banner").get_by_role("button", name=button)
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    for _ in range(30):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('dialog, body') !== null")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(opener).to_be_focused()


def test_keyboard_skip_link_passes_the_header(come: Come) -> None:
    page = come().go("/")
    expect(page.get_by_role("article")).to_have_count(3)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()


def test_keyboard_opens_and_closes_panels(come: Come) -> None:
    anna = come("Anna")
    open_board(anna, table_with_bots(anna, "my-shelfie", plies=2))
    page = anna.page
    moves = page.get_by_role("button", name="Moves")
    moves.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("complementary", name="Moves")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("complementary", name="Moves")).to_have_count(0)
    expect(moves).to_be_focused()
