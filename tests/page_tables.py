"""Tables set up past the page, for tests that begin where others have got to already."""

from __future__ import annotations

import random
import time
from typing import Any

from page_starts import start_at
from page_visitor import PATIENCE, Shown, Visitor


def open_table(
    host: Visitor, game: str, players: int = 2, bot: str | None = None, **terms: Any
) -> Shown:
    """A table with its host on the first seat; bots of that name on all the others."""
    seats = range(1, players) if bot else ()
    bots = [{"seat": seat, "bot": bot} for seat in seats]
    body = {"game": game, "players": players, "listed": False, "bots": bots}
    shown: Shown = host.post("/tables", body | terms)
    return shown


def table_with_bots(
    host: Visitor, game: str, players: int = 2, plies: int = 0, seed: int = 1, **terms: Any
) -> str:
    """A game against random bots, its host to move after so many plies; the table's name."""
    table: str = open_table(host, game, players, "random", **terms)["info"]["id"]
    host.post(f"/tables/{table}/start")
    advance(host, table, plies, seed)
    return table


def table_for_one(host: Visitor, game: str, plies: int = 0, **terms: Any) -> str:
    """A game of two around one screen; nothing in it is left to bots."""
    table: str = open_table(host, game, **terms)["info"]["id"]
    host.post(f"/tables/{table}/seats")
    host.post(f"/tables/{table}/start")
    advance(host, table, plies)
    return table


def table_from_the_middle(host: Visitor, game: str, players: int, plies: int) -> str:
    """A game against random bots, its host to move: nobody has to wait for the first plies."""
    return table_with_bots(host, game, players, start=start_at(host, game, players, plies))


def finished_table(host: Visitor, game: str, players: int = 2, **terms: Any) -> str:
    """A game against random bots that is over."""
    table = table_with_bots(host, game, players, 10_000, **terms)
    assert look(host, table)["info"]["status"] == "over"
    return table


def look(visitor: Visitor, table: str) -> Shown:
    shown: Shown = visitor.get(f"/tables/{table}")
    return shown


def advance(visitor: Visitor, table: str, plies: int, seed: int = 1) -> None:
    """Play random moves until so many plies are over and it is their turn, or nobody's."""
    rng = random.Random(seed)
    while (shown := wait_for_turn(visitor, table))["info"]["status"] == "running":
        view = shown["view"]
        if view["ply"] >= plies:
            return
        move(visitor, table, view["number"], rng.choice(view["moves"]))


def wait_for_turn(visitor: Visitor, table: str) -> Shown:
    """The table when it is their turn, or when the game is over."""
    deadline = time.monotonic() + PATIENCE
    while (shown := look(visitor, table))["info"]["status"] == "running":
        if shown["view"]["moves"]:
            break
        assert time.monotonic() < deadline, f"expected the bots of {table} to move"
        time.sleep(0.005)
    return shown


def move(visitor: Visitor, table: str, number: int, text: str) -> None:
    body = {"number": number, "move": text, "move_id": f"m{number}"}
    visitor.post(f"/tables/{table}/moves", body)


def moves_on_disk(visitor: Visitor, table: str) -> list[str]:
    """The moves that the server has written down."""
    events = visitor.get(f"/tables/{table}/events")["events"]
    return [event["event"]["move"] for event in events if event["event"]["kind"] == "moved"]
