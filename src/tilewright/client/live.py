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
"""Decodes the body of a refusal."""


class Lost(TilewrightError):
    """Raised if the server cannot be reached, or the connection broke before it answered."""


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


def error_of(problem: Problem) -> TilewrightError:
    """Return the exception for a server's refusal, of the type used in this package if there is
    one.

    Newer servers may have codes that this client does not know.
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
"""Longest pause between two attempts to connect."""
RETRY_CODES = frozenset({Code.TOO_MANY_REQUESTS, Code.BUSY})
"""Refusals after which any request is sent again."""
OUTCOME_UNKNOWN = Code.UNAVAILABLE
"""Refusal after which the server may have written or not. Only idempotent requests are sent again:
a move with the same ``move_id``, or a subscription."""


class Live:
    """One table, kept up to date while this client waits or makes requests.

    ``Client.play`` makes it; entering it as a context manager connects. Requests raise ``Refused``
    or a subclass if the server refuses them, and ``Lost`` if the connection broke before the
    answer and sending the request twice could do it twice.

    Attributes:
        table: Id of the table.
        events: All events of the table that this client has received, from ``opened`` on.
        here: Identities of the persons who are connected to the table.
        view: The position as this client may see it, with its legal moves on its turn; None before
            the deal.
        person: Identity under which the server knows this client; None before it connected.
    """

    info: TableInfo
    """Public information about the table: terms, seats, status, clocks."""

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
        """Number of events that this client has received."""
        return len(self.events)

    @property
    def is_over(self) -> bool:
        """True once the game has ended or the table was closed."""
        return self.info.status == "over"

    @property
    def position(self) -> Position:
        """The position as this client may see it; ``determinize`` makes one to play on.

        Raises:
            Refused: The game has not been dealt yet (``not_running``).
        """
        if self.view is None:
            raise Refused(Code.NOT_RUNNING, "the game has not begun")
        return Position.from_text(get_game(self.info.terms.game), self.view.position)

    @property
    def is_my_turn(self) -> bool:
        """True if the game is running and this client has to move."""
        view = self.view
        is_running = self.info.status == "running" and not self.info.is_paused
        return is_running and view is not None and view.moves is not None

    def __iter__(self) -> Iterator[UpdateMessage]:
        """Yield each update of the table until the game is over, waiting for the next one.

        Raises:
            Lost: The connection broke for longer than ``patience``.
        """
        while True:
            while self._news:
                yield self._news.popleft()
            if self.is_over:
                return
            self.wait()

    def turns(self) -> Iterator[View]:
        """Yield the position each time that it is this client's turn, until the game is over.

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
        """Wait for the next message of the server; it may change nothing here."""
        try:
            self._take(self._receive())
        except (OSError, WebSocketException):
            self._connect()

    # --- Doing ---

    def move(self, text: str, move_id: str | None = None) -> int:
        """Play a move.

        If the connection breaks, or the server does not know whether the move was saved, it is sent
        again with the same id, so it is played once, or refused and not played.

        Args:
            text: The move, usually one of ``view.moves``.
            move_id: Id of the move, unique for this client; drawn at random if None.

        Returns:
            Number of the event that the move became. The server has saved it.

        Raises:
            IllegalMove: The rules do not allow the move; the error names the rule.
            TextError: The text cannot be read.
            Stale: The position has changed since ``view``, as by an undo.
            Refused: It is not this client's turn, or its time is up.
            Lost: The connection broke for longer than ``patience``.
        """
        number = self.view.number if self.view is not None else 0
        move_id = move_id or secrets.token_hex(8)
        request = MoveRequest(table=self.table, number=number, move=text, move_id=move_id)
        answer = self._ask(request, is_safe_twice=True)
        return answer.seq if isinstance(answer, Ack) and answer.seq is not None else self.seq

    def preview(self, *moves: str) -> list[Preview]:
        """Return the effect of each given move, or the reason why it is illegal.

        Raises:
            Refused: It is not this client's turn.
        """
        number = self.view.number if self.view is not None else 0
        request = PreviewRequest(table=self.table, number=number, moves=list(moves))
        answer = self._ask(request, is_safe_twice=True)
        return answer.effects if isinstance(answer, PreviewMessage) else []

    def say(self, text: str) -> None:
        """Send a line of chat, 1 to 300 characters."""
        self._ask(SayRequest(table=self.table, text=text))

    def ask(self, what: Ask) -> None:
        """Propose an undo or a pause to the other players."""
        self._ask(AskRequest(table=self.table, what=what))

    def answer(self, yes: bool) -> None:
        """Accept or decline the pending proposal; its author withdraws it by declining."""
        self._ask(AnswerRequest(table=self.table, yes=yes))

    def resume(self) -> None:
        """End a pause."""
        self._ask(ResumeRequest(table=self.table))

    def resign(self) -> None:
        """Resign; in games for three or four a bot plays on and the seat ranks last."""
        self._ask(ResignRequest(table=self.table))

    def reclaim(self) -> None:
        """Take this client's seats back from the bot that stands in."""
        self._ask(ReclaimRequest(table=self.table))

    # --- Asking ---

    def _ask(self, request: TableRequest, *, is_safe_twice: bool = False) -> Ack | PreviewMessage:
        """Send a request and return its answer.

        Refusals that pass by themselves are retried for ``patience`` seconds; broken connections
        only if the request ``is_safe_twice``.
        """
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
                passes = refusal.code in RETRY_CODES or (
                    is_safe_twice and refusal.code == OUTCOME_UNKNOWN
                )
                if not passes or time.monotonic() - started > self.patience:
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
        """Apply a message of the server."""
        if isinstance(message, WelcomeMessage):
            self.person = message.person
        elif isinstance(message, PresenceMessage):
            self.here = message.here
        elif isinstance(message, UpdateMessage) and message.table == self.table:
            self._update(message)

    def _update(self, update: UpdateMessage) -> None:
        """Apply an update; skip known events.

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
        self._news.append(update)

    # --- The connection ---

    def drop(self) -> None:
        """Close the connection; the next request reconnects."""
        self._socket = None
        self._closing.close()

    def _connected(self) -> ClientConnection:
        if self._socket is None:
            raise ConnectionError("not connected")
        return self._socket

    def _receive(self) -> Message:
        return _decoder.decode(self._connected().recv())

    def _connect(self) -> None:
        """Connect and subscribe from the last known event; retry for ``patience`` seconds."""
        started, pause = time.monotonic(), 0.05
        while True:
            try:
                return self._connect_once()
            except TooManyRequests as refusal:  # a poor network reconnects often
                if time.monotonic() - started + refusal.seconds > self.patience:
                    raise
                time.sleep(refusal.seconds)
            except (OSError, WebSocketException) as error:
                if time.monotonic() - started > self.patience:
                    raise Lost(f"{self._url}: {error}") from error
                time.sleep(pause)
                pause = min(2 * pause, MAX_PAUSE_SECONDS)
            except TilewrightError as refusal:  # the database may be unavailable for a while
                if refusal.code != OUTCOME_UNKNOWN or time.monotonic() - started > self.patience:
                    raise
                time.sleep(pause)
                pause = min(2 * pause, MAX_PAUSE_SECONDS)

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
        self._take(self._receive())
        self._exchange(
            SubscribeRequest(
                table=self.table, since=self.seq, invite=self._invite, scene=self.scene
            )
        )


def _refused(error: InvalidStatus) -> TilewrightError:
    try:
        return error_of(read_problem(error.response.body or b""))
    except msgspec.DecodeError:
        return Refused("http", str(error))
