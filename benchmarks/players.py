"""Simulated people for a load test: two per table, one socket each, random legal moves on a
schedule.

They receive positions like the client that they stand for:

    page       positions as data for drawing
    texts      programs: positions and moves as text
"""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any, Final

import msgspec

from wire import Http, HttpError, Socket

API = "/api/v1"
GAMES = ("my-shelfie", "nova-luna", "polyssimo")
ANSWER_SECONDS = 10.0
"""Seconds after which a move without an answer is an error."""

FORMS: Final[dict[str, dict[str, Any]]] = {
    "page": {"scene": True, "text": False, "since": 0},
    "texts": {},
}
"""The subscription of each kind."""
PACKED: Final = ("page",)

_numbers = itertools.count()


class View(msgspec.Struct):
    """The fields of a position that a random player needs."""

    number: int
    is_over: bool
    seat: int | None = None
    mover: int | None = None
    moves: list[str] | None = None

    def choose(self, chance: random.Random) -> str | None:
        """Return a random legal move; None if it is not the player's turn."""
        return None if self.is_over or not self.moves else chance.choice(self.moves)


class Message(msgspec.Struct):
    """The fields of a message that a player needs."""

    type: str
    ref: int | str | None = None
    view: View | None = None
    code: str | None = None


parse_message = msgspec.json.Decoder(Message).decode


@dataclass
class Figures:
    """Measured latencies (s), and errors."""

    until_ack: list[float] = field(default_factory=list)
    until_update: list[float] = field(default_factory=list)
    until_both: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    games: int = 0

    def clear(self) -> None:
        """Remove the latencies of the warm-up, but not the errors."""
        for times in (self.until_ack, self.until_update, self.until_both):
            times.clear()
        self.games = 0


@dataclass
class Guest:
    """A guest's name and token."""

    name: str
    token: str

    @classmethod
    async def arrive(cls, http: Http) -> Guest:
        """Sign in a new guest."""
        name = f"Guest {next(_numbers)}"
        answer = await http.post(f"{API}/people/guests", {"name": name, "token": True})
        return cls(name, answer["token"])


async def open_game(http: Http, game: str, guests: tuple[Guest, Guest]) -> str:
    """Open a table, seat two guests and start the game. Returns the id of the table."""
    host, other = guests
    terms = {"game": game, "players": 2, "grace": None}
    answer = await http.post(f"{API}/tables", terms, host.token)
    table = str(answer["info"]["id"])
    await http.post(f"{API}/tables/{table}/seats", {}, other.token)
    await http.post(f"{API}/tables/{table}/start", {}, host.token)
    return table


@dataclass
class PendingMove:
    """A pending move: when it was sent, acknowledged and published."""

    at: float
    ack: float | None = None
    update: float | None = None


