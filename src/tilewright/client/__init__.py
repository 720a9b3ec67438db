"""Client for Tilewright servers, for bots and other programs.

``Client`` makes requests over HTTP. ``Live``, which ``Client.play`` returns, plays at one table
over a socket.

>>> from tilewright.client import Client
>>> client = Client("http://127.0.0.1:8000")
>>> client.guest("Robo").name
'Robo'
>>> table = client.open_table("my-shelfie", players=2, bots={1: "random"})
>>> table = client.start(table.info.id)
>>> with client.play(table.info.id) as live:
...     for view in live.turns():
...         seq = live.move(view.moves[0])
>>> live.info.status
'over'
>>> client.close()

All errors are a ``TilewrightError``. A refusal raises the same type as in Python code
(``IllegalMove``, ``NotFound`` ...), or ``Refused`` with the server's ``code`` if there is none;
``Lost`` is raised if the server cannot be reached. Objects must not be shared between threads.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any, TypeVar
from urllib.parse import urlencode, urlsplit, urlunsplit

import msgspec

from tilewright.client.live import Live, Lost, error_of, read_problem
from tilewright.errors import (
    IllegalMove,
    NotFound,
    NotSignedIn,
    Refused,
    Stale,
    TilewrightError,
    TooManyRequests,
)
from tilewright.extras import needing
from tilewright.game import Seat
from tilewright.version import __version__
from tilewright.wire.games import GameCard
from tilewright.wire.people import PersonCard, SignInResponse
from tilewright.wire.tables import EventLog, LoggedEvent, TableCard, TablePage, TableShown

with needing("client"):
    import httpx

__all__ = [
    "Client",
    "GameCard",
    "IllegalMove",
    "Live",
    "Lost",
    "NotFound",
    "NotSignedIn",
    "PersonCard",
    "Refused",
    "SignInResponse",
    "Stale",
    "TableCard",
    "TableShown",
    "TilewrightError",
    "TooManyRequests",
]

T = TypeVar("T")
API = "/api/v1"
TIMEOUT_SECONDS = 30.0
_learning = Lock()
"""Guards the making of decoders: msgspec crashes if two threads make one of the same type at the
same time."""
_decoders: dict[type[Any], msgspec.json.Decoder[Any]] = {}


def _decode(data: bytes, kind: type[T]) -> T:
    with _learning:
        if kind not in _decoders:
            _decoders[kind] = msgspec.json.Decoder(kind)
    read: T = _decoders[kind].decode(data)
    return read


class Client:
    """One identity at one server.

    Every method that makes a request raises ``Refused`` or a subclass if the server refuses it,
    ``TooManyRequests`` above a rate limit, and ``Lost`` if no answer comes within 30 s. Usable as
    a context manager, which closes the connection.

    Args:
        url: Address of the server, such as ``https://tiles.club``.
        token: Token of an earlier sign-in; None for a client that is not signed in.

    Attributes:
        url: Address of the server, without a final slash.
        token: Token of the signed-in person, or None.

    Examples:
        >>> from tilewright.client import Client, NotSignedIn
        >>> with Client("http://127.0.0.1:8000") as client:
        ...     print({game.name: game.players for game in client.games()}["polyssimo"])
        ...     try:
        ...         client.me()
        ...     except NotSignedIn as refusal:
        ...         print(refusal.code)
        [2, 3, 4]
        not_signed_in
    """

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url, self.token = url.rstrip("/"), token
        agent = {"User-Agent": f"tilewright/{__version__}"}
        self._http = httpx.Client(base_url=self.url, headers=agent, timeout=TIMEOUT_SECONDS)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection to the server."""
        self._http.close()

    # --- Who I am ---

    def guest(self, name: str) -> SignInResponse:
        """Sign in as a new guest.

        Args:
            name: Name that other players see, 1 to 24 characters.

        Returns:
            The new person, and the ``token`` with which ``Client(url, token)`` signs in as the same
            person later.

        Raises:
            Refused: The name is not allowed (``invalid_name``).
            TooManyRequests: This address has made too many guests within the hour.
        """
        person = self._ask(
            "POST", "/people/guests", SignInResponse, body={"name": name, "token": True}
        )
        self.token = person.token
        return person

    def me(self) -> PersonCard:
        """Return the signed-in person.

        Raises:
            NotSignedIn: There is no token, or it is no longer valid.
        """
        return self._ask("GET", "/people/me", PersonCard)

    # --- Finding ---

    def games(self) -> list[GameCard]:
        """Return the games of this server with their numbers of players, options and bots."""
        return self._ask("GET", "/games", list[GameCard])

    def lobby(self, game: str | None = None, status: str | None = None) -> list[TableCard]:
        """Return the listed tables, the latest first.

        Args:
            game: Only tables of this game.
            status: Only tables that are ``open``, ``running`` or ``over``.
        """
        wanted = {"game": game, "status": status}
        return self._ask("GET", "/tables", TablePage, query=wanted).tables

    def my_tables(self, status: str | None = None) -> list[TableCard]:
        """Return the tables where this person has a seat, the latest first.

        Args:
            status: Only tables that are ``open``, ``running`` or ``over``.
        """
        return self._ask("GET", "/me/tables", TablePage, query={"status": status}).tables

    def table(self, table: str, invite: str | None = None) -> TableShown:
        """Return a table as this person may see it.

        Args:
            table: Id of the table.
            invite: Key of the table's invitation link, needed by persons without a seat.

        Raises:
            NotFound: There is no such table, or this person may not see it.
        """
        return self._ask("GET", f"/tables/{table}", TableShown, query={"invite": invite})

    def events(self, table: str, since: int = 0, invite: str | None = None) -> list[LoggedEvent]:
        """Return the log of a table.

        Args:
            table: Id of the table.
            since: Number of events to skip.
            invite: Key of the table's invitation link.

        Raises:
            NotFound: There is no such table, or this person may not see it.
        """
        found: list[LoggedEvent] = []
        following: int | None = since
        while following is not None:
            query = {"since": str(following), "invite": invite}
            page = self._ask("GET", f"/tables/{table}/events", EventLog, query=query)
            found, following = found + page.events, page.next
        return found

    def record(self, table: str, invite: str | None = None) -> str:
        """Return the record of a finished game as text; ``tw.load`` replays it.

        Args:
            table: Id of the table.
            invite: Key of the table's invitation link.

        Raises:
            Refused: The game is not over, or its deal is still played by others.
        """
        query = {"invite": invite}
        return self._send("GET", f"/tables/{table}/record", query=query).text

    # --- Before a game ---

    def open_table(
        self,
        game: str,
        players: int,
        *,
        bots: Mapping[Seat, str] | None = None,
        options: Mapping[str, str] | None = None,
        listed: bool = True,
        sit: bool = True,
        **terms: Any,
    ) -> TableShown:
        """Open a table, and take the first free seat.

        Args:
            game: Name of the game.
            players: Number of seats.
            bots: Names of bots by seat, such as ``{1: "level-3"}``.
            options: Options of the game by name, as text; others get their defaults.
            listed: True for a table that the lobby shows; others need an invitation.
            sit: False to leave all seats free, as for a table of bots.
            **terms: ``clock``, ``rated``, ``talk``, ``stand_in`` and ``grace``, as in
                ``tilewright.match.events.GameTerms``.

        Returns:
            The table; ``info.id`` is its id, ``invite`` the key of its invitation link.

        Raises:
            UnknownGame: The server does not have this game.
            InvalidOption: The game does not have this number of players or option.
            Refused: No game could be played on these terms, or this person has too many tables.
        """
        seated = [{"seat": seat, "bot": bot} for seat, bot in (bots or {}).items()]
        body = {"game": game, "players": players, "options": dict(options or {}), "bots": seated}
        return self._ask("POST", "/tables", TableShown, body=body | terms | _given(listed, sit))

    def sit(
        self, table: str, seat: Seat | None = None, salt: str = "", invite: str | None = None
    ) -> TableShown:
        """Take a seat.

        Args:
            table: Id of the table.
            seat: Number of the seat, counted from 0; None for the first free one.
            salt: Bytes that this player adds to the shuffle, as at most 128 hexadecimal digits.
            invite: Key of the table's invitation link.

        Raises:
            Refused: The seat is taken or reserved, the table is full, or the game has begun.
        """
        body = {"seat": seat, "salt": salt}
        return self._ask(
            "POST", f"/tables/{table}/seats", TableShown, body=body, query={"invite": invite}
        )

    def stand(self, table: str, seat: Seat) -> TableShown:
        """Free a seat before the game has begun; the host may free all seats.

        Args:
            table: Id of the table.
            seat: Number of the seat.

        Raises:
            Refused: The seat is free or another person's, or the game has begun.
        """
        return self._ask("DELETE", f"/tables/{table}/seats/{seat}", TableShown)

    def seat_bot(self, table: str, seat: Seat, bot: str) -> TableShown:
        """Give a free seat to a bot.

        Args:
            table: Id of the table.
            seat: Number of the seat.
            bot: Name of the bot, such as ``level-3``.

        Raises:
            Refused: This person is not the host, the seat is taken, or the game has begun.
        """
        return self._ask("PUT", f"/tables/{table}/seats/{seat}/bot", TableShown, body={"bot": bot})

    def start(self, table: str, fill: str | None = None) -> TableShown:
        """Start the game.

        Args:
            table: Id of the table.
            fill: Name of the bot that takes the seats that are still free; None for none.

        Raises:
            Refused: This person is not the host, a seat is free, or the game has begun.
        """
        return self._ask("POST", f"/tables/{table}/start", TableShown, body={"fill": fill})

    def close_table(self, table: str) -> TableShown:
        """Close a table before the game has begun.

        Raises:
            Refused: This person is not the host, or the game has begun.
        """
        return self._ask("DELETE", f"/tables/{table}", TableShown)

    def rematch(self, table: str) -> TableShown:
        """Return the table of the rematch; the first player who asks opens it.

        Raises:
            Refused: The game is not over, or was never played.
        """
        return self._ask("POST", f"/tables/{table}/rematch", TableShown)

    # --- Playing ---

    def play(
        self,
        table: str,
        invite: str | None = None,
        patience: float = 30.0,
        *,
        scene: bool = False,
    ) -> Live:
        """Return live play at a table, as a player or a spectator; entering it connects.

        Args:
            table: Id of the table.
            invite: Key of the table's invitation link.
            patience: Seconds for which a lost connection is retried before ``Lost`` is raised.
            scene: True to receive positions also as data for drawing, with the effect of each
                move.

        Examples:
            >>> from tilewright.client import Client
            >>> client = Client("http://127.0.0.1:8000")
            >>> person = client.guest("Robo")
            >>> table = client.open_table("polyssimo", players=2, bots={1: "random"})
            >>> table = client.start(table.info.id)
            >>> with client.play(table.info.id) as live:
            ...     print(live.is_my_turn, live.view.moves[:3])
            ...     seq = live.move("F")
            ...     print(live.events[seq - 1].event.move)
            True ['F', 'I', 'L']
            F
            >>> client.close()
        """
        url = _socket_url(self.url, table)
        return Live(url, self.token, table, invite, patience, scene=scene)

    # --- The wire ---

    def _ask(
        self,
        method: str,
        path: str,
        kind: type[T],
        *,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, str | None] | None = None,
    ) -> T:
        return _decode(self._send(method, path, body, query).content, kind)

    def _send(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, str | None] | None = None,
    ) -> httpx.Response:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            answer = self._http.request(
                method, API + path, json=body, params=given, headers=headers
            )
        except httpx.TransportError as error:
            raise Lost(f"{self.url}: {error or type(error).__name__}") from error
        if answer.is_error:
            raise _refusal(answer)
        return answer


def _given(listed: bool, sit: bool) -> dict[str, Any]:
    return {"listed": listed, "sit": sit}


def _refusal(answer: httpx.Response) -> TilewrightError:
    """Return the error in an answer; ``http`` if it is not one of Tilewright, as of a proxy."""
    try:
        return error_of(read_problem(answer.content))
    except msgspec.DecodeError:
        return Refused("http", f"expected an answer of Tilewright's; found {answer.status_code}")


def _socket_url(url: str, table: str) -> str:
    """Return the address of the socket; it names the table, so that proxies can route by it."""
    parts = urlsplit(url)
    scheme = "wss" if parts.scheme == "https" else "ws"
    query = urlencode({"at": table})
    return urlunsplit((scheme, parts.netloc, parts.path + API + "/socket", query, ""))
