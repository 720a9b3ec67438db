"""People for a load test: two at a table, one socket each, a random legal move when it is time.

They want positions as who they stand for does:

    page       messages packed; scenes first, then states, as soon as its engine is ready
    drawn      messages packed, scenes all the time: a browser without an engine
    bots       our own client with ``state=True``: states, nothing packed
    texts      other programs: positions and moves as text, nothing packed
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

from tilewright.position import Position
from tilewright.registry import get_game

API = "/api/v1"
GAMES = ("my-shelfie", "nova-luna", "polyssimo")
ANSWER_SECONDS = 10.0
"""A move that is not answered within this is an error."""

FORMS: Final[dict[str, list[dict[str, Any]]]] = {
    "page": [{"scene": True, "text": False, "since": 0}, {"state": True}],
    "drawn": [{"scene": True, "text": False, "since": 0}],
    "bots": [{"state": True}],
    "texts": [{}],
}
"""How each kind subscribes to a table, one time after the other."""
PACKED: Final = ("page", "drawn")

_numbers = itertools.count()


class View(msgspec.Struct):
    """As much of a position as a random player needs."""

    number: int
    is_over: bool
    seat: int | None = None
    mover: int | None = None
    moves: list[str] | None = None
    state: str | None = None

    def choose(self, game: str, chance: random.Random) -> str | None:
        """A random move; None where it is not one's turn."""
        if self.is_over or self.seat != self.mover:
            return None
        if self.moves is not None:
            return chance.choice(self.moves)
        seen = Position.unpack(get_game(game), self.state or "")
        return seen.format_move(chance.choice(seen.legal_actions.tolist()))


class Message(msgspec.Struct):
    """As much of a message as a player needs."""

    type: str
    ref: int | str | None = None
    view: View | None = None
    code: str | None = None


parse_message = msgspec.json.Decoder(Message).decode


@dataclass
class Figures:
    """What has been measured, in seconds."""

    until_ack: list[float] = field(default_factory=list)
    until_update: list[float] = field(default_factory=list)
    until_both: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    games: int = 0

    def clear(self) -> None:
        """Begin anew: what came before was the warm-up. Errors count all the same."""
        for times in (self.until_ack, self.until_update, self.until_both):
            times.clear()
        self.games = 0


@dataclass
class Guest:
    """Somebody with a name and a token."""

    name: str
    token: str

    @classmethod
    async def arrive(cls, http: Http) -> Guest:
        name = f"Guest {next(_numbers)}"
        answer = await http.post(f"{API}/people/guests", {"name": name, "token": True})
        return cls(name, answer["token"])


async def open_game(http: Http, game: str, guests: tuple[Guest, Guest]) -> str:
    """A table of two that has begun; its name."""
    host, other = guests
    terms = {"game": game, "players": 2, "grace": None}
    answer = await http.post(f"{API}/tables", terms, host.token)
    table = str(answer["info"]["id"])
    await http.post(f"{API}/tables/{table}/seats", {}, other.token)
    await http.post(f"{API}/tables/{table}/start", {}, host.token)
    return table


@dataclass
class Sent:
    """A move that was sent at a time, and what has come of it."""

    at: float
    ack: float | None = None
    update: float | None = None