class Pair:
    """Two simulated people who play game after game, with a move every ``pace`` seconds."""

    def __init__(
        self, http: Http, figures: Figures, pace: float, seed: int, *, client_kind: str
    ) -> None:
        self._http, self._figures, self._pace = http, figures, pace
        self._client_kind = client_kind
        self._random = random.Random(seed)
        self._url = ""
        self._sockets: list[Socket] = []
        self._received = 0
        """Bytes received on sockets of earlier games."""
        self._sent: dict[int, PendingMove] = {}
        self._table = self._game = ""
        self._planned = 0
        """Version of the last position for which a move was scheduled."""
        self._due = 0.0
        self._is_stopping = False
        self._opening: asyncio.Task[None] | None = None

    async def sit_down(self, url: str) -> None:
        """Sign in two guests and start their first game."""
        self._url = url
        self._guests = (await Guest.arrive(self._http), await Guest.arrive(self._http))
        self._due = perf_counter() + self._random.random() * self._pace
        await self._open_table()

    def stop(self) -> None:
        """Send no more moves. Pending moves are not affected."""
        self._is_stopping = True

    @property
    def table(self) -> str:
        """Id of the current table."""
        return self._table

    @property
    def received(self) -> int:
        """Number of bytes received by both."""
        return self._received + sum(socket.received for socket in self._sockets)

    @property
    def is_waiting(self) -> bool:
        """True while a move is pending."""
        return bool(self._sent)

    def leave(self) -> None:
        """Close the sockets, and count unanswered moves as errors."""
        self._figures.errors.update(["no answer"] * len(self._sent))
        self._close_sockets()

    def _close_sockets(self) -> None:
        """Close the sockets of the current game."""
        self._received = self.received
        for socket in self._sockets:
            socket.close()
        self._sockets = []

    # --- One game ---

    async def _open_table(self) -> None:
        """Open a table for a random game, and subscribe both players to it."""
        self._game = self._random.choice(GAMES)
        try:
            self._table = await open_game(self._http, self._game, self._guests)
        except HttpError as error:
            self._figures.errors[str(error)] += 1
            return
        self._planned = 0
        for seat, guest in enumerate(self._guests):
            self._sockets.append(await self._open_socket(seat, guest))
        for socket in self._sockets:
            socket.send({"type": "subscribe", "table": self._table} | FORMS[self._client_kind])

    async def _open_socket(self, seat: int, guest: Guest) -> Socket:
        """Connect a socket for the current table, as the page or the Python client does."""
        return await Socket.connect(
            f"{self._url}?at={self._table}",
            guest.token,
            partial(self._on_message, seat),
            is_packed=self._client_kind in PACKED,
            local_address=self._http.own,
        )

    def _on_message(self, seat: int, data: bytes) -> None:
        """Handle a message that a seat receives."""
        message = parse_message(data)
        if message.type == "ack":
            self._on_ack(message.ref)
        elif message.type == "error":
            self._figures.errors[message.code or "error"] += 1
        elif message.type == "update" and message.view is not None:
            self._on_view(seat, message.view)

    def _on_view(self, seat: int, view: View) -> None:
        """Handle a new position: complete the opponent's move, and schedule one if the seat is to
        move."""
        sent = self._sent.get(view.number - 1)
        if sent is not None and sent.update is None and seat != self._mover:
            sent.update = perf_counter()
            self._record_if_complete(view.number - 1)
        if view.is_over:
            self._start_next_game()
        elif view.number > self._planned and (move := view.choose(self._random)):
            self._planned = view.number
            self._schedule_move(seat, view.number, move)

    def _schedule_move(self, seat: int, number: int, move: str) -> None:
        """Send a move when the next one of this table is due."""
        wait = max(0.0, self._due - perf_counter())
        asyncio.get_running_loop().call_later(wait, self._send_move, seat, number, move)

    def _send_move(self, seat: int, number: int, move: str) -> None:
        """Send a move and remember when."""
        if self._is_stopping:
            return
        now = perf_counter()
        self._due = max(self._due + self._pace, now)
        self._mover, self._sent[number] = seat, PendingMove(now)
        words: dict[str, Any] = {"type": "move", "table": self._table, "number": number}
        self._sockets[seat].send(words | {"move": move, "move_id": f"m{number}", "ref": number})

    def _on_ack(self, ref: int | str | None) -> None:
        """Handle the acknowledgement of a move."""
        sent = self._sent.get(ref) if isinstance(ref, int) else None
        if sent is not None and isinstance(ref, int):
            sent.ack = perf_counter()
            self._record_if_complete(ref)

    def _record_if_complete(self, number: int) -> None:
        """Record a move's latencies if it is acknowledged and the opponent has the new position."""
        sent = self._sent[number]
        if sent.ack is None or sent.update is None:
            return
        del self._sent[number]
        took = sent.ack - sent.at, sent.update - sent.at
        self._figures.until_ack.append(took[0])
        self._figures.until_update.append(took[1])
        self._figures.until_both.append(max(took))
        if max(took) > ANSWER_SECONDS:
            self._figures.errors["too slow"] += 1

    def _start_next_game(self) -> None:
        """Start the next game once, when either player receives the end of this one."""
        if self._opening is None or self._opening.done():
            self._figures.games += 1
            self._opening = asyncio.get_running_loop().create_task(self._open_next_game())

    async def _open_next_game(self) -> None:
        """Wait a moment, close the sockets and open the next table."""
        await asyncio.sleep(self._pace)  # with several processes the opponent learns of it later
        self._close_sockets()
        if not self._is_stopping:
            await self._open_table()
