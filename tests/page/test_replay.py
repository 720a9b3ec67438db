"""The replay of a game: step, slide, link to a ply, other eyes, its file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from page_boards import play
from page_device import serve_engines
from page_games import TITLES, on_page
from page_play import choose_bot, record_drop, tools, wait_for_table, wait_for_turn
from page_states import open_replay, running_replay
from page_tables import finished_table, look
from page_visitor import COMPILING_MS, Come, Visitor


def at_ply(page: Page, ply: int, plies: int) -> None:
    expect(page.get_by_text(f"{ply} of {plies}", exact=True)).to_be_visible()


@pytest.fixture
def anna(come: Come) -> Visitor:
    visitor: Visitor = come("Anna")
    return visitor


@pytest.mark.parametrize("game", TITLES)
def test_replay_steps_slides_and_jumps(anna: Visitor, game: str) -> None:
    table = finished_table(anna, game)
    plies = look(anna, table)["info"]["ply"]
    open_replay(anna, table, 0)
    page, name = anna.page, anna.page.get_by_test_id("move-name")
    at_ply(page, 0, plies)
    expect(name).to_have_text("The beginning of the game")
    page.get_by_role("button", name="Next move").click()
    at_ply(page, 1, plies)
    page.keyboard.press("ArrowRight")
    at_ply(page, 2, plies)
    page.keyboard.press("ArrowLeft")
    at_ply(page, 1, plies)
    page.get_by_label("Move", exact=True).fill("5")
    at_ply(page, 5, plies)
    moves = page.locator(".moves").get_by_role("listitem")
    expect(moves).to_have_count(plies)
    moves.nth(2).get_by_role("button").click()
    at_ply(page, 3, plies)
    page.get_by_role("button", name="To the end").click()
    at_ply(page, plies, plies)
    expect(page.locator(".panel.scores")).to_be_visible()
    expect(page.get_by_role("button", name="Next move")).to_be_disabled()


def test_replay_plays_automatically(anna: Visitor) -> None:
    open_replay(anna, finished_table(anna, "polyssimo"), 0)
    anna.page.get_by_label("Speed").select_option("4")
    anna.page.get_by_role("button", name="Play", exact=True).click()
    expect(anna.page.get_by_test_id("move-name")).not_to_have_text("The beginning of the game")
    anna.page.get_by_role("button", name="Pause").click()
    expect(anna.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_replay_link_opens_its_ply(anna: Visitor, come: Come) -> None:
    table = finished_table(anna, "my-shelfie")
    plies = look(anna, table)["info"]["ply"]
    open_replay(anna, table, 0)
    anna.page.get_by_label("Move", exact=True).fill("7")
    at_ply(anna.page, 7, plies)
    anna.page.wait_for_url(re.compile("ply=7"))
    anna.page.get_by_role("button", name="Copy the link").click()
    expect(anna.page.locator(".notice")).to_have_text(re.compile("The link to this move is copied"))
    link = anna.page.evaluate("navigator.clipboard.readText()")
    bert = come()
    serve_engines(bert, "my-shelfie")
    bert.go(link)
    at_ply(bert.page, 7, plies)
    expect(bert.page.get_by_test_id("move-name")).to_have_text(
        anna.page.get_by_test_id("move-name").inner_text()
    )
    use_all_of_a_shared_replay(bert)


def use_all_of_a_shared_replay(bert: Visitor) -> None:
    """Read the review and play on with the link and no seat: both were answered by 404."""
    page = bert.page
    heading = page.get_by_role("heading", name=re.compile(r" won\.$"))
    expect(heading).to_be_visible(timeout=COMPILING_MS)
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Play on").click()
    wait_for_table(bert)
    expect(tools(page)).to_be_visible()


def test_replay_shows_the_view_of_a_seat(anna: Visitor) -> None:
    """After the end all cards are open, unless one wants to see what a seat saw."""
    open_replay(anna, finished_table(anna, "my-shelfie"), 6)
    page, hidden = anna.page, anna.page.get_by_role("img", name="Hidden until the end")
    expect(hidden).to_have_count(0)
    page.get_by_label("View as").select_option("1")
    expect(hidden).to_have_count(1)
    page.wait_for_url(re.compile("seat=1"))
    page.reload()
    expect(hidden).to_have_count(1)
    page.get_by_label("View as").select_option("Spectator, cards open")
    expect(hidden).to_have_count(0)


@pytest.mark.parametrize("game", TITLES)
def test_replay_plays_on_from_a_ply(anna: Visitor, game: str) -> None:
    open_replay(anna, finished_table(anna, game), on_page(game).middle)
    anna.page.get_by_role("button", name="Play on from here").click()
    dialog = anna.page.get_by_role("dialog")
    choose_bot(anna.page, 1)
    dialog.get_by_role("button", name="Play on").click()
    wait_for_table(anna)
    expect(tools(anna.page)).to_be_visible()
    if wait_for_turn(anna):
        play(anna, anna.now["view"]["moves"][0])


def test_replay_record_is_downloaded_and_opened(anna: Visitor, tmp_path: Path) -> None:
    table = finished_table(anna, "nova-luna")
    plies = look(anna, table)["info"]["ply"]
    open_replay(anna, table, 0)
    with anna.page.expect_download() as downloaded:
        anna.page.get_by_role("button", name="Download the record").click()
    file = tmp_path / downloaded.value.suggested_filename
    downloaded.value.save_as(file)
    assert file.name == f"nova-luna-{table}.txt"
    record_drop(anna).set_input_files(file)
    anna.page.wait_for_url(re.compile("/r/"))
    anna.page.get_by_role("button", name="To the end").click()
    at_ply(anna.page, plies, plies)
    expect(anna.page.locator(".panel.scores")).to_be_visible()


def test_replay_opens_a_dropped_record(anna: Visitor) -> None:
    table = finished_table(anna, "polyssimo")
    text = anna.context.request.get(f"{anna.url}/api/v1/tables/{table}/record").text()
    place, page = record_drop(anna), anna.page
    transfer = page.evaluate_handle(
        """(text) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text], 'game.txt', { type: 'text/plain' }));
          return transfer;
        }""",
        text,
    )
    place.dispatch_event("drop", {"dataTransfer": transfer})
    expect(page.get_by_test_id("move-name")).to_be_visible()


def test_replay_checks_the_shuffle(anna: Visitor) -> None:
    table = finished_table(anna, "my-shelfie")
    open_replay(anna, table)
    page = anna.page
    page.get_by_role("button", name="Check the shuffle").click()
    noted = page.get_by_label("Fingerprint saved before the game")
    noted.fill(look(anna, table)["info"]["commitment"])
    page.get_by_role("button", name="Check it").click()
    dialog = page.get_by_role("dialog")
    for sentence in (
        "it is the one from before the game.",
        "give the seed of this game; your browser checked this too.",
        "It matches the fingerprint you saved.",
        "the deal, every move and the result all match.",
    ):
        expect(dialog.get_by_text(sentence)).to_be_visible()
    noted.fill("0" * 64)
    page.get_by_role("button", name="Check it").click()
    expect(dialog.get_by_text("It does not match the fingerprint you saved!")).to_be_visible()


def test_replay_of_a_running_game_opens(anna: Visitor) -> None:
    running_replay(anna)
    expect(anna.page.get_by_text("still being played")).to_be_visible()
    expect(anna.page.get_by_role("img", name="Hidden until the end")).to_have_count(1)
    expect(anna.page.get_by_role("region", name="Review")).to_have_count(0)
