"""Every game at every number of players on one screen, at seven sizes; and nothing jumps."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from page_boards import play, prepare, primary, sentence
from page_fingers import Finger, middle
from page_games import ALL, SEVERAL, on_page
from page_play import is_over, may_move, some_move, tools, wait_for_turn
from page_screen import SIZES, complaints, shifts, smallest, watch_shifts
from page_starts import start_at, start_near_the_end
from page_states import open_board, open_replay, side
from page_tables import (
    finished_table,
    open_table,
    table_for_one,
    table_from_the_middle,
    table_with_bots,
)
from page_visitor import PHONE, Come, Visitor
from tilewright.registry import GAMES

CLOCK = {"kind": "game", "time": 600_000, "increment": 5_000}
CASES = [
    (game, players, plies)
    for game in ALL
    for players in GAMES[game].players
    for plies in (on_page(game).middle, *on_page(game).phases.values())
]
FIXED = ".seats button", ".bar .primary", "[role=toolbar][aria-label=Tools] button"
"""Controls around every board."""


@pytest.mark.parametrize("game, players, plies", CASES)
def test_one_screen(come: Come, game: str, players: int, plies: int) -> None:
    anna = come("Anna", has_touch=True)
    start = start_at(anna, game, players, plies)
    open_board(anna, table_with_bots(anna, game, players, start=start, clock=CLOCK))
    found = []
    for name, (width, height) in SIZES.items():
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.drawn()
        found += [f"{name}: {what}" for what in complaints(anna.page, on_page(game).parts)]
        found += [f"{name}: {what} too small" for what in FIXED if too_small(anna, what)]
        expect(anna.page.get_by_role("timer").first).to_be_in_viewport()
    prepare(anna, some_move(anna, random.Random(1)))
    for name, (width, height) in SIZES.items():
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.drawn()
        found += [f"{name}, in hand: {what}" for what in complaints(anna.page, on_page(game).parts)]
    assert found == []


def too_small(visitor: Visitor, what: str) -> bool:
    size = smallest(visitor.page, what)
    return size is not None and size < 44


@pytest.mark.parametrize("game", ALL)
def test_layout_of_a_table_is_stable(come: Come, game: str) -> None:
    """Turn after turn, bots' moves among them: the browser notices no shift."""
    anna = come("Anna", viewport=PHONE, has_touch=True)
    anna.take_clock()
    players = min(GAMES[game].players)
    open_board(anna, table_with_bots(anna, game, players))
    anna.drawn()
    watch_shifts(anna.page, on_page(game).parts)
    rng = random.Random(1)
    for _ in range(6):
        if not wait_for_turn(anna):
            break
        play(anna, some_move(anna, rng))
    anna.pass_time(1000)  # the sentence is measured again when all has come to rest
    anna.drawn()
    assert shifts(anna.page) == []


# --- By a finger alone --------------------------------------------------------------------------


def play_by_finger(visitor: Visitor, finger: Finger, rng: random.Random) -> None:
    """Play one turn: drags and taps on the board, then the button."""
    visitor.drawn()
    number, move = visitor.now["view"]["number"], some_move(visitor, rng)
    touch = on_page(visitor.now["info"]["terms"]["game"]).touch
    assert touch is not None
    touch(finger, move)
    expect(primary(visitor.page)).to_be_enabled()
    finger.tap(primary(visitor.page))
    visitor.until(f"an answer to {move}", lambda: visitor.now["view"]["number"] > number)
    assert [said["move"] for said in visitor.said if said["type"] == "move"][-1] == move


@pytest.mark.parametrize("game", [game for game in SEVERAL if not on_page(game).pans])
def test_touch_plays_a_whole_game(come: Come, game: str) -> None:
    anna = come("Anna", viewport=PHONE, has_touch=True, is_mobile=True)
    open_board(anna, table_with_bots(anna, game))
    finger, rng = Finger(anna), random.Random(1)
    while wait_for_turn(anna):
        play_by_finger(anna, finger, rng)
    expect(anna.page.locator(".over h2")).to_be_in_viewport()
    assert is_over(anna) and not may_move(anna)


@pytest.mark.parametrize("size", ["lying", "tablet", "wide"])
@pytest.mark.parametrize("game", SEVERAL)
def test_touch_plays_turns(come: Come, game: str, size: str) -> None:
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    anna = come("Anna", viewport=viewport, has_touch=True, is_mobile=True)
    most = max(GAMES[game].players)
    open_board(anna, table_from_the_middle(anna, game, most, on_page(game).middle))
    finger, rng = Finger(anna), random.Random(1)
    for _ in range(2):
        if wait_for_turn(anna):
            play_by_finger(anna, finger, rng)


def test_touch_magnifies_small_tiles(come: Come) -> None:
    """A finger that slides on to the neighbour means the neighbour."""
    anna = come("Anna", viewport=PHONE, has_touch=True, is_mobile=True)
    open_board(anna, table_from_the_middle(anna, "my-shelfie", 4, 16))
    cell = anna.page.locator("button.tile.open").first.get_attribute("data-cell")
    first, finger = anna.page.locator(f'button[data-cell="{cell}"]'), Finger(anna)
    (x, y), loupe = middle(first), anna.page.locator(".loupe")
    finger.down((x, y))
    expect(loupe).to_be_in_viewport()
    box = loupe.bounding_box()
    assert box is not None and (box["y"] + box["height"] < y or box["y"] > y)
    finger.up()
    expect(loupe).to_have_count(0)
    expect(first).to_have_attribute("aria-pressed", "true")
    finger.tap(anna.page.locator("button.tile.other").first)
    expect(sentence(anna.page)).to_contain_text("This tile instead: it isn’t in a line")
    expect(first).to_have_attribute("aria-pressed", "false")


