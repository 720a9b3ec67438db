"""Every page, and every state in which a visitor may find it."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from page_boards import prepare, uncover
from page_device import serve_engines
from page_games import ALL, SECRET, SEVERAL, on_page
from page_play import tools, way_to
from page_starts import start_near_the_end
from page_tables import (
    finished_table,
    look,
    open_table,
    table_for_one,
    table_from_the_middle,
    table_with_bots,
)
from page_visitor import COMPILING_MS, Visitor
from tilewright.client import Client
from tilewright.registry import GAMES

State = Callable[[Visitor], None]


def at(path: str, ready: str = "h1") -> State:
    """Return the state of a page that needs nothing but its address."""

    def state(visitor: Visitor) -> None:
        visitor.go(path)
        expect(visitor.page.locator(ready).first).to_be_visible()

    return state


# --- Before a game ------------------------------------------------------------------------------


def home_with_tables(visitor: Visitor) -> None:
    """Show games to continue, and tables of others."""
    table_with_bots(visitor, SEVERAL[0], plies=2)
    open_table(visitor, SEVERAL[1], players=4, listed=True)
    visitor.go("/")
    expect(visitor.page.get_by_text("Pick up where you left off")).to_be_visible()


def setup(way: str) -> State:
    def state(visitor: Visitor) -> None:
        way_to(visitor.go("/"), SEVERAL[0], way).click()
        visitor.page.get_by_text("More options").click()

    return state


def settings(visitor: Visitor) -> None:
    visitor.go("/").get_by_role("button", name="Settings").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


def who(visitor: Visitor) -> None:
    visitor.go("/me").get_by_role("button", name="Create account").click()


def lobby(visitor: Visitor) -> None:
    shown = open_table(visitor, SEVERAL[1], players=4)
    visitor.go(f"/t/{shown['info']['id']}?invite={shown['invite']}")
    expect(visitor.page.get_by_role("button", name="Start")).to_be_visible()


def room(visitor: Visitor) -> None:
    start = start_near_the_end(visitor, SEVERAL[0])
    table = finished_table(visitor, SEVERAL[0], start=start)
    visitor.go(f"/room/{look(visitor, table)['invite']}")
    expect(visitor.page.get_by_role("table")).to_be_visible()


# --- In play ------------------------------------------------------------------------------------


def open_board(visitor: Visitor, table: str) -> None:
    visitor.go(f"/t/{table}")
    expect(tools(visitor.page)).to_be_visible()
    visitor.until("news of the table", lambda: table in visitor.shown)


def in_hand(game: str, players: int = 2, plies: int | None = None) -> State:
    """Return a state in mid-turn, with a move prepared."""

    def state(visitor: Visitor) -> None:
        until = on_page(game).middle if plies is None else plies
        open_board(visitor, table_from_the_middle(visitor, game, players, until))
        moves = visitor.now["view"]["moves"]
        prepare(visitor, random.Random(1).choice(moves))

    return state


def side(visitor: Visitor, name: str) -> Locator:
    """Return the panel of that name beside the board."""
    return visitor.page.get_by_role("complementary", name=name, exact=True)


def panel(button: str, ready: str) -> State:
    """Return the state of a table with something open beside the board."""

    def state(visitor: Visitor) -> None:
        open_board(visitor, table_with_bots(visitor, SEVERAL[0], plies=4))
        tools(visitor.page).get_by_role("button", name=button).click()
        expect(side(visitor, button).locator(ready).first).to_be_visible()

    return state


def hint(visitor: Visitor) -> None:
    serve_engines(visitor, SEVERAL[0])
    panel("Hint", "ol li")(visitor)


def legal_moves(visitor: Visitor) -> None:
    panel("Moves", "summary")(visitor)
    side(visitor, "Moves").locator("summary").click()
    expect(side(visitor, "Moves").locator("details button").first).to_be_visible()


def talk(visitor: Visitor) -> None:
    """Open the chat, with another person at the table."""
    shown = open_table(visitor, SEVERAL[-1])
    table = shown["info"]["id"]
    with Client(visitor.url) as bert:
        bert.guest("Bert")
        bert.sit(table, invite=shown["invite"])
    visitor.post(f"/tables/{table}/start")
    open_board(visitor, table)
    tools(visitor.page).get_by_role("button", name="Chat").click()
    side(visitor, "Chat").get_by_role("textbox").fill("Good luck!")
    side(visitor, "Chat").get_by_role("button", name="Send").click()
    expect(visitor.page.get_by_role("log")).to_contain_text("Good luck!")


def covered(visitor: Visitor) -> None:
    """Show the cover between two turns on one screen."""
    open_board(visitor, table_for_one(visitor, SECRET))
    expect(visitor.page.get_by_text("Pass the device to")).to_be_visible()


def uncovered(visitor: Visitor) -> None:
    covered(visitor)
    uncover(visitor.page)


# --- After a game -------------------------------------------------------------------------------


def over(game: str, players: int = 2) -> State:
    def state(visitor: Visitor) -> None:
        start = start_near_the_end(visitor, game, players)
        open_board(visitor, finished_table(visitor, game, players, start=start))
        expect(visitor.page.locator(".over")).to_be_visible()

    return state


def open_replay(visitor: Visitor, table: str, ply: int | None = None) -> None:
    visitor.go(f"/t/{table}/replay" + ("" if ply is None else f"?ply={ply}"))
    expect(visitor.page.get_by_test_id("move-name")).to_be_visible()


def replay(game: str, players: int = 2) -> State:
    def state(visitor: Visitor) -> None:
        open_replay(visitor, finished_table(visitor, game, players), on_page(game).middle)

    return state


def analysis(game: str) -> State:
    """Return a state with the review of a game and one of its moments."""

    def state(visitor: Visitor) -> None:
        serve_engines(visitor, game)
        open_replay(visitor, finished_table(visitor, game), on_page(game).middle)
        page = visitor.page
        page.locator(".moment").first.click(timeout=COMPILING_MS)
        expect(page.get_by_test_id("moment")).to_be_visible()

    return state


def shuffle_check(visitor: Visitor) -> None:
    open_replay(visitor, finished_table(visitor, SEVERAL[-1]))
    visitor.page.get_by_role("button", name="Check the shuffle").click()
    visitor.page.get_by_role("button", name="Check it").click()
    expect(
        visitor.page.get_by_text("the deal, every move and the result all match")
    ).to_be_visible()


def play_on(visitor: Visitor) -> None:
    open_replay(visitor, finished_table(visitor, SEVERAL[1], 3), 5)
    visitor.page.get_by_role("button", name="Play on from here").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


def running_replay(visitor: Visitor) -> None:
    table = table_with_bots(visitor, SEVERAL[0], plies=6)
    assert look(visitor, table)["info"]["status"] == "running"
    open_replay(visitor, table)


# --- Learning -----------------------------------------------------------------------------------


def lesson(game: str) -> State:
    return at(f"/learn/{game}", "#step-title")


STATES: dict[str, State] = {
    "home": at("/", "article"),
    "home-tables": home_with_tables,
    "setup-bots": setup("Play"),
    "setup-friends": setup("Friends"),
    "settings": settings,
    "who": who,
    "lobby": lobby,
    "room": room,
    "moves": legal_moves,
    "rules-panel": panel("Rules", "h3"),
    "hint": hint,
    "talk": talk,
    "more": panel("More", "summary"),
    "covered": covered,
    "uncovered": uncovered,
    "replay-running": running_replay,
    "shuffle-check": shuffle_check,
    "play-on": play_on,
    "learn": at("/learn"),
    "daily": at("/daily"),
    "about": at("/about"),
    "mail": at("/mail#stop=x"),
    "trouble": at("/t/nosuchtable"),
    "nowhere": at("/no/such/page"),
}
for game in ALL:
    fewest, most = min(GAMES[game].players), max(GAMES[game].players)
    STATES |= {game: in_hand(game, fewest), f"over-{game}": over(game, most)}
    STATES |= {f"lesson-{game}": lesson(game), f"rules-{game}": at(f"/rules/{game}")}
    for name, plies in on_page(game).phases.items():
        STATES[f"{game}-{name}"] = in_hand(game, most, plies)
for game in SEVERAL:
    STATES[f"{game}-4"] = in_hand(game, 4)
    STATES |= {f"replay-{game}": replay(game), f"analysis-{game}": analysis(game)}
