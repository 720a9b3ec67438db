"""Reloading, a server that dies, a network that goes away: nothing is lost and all comes back."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from cutting_proxy import cutting_proxy
from page_boards import play, prepare, primary
from page_play import play_bot, play_out, some_move, tools, wait_for_turn
from page_screen import SIZES, box_of, overlap
from page_states import open_board
from page_tables import moves_on_disk, table_with_bots
from page_visitor import Come, Visitor
from server_process import ServerProcess, server_process

LOST = "Connection lost. Your game is saved; reconnecting…"
WITHIN_MS = 4600
"""Time that a line may be silent, and a while for what comes then."""


@pytest.fixture(scope="module")
def one_of_many_lives(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("mortal")
    with server_process(["--data", str(folder)], folder / "log.txt") as server:
        yield server


@pytest.fixture
def mortal(one_of_many_lives: ServerProcess) -> ServerProcess:
    """Return a server that may be killed; it runs, whatever the test before has left."""
    if not one_of_many_lives.is_running:
        one_of_many_lives.start()
    return one_of_many_lives


@pytest.fixture
def guest(browser: Browser, mortal: ServerProcess) -> Iterator[Visitor]:
    """A visitor at that server, who will see connections fail."""
    visitor = Visitor(browser, mortal.url, "Anna")
    visitor.forgive("WebSocket connection to .* failed|net::ERR_")
    yield visitor
    visitor.check()
    visitor.leave()


def test_reload_in_mid_turn(come: Come) -> None:
    anna = come()
    play_bot(anna, "nova-luna")
    wait_for_turn(anna)
    rng = random.Random(1)
    play(anna, some_move(anna, rng))
    wait_for_turn(anna)
    before = anna.now
    prepare(anna, some_move(anna, rng))
    anna.reload()
    expect(tools(anna.page)).to_be_visible()
    anna.until("news of the table", lambda: anna.shown)
    assert anna.now["view"] == before["view"]
    expect(primary(anna.page)).to_be_disabled()
    play(anna, some_move(anna, rng))


def test_closed_window_is_found_again_at_home(come: Come) -> None:
    anna = come()
    play_bot(anna, "polyssimo")
    table = anna.table
    anna.page.close()
    anna.page = anna.open_window()
    anna.go("/")
    home = anna.page.get_by_role("region", name="Pick up where you left off")
    home.get_by_role("link", name="Polyssimo").click()
    expect(tools(anna.page)).to_be_visible()
    assert anna.table == table


def test_server_is_killed_and_started_again(guest: Visitor, mortal: ServerProcess) -> None:
    open_board(guest, table_with_bots(guest, "my-shelfie", plies=4))
    before = moves_on_disk(guest, guest.table)
    mortal.kill()
    expect(guest.page.get_by_text(LOST)).to_be_visible()
    mortal.start()
    expect(guest.page.get_by_text(LOST)).to_have_count(0)
    assert moves_on_disk(guest, guest.table) == before
    play_out(guest)
    expect(guest.page.locator(".over")).to_be_visible()


def test_move_made_while_the_server_is_away_arrives_once(
    guest: Visitor, mortal: ServerProcess
) -> None:
    open_board(guest, table_with_bots(guest, "polyssimo", plies=2))
    before, move = moves_on_disk(guest, guest.table), guest.now["view"]["moves"][3]
    mortal.kill()
    expect(guest.page.get_by_text(LOST)).to_be_visible()
    prepare(guest, move)
    primary(guest.page).click()
    mortal.start()
    wait_until_moved(guest, len(before))
    assert moves_on_disk(guest, guest.table)[len(before) :].count(move) == 1
    play(guest, guest.now["view"]["moves"][0])


def wait_until_moved(visitor: Visitor, plies: int) -> None:
    """Wait until their move and the bot's answer have come."""
    visitor.until(
        "the move and an answer",
        lambda: visitor.now["view"]["ply"] > plies and visitor.now["view"]["moves"],
    )


