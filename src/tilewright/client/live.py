"""Live play at one table: updates come in, moves go out, lost connections are made again."""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack

import msgspec
from msgspec.structs import replace

from tilewright.client.errors import Lost, error_of, read_problem
from tilewright.errors import Code, Refused, TilewrightError, TooManyRequests
from tilewright.events import Ask
from tilewright.extras import needing
from tilewright.position import Position
from tilewright.registry import get_game
from tilewright.version import __version__
from tilewright.wire.messages import (
    Ack,
    AnswerRequest,
    AskRequest,
    ErrorMessage,
    Message,
    MoveRequest,
    PresenceMessage,
    PreviewMessage,
    PreviewRequest,
    ReclaimRequest,
    ResignRequest,
    ResumeRequest,
    SayRequest,
    SubscribeRequest,
    TableRequest,
    UpdateMessage,
    WelcomeMessage,
)
from tilewright.wire.moves import Preview, View
from tilewright.wire.tables import Numbered, TableInfo

with needing("client"):
    from websockets.exceptions import InvalidStatus, WebSocketException
    from websockets.sync.client import ClientConnection, connect

__all__ = ["Live"]

_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_encode = msgspec.json.Encoder().encode

LONGEST_PAUSE = 2.0
RETRIED = frozenset({Code.TOO_MANY_REQUESTS, Code.UNAVAILABLE, Code.BUSY})
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
        state: bool,
    ) -> None:
        self.table, self.patience, self.scene, self.state = table, patience, scene, state
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
        self._news: deque[UpdateMessage] = deque()
        self._refs = 0

    def __enter__(self) -> Live:
        self._connect()
        return self

    def __exit__(self, *error: object) -> None:
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
    def position(self) -> Position:
        """What this client may see, to be asked about; ``determinize`` it to play on it. There is
        none before the deal."""
        if self.view is None:
            raise Refused(Code.NOT_RUNNING, "the game has not begun")
        return _seen(self.view, self.info)

    @property
    def is_my_turn(self) -> bool:
        view = self.view
        is_running = self.info.status == "running" and not self.info.is_paused
        return is_running and view is not None and view.moves is not None

    def __iter__(self) -> Iterator[UpdateMessage]:
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
        request = MoveRequest(table=self.table, number=number, move=text, move_id=move_id)
        answer = self._ask(request, is_safe_twice=True)
        return answer.seq if isinstance(answer, Ack) and answer.seq is not None else self.seq

    def preview(self, *moves: str) -> list[Preview]:
        """Ask, on this client's turn, what each of these moves would do, or why it is not legal."""
        number = self.view.number if self.view is not None else 0
        request = PreviewRequest(table=self.table, number=number, moves=list(moves))
        answer = self._ask(request, is_safe_twice=True)
        return answer.effects if isinstance(answer, PreviewMessage) else []

    def say(self, text: str) -> None:
        """Table talk."""
        self._ask(SayRequest(table=self.table, text=text))

    def ask(self, what: Ask) -> None:
        """Ask the others for an undo or a pause."""
        self._ask(AskRequest(table=self.table, what=what))

    def answer(self, yes: bool) -> None:
        """Agree to what was asked, or refuse."""
        self._ask(AnswerRequest(table=self.table, yes=yes))

    def resume(self) -> None:
        """End a pause."""
        self._ask(ResumeRequest(table=self.table))

    def resign(self) -> None:
        """Give up."""
        self._ask(ResignRequest(table=self.table))

    def reclaim(self) -> None:
        """Take one's seat back from the stand-in."""
        self._ask(ReclaimRequest(table=self.table))

    # --- Asking ---

    def _ask(self, request: TableRequest, *, is_safe_twice: bool = False) -> Ack | PreviewMessage:
        """Send a request and wait for its answer; again, where that does no harm."""
        started = time.monotonic()
        while True:
            try:
                return self._exchange(request)
            except (OSError, WebSocketException) as error:
                self._connect()
                if not is_safe_twice:
                    kind = request.__struct_config__.tag
                    raise Lost(f"lost the server before it answered '{kind}'") from error
            except TilewrightError as refusal:
                if refusal.code not in RETRIED or time.monotonic() - started > self.patience:
                    raise
                time.sleep(refusal.seconds if isinstance(refusal, TooManyRequests) else 0.2)

    def _exchange(self, request: TableRequest) -> Ack | PreviewMessage:
        self._refs += 1
        ref = self._refs
        self._connected().send(_encode(replace(request, ref=ref)).decode())
        while True:
            answer = self._receive()
            self._take(answer)
            if isinstance(answer, Ack | PreviewMessage) and answer.ref == ref:
                return answer
            if isinstance(answer, ErrorMessage) and answer.ref == ref:
                raise error_of(answer)

    def _take(self, message: Message) -> None:
        """Believe what the server says."""
        if isinstance(message, WelcomeMessage):
            self.person = message.person
        elif isinstance(message, PresenceMessage):
            self.here = message.here
        elif isinstance(message, UpdateMessage) and message.table == self.table:
            self._update(message)

    def _update(self, update: UpdateMessage) -> None:
        """What is known already is not taken twice; nothing is ever left out."""
        if update.seq < self.seq:
            found = f"found {update.seq}: the server was put back to an older backup"
            raise Lost(f"expected at least {self.seq} events; {found}")
        new = [numbered for numbered in update.events if numbered.seq > self.seq]
        if new and new[0].seq != self.seq + 1:
            raise Lost(f"expected event {self.seq + 1}; found {new[0].seq}")
        self.events += new
        self.info = update.info
        if update.view is not None:
            self.view = self._with_moves(update.view)
        self._news.append(update)

    def _with_moves(self, view: View) -> View:
        """A view that came as bytes, with what is legal for whoever is to move."""
        is_turn = view.seat is not None and view.seat == self.info.mover
        if view.moves is not None or view.state is None or not is_turn:
            return view
        return replace(view, moves=list(_seen(view, self.info).legal_moves))

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
            except TooManyRequests as refusal:  # on a bad line one comes back too often
                if time.monotonic() - started + refusal.seconds > self.patience:
                    raise
                time.sleep(refusal.seconds)
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
        welcome = self._receive()
        self._take(welcome)
        is_same = isinstance(welcome, WelcomeMessage) and welcome.version == __version__
        self._exchange(
            SubscribeRequest(
                table=self.table,
                since=self.seq,
                invite=self._invite,
                scene=self.scene,
                state=self.state and is_same,
            )
        )


def _seen(view: View, info: TableInfo) -> Position:
    game = get_game(info.terms.game)
    if view.state is None:
        return Position.from_text(game, view.position)
    return Position.unpack(game, view.state)


def _refused(error: InvalidStatus) -> TilewrightError:
    try:
        return error_of(read_problem(error.response.body or b""))
    except msgspec.DecodeError:
        return Refused("http", str(error))
