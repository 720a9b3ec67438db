"""At the table besides moving: undo, hints, the list of moves, rules, resigning, playing again."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Locator, expect

from page_boards import play, prepare, primary, sentence
from page_games import TITLES, on_page
from page_games.nova_luna import far_out
from page_games.polyssimo import read_cells
from page_play import play_bot, some_move, tools, wait_for_turn
from page_screen import SIZES, box_of, overlap
from page_states import open_board, side
from page_tables import table_for_one, table_from_the_middle, table_with_bots
from page_visitor import PHONE, Come, Visitor


def tool(visitor: Visitor, name: str) -> None:
    tools(visitor.page).get_by_role("button", name=name).click()


@pytest.mark.parametrize("game", TITLES)
def test_undo_against_bots_is_granted_at_once(come: Come, game: str) -> None:
    anna = come()
    play_bot(anna, game)
    wait_for_turn(anna)
    ply = anna.now["info"]["ply"]
    play(anna, some_move(anna, random.Random(1)))
    wait_for_turn(anna)
    tool(anna, "Undo")
    anna.until("the move taken back", lambda: anna.now["info"]["ply"] == ply)
    play(anna, some_move(anna, random.Random(2)))


@pytest.mark.parametrize("game", TITLES)
def test_hint_is_shown_before_it_is_played(come: Come, game: str) -> None:
    """It spoke of the machine ("98 % of its thinking went here"), and no line could be pressed."""
    anna = come("Anna")
    open_board(anna, table_from_the_middle(anna, game, 2, on_page(game).middle))
    tool(anna, "Hint")
    lines = side(anna, "Hint").locator("ol > li")
    expect(lines.first).to_contain_text("%")
    expect(anna.page.locator(".mark, .tag").filter(has_text="%").first).to_be_visible()
    told = lines.all_text_contents()
    assert len(set(told)) == len(told) <= 3
    assert not any(word in line for line in told for word in ("thinking", "@", ">"))
    leaves_the_marks_in_sight(anna)
    best = lines.last.get_by_role("button")
    best.press("Enter")
    expect(best).to_have_attribute("aria-pressed", "true")
    expect(primary(anna.page)).to_be_enabled()
    assert sent(anna) == []
    best.press("Enter")
    anna.until("the move", lambda: len(sent(anna)) == 1)


def leaves_the_marks_in_sight(visitor: Visitor) -> None:
    """Check that a hint moves nothing of the board and covers none of its marks."""
    usual = visitor.page.viewport_size
    assert usual is not None
    before = box_of(visitor.page, ".board.fitted")
    visitor.press(tools(visitor.page).get_by_role("button", name="Hint"))
    assert box_of(visitor.page, ".board.fitted") == before
    visitor.press(tools(visitor.page).get_by_role("button", name="Hint"))
    for size in ("wide", "desktop"):
        width, height = SIZES[size]
        visitor.page.set_viewport_size({"width": width, "height": height})
        marks = visitor.page.locator(".mark, .tag").filter(has_text="%")
        expect(marks.first).to_be_visible()
        hint = box_of(visitor.page, "aside.beside")
        for mark in marks.all():
            box = mark.bounding_box()
            assert box is not None
            right, bottom = box["x"] + box["width"], box["y"] + box["height"]
            assert not overlap((box["x"], box["y"], right, bottom), hint), size
    visitor.page.set_viewport_size(usual)


def test_hint_on_a_phone_makes_room_for_what_it_shows(come: Come) -> None:
    anna = come("Anna", viewport=PHONE, has_touch=True, is_mobile=True)
    open_board(anna, table_from_the_middle(anna, "nova-luna", 2, on_page("nova-luna").middle))
    tool(anna, "Hint")
    side(anna, "Hint").locator("ol > li button").first.tap()
    expect(side(anna, "Hint")).to_have_count(0)
    expect(primary(anna.page)).to_be_enabled()


@pytest.mark.parametrize("panel", ["Hint", "Moves", "Rules"])
def test_playing_on_closes_what_lies_over_the_board(come: Come, panel: str) -> None:
    """A place under a hint could not be aimed at until the hint was closed."""
    anna = come("Anna")
    open_board(anna, table_from_the_middle(anna, "nova-luna", 2, on_page("nova-luna").middle))
    tool(anna, panel)
    expect(side(anna, panel)).to_be_visible()
    prepare(anna, some_move(anna, random.Random(1)))
    expect(side(anna, panel)).to_have_count(0)
    for place in anna.page.locator("[data-place]").all():
        place.click(trial=True)


def sent(visitor: Visitor) -> list[str]:
    return [said["move"] for said in visitor.said if said["type"] == "move"]


@pytest.mark.parametrize("game", TITLES)
def test_legal_moves_can_be_played_from_the_list(come: Come, game: str) -> None:
    anna = come("Anna")
    open_board(anna, table_from_the_middle(anna, game, 2, on_page(game).middle))
    moves, number = anna.now["view"]["moves"], anna.now["view"]["number"]
    tool(anna, "Moves")
    panel = side(anna, "Moves")
    panel.locator("summary").click()
    listed = panel.locator("details li")
    expect(listed).to_have_count(min(40, len(moves)))
    listed.nth(1).get_by_role("button").click()
    anna.until("an answer", lambda: anna.now["view"]["number"] > number)
    assert sent(anna) == [moves[1]]


def test_rule_that_matters_now_is_marked(come: Come) -> None:
    anna = come("Anna")
    open_board(anna, table_from_the_middle(anna, "nova-luna", 2, on_page("nova-luna").middle))
    tool(anna, "Rules")
    expect(side(anna, "Rules").locator("[aria-current]")).to_be_in_viewport()


@pytest.mark.parametrize("game", TITLES)
def test_sentence_says_what_the_move_would_do(come: Come, game: str) -> None:
    anna = come("Anna")
    open_board(anna, table_from_the_middle(anna, game, 2, on_page(game).middle))
    asked = sentence(anna.page).inner_text()
    prepare(anna, some_move(anna, random.Random(1)))
    expect(sentence(anna.page)).not_to_have_text(asked)
    expect(primary(anna.page)).to_be_enabled()


def test_resigning_needs_a_confirmation(come: Come) -> None:
    anna = come("Anna")
    open_board(anna, table_with_bots(anna, "polyssimo", plies=2))
    tool(anna, "More")
    panel = side(anna, "More")
    panel.get_by_role("button", name="Resign").click()
    panel.get_by_role("button", name="No, play on").click()
    panel.get_by_role("button", name="Resign").click()
    panel.get_by_role("button", name="Yes, resign").click()
    expect(anna.page.get_by_text("Anna resigned.")).to_be_visible()
    anna.page.get_by_role("button", name="Rematch").click()
    expect(anna.page.get_by_text("Anna resigned.")).to_have_count(0)
    expect(tools(anna.page)).to_be_visible()


def test_moves_are_announced(come: Come) -> None:
    """A screen reader hears what others do."""
    anna = come("Anna")
    open_board(anna, table_with_bots(anna, "polyssimo", plies=2))
    said = anna.page.locator("[aria-live]")
    play(anna, anna.now["view"]["moves"][0])
    expect(said).to_contain_text("Bot, random")


def test_animations_explain_and_end(come: Come) -> None:
    """With animations on a whole turn of each game can be played just as well."""
    anna = come("Anna", reduced_motion="no-preference")
    for game in TITLES:
        open_board(anna, table_from_the_middle(anna, game, 2, on_page(game).middle))
        assert anna.page.evaluate("document.documentElement.dataset.motion") == "on"
        play(anna, some_move(anna, random.Random(1)))


@pytest.mark.parametrize("game", TITLES)
def test_a_turn_on_a_phone(come: Come, game: str) -> None:
    anna = come("Anna", viewport=PHONE, has_touch=True, is_mobile=True)
    open_board(anna, table_from_the_middle(anna, game, 2, on_page(game).middle))
    play(anna, some_move(anna, random.Random(1)))


# --- Dragging -----------------------------------------------------------------------------------


def drag(visitor: Visitor, what: Locator, where: Locator) -> None:
    """Drag with the mouse, in a few steps; the goal may only be there once it is lifted."""
    mouse = visitor.page.mouse
    mouse.move(*middle(what))
    mouse.down()
    mouse.move(middle(what)[0] + 20, middle(what)[1] + 20, steps=4)
    mouse.move(*middle(where), steps=8)
    mouse.up()


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_drag_of_a_tile_from_the_wheel_to_its_place(come: Come) -> None:
    anna = come("Anna")
    open_board(anna, table_with_bots(anna, "nova-luna", plies=2))
    move = min(anna.now["view"]["moves"], key=far_out)
    slot, place = move.split("@")
    page = anna.page
    drag(
        anna, page.locator(f'[data-slot="{slot}"] button'), page.locator(f'[data-place="{place}"]')
    )
    press_and_compare(anna, move)


def test_drag_that_is_fast_keeps_the_tile(come: Come) -> None:
    """The pointer is far away from the tile when it moves for the first time."""
    anna = come("Anna")
    open_board(anna, table_with_bots(anna, "nova-luna", plies=2))
    move = min(anna.now["view"]["moves"], key=far_out)
    slot, place = move.split("@")
    page, mouse = anna.page, anna.page.mouse
    mouse.move(*middle(page.locator(f'[data-slot="{slot}"] button')))
    mouse.down()
    mouse.move(*middle(page.locator("[data-area]").first))
    mouse.move(*middle(page.locator(f'[data-place="{place}"]')))
    mouse.up()
    press_and_compare(anna, move)


def test_drag_of_tiles_from_the_room_to_a_column(come: Come) -> None:
    anna = come("Anna")
    open_board(anna, table_with_bots(anna, "my-shelfie", plies=2))
    move = next(move for move in anna.now["view"]["moves"] if len(move) == len("d4>1"))
    cell, column = move.split(">")
    page = anna.page
    columns = page.locator(f'[data-column="{int(column) - 1}"]')
    drag(anna, page.locator(f'button[data-cell="{cell}"]'), columns)
    press_and_compare(anna, move)


def test_drag_of_a_piece_from_the_rack_to_the_board(come: Come) -> None:
    """After the draft the board is empty: there it fits."""
    anna = come("Anna")
    open_board(anna, table_for_one(anna, "polyssimo", plies=24))
    page = anna.page
    piece = page.locator("[data-piece]:has(button)").first.get_attribute("data-piece")
    drag(anna, page.locator("[data-piece] button").first, page.locator('[data-cell="5,5"]'))
    expect(primary(page)).to_be_enabled()
    primary(page).click()
    anna.until("a move", lambda: any(said["type"] == "move" for said in anna.said))
    (move,) = (said["move"] for said in anna.said if said["type"] == "move")
    dragged, _, cells = move.partition("@")
    assert dragged == piece
    assert (5, 5) in read_cells(cells)


def press_and_compare(visitor: Visitor, move: str) -> None:
    expect(primary(visitor.page)).to_be_enabled()
    primary(visitor.page).click()
    visitor.until("a move", lambda: any(said["type"] == "move" for said in visitor.said))
    assert [said["move"] for said in visitor.said if said["type"] == "move"] == [move]
