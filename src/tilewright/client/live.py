"""Live play at one table: updates come in, moves go out, lost connections are made again."""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import Any

import msgspec

from tilewright.client.answers import Message, Numbered, Problem, TableInfo, Update, View, Welcome
from tilewright.client.errors import Lost, Refusal, TooManyRequests, refusal_of
from tilewright.events import Ask
from tilewright.extras import needing
from tilewright.server.effects import Effect
from tilewright.server.messages import Ack, ErrorMessage, PresenceMessage, PreviewMessage

with needing("client"):
    from websockets.exceptions import InvalidStatus, WebSocketException
    from websockets.sync.client import ClientConnection, connect

__all__ = ["Live"]

_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_encode = msgspec.json.Encoder().encode

LONGEST_PAUSE = 2.0
RETRIED = frozenset({"too_many_requests", "unavailable", "busy"})
"""Refusals that pass by themselves."""


class Live:
    """One table as it is now. Entering it connects; it is made by ``Client.play``."""

    info: TableInfo
    """All that is public about the table."""

    def __init__(
        self,
        url: str,
        token: str | None,
        table: str,
        invite: str | None,
        patience: float,
        *,
        scene: bool,
    ) -> None:
        self.table, self.patience, self.scene = table, patience, scene
        self.events: list[Numbered] = []
        """Everything that has happened here, from the opening on."""
        self.here: list[str] = []
        """The ids of those who are at the table."""
        self.view: View | None = None
        """The position as this client may see it; None before the deal."""
        self.person: str | None = None
        """Who the server takes this client for."""
        self._url, self._token, self._invite = url, token, invite
        self._socket: ClientConnection | None = None
        self._closing = ExitStack()
        self._news: deque[Update] = deque()
        self._refs = 0

    def __enter__(self) -> Live:
        self._connect()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        self.drop()

    # --- Looking ---

    @property
    def seq(self) -> int:
        """How many events are known."""
        return len(self.events)

    @property
    def is_over(self) -> bool:
        return self.info.status == "over"

    @property
    def is_my_turn(self) -> bool:
        view = self.view
        is_running = self.info.status == "running" and not self.info.is_paused
        return is_running and view is not None and view.moves is not None

    def __iter__(self) -> Iterator[Update]:
        """Every update, as they come, until the game is over."""
        while True:
            while self._news:
                yield self._news.popleft()
            if self.is_over:
                return
            self.wait()

    def turns(self) -> Iterator[View]:
        """The positions in which it is this client's turn, until the game is over."""
        while not self.is_over:
            if self.is_my_turn and self.view is not None:
                yield self.view
            else:
                self.wait()

    def wait(self) -> None:
        """Wait for the server to say something."""
        try:
            self._take(self._receive())
        except (OSError, WebSocketException):
            self._connect()

    # --- Doing ---

    def move(self, text: str, move_id: str | None = None) -> int:
        """Play a move; the number of the event that it became. On return it is on disk.

        However often the connection is lost meanwhile, the move is made once or not at all."""
        number = self.view.number if self.view is not None else 0
        move_id = move_id or secrets.token_hex(8)
        message = {"type": "move", "number": number, "move": text, "move_id": move_id}
        answer = self._ask(message, is_safe_twice=True)
        return answer.seq if isinstance(answer, Ack) and answer.seq is not None else self.seq

    def preview(self, *moves: str) -> list[Effect]:
        """What each of these moves would do, on this client's turn; or why it is not legal."""
        number = self.view.number if self.view is not None else 0
        message = {"type": "preview", "number": number, "moves": moves}
        answer = self._ask(message, is_safe_twice=True)
        return answer.effects if isinstance(answer, PreviewMessage) else []

    def say(self, text: str) -> None:
        """Table talk."""
        self._ask({"type": "say", "text": text})

    def ask(self, what: Ask) -> None:
        """Ask the others for an undo or a pause."""
        self._ask({"type": "ask", "what": what})

    def answer(self, yes: bool) -> None:
        """Agree to what was asked, or refuse."""
        self._ask({"type": "answer", "yes": yes})

    def resume(self) -> None:
        """End a pause."""
        self._ask({"type": "resume"})

    def resign(self) -> None:
        """Give up."""
        self._ask({"type": "resign"})

    def reclaim(self) -> None:
        """Take one's seat back from the stand-in."""
        self._ask({"type": "reclaim"})

    # --- Asking ---

    def _ask(self, message: dict[str, Any], *, is_safe_twice: bool = False) -> Ack | PreviewMessage:
        """Send a request and wait for its answer; again, where that does no harm."""
        started = time.monotonic()
        while True:
            try:
                return self._exchange(message)
            except (OSError, WebSocketException) as error:
                self._connect()
                if not is_safe_twice:
                    kind = message["type"]
                    raise Lost(f"lost the server before it answered '{kind}'") from error
            except Refusal as refusal:
                if refusal.code not in RETRIED or time.monotonic() - started > self.patience:
                    raise
                time.sleep(refusal.seconds if isinstance(refusal, TooManyRequests) else 0.2)

    def _exchange(self, message: dict[str, Any]) -> Ack | PreviewMessage:
        self._refs += 1
        ref = self._refs
        self._connected().send(_encode(message | {"table": self.table, "ref": ref}).decode())
        while True:
            answer = self._receive()
            self._take(answer)
            if isinstance(answer, Ack | PreviewMessage) and answer.ref == ref:
                return answer
            if isinstance(answer, ErrorMessage) and answer.ref == ref:
                raise refusal_of(answer.code, answer.message, answer.rule, answer.params)

    def _take(self, message: Message) -> None:
        """Believe what the server says."""
        if isinstance(message, Welcome):
            self.person = message.person
        elif isinstance(message, PresenceMessage):
            self.here = message.here
        elif isinstance(message, Update) and message.table == self.table:
            self._update(message)

    def _update(self, update: Update) -> None:
        """What is known already is not taken twice; nothing is ever left out."""
        if update.seq < self.seq:
            found = f"found {update.seq}: the server was put back to an older backup"
            raise Lost(f"expected at least {self.seq} events; {found}")
        new = [numbered for numbered in update.events if numbered.seq > self.seq]
        if new and new[0].seq != self.seq + 1:
            raise Lost(f"expected event {self.seq + 1}; found {new[0].seq}")
        self.events += new
        self.info = update.info
        self.view = update.view if update.view is not None else self.view
        self._news.append(update)

    # --- The connection ---

    def drop(self) -> None:
        """Let go of the connection; whoever goes on gets a new one."""
        self._socket = None
        self._closing.close()

    def _connected(self) -> ClientConnection:
        if self._socket is None:
            raise ConnectionError("not connected")
        return self._socket

    def _receive(self) -> Message:
        return _decoder.decode(self._connected().recv())

    def _connect(self) -> None:
        """Connect and resume where we were; try for as long as patience lasts."""
        started, pause = time.monotonic(), 0.05
        while True:
            try:
                return self._connect_once()
            except (OSError, WebSocketException) as error:
                if time.monotonic() - started > self.patience:
                    raise Lost(f"{self._url}: {error}") from error
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _connect_once(self) -> None:
        self.drop()
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        try:
            opened = connect(self._url, additional_headers=headers, max_size=None, compression=None)
            self._socket = self._closing.enter_context(opened)
        except InvalidStatus as error:
            if error.response.status_code >= 500:
                raise
            raise _refused(error) from error
        subscribe = {"type": "subscribe", "since": self.seq, "invite": self._invite}
        # A server from before scenes would refuse to be asked about them.
        self._exchange(subscribe | ({"scene": True} if self.scene else {}))


def _refused(error: InvalidStatus) -> Refusal:
    try:
        said = msgspec.json.decode(error.response.body or b"", type=Problem)
    except msgspec.DecodeError:
        return Refusal("http", str(error))
    return refusal_of(said.code, said.message, said.rule, said.params)
