"""Tables set up over HTTP, for tests that do not begin at the beginning."""

from __future__ import annotations

import random
from typing import Any

from page_starts import start_at
from page_visitor import Shown, Visitor
from waiting import wait_until


def open_table(
    host: Visitor, game: str, players: int = 2, bot: str | None = None, **terms: Any
) -> Shown:
    """Open a table with its host on the first seat and bots of that name on all others."""
    seats = range(1, players) if bot else ()
    bots = [{"seat": seat, "bot": bot} for seat in seats]
    body = {"game": game, "players": players, "listed": False, "bots": bots}
    shown: Shown = host.post("/tables", body | terms)
    return shown


def table_with_bots(
    host: Visitor, game: str, players: int = 2, plies: int = 0, seed: int = 1, **terms: Any
) -> str:
    """Start a game against random bots, its host to move after ``plies`` plies. Return its id."""
    table: str = open_table(host, game, players, "random", **terms)["info"]["id"]
    host.post(f"/tables/{table}/start")
    advance(host, table, plies, seed)
    return table


def table_for_one(host: Visitor, game: str, plies: int = 0, **terms: Any) -> str:
    """Start a game of two around one screen, without bots."""
    table: str = open_table(host, game, **terms)["info"]["id"]
    host.post(f"/tables/{table}/seats")
    host.post(f"/tables/{table}/start")
    advance(host, table, plies)
    return table


def table_from_the_middle(host: Visitor, game: str, players: int, plies: int) -> str:
    """Start a game against random bots in the middle, its host to move."""
    return table_with_bots(host, game, players, start=start_at(host, game, players, plies))


def finished_table(host: Visitor, game: str, players: int = 2, **terms: Any) -> str:
    """Play a game against random bots to its end."""
    table = table_with_bots(host, game, players, 10_000, **terms)
    assert look(host, table)["info"]["status"] == "over"
    return table


def look(visitor: Visitor, table: str) -> Shown:
    shown: Shown = visitor.get(f"/tables/{table}")
    return shown


def advance(visitor: Visitor, table: str, plies: int, seed: int = 1) -> None:
    """Play random moves until ``plies`` plies are over and it is the visitor's turn, or the end."""
    rng = random.Random(seed)
    while (shown := wait_for_turn(visitor, table))["info"]["status"] == "running":
        view = shown["view"]
        if view["ply"] >= plies:
            return
        move(visitor, table, view["number"], rng.choice(view["moves"]))


def wait_for_turn(visitor: Visitor, table: str) -> Shown:
    """Wait until it is the visitor's turn or the game is over. Return the table."""
    shown: Shown = {}

    def may_go_on() -> bool:
        shown.update(look(visitor, table))
        return shown["info"]["status"] != "running" or bool(shown["view"]["moves"])

    wait_until(f"the bots of {table} to move", may_go_on)
    return shown


def move(visitor: Visitor, table: str, number: int, text: str) -> None:
    body = {"number": number, "move": text, "move_id": f"m{number}"}
    visitor.post(f"/tables/{table}/moves", body)


def moves_on_disk(visitor: Visitor, table: str) -> list[str]:
    """Return the moves that the server has stored."""
    events = visitor.get(f"/tables/{table}/events")["events"]
    return [event["event"]["move"] for event in events if event["event"]["kind"] == "moved"]
