"""Every page, and every state in which somebody may find it."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from page_boards import prepare, uncover
from page_play import game_panel, tools
from page_starts import start_near_the_end
from page_tables import (
    finished_table,
    look,
    open_table,
    table_for_one,
    table_from_the_middle,
    table_with_bots,
)
from page_visitor import Visitor
from tilewright.client import Client

State = Callable[[Visitor], None]
MIDDLE = {"nova-luna": 14, "nova-luna-solo": 8, "my-shelfie": 8, "polyssimo": 30}
"""After how many plies a game is well under way."""


def at(path: str, ready: str = "h1") -> State:
    """A page that has nothing to it but its address."""

    def state(visitor: Visitor) -> None:
        visitor.go(path)
        expect(visitor.page.locator(ready).first).to_be_visible()

    return state


# --- Before a game ------------------------------------------------------------------------------


def home_with_tables(visitor: Visitor) -> None:
    """Games to go on with, and tables of others."""
    table_with_bots(visitor, "my-shelfie", plies=2)
    open_table(visitor, "nova-luna", players=4, listed=True)
    visitor.go("/")
    expect(visitor.page.get_by_text("Go on where you left off")).to_be_visible()


def setup(way: str) -> State:
    def state(visitor: Visitor) -> None:
        game_panel(visitor.go("/"), "my-shelfie").get_by_role("button", name=way).click()
        visitor.page.get_by_text("More options").click()

    return state


def settings(visitor: Visitor) -> None:
    visitor.go("/").get_by_role("button", name="Settings").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


def who(visitor: Visitor) -> None:
    visitor.go("/").get_by_role("navigation").get_by_role("button").first.click()
    visitor.page.get_by_text("Keep this name on other devices").click()


def lobby(visitor: Visitor) -> None:
    shown = open_table(visitor, "nova-luna", players=4)
    visitor.go(f"/t/{shown['info']['id']}?invite={shown['invite']}")
    expect(visitor.page.get_by_role("button", name="Begin")).to_be_visible()


# --- In play ------------------------------------------------------------------------------------


def open_board(visitor: Visitor, table: str) -> None:
    visitor.go(f"/t/{table}")
    expect(tools(visitor.page)).to_be_visible()
    visitor.until("news of the table", lambda: table in visitor.shown)


def in_hand(game: str, players: int = 2, plies: int | None = None) -> State:
    """In mid-turn: a move is in hand, ready to be played."""

    def state(visitor: Visitor) -> None:
        until = MIDDLE[game] if plies is None else plies
        open_board(visitor, table_from_the_middle(visitor, game, players, until))
        moves = visitor.now["view"]["moves"]
        prepare(visitor, random.Random(1).choice(moves))

    return state


def side(visitor: Visitor, name: str) -> Locator:
    """What is open beside the board."""
    return visitor.page.get_by_role("complementary", name=name, exact=True)


def panel(button: str, ready: str) -> State:
    """A table with something open beside the board."""

    def state(visitor: Visitor) -> None:
        open_board(visitor, table_with_bots(visitor, "my-shelfie", plies=4))
        tools(visitor.page).get_by_role("button", name=button).click()
        expect(side(visitor, button).locator(ready).first).to_be_visible()

    return state


def legal_moves(visitor: Visitor) -> None:
    panel("Moves", "summary")(visitor)
    side(visitor, "Moves").locator("summary").click()
    expect(side(visitor, "Moves").locator("details button").first).to_be_visible()


def talk(visitor: Visitor) -> None:
    """With somebody else at the table there is something to say."""
    shown = open_table(visitor, "polyssimo")
    table = shown["info"]["id"]
    with Client(visitor.url) as bert:
        bert.guest("Bert")
        bert.sit(table, invite=shown["invite"])
    visitor.post(f"/tables/{table}/start")
    open_board(visitor, table)
    tools(visitor.page).get_by_role("button", name="Talk").click()
    side(visitor, "Talk").get_by_role("textbox").fill("Good luck!")
    side(visitor, "Talk").get_by_role("button", name="Send").click()
    expect(visitor.page.get_by_role("log")).to_contain_text("Good luck!")


def covered(visitor: Visitor) -> None:
    """Between two turns on one screen."""
    open_board(visitor, table_for_one(visitor, "my-shelfie"))
    expect(visitor.page.get_by_text("Pass the screen on.")).to_be_visible()


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
        open_replay(visitor, finished_table(visitor, game, players), MIDDLE[game])

    return state


def analysis(game: str) -> State:
    """The best moves at a ply, and the graph of the game."""

    def state(visitor: Visitor) -> None:
        open_replay(visitor, finished_table(visitor, game), MIDDLE[game])
        page = visitor.page
        page.get_by_role("tab", name="Analysis").click()
        page.get_by_text("As a table").click()
        page.get_by_role("button", name="Which moves were best here?").click()
        expect(page.get_by_text("It tried")).to_be_visible()

    return state


def shuffle_check(visitor: Visitor) -> None:
    open_replay(visitor, finished_table(visitor, "polyssimo"))
    visitor.page.get_by_role("button", name="Check the shuffle").click()
    visitor.page.get_by_role("button", name="Check it").click()
    expect(visitor.page.get_by_text("the deal, every move and the result hold")).to_be_visible()


def play_on(visitor: Visitor) -> None:
    open_replay(visitor, finished_table(visitor, "nova-luna", 3), 5)
    visitor.page.get_by_role("button", name="Play on from here").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


def running_replay(visitor: Visitor) -> None:
    table = table_with_bots(visitor, "my-shelfie", plies=6)
    assert look(visitor, table)["info"]["status"] == "running"
    open_replay(visitor, table)


# --- Learning -----------------------------------------------------------------------------------


def lesson(game: str) -> State:
    return at(f"/learn/{game}", "#step-title")


STATES: dict[str, State] = {
    "home": at("/", "article"),
    "home-tables": home_with_tables,
    "setup-bots": setup("Play now"),
    "setup-friends": setup("With friends"),
    "settings": settings,
    "who": who,
    "lobby": lobby,
    "nova-luna": in_hand("nova-luna"),
    "nova-luna-4": in_hand("nova-luna", 4),
    "nova-luna-solo": in_hand("nova-luna-solo", 1),
    "my-shelfie": in_hand("my-shelfie"),
    "my-shelfie-4": in_hand("my-shelfie", 4),
    "polyssimo-draft": in_hand("polyssimo", 3, plies=7),
    "polyssimo": in_hand("polyssimo"),
    "polyssimo-4": in_hand("polyssimo", 4),
    "moves": legal_moves,
    "rules-panel": panel("Rules", "h3"),
    "hint": panel("Hint", "ol li"),
    "talk": talk,
    "more": panel("More", "code"),
    "covered": covered,
    "uncovered": uncovered,
    "over-nova-luna": over("nova-luna"),
    "over-nova-luna-solo": over("nova-luna-solo", 1),
    "over-my-shelfie": over("my-shelfie", 4),
    "over-polyssimo": over("polyssimo", 3),
    "replay-nova-luna": replay("nova-luna", 3),
    "replay-my-shelfie": replay("my-shelfie"),
    "replay-polyssimo": replay("polyssimo"),
    "replay-running": running_replay,
    "analysis-nova-luna": analysis("nova-luna"),
    "analysis-my-shelfie": analysis("my-shelfie"),
    "analysis-polyssimo": analysis("polyssimo"),
    "shuffle-check": shuffle_check,
    "play-on": play_on,
    "learn": at("/learn"),
    "lesson-nova-luna": lesson("nova-luna"),
    "lesson-nova-luna-solo": lesson("nova-luna-solo"),
    "lesson-my-shelfie": lesson("my-shelfie"),
    "lesson-polyssimo": lesson("polyssimo"),
    "rules-nova-luna": at("/rules/nova-luna"),
    "rules-nova-luna-solo": at("/rules/nova-luna-solo"),
    "rules-my-shelfie": at("/rules/my-shelfie"),
    "rules-polyssimo": at("/rules/polyssimo"),
    "daily": at("/daily"),
    "about": at("/about"),
    "trouble": at("/t/nosuchtable"),
    "nowhere": at("/no/such/page"),
}
