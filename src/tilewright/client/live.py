"""Errors of the client, and live play at one table over a socket that is reconnected."""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import msgspec
from msgspec.structs import replace

from tilewright.errors import (
    Code,
    GameOver,
    HiddenInformation,
    IllegalMove,
    InvalidOption,
    NotFound,
    NotSignedIn,
    Refused,
    Stale,
    TextError,
    TilewrightError,
    TooManyRequests,
    UnknownGame,
)
from tilewright.extras import needing
from tilewright.match.events import Ask
from tilewright.position import Position
from tilewright.registry import get_game
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
from tilewright.wire.problems import Problem
from tilewright.wire.tables import LoggedEvent, TableInfo

read_problem = msgspec.json.Decoder(Problem).decode
"""Decodes the body of an error response."""


class Lost(TilewrightError):
    """The server cannot be reached, or the connection broke before it responded."""


KINDS: dict[str, Callable[[str], TilewrightError]] = {
    Code.STALE: Stale,
    Code.NOT_FOUND: NotFound,
    Code.NOT_SIGNED_IN: NotSignedIn,
    Code.UNKNOWN_GAME: UnknownGame,
    Code.INVALID_OPTION: InvalidOption,
    Code.INVALID_TEXT: TextError,
    Code.GAME_OVER: GameOver,
    Code.HIDDEN: HiddenInformation,
}


def make_error(problem: Problem) -> TilewrightError:
    """Create the exception for a server's refusal.

    A code without a type of its own becomes ``Refused``, and so does a code of a newer server.
    """
    if problem.code in KINDS:
        return KINDS[problem.code](problem.message)
    if problem.code == Code.ILLEGAL_MOVE:
        return IllegalMove(problem.rule, problem.message.removeprefix(f"{problem.rule}: "))
    if problem.code in (Code.TOO_MANY_REQUESTS, Code.BUSY):
        return TooManyRequests(problem.message, int(problem.params["seconds"]), problem.code)
    return Refused(problem.code, problem.message, **problem.params)


# --- Live play ------------------------------------------------------------------------------------


with needing("client"):
    from websockets.exceptions import InvalidStatus, WebSocketException
    from websockets.sync.client import ClientConnection, connect

_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_encode = msgspec.json.Encoder().encode

MAX_PAUSE_SECONDS = 2.0
"""Longest pause between two connection attempts."""
RETRY_CODES = frozenset({Code.TOO_MANY_REQUESTS, Code.BUSY})
"""Refusals after which every request is retried."""
OUTCOME_UNKNOWN = Code.UNAVAILABLE
"""Refusal after which the request may or may not have been executed. Only idempotent requests are
retried: moves, which have a ``move_id``, and subscriptions."""