class Pair:
    """Two people who play one game after the other, a move every ``pace`` seconds."""

    def __init__(
        self, http: Http, figures: Figures, pace: float, seed: int, *, readers: str
    ) -> None:
        self._http, self._figures, self._pace = http, figures, pace
        self._readers = readers
        self._random = random.Random(seed)
        self._url = ""
        self._sockets: list[Socket] = []
        self._received = 0
        """On sockets of earlier games."""
        self._sent: dict[int, Sent] = {}
        self._table = self._game = ""
        self._planned = 0
        """The number of the last position for which a move was chosen."""
        self._due = 0.0
        self._is_stopping = False
        self._opening: asyncio.Task[None] | None = None

    async def sit_down(self, url: str) -> None:
        """Come with two sockets, and begin a first game at once."""
        self._url = url
        self._guests = (await Guest.arrive(self._http), await Guest.arrive(self._http))
        self._due = perf_counter() + self._random.random() * self._pace
        await self._open()

    def stop(self) -> None:
        """Start no more moves; those under way are still waited for."""
        self._is_stopping = True

    @property
    def table(self) -> str:
        """Where they play now."""
        return self._table

    @property
    def received(self) -> int:
        """Bytes that the server has sent to both."""
        return self._received + sum(socket.received for socket in self._sockets)

    @property
    def is_waiting(self) -> bool:
        """Whether a move is under way."""
        return bool(self._sent)

    def leave(self) -> None:
        """Go; what has not been answered by now counts as an error."""
        self._figures.errors.update(["no answer"] * len(self._sent))
        self._hang_up()

    def _hang_up(self) -> None:
        self._received = self.received
        for socket in self._sockets:
            socket.close()
        self._sockets = []

    # --- One game ---

    async def _open(self) -> None:
        self._game = self._random.choice(GAMES)
        try:
            self._table = await open_game(self._http, self._game, self._guests)
        except HttpError as error:
            self._figures.errors[str(error)] += 1
            return
        self._planned = 0
        for seat, guest in enumerate(self._guests):
            self._sockets.append(await self._call(seat, guest))
        for socket in self._sockets:
            for form in FORMS[self._readers]:
                socket.send({"type": "subscribe", "table": self._table} | form)

    async def _call(self, seat: int, guest: Guest) -> Socket:
        """A socket for this game, as a page has and our client."""
        return await Socket.connect(
            f"{self._url}?at={self._table}",
            guest.token,
            partial(self._heard, seat),
            is_packed=self._readers in PACKED,
            own=self._http.own,
        )

    def _heard(self, seat: int, data: bytes) -> None:
        message = parse_message(data)
        if message.type == "ack":
            self._acknowledged(message.ref)
        elif message.type == "error":
            self._figures.errors[message.code or "error"] += 1
        elif message.type == "update" and message.view is not None:
            self._saw(seat, message.view)

    def _saw(self, seat: int, view: View) -> None:
        sent = self._sent.get(view.number - 1)
        if sent is not None and sent.update is None and seat != self._mover:
            sent.update = perf_counter()
            self._settle(view.number - 1)
        if view.is_over:
            self._play_again()
        elif view.number > self._planned and (move := view.choose(self._game, self._random)):
            self._planned = view.number
            self._plan(seat, view.number, move)

    def _plan(self, seat: int, number: int, move: str) -> None:
        wait = max(0.0, self._due - perf_counter())
        asyncio.get_running_loop().call_later(wait, self._move, seat, number, move)

    def _move(self, seat: int, number: int, move: str) -> None:
        if self._is_stopping:
            return
        now = perf_counter()
        self._due = max(self._due + self._pace, now)
        self._mover, self._sent[number] = seat, Sent(now)
        words: dict[str, Any] = {"type": "move", "table": self._table, "number": number}
        self._sockets[seat].send(words | {"move": move, "move_id": f"m{number}", "ref": number})

    def _acknowledged(self, ref: int | str | None) -> None:
        sent = self._sent.get(ref) if isinstance(ref, int) else None
        if sent is not None and isinstance(ref, int):
            sent.ack = perf_counter()
            self._settle(ref)

    def _settle(self, number: int) -> None:
        """A move is done when its sender has the ack and the other player has seen it."""
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

    def _play_again(self) -> None:
        """Both hear of the end; the first to hear sets up the next game."""
        if self._opening is None or self._opening.done():
            self._figures.games += 1
            self._opening = asyncio.get_running_loop().create_task(self._after_game())

    async def _after_game(self) -> None:
        await asyncio.sleep(self._pace)  # with several processes the other one hears it later
        self._hang_up()
        if not self._is_stopping:
            await self._open()