def test_move_whose_answer_was_lost_counts_once(guest: Visitor, mortal: ServerProcess) -> None:
    """Killed the moment the move was sent: whether or not it was written down, it is there once."""
    open_board(guest, table_with_bots(guest, "polyssimo", plies=2))
    before, move = moves_on_disk(guest, guest.table), guest.now["view"]["moves"][3]
    prepare(guest, move)
    primary(guest.page).click()
    guest.until("the move sent", lambda: any(said["type"] == "move" for said in guest.said))
    mortal.kill()
    mortal.start()
    wait_until_moved(guest, len(before))
    assert moves_on_disk(guest, guest.table)[len(before) :].count(move) == 1


def test_connection_lost_and_restored_goes_on(guest: Visitor) -> None:
    open_board(guest, table_with_bots(guest, "nova-luna", plies=2))
    plies, move = guest.now["view"]["ply"], some_move(guest, random.Random(1))
    guest.context.set_offline(True)
    # A socket that is open does not notice; the page does when it must connect again.
    guest.page.evaluate("dispatchEvent(new Event('online'))")
    expect(guest.page.get_by_text(LOST)).to_be_visible()
    leaves_the_seats_in_sight(guest)
    prepare(guest, move)
    primary(guest.page).click()
    guest.context.set_offline(False)
    expect(guest.page.get_by_text(LOST)).to_have_count(0)
    wait_until_moved(guest, plies)
    assert moves_on_disk(guest, guest.table)[plies:].count(move) == 1


def test_panel_that_failed_to_load_opens_at_the_next_press(guest: Visitor) -> None:
    """Its file was asked for once: without a network then, no panel opened until a reload."""
    file = "**/assets/SidePanel-*.js"
    guest.page.route(file, lambda route: route.abort())
    open_board(guest, table_with_bots(guest, "nova-luna"))
    moves = tools(guest.page).get_by_role("button", name="Moves")
    moves.click()
    expect(guest.page.locator(".notice")).to_contain_text("The server isn’t answering")
    expect(moves).to_have_attribute("aria-expanded", "false")
    guest.page.unroute(file)
    moves.click()
    expect(guest.page.get_by_role("complementary", name="Moves")).to_be_visible()


def leaves_the_seats_in_sight(visitor: Visitor) -> None:
    """Check that on a phone the banner lies beside the seats and their clocks."""
    usual = visitor.page.viewport_size
    assert usual is not None
    for width, height in (SIZES["phone"], SIZES["lying"]):
        visitor.page.set_viewport_size({"width": width, "height": height})
        banner, seats = (box_of(visitor.page, one) for one in (".notice", ".seats"))
        assert not overlap(banner, seats), (width, banner, seats)
    visitor.page.set_viewport_size(usual)


def test_connection_without_answers_is_reported_and_keeps_the_move(
    browser: Browser, server: ServerProcess
) -> None:
    """A network that carries nothing and closes nothing: for 90 s the page said nothing."""
    with cutting_proxy(int(server.url.rpartition(":")[2]), cuts=0) as proxy:
        anna = Visitor(browser, f"http://127.0.0.1:{proxy.port}", "Anna")
        anna.forgive("WebSocket connection to .* failed|net::ERR_")
        clock = {"kind": "game", "time": 600_000, "increment": 0}
        anna.take_clock()
        open_board(anna, table_with_bots(anna, "polyssimo", clock=clock))
        move, plies = anna.now["view"]["moves"][3], anna.now["view"]["ply"]
        prepare(anna, move)
        proxy.is_silent = True
        primary(anna.page).click()
        anna.pass_time(WITHIN_MS)
        expect(anna.page.get_by_text("Your move is saved")).to_be_visible()
        expect(anna.page.get_by_role("timer").first).to_contain_text("≈")
        proxy.is_silent = False
        expect(anna.page.get_by_text("Connection lost")).to_have_count(0)
        wait_until_moved(anna, plies)
        assert moves_on_disk(anna, anna.table)[plies:].count(move) == 1
        anna.check()
        anna.leave()


def test_home_says_that_the_server_is_away(guest: Visitor, mortal: ServerProcess) -> None:
    page = guest.go("/")
    expect(page.get_by_role("article")).to_have_count(3)
    mortal.kill()
    page.get_by_role("link", name="Today").click()
    expect(page.get_by_role("heading", name="Something went wrong")).to_be_visible()
    mortal.start()
    page.get_by_role("main").get_by_role("button").click()
    expect(page.get_by_role("heading", name="Today’s deals")).to_be_visible()
