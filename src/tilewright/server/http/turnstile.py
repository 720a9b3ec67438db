"""Requests begin one after the other, and those who move come first.

All is answered by one event loop, where whatever has begun takes turns with all else: twenty floods
at once were twenty pieces of work that a move found before it, at each of its steps. So few are
under way at a time, one of an address; next comes the address whose turn was longest ago. While
something happens at a table none begins, unless it has waited long enough. What takes long, such as
an analysis or a socket, goes on beside the others.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from tilewright.server.limits import client_key

__all__ = ["LONG_SECONDS", "PATIENCE_SECONDS", "PLACES", "Entrance", "Turnstile"]

PLACES: Final = 2
"""Requests that are under way, and short."""
LONG_SECONDS: Final = 0.005
"""After so long the next one need not wait any more until it is finished."""
PATIENCE_SECONDS: Final = 0.01
"""How long one waits for moves."""
LOOK_SECONDS: Final = 0.001


@dataclass(eq=False, slots=True)
class Turn:
    """One request, from when it comes."""

    client: str
    since: float
    begins: asyncio.Future[None]
    is_over: bool = False


class Entrance:
    """Who may begin. Belongs to one event loop."""

    def __init__(self, is_busy: Callable[[], bool]) -> None:
        self._is_busy = is_busy
        """Whether there is something that comes first."""
        self._inside: set[str] = set()
        self._waiting: OrderedDict[str, deque[Turn]] = OrderedDict()
        """By address; whose turn was longest ago is the first."""
        self._look: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it for as long as one needs it, or others can wait."""
        loop = asyncio.get_running_loop()
        turn = Turn(client, loop.time(), loop.create_future())
        self._waiting.setdefault(client, deque()).append(turn)
        self._let_in()
        try:
            await turn.begins
            loop.call_later(LONG_SECONDS, self._end, turn)
            yield
        finally:
            self._end(turn)

    def _end(self, turn: Turn) -> None:
        """It is over, or will go on beside others; it may never have begun."""
        if turn.is_over:
            return
        turn.is_over = True
        if turn.begins.done() and not turn.begins.cancelled():
            self._inside.discard(turn.client)
            if turn.client in self._waiting:
                self._waiting.move_to_end(turn.client)
        self._let_in()

    def _let_in(self) -> None:
        """Let all begin who may, and look again soon where something else comes first."""
        while len(self._inside) < PLACES:
            client = next((one for one in self._waiting if one not in self._inside), None)
            if client is None:
                return
            turn = self._waiting[client][0]
            loop = turn.begins.get_loop()
            is_patient = loop.time() < turn.since + PATIENCE_SECONDS
            if is_patient and not turn.begins.done() and self._is_busy():
                self._look = self._look or loop.call_later(LOOK_SECONDS, self._look_again)
                return
            self._waiting[client].popleft()
            if not self._waiting[client]:
                del self._waiting[client]
            if not turn.begins.done():  # or they have left
                self._inside.add(client)
                turn.begins.set_result(None)

    def _look_again(self) -> None:
        self._look = None
        self._let_in()


class Turnstile:
    """The layer next to the routes: bodies have been read, and many refused already."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        entrance: Entrance = scope["app"].state.services.entrance
        client = scope.get("client")
        async with entrance.turn(client_key(client[0] if client else None)):
            await self.app(scope, receive, send)