class Live:
    """One table, updated while this client waits or makes requests.

    ``Client.play`` creates it; entering it as a context manager connects. Requests raise
    ``Refused`` or a subclass if the server refuses them, and ``Lost`` if the connection broke
    before the response and the request is not idempotent.

    Attributes:
        table: Id of the table.
        events: All received events of the table, starting with ``opened``.
        here: Ids of the people who are connected to the table.
        view: The position as this client may see it, with the legal moves on its turn; None before
            the deal.
        person: Id of the signed-in person; None before the first connection.
    """

    info: TableInfo
    """Public data of the table: terms, seats, status, clocks."""

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
        self.events: list[LoggedEvent] = []
        self.here: list[str] = []
        self.view: View | None = None
        self.person: str | None = None
        self._url, self._token, self._invite = url, token, invite
        self._socket: ClientConnection | None = None
        self._closing = ExitStack()
        self._updates: deque[UpdateMessage] = deque()
        self._refs = 0

    def __enter__(self) -> Live:
        self._connect()
        return self

    def __exit__(self, *error: object) -> None:
        self.drop()

    # --- State ---

    @property
    def seq(self) -> int:
        """Number of received events."""
        return len(self.events)

    @property
    def is_over(self) -> bool:
        """True once the game has ended or the table was closed."""
        return self.info.status == "over"

    @property
    def position(self) -> Position:
        """The position as this client may see it; ``determinize`` makes it playable.

        Raises:
            Refused: The game has not been dealt yet (``not_running``).
        """
        if self.view is None:
            raise Refused(Code.NOT_RUNNING, "the game has not begun")
        return Position.from_text(get_game(self.info.terms.game), self.view.position)

    @property
    def is_my_turn(self) -> bool:
        """True if the game is running and it is this client's turn."""
        view = self.view
        is_running = self.info.status == "running" and not self.info.is_paused
        return is_running and view is not None and view.moves is not None

    def __iter__(self) -> Iterator[UpdateMessage]:
        """Yield every update of the table until the game is over.

        Raises:
            Lost: The connection broke for longer than ``patience``.
        """
        while True:
            while self._updates:
                yield self._updates.popleft()
            if self.is_over:
                return
            self.wait()

    def turns(self) -> Iterator[View]:
        """Yield the position whenever it is this client's turn, until the game is over.

        The same turn is yielded again if no move was made.

        Raises:
            Lost: The connection broke for longer than ``patience``.
        """
        while not self.is_over:
            if self.is_my_turn and self.view is not None:
                yield self.view
            else:
                self.wait()

    def wait(self) -> None:
        """Wait for the next message from the server and apply it."""
        try:
            self._apply_message(self._receive())
        except (OSError, WebSocketException):
            self._connect()

    # --- Actions ---

    def move(self, text: str, move_id: str | None = None) -> int:
        """Play a move.

        If the connection breaks, or the server does not know whether the move was saved, it is
        resent with the same id. So it is played at most once.

        Args:
            text: The move, usually one of ``view.moves``.
            move_id: Move id, unique for this client; None for a random one.

        Returns:
            ``seq`` of the move's event. The server has saved it.

        Raises:
            IllegalMove: The rules do not allow the move; the error names the rule.
            TextError: The text cannot be parsed.
            Stale: The position has changed since ``view``, for instance by an undo.
            Refused: It is not this client's turn, or it is out of time.
            Lost: The connection broke for longer than ``patience``.
        """
        number = self.view.number if self.view is not None else 0
        move_id = move_id or secrets.token_hex(8)
        request = MoveRequest(table=self.table, number=number, move=text, move_id=move_id)
        answer = self._request(request, is_idempotent=True)
        return answer.seq if isinstance(answer, Ack) and answer.seq is not None else self.seq

    def preview(self, *moves: str) -> list[Preview]:
        """Return the effect of each move, or the reason why it is illegal.

        Raises:
            Refused: It is not this client's turn.
        """
        number = self.view.number if self.view is not None else 0
        request = PreviewRequest(table=self.table, number=number, moves=list(moves))
        answer = self._request(request, is_idempotent=True)
        return answer.effects if isinstance(answer, PreviewMessage) else []

    def say(self, text: str) -> None:
        """Send a chat message of 1 to 300 characters."""
        self._request(SayRequest(table=self.table, text=text))

    def ask(self, what: Ask) -> None:
        """Propose an undo or a pause to the other players."""
        self._request(AskRequest(table=self.table, what=what))

    def answer(self, yes: bool) -> None:
        """Accept or decline the pending proposal. Its author withdraws it by declining."""
        self._request(AnswerRequest(table=self.table, yes=yes))

    def resume(self) -> None:
        """Resume a paused game."""
        self._request(ResumeRequest(table=self.table))

    def resign(self) -> None:
        """Resign. With three or four players a bot plays on and the seat ranks last."""
        self._request(ResignRequest(table=self.table))

    def reclaim(self) -> None:
        """Take this client's seats back from their stand-ins."""
        self._request(ReclaimRequest(table=self.table))

    # --- Requests ---

    def _request(
        self, request: TableRequest, *, is_idempotent: bool = False
    ) -> Ack | PreviewMessage:
        """Send a request and return its response.

        Temporary refusals are retried for ``patience`` seconds; broken connections only if the
        request ``is_idempotent``.
        """
        started = time.monotonic()
        while True:
            try:
                return self._send_and_wait(request)
            except (OSError, WebSocketException) as error:
                self._connect()
                if not is_idempotent:
                    kind = request.__struct_config__.tag
                    raise Lost(f"lost the server before it answered '{kind}'") from error
            except TilewrightError as refusal:
                passes = refusal.code in RETRY_CODES or (
                    is_idempotent and refusal.code == OUTCOME_UNKNOWN
                )
                if not passes or time.monotonic() - started > self.patience:
                    raise
                time.sleep(refusal.seconds if isinstance(refusal, TooManyRequests) else 0.2)

    def _send_and_wait(self, request: TableRequest) -> Ack | PreviewMessage:
        """Send a request once and apply messages until its response arrives."""
        self._refs += 1
        ref = self._refs
        self._get_socket().send(_encode(replace(request, ref=ref)).decode())
        while True:
            answer = self._receive()
            self._apply_message(answer)
            if isinstance(answer, Ack | PreviewMessage) and answer.ref == ref:
                return answer
            if isinstance(answer, ErrorMessage) and answer.ref == ref:
                raise make_error(answer)

    def _apply_message(self, message: Message) -> None:
        """Update this object from a message of the server."""
        if isinstance(message, WelcomeMessage):
            self.person = message.person
        elif isinstance(message, PresenceMessage):
            self.here = message.here
        elif isinstance(message, UpdateMessage) and message.table == self.table:
            self._apply_update(message)

    def _apply_update(self, update: UpdateMessage) -> None:
        """Apply an update. Events that are already known are skipped.

        Raises:
            Lost: An event is missing, or the server has fewer events than this client.
        """
        if update.seq < self.seq:
            found = f"found {update.seq}: the server was put back to an older backup"
            raise Lost(f"expected at least {self.seq} events; {found}")
        new = [numbered for numbered in update.events if numbered.seq > self.seq]
        if new and new[0].seq != self.seq + 1:
            raise Lost(f"expected event {self.seq + 1}; found {new[0].seq}")
        self.events += new
        self.info = update.info
        if update.view is not None:
            self.view = update.view
        self._updates.append(update)

    # --- Connection ---

    def drop(self) -> None:
        """Close the connection. The next request reconnects."""
        self._socket = None
        self._closing.close()

    def _get_socket(self) -> ClientConnection:
        """Return the open socket. Raises ConnectionError if there is none."""
        if self._socket is None:
            raise ConnectionError("not connected")
        return self._socket

    def _receive(self) -> Message:
        """Receive and decode the next message."""
        return _decoder.decode(self._get_socket().recv())

    def _connect(self) -> None:
        """Connect and subscribe, retrying for ``patience`` seconds."""
        started, pause = time.monotonic(), 0.05
        while True:
            try:
                return self._connect_once()
            except TooManyRequests as refusal:  # an unreliable network reconnects often
                if time.monotonic() - started + refusal.seconds > self.patience:
                    raise
                time.sleep(refusal.seconds)
            except (OSError, WebSocketException) as error:
                if time.monotonic() - started > self.patience:
                    raise Lost(f"{self._url}: {error}") from error
                time.sleep(pause)
                pause = min(2 * pause, MAX_PAUSE_SECONDS)
            except TilewrightError as refusal:  # the database may be temporarily unavailable
                if refusal.code != OUTCOME_UNKNOWN or time.monotonic() - started > self.patience:
                    raise
                time.sleep(pause)
                pause = min(2 * pause, MAX_PAUSE_SECONDS)

    def _connect_once(self) -> None:
        """Connect and subscribe, without retrying."""
        self.drop()
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        try:
            opened = connect(self._url, additional_headers=headers, max_size=None, compression=None)
            self._socket = self._closing.enter_context(opened)
        except InvalidStatus as error:
            if error.response.status_code >= 500:
                raise
            raise _make_handshake_error(error) from error
        self._apply_message(self._receive())
        self._send_and_wait(
            SubscribeRequest(
                table=self.table, since=self.seq, invite=self._invite, scene=self.scene
            )
        )


def _make_handshake_error(error: InvalidStatus) -> TilewrightError:
    """Create the exception for a handshake that the server refused."""
    try:
        return make_error(read_problem(error.response.body or b""))
    except msgspec.DecodeError:
        return Refused("http", str(error))
