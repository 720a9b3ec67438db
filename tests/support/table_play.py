"""Tables over HTTP, as programs use them: opened, filled, played to their end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from browser import Browser, Server
from tilewright.match import Match, game_commands
from tilewright.match.events import Event
from tilewright.server.audience.outbox import Connection
from tilewright.server.ratelimit.quotas import Caller
from tilewright.settings import Settings
from waiting import LIMIT_SECONDS

SETTINGS = Settings(
    guests_per_hour=1_000_000,
    logins_per_minute=1_000_000,
    people_per_address=1_000_000,
    bot_threads=1,
)

Shown = dict[str, Any]


def open_table(host: Browser, **terms: Any) -> Shown:
    """Open a table of the toy game for two, the host on its first seat."""
    body = {"game": "toy", "players": 2, "stand_in": "random"} | terms
    answer = host.post("/tables", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def be_here(browser: Browser, table: str, address: str | None = None) -> None:
    """Connect a listener at a table, from an address of its own unless one is given."""
    person, services = browser.id, browser.server.services
    caller = Caller(person, address or f"at {person}'s")

    async def subscribe() -> None:
        connection = Connection(person, caller, services.quotas.unread_bytes)
        services.tables.presence.subscribe(connection, table)

    browser.server.run(subscribe())


def start_table(*people: Browser, **terms: Any) -> str:
    """Start a game; the people sit in this order. Return the table's id."""
    host, *others = people
    shown = open_table(host, players=len(people) + len(terms.get("bots", [])), **terms)
    table, invite = shown["info"]["id"], {"invite": shown["invite"]}
    for other in others:
        other.post(f"/tables/{table}/seats", json={}, params=invite).raise_for_status()
        be_here(other, table)
    host.post(f"/tables/{table}/start", json={}).raise_for_status()
    return table


def look(who: Browser, table: str) -> Shown:
    return who.get(f"/tables/{table}").raise_for_status().json()


def move(who: Browser, table: str, text: str | None = None, **changes: Any) -> Any:
    """Make a person's move: a given one, or the first legal one."""
    view = look(who, table)["view"]
    text = text or view["moves"][0]
    body = {"number": view["number"], "move": text, "move_id": f"m{view['number']}"}
    return who.post(f"/tables/{table}/moves", json=body | changes)


async def wait_for_turn(server: Server, table: str) -> None:
    """Wait until no bot is to move."""
    changed, tables = asyncio.Event(), server.services.tables
    tables.publisher.listeners.append(lambda _: changed.set())
    while (await tables.directory.get(table)).match.bot_to_move is not None:
        async with asyncio.timeout(LIMIT_SECONDS):
            await changed.wait()
        changed.clear()


def mover(people: Sequence[Browser], table: str) -> Browser:
    """Return the person whose turn it is."""
    return people[look(people[0], table)["info"]["mover"]]


def play_out(table: str, *people: Browser) -> Shown:
    """Play first legal moves to the end. Return the final state of the table."""
    while look(people[0], table)["info"]["status"] == "running":
        move(mover(people, table), table).raise_for_status()
    return look(people[0], table)


def bot_moves(match: Match, now: int) -> list[Event]:
    """Return a command: the bot to move plays the first legal move."""
    if match.status != "running":  # the server's own bots may have been quicker
        return []
    return game_commands.bot_move(match, match.board.legal_actions[0], match.number, now)
