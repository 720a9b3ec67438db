"""Kinds of abuse of a server, each from an address of its own.

``python tests/support/abusers.py URL --table TABLE --seconds 20 --rate 20`` runs all of them, so
many tries per second each, and prints the answers. ``TABLE`` is a table that all may watch.
``--kind NAME`` runs one. ``--kind empty_pings --sockets 20 --pace 1000000`` floods on 20 sockets
with 1 MB/s each, in small pieces; without ``--pace`` as fast as the server reads.
``benchmarks/abuse.py`` measures what honest tables beside them notice.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
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
REST_SECONDS = 0.1
"""Pause of an abuser after an error. No test waits for it: abusers go on until they are refused."""
HEAD = b"POST /api/v1/sessions HTTP/1.1\r\nHost: tiles.test\r\n"


@dataclass
class Abuser:
    """A client with an address of its own, and the answers it got."""

    url: str
    table: str
    address: str
    rate: float
    sockets: int = 0
    """Sockets of a flood; 0 leaves it to the kind."""
    pace: int = 0
    """Bytes per second of a flood on each socket; 0: as fast as they are read."""
    heard: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        self.http = httpx.AsyncClient(base_url=self.url + API, transport=transport, timeout=60)
        self.token = ""

    async def pause(self) -> None:
        await asyncio.sleep(1 / self.rate if self.rate else 0)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request. Return the answer; None if it was refused."""
        await self.pause()
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = await self.http.request(method, path, json=body, headers=headers)
        told = answer.json() if "json" in answer.headers.get("content-type", "") else {}
        self.heard["ok" if answer.is_success else told.get("code", str(answer.status_code))] += 1
        return told if answer.is_success else None

    async def arrive(self) -> None:
        """Become a guest."""
        welcome = await self.ask("POST", "/people/guests", {"name": "Mallory", "token": True})
        self.token = welcome["token"]

    async def open(self, bot: str) -> str:
        """Start a game and return its table."""
        bots = [{"seat": 1, "bot": bot}]
        shown = await self.ask("POST", "/tables", {"game": GAME, "players": 2, "bots": bots})
        table = str(shown["info"]["id"])
        await self.ask("POST", f"/tables/{table}/start", {})
        return table

    async def connect(self, use: Callable[[ClientConnection], Awaitable[None]]) -> None:
        """Use a socket; record how it was refused or how it ended."""
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
        """Record the answers until the socket ends."""
        with contextlib.suppress(ConnectionClosed):
            async for text in line:
                told = json.loads(text)
                self.heard[told.get("code", told["type"])] += 1

    async def talk(self, next_message: Callable[[], dict[str, Any]]) -> None:
        """Send messages on one socket at the abuser's rate, until it is closed."""

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
    await me.talk(lambda: {"type": "ping", "ref": "x" * 10_000})


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


# --- Frames as fast as they are read ------------------------------------------------------------


PIECE = 1000
"""Bytes per write of a flood with a pace."""


def frame(first: int, data: bytes = b"") -> bytes:
    """Return a frame as clients send it, with a mask of zeros."""
    return bytes([first, 0x80 | len(data)]) + bytes(4) + data


TEXT, CONTINUATION, LAST, PING, PONG = 0x01, 0x00, 0x80, 0x09, 0x0A


async def empty_pings(me: Abuser) -> None:
    await flood(me, frame(LAST | PING))


async def empty_pongs(me: Abuser) -> None:
    await flood(me, frame(LAST | PONG), sockets=4)


async def long_pings(me: Abuser) -> None:
    await flood(me, frame(LAST | PING, b"x" * 125), sockets=20)


async def fragments(me: Abuser) -> None:
    await flood(me, frame(CONTINUATION), begin=frame(TEXT, b"{"))


async def json_pings(me: Abuser) -> None:
    await flood(me, frame(LAST | TEXT, b'{"type":"ping"}'))


async def flood(me: Abuser, data: bytes, begin: bytes = b"", sockets: int = 1) -> None:
    """Send the same frame on several sockets until each is cut off; read what is answered."""
    await me.pause()
    count = me.sockets or sockets
    await asyncio.gather(*(_flood_one(me, data, begin) for _ in range(count)))


async def _flood_one(me: Abuser, data: bytes, begin: bytes) -> None:
    parts = urlsplit(me.url)
    own = (me.address, 0)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port, local_addr=own)
    try:
        writer.write(_handshake(parts.netloc))
        status = (await reader.readline()).decode().partition(" ")[2][:3]
        if status != "101":
            me.heard[status] += 1
            return
        reading = asyncio.create_task(_read_all(reader))
        writer.write(begin)
        piece = data * ((PIECE if me.pace else 64 * 1024) // len(data))
        with contextlib.suppress(ConnectionError):
            while not reading.done():
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(len(piece) / me.pace if me.pace else 0)
        await reading
        me.heard["cut"] += 1
    finally:
        writer.close()


def _handshake(host: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    head = f"GET {API}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
    head += "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    return f"{head}Sec-WebSocket-Key: {key}\r\n\r\n".encode()


async def _read_all(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(ConnectionError):
        while await reader.read(LONG):
            pass


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
    """Open five connections that send the beginning of a request and wait."""
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
    empty_pings: "cut",
    empty_pongs: "cut",
    long_pings: "cut",
    fragments: "cut",
    json_pings: "cut",
    guests: TOO_MANY,
    passwords: TOO_MANY,
    open_tables: "too_many_tables",
    slow_bots: "ok",
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
"""The answer that each of them gets in the end."""


async def abuse(kind: Kind, me: Abuser, *, until: str | None = None) -> Counter[str]:
    """Repeat one kind of abuse, without end or until an answer ``until`` has come."""
    while until is None or not me.heard[until]:
        try:
            await kind(me)
        except (httpx.HTTPError, OSError) as error:
            me.heard[type(error).__name__] += 1
            await asyncio.sleep(REST_SECONDS)
        except TypeError:  # an answer was a refusal, and what it should have had is not there
            await asyncio.sleep(REST_SECONDS)
    await me.http.aclose()
    return me.heard


def abusers(
    url: str, table: str, rate: float, sockets: int = 0, pace: int = 0
) -> list[tuple[Kind, Abuser]]:
    return [
        (kind, Abuser(url, table, f"127.0.1.{number}", rate, sockets, pace))
        for number, kind in enumerate(KINDS, 1)
    ]


async def abuse_for(
    seconds: float, everybody: list[tuple[Kind, Abuser]]
) -> dict[str, Counter[str]]:
    """Run all abusers at once for some seconds. Return the answers of each."""
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
    parser.add_argument("--sockets", type=int, default=0, help="sockets of a flood at once")
    parser.add_argument("--pace", type=int, default=0, help="bytes per second on each of them")
    given = parser.parse_args()
    everybody = [
        (kind, me)
        for kind, me in abusers(given.url, given.table, given.rate, given.sockets, given.pace)
        if given.kind in (None, kind.__name__)
    ]
    os.environ["TILEWRIGHT_JIT"] = "0"  # they compile nothing beside those who are measured
    print("ready", flush=True)
    heard = asyncio.run(abuse_for(given.seconds, everybody))
    json.dump(heard, sys.stdout)


if __name__ == "__main__":
    main()
