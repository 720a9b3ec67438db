"""A client for Tilewright servers, for bots and other programs.

``Client`` makes HTTP requests. ``Live``, which ``Client.play`` returns, plays at one table over a
WebSocket.

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

All errors are subclasses of ``TilewrightError``. A refusal raises the same type as in Python code
(``IllegalMove``, ``NotFound`` ...), or else ``Refused`` with the server's ``code``. ``Lost`` is
raised if the server cannot be reached. Objects must not be shared between threads.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any, TypeVar
from urllib.parse import urlencode, urlsplit, urlunsplit

import msgspec

from tilewright.client.live import Live, Lost, make_error, read_problem
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
_decoders_lock = Lock()
"""Guards the creation of decoders: msgspec crashes if two threads create one of the same type at
the same time."""
_decoders: dict[type[Any], msgspec.json.Decoder[Any]] = {}


def _decode(data: bytes, response_type: type[T]) -> T:
    """Decode a JSON response. Decoders are cached by type."""
    with _decoders_lock:
        if response_type not in _decoders:
            _decoders[response_type] = msgspec.json.Decoder(response_type)
    read: T = _decoders[response_type].decode(data)
    return read


class Client:
    """A connection to a server, signed in as at most one person.

    All requests raise ``Refused`` or a subclass if the server refuses them, ``TooManyRequests``
    above a rate limit, and ``Lost`` if there is no response within 30 s. As a context manager, the
    client closes its connection on exit.

    Args:
        url: Server address, such as ``https://tiles.club``.
        token: Token of an earlier sign-in; None to be signed out.

    Attributes:
        url: Server address, without a trailing slash.
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

    # --- Signing in ---

    def guest(self, name: str) -> SignInResponse:
        """Sign in as a new guest.

        Args:
            name: Name shown to other players, 1 to 24 characters.

        Returns:
            The new person. With their ``token``, ``Client(url, token)`` signs in as the same person
            later.

        Raises:
            Refused: The name is not allowed (``invalid_name``).
            TooManyRequests: This address has created too many guests within the last hour.
        """
        person = self._request(
            "POST", "/people/guests", SignInResponse, body={"name": name, "token": True}
        )
        self.token = person.token
        return person

    def me(self) -> PersonCard:
        """Return the signed-in person.

        Raises:
            NotSignedIn: There is no token, or it is no longer valid.
        """
        return self._request("GET", "/people/me", PersonCard)

    # --- Games and tables ---

    def games(self) -> list[GameCard]:
        """Return the server's games with their player counts, options and bots."""
        return self._request("GET", "/games", list[GameCard])

    def lobby(self, game: str | None = None, status: str | None = None) -> list[TableCard]:
        """Return the listed tables, most recent first.

        Args:
            game: Only tables of this game.
            status: Only tables that are ``open``, ``running`` or ``over``.
        """
        wanted = {"game": game, "status": status}
        return self._request("GET", "/tables", TablePage, query=wanted).tables

    def my_tables(self, status: str | None = None) -> list[TableCard]:
        """Return the signed-in person's tables, most recent first.

        Args:
            status: Only tables that are ``open``, ``running`` or ``over``.
        """
        return self._request("GET", "/me/tables", TablePage, query={"status": status}).tables

    def table(self, table: str, invite: str | None = None) -> TableShown:
        """Return a table as the signed-in person may see it.

        Args:
            table: Id of the table.
            invite: Key of the table's invitation link, needed by persons without a seat.

        Raises:
            NotFound: There is no such table, or this person may not see it.
        """
        return self._request("GET", f"/tables/{table}", TableShown, query={"invite": invite})

    def events(self, table: str, since: int = 0, invite: str | None = None) -> list[LoggedEvent]:
        """Return a table's event log.

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
            page = self._request("GET", f"/tables/{table}/events", EventLog, query=query)
            found, following = found + page.events, page.next
        return found

    def record(self, table: str, invite: str | None = None) -> str:
        """Return the record of a finished game as text, which ``tw.load`` can replay.

        Args:
            table: Id of the table.
            invite: Key of the table's invitation link.

        Raises:
            Refused: The game is not over, or other tables still play its deal.
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
        """Open a table and take the first free seat.

        Args:
            game: Name of the game.
            players: Number of seats.
            bots: Bot names by seat, such as ``{1: "level-3"}``.
            options: Game options by name, as text; missing ones get their defaults.
            listed: True to list the table in the lobby; otherwise people need an invitation.
            sit: False to take no seat, for instance at a table of bots.
            **terms: ``clock``, ``rated``, ``talk``, ``stand_in`` and ``grace``, as in
                ``tilewright.match.events.GameTerms``.

        Returns:
            The table. ``info.id`` is its id, and ``invite`` the key of its invitation link.

        Raises:
            UnknownGame: The server does not have this game.
            InvalidOption: The game does not support this number of players or option.
            Refused: The terms are invalid, or the person has too many open tables.
        """
        seated = [{"seat": seat, "bot": bot} for seat, bot in (bots or {}).items()]
        body = {"game": game, "players": players, "options": dict(options or {}), "bots": seated}
        return self._request(
            "POST", "/tables", TableShown, body=body | terms | _seating_options(listed, sit)
        )

    def sit(
        self, table: str, seat: Seat | None = None, salt: str = "", invite: str | None = None
    ) -> TableShown:
        """Take a seat.

        Args:
            table: Id of the table.
            seat: Seat number, counted from 0; None for the first free seat.
            salt: The player's contribution to the shuffle, as at most 128 hexadecimal digits.
            invite: Key of the table's invitation link.

        Raises:
            Refused: The seat is taken or reserved, the table is full, or the game has begun.
        """
        body = {"seat": seat, "salt": salt}
        return self._request(
            "POST", f"/tables/{table}/seats", TableShown, body=body, query={"invite": invite}
        )

    def stand(self, table: str, seat: Seat) -> TableShown:
        """Free a seat before the game. The host may free any seat.

        Args:
            table: Id of the table.
            seat: Number of the seat.

        Raises:
            Refused: The seat is free or belongs to another person, or the game has begun.
        """
        return self._request("DELETE", f"/tables/{table}/seats/{seat}", TableShown)

    def seat_bot(self, table: str, seat: Seat, bot: str) -> TableShown:
        """Put a bot on a free seat.

        Args:
            table: Id of the table.
            seat: Number of the seat.
            bot: Name of the bot, such as ``level-3``.

        Raises:
            Refused: This person is not the host, the seat is taken, or the game has begun.
        """
        return self._request(
            "PUT", f"/tables/{table}/seats/{seat}/bot", TableShown, body={"bot": bot}
        )

    def start(self, table: str, fill: str | None = None) -> TableShown:
        """Start the game.

        Args:
            table: Id of the table.
            fill: Name of the bot for free seats; None to require that all seats are taken.

        Raises:
            Refused: This person is not the host, a seat is free, or the game has begun.
        """
        return self._request("POST", f"/tables/{table}/start", TableShown, body={"fill": fill})

    def close_table(self, table: str) -> TableShown:
        """Close a table before the game.

        Raises:
            Refused: This person is not the host, or the game has begun.
        """
        return self._request("DELETE", f"/tables/{table}", TableShown)

    def rematch(self, table: str) -> TableShown:
        """Return the table of the rematch. The first player's request opens it.

        Raises:
            Refused: The game is not over, or was never played.
        """
        return self._request("POST", f"/tables/{table}/rematch", TableShown)

    # --- Playing ---

    def play(
        self,
        table: str,
        invite: str | None = None,
        patience: float = 30.0,
        *,
        scene: bool = False,
    ) -> Live:
        """Return a live session at a table. Entering it as a context manager connects.

        Args:
            table: Id of the table.
            invite: Key of the table's invitation link.
            patience: How many seconds to retry a lost connection before raising ``Lost``.
            scene: True to also receive positions as scene data, with the effect of each move.

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

    # --- HTTP ---

    def _request(
        self,
        method: str,
        path: str,
        response_type: type[T],
        *,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, str | None] | None = None,
    ) -> T:
        """Send a request and decode its response. Raises the error that the server reports."""
        return _decode(self._send(method, path, body, query).content, response_type)

    def _send(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, str | None] | None = None,
    ) -> httpx.Response:
        """Send a request. Raises the server's error, or ``Lost`` if there is no response."""
        given = {name: value for name, value in (query or {}).items() if value is not None}
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            answer = self._http.request(
                method, API + path, json=body, params=given, headers=headers
            )
        except httpx.TransportError as error:
            raise Lost(f"{self.url}: {error or type(error).__name__}") from error
        if answer.is_error:
            raise _make_error(answer)
        return answer


def _seating_options(listed: bool, sit: bool) -> dict[str, Any]:
    return {"listed": listed, "sit": sit}


def _make_error(response: httpx.Response) -> TilewrightError:
    """Create the exception for an error response. Responses of a proxy have the code ``http``."""
    try:
        return make_error(read_problem(response.content))
    except msgspec.DecodeError:
        return Refused("http", f"expected an answer of Tilewright's; found {response.status_code}")


def _socket_url(url: str, table_id: str) -> str:
    """Return the URL of the WebSocket. It contains the table, so that proxies can route by it."""
    parts = urlsplit(url)
    scheme = "wss" if parts.scheme == "https" else "ws"
    query = urlencode({"at": table_id})
    return urlunsplit((scheme, parts.netloc, parts.path + API + "/socket", query, ""))