# --- What opens over it -------------------------------------------------------------------------


def test_resigning_on_a_phone_shows_the_result(come: Come) -> None:
    anna = come("Anna", viewport=PHONE, has_touch=True, is_mobile=True)
    open_board(anna, table_with_bots(anna, "polyssimo", plies=2))
    tools(anna.page).get_by_role("button", name="More").tap()
    side(anna, "More").get_by_role("button", name="Resign").tap()
    side(anna, "More").get_by_role("button", name="Yes, resign").tap()
    expect(anna.page.locator(".over").get_by_text("Anna resigned.")).to_be_in_viewport()
    expect(side(anna, "More")).to_have_count(0)


def test_touch_enlarges_a_seat(come: Come) -> None:
    anna = come("Anna", viewport=PHONE, has_touch=True, is_mobile=True)
    for game in SEVERAL:
        open_board(anna, table_from_the_middle(anna, game, 4, on_page(game).middle))
        anna.page.locator(".seats button").first.tap()
        large = anna.page.get_by_role("dialog")
        expect(large).to_be_in_viewport(ratio=1)
        for button in large.get_by_role("button").all():  # some stuck out beside a long name
            expect(button).to_be_in_viewport(ratio=1)


IS_CUT = """() => {
  const text = document.querySelector('[data-testid=sentence]');
  return text.scrollHeight > text.clientHeight + 2;
}"""


def test_the_rest_of_a_long_sentence_is_one_press_away(come: Come) -> None:
    """It was cut, and nothing led to the rest: it had been measured before all had come to rest.
    The window is so narrow that the first sentence has no room."""
    anna = come("Anna", viewport={"width": 280, "height": 740}, has_touch=True)
    open_board(anna, table_with_bots(anna, "my-shelfie"))
    expect(sentence(anna.page)).to_contain_text("Take one to three tiles")
    assert anna.page.evaluate(IS_CUT)
    whole = anna.page.get_by_role("button", name="Show all")
    whole.click()
    expect(whole).to_have_attribute("aria-expanded", "true")
    assert not anna.page.evaluate(IS_CUT)


# --- Replays ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_replay_ends_with_its_footer(come: Come, size: str) -> None:
    width, height = SIZES[size]
    anna = come("Anna", viewport={"width": width, "height": height})
    start = start_near_the_end(anna, "my-shelfie")
    open_replay(anna, finished_table(anna, "my-shelfie", start=start), 0)
    shows_the_whole_board(anna)
    expect(anna.page.get_by_role("group", name="Tiles in hand")).to_have_count(0)
    below = """() => document.documentElement.scrollHeight
      - document.querySelector('#app > footer').getBoundingClientRect().bottom - scrollY"""
    assert anna.page.evaluate(below) <= 1
    first = anna.page.locator("aside.side ol > li").first
    inside = anna.page.locator("aside.side .inside")
    if size == "phone":  # where the moves are folded below the review
        inside.get_by_text("Moves", exact=True).click()
    assert inside.evaluate("list => list.scrollTop") == 0
    expect(first).to_be_visible()


def shows_the_whole_board(visitor: Visitor) -> None:
    """Check that the reel covers no part of the board, at three sizes."""
    usual = visitor.page.viewport_size
    assert usual is not None
    for name in ("phone", "lying", "desktop"):
        width, height = SIZES[name]
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.wait_for_function(ABOVE_THE_REEL, arg=[".living", ".shelf", ".goals"])
    visitor.page.set_viewport_size(usual)


ABOVE_THE_REEL = """parts => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  // In a narrow window the review comes first.
  document.querySelector('.replay > .board').scrollIntoView();
  const end = box('section.dock').top + 1;
  return parts.every((part) => box(part).top >= -1 && box(part).bottom <= end);
}"""
"""Once the board has found its place, a moment after the window has changed."""


def test_hot_seat_is_one_screen_too(come: Come) -> None:
    anna = come("Anna", viewport=PHONE, has_touch=True, is_mobile=True)
    open_board(anna, table_for_one(anna, "polyssimo", plies=24))
    assert complaints(anna.page, on_page("polyssimo").parts) == []


def test_what_is_pressed_first_is_in_sight_on_small_windows(come: Come) -> None:
    """On a phone on its side the lobby and the stage of home were one large picture."""
    anna = come("Anna")
    table = open_table(anna, SEVERAL[0])
    room = f"/room/{table['invite']}"
    lobby = f"/t/{table['info']['id']}?invite={table['invite']}"
    anna.go(lobby)
    upright, lying = SIZES["phone"], SIZES["lying"]
    for width, height in (upright, lying):
        anna.page.set_viewport_size({"width": width, "height": height})
        expect(anna.page.get_by_role("status").first).to_be_in_viewport(ratio=1)
    anna.page.set_viewport_size({"width": upright[0], "height": upright[1]})
    expect(anna.page.get_by_role("button", name="Copy the link")).to_be_in_viewport(ratio=1)
    anna.page.get_by_role("button", name="Close the table").click()
    anna.page.wait_for_url("/")
    for width, height in (upright, lying):
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.go("/")
        for button in ("With friends", "Play"):
            shown = anna.page.get_by_role("button", name=button).first
            expect(shown).to_be_in_viewport(ratio=1)
        anna.go(room)
        choice = anna.page.get_by_role("group", name="The next game").get_by_role("button")
        expect(choice.first).to_be_in_viewport(ratio=1)
