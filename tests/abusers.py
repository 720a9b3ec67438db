"""Twenty kinds of people who want to hurt a server, each from an address of its own.

``python tests/abusers.py URL --table TABLE --seconds 20 --rate 20`` lets all of them loose, so many
tries a second each, and prints what they were answered. ``TABLE`` is an honest table that anybody
may watch. ``benchmarks/abuse.py`` measures what honest tables beside them notice of it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

import tilewright as tw
from tilewright.registry import GAMES

API = "/api/v1"
GAME = next(game.name for game in GAMES.values() if 2 in game.players)
LONG = 1_000_000
HEAD = b"POST /api/v1/sessions HTTP/1.1\r\nHost: tiles.test\r\n"


@dataclass
class Abuser:
    """Somebody with an address of their own, and what they were answered."""

    url: str
    table: str
    address: str
    rate: float
    heard: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        self.http = httpx.AsyncClient(base_url=self.url + API, transport=transport, timeout=60)
        self.token = ""

    async def pause(self) -> None:
        await asyncio.sleep(1 / self.rate if self.rate else 0)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request; the answer, where it was not refused."""
        await self.pause()
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = await self.http.request(method, path, json=body, headers=headers)
        told = answer.json() if "json" in answer.headers.get("content-type", "") else {}
        self.heard["ok" if answer.is_success else told.get("code", str(answer.status_code))] += 1
        return told if answer.is_success else None

    async def arrive(self) -> None:
        """Get a name."""
        welcome = await self.ask("POST", "/people/guests", {"name": "Mallory", "token": True})
        self.token = welcome["token"]

    async def open(self, bot: str) -> str:
        """A game of their own that has begun."""
        bots = [{"seat": 1, "bot": bot}]
        shown = await self.ask("POST", "/tables", {"game": GAME, "players": 2, "bots": bots})
        table = str(shown["info"]["id"])
        await self.ask("POST", f"/tables/{table}/start", {})
        return table

    async def connect(self, use: Callable[[ClientConnection], Awaitable[None]]) -> None:
        """Use a socket. How it was refused, or how it ended, is noted."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        where = self.url.replace("http", "ws", 1) + f"{API}/socket"
        own = (self.address, 0)
        try:
            async with connect(where, additional_headers=headers, local_addr=own) as line:
                with contextlib.suppress(ConnectionClosed):
                    await use(line)
            self.heard[str(line.close_code)] += 1
        except InvalidStatus as refused:
            self.heard[str(refused.response.status_code)] += 1
        except InvalidMessage:
            self.heard["cut"] += 1

    async def listen(self, line: ClientConnection) -> None:
        """Note the answers until the end."""
        with contextlib.suppress(ConnectionClosed):
            async for text in line:
                told = json.loads(text)
                self.heard[told.get("code", told["type"])] += 1

    async def talk(self, next_message: Callable[[], dict[str, Any]]) -> None:
        """Say something again and again on one socket, until it is closed."""

        async def use(line: ClientConnection) -> None:
            hearing = asyncio.create_task(self.listen(line))
            while not hearing.done():
                await self.pause()
                await line.send(json.dumps(next_message()))

        await self.connect(use)


# --- On sockets ---------------------------------------------------------------------------------


async def pings(me: Abuser) -> None:
    await me.talk(lambda: {"type": "ping"})


async def talks(me: Abuser) -> None:
    await me.arrive()
    words = [{"type": "subscribe"}] + [{"type": "say", "text": "buy"}] * 10_000
    await me.talk(lambda: words.pop(0) | {"table": me.table})


async def previews(me: Abuser) -> None:
    await me.arrive()
    table = await me.open("random")
    tried = ["x"] * 60
    await me.talk(lambda: {"type": "preview", "table": table, "number": 1, "moves": tried})


async def moves_for_others(me: Abuser) -> None:
    await me.arrive()
    move = {"type": "move", "number": 1, "move": "x", "move_id": "m"}
    await me.talk(lambda: move | {"table": me.table})


async def junk(me: Abuser) -> None:
    await me.talk(lambda: {"type": "\x00" * 50})


async def long_frames(me: Abuser) -> None:
    await me.talk(lambda: {"type": "ping", "ref": "x" * LONG})


async def comes_and_goes(me: Abuser) -> None:
    await me.pause()
    await me.connect(lambda line: asyncio.sleep(0))


async def holds_sockets(me: Abuser) -> None:
    if not me.token:
        await me.arrive()
    await asyncio.gather(*(me.connect(lambda line: asyncio.sleep(2)) for _ in range(30)))


async def never_reads(me: Abuser) -> None:
    if not me.token:
        await me.arrive()

    async def use(line: ClientConnection) -> None:
        wish = {"type": "subscribe", "table": me.table, "since": 0, "scene": True}
        line.transport.pause_reading()
        for _ in range(150):
            await me.pause()
            await line.send(json.dumps(wish))
        await asyncio.sleep(1)
        line.transport.resume_reading()

    await me.connect(use)
    me.heard["left"] += 1


# --- By requests --------------------------------------------------------------------------------


async def guests(me: Abuser) -> None:
    await me.ask("POST", "/people/guests", {"name": "Mallory", "token": True})


async def passwords(me: Abuser) -> None:
    await me.ask("POST", "/sessions", {"login": "ada", "password": "correct horse"})


async def open_tables(me: Abuser) -> None:
    if not me.token:
        await me.arrive()
    await me.ask("POST", "/tables", {"game": GAME, "players": 2})


async def slow_bots(me: Abuser) -> None:
    if not me.token:
        await me.arrive()
    table = await me.open("level-7")
    shown = await me.ask("GET", f"/tables/{table}")
    if moves := shown["view"]["moves"]:
        body = {"number": shown["info"]["number"], "move": moves[0], "move_id": "m"}
        await me.ask("POST", f"/tables/{table}/moves", body)


async def analyses(me: Abuser) -> None:
    if not me.token:
        await me.arrive()
    position = str(tw.new(GAME, seed=1))
    body = {"position": position, "seconds": 0.5}
    await asyncio.gather(*(me.ask("POST", "/analysis", body) for _ in range(3)))


async def records(me: Abuser) -> None:
    if not me.token:
        await me.arrive()
    seed = sum(me.heard.values())
    await me.ask("POST", "/records", {"text": tw.dump(tw.new(GAME, seed=seed))})


async def checks(me: Abuser) -> None:
    await me.ask("POST", "/verify", {"record": tw.dump(tw.new(GAME, seed=1))})


async def stories(me: Abuser) -> None:
    await me.ask("GET", f"/tables/{me.table}/story")


async def logs(me: Abuser) -> None:
    await me.ask("GET", f"/tables/{me.table}/events")


async def plies(me: Abuser) -> None:
    await me.ask("GET", f"/tables/{me.table}/plies/0?scene=true")


async def lobby(me: Abuser) -> None:
    await me.ask("GET", "/tables")


async def nameless_bodies(me: Abuser) -> None:
    await me.ask("POST", "/records", {"text": "x" * LONG})


async def half_heads(me: Abuser) -> None:
    await _send_half(me, HEAD)


async def half_bodies(me: Abuser) -> None:
    await _send_half(me, HEAD + b"Content-Length: 100\r\n\r\n{")


async def _send_half(me: Abuser, data: bytes) -> None:
    """Five connections that say the beginning of something and wait."""
    parts = urlsplit(me.url)
    host, port = str(parts.hostname), int(parts.port or 80)
    await asyncio.gather(*(_wait_for_end(me, data, host, port) for _ in range(5)))


async def _wait_for_end(me: Abuser, data: bytes, host: str, port: int) -> None:
    reader, writer = await asyncio.open_connection(host, port, local_addr=(me.address, 0))
    writer.write(data)
    with contextlib.suppress(ConnectionResetError):
        await reader.read(LONG)
    writer.close()
    me.heard["cut"] += 1


Kind = Callable[[Abuser], Awaitable[None]]
TOO_MANY = "too_many_requests"
KINDS: dict[Kind, str] = {
    pings: "4001",
    talks: TOO_MANY,
    previews: TOO_MANY,
    moves_for_others: "not_seated",
    junk: "invalid_text",
    long_frames: "1009",
    comes_and_goes: "429",
    holds_sockets: "429",
    never_reads: "left",
    guests: TOO_MANY,
    passwords: TOO_MANY,
    open_tables: "too_many_tables",
    slow_bots: "ok",
    analyses: TOO_MANY,
    records: TOO_MANY,
    checks: TOO_MANY,
    stories: TOO_MANY,
    logs: TOO_MANY,
    plies: TOO_MANY,
    lobby: TOO_MANY,
    nameless_bodies: "not_signed_in",
    half_heads: "cut",
    half_bodies: "cut",
}
"""And what each of them hears in the end."""


async def abuse(kind: Kind, me: Abuser, *, until: str | None = None) -> Counter[str]:
    """Do it again and again, for ever or until somebody hears a word."""
    while until is None or not me.heard[until]:
        try:
            await kind(me)
        except (httpx.HTTPError, OSError) as error:
            me.heard[type(error).__name__] += 1
            await asyncio.sleep(0.1)
        except TypeError:  # an answer was a refusal, and what it should have had is not there
            await asyncio.sleep(0.1)
    await me.http.aclose()
    return me.heard


def abusers(url: str, table: str, rate: float) -> list[tuple[Kind, Abuser]]:
    return [
        (kind, Abuser(url, table, f"127.0.1.{number}", rate))
        for number, kind in enumerate(KINDS, 1)
    ]


async def abuse_for(
    seconds: float, everybody: list[tuple[Kind, Abuser]]
) -> dict[str, Counter[str]]:
    """All of them at once; what each heard."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(abuse(kind, me) for kind, me in everybody))
    return {kind.__name__: me.heard for kind, me in everybody}


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("--table", required=True)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--kind", help="one of them only")
    given = parser.parse_args()
    everybody = [
        (kind, me)
        for kind, me in abusers(given.url, given.table, given.rate)
        if given.kind in (None, kind.__name__)
    ]
    os.environ["TILEWRIGHT_JIT"] = "0"  # they compile nothing beside those who are measured
    print("ready", flush=True)
    heard = asyncio.run(abuse_for(given.seconds, everybody))
    json.dump(heard, sys.stdout)


if __name__ == "__main__":
    main()
