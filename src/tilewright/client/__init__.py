"""A small client for Tilewright servers, for bots and for tests.

    client = Client("http://127.0.0.1:8000")
    client.guest("Robo")
    table = client.open_table("my-shelfie", players=2, bots={1: "level-1"})
    client.start(table.info.id)
    with client.play(table.info.id) as live:
        for view in live.turns():
            live.move(view.moves[0])

Everything over HTTP is one call of ``Client``; live play is ``Live``. What a server refuses raises
the error that it is in Python too (``IllegalMove``, ``NotFound`` ...), else ``Refused`` with its
``code``; all of them are a ``TilewrightError``. Not safe to share between threads.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any, TypeVar
from urllib.parse import urlencode, urlsplit, urlunsplit

import msgspec

from tilewright.client.errors import Lost, error_of, read_problem
from tilewright.client.live import Live
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
from tilewright.wire.people import PersonCard, Welcome
from tilewright.wire.tables import EventLog, Numbered, TableCard, TablePage, TableShown

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
    "Stale",
    "TableCard",
    "TableShown",
    "TilewrightError",
    "TooManyRequests",
    "Welcome",
]

T = TypeVar("T")
API = "/api/v1"
TIMEOUT_SECONDS = 30.0
_learning = Lock()
"""msgspec learns a type when it is first asked of it. Where two threads ask at the same time, each
with a client of its own, one sees half of it, and the process ends."""
_decoders: dict[type[Any], msgspec.json.Decoder[Any]] = {}


def _decode(data: bytes, kind: type[T]) -> T:
    with _learning:
        if kind not in _decoders:
            _decoders[kind] = msgspec.json.Decoder(kind)
    read: T = _decoders[kind].decode(data)
    return read


class Client:
    """One identity at one server; a stranger without a token."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url, self.token = url.rstrip("/"), token
        agent = {"User-Agent": f"tilewright/{__version__}"}
        self._http = httpx.Client(base_url=self.url, headers=agent, timeout=TIMEOUT_SECONDS)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connection."""
        self._http.close()

    # --- Who I am ---

    def guest(self, name: str) -> Welcome:
        """Be somebody new, by a name of one's choice; ``token`` is what to come back with."""
        person = self._ask("POST", "/people/guests", Welcome, body={"name": name, "token": True})
        self.token = person.token
        return person

    def me(self) -> PersonCard:
        """Who I am here."""
        return self._ask("GET", "/people/me", PersonCard)

    # --- Finding ---

    def games(self) -> list[GameCard]:
        """The games of this server: players, options, bots."""
        return self._ask("GET", "/games", list[GameCard])

    def lobby(self, game: str | None = None, status: str | None = None) -> list[TableCard]:
        """The tables that everybody may join or watch, the latest first."""
        wanted = {"game": game, "status": status}
        return self._ask("GET", "/tables", TablePage, query=wanted).tables

    def my_tables(self, status: str | None = None) -> list[TableCard]:
        """Where I have a seat, the latest first."""
        return self._ask("GET", "/me/tables", TablePage, query={"status": status}).tables

    def table(self, table: str, invite: str | None = None) -> TableShown:
        """A table as I may see it."""
        return self._ask("GET", f"/tables/{table}", TableShown, query={"invite": invite})

    def events(self, table: str, since: int = 0, invite: str | None = None) -> list[Numbered]:
        """The events of a table after the first ``since`` of them, with their numbers."""
        found: list[Numbered] = []
        following: int | None = since
        while following is not None:
            query = {"since": str(following), "invite": invite}
            page = self._ask("GET", f"/tables/{table}/events", EventLog, query=query)
            found, following = found + page.events, page.next
        return found

    def record(self, table: str, invite: str | None = None) -> str:
        """The record of a game that is over."""
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
        """Open a table and sit down at it. ``terms`` are those of the HTTP interface: clock,
        rated, talk, stand_in, grace."""
        seated = [{"seat": seat, "bot": bot} for seat, bot in (bots or {}).items()]
        body = {"game": game, "players": players, "options": dict(options or {}), "bots": seated}
        return self._ask("POST", "/tables", TableShown, body=body | terms | _given(listed, sit))

    def sit(
        self, table: str, seat: Seat | None = None, salt: str = "", invite: str | None = None
    ) -> TableShown:
        """Take a seat; ``salt``: bytes of my own for the shuffle, in hexadecimal digits."""
        body = {"seat": seat, "salt": salt}
        return self._ask(
            "POST", f"/tables/{table}/seats", TableShown, body=body, query={"invite": invite}
        )

    def stand(self, table: str, seat: Seat) -> TableShown:
        """Leave a seat before the game has begun."""
        return self._ask("DELETE", f"/tables/{table}/seats/{seat}", TableShown)

    def seat_bot(self, table: str, seat: Seat, bot: str) -> TableShown:
        """Give a free seat to a bot; for the host."""
        return self._ask("PUT", f"/tables/{table}/seats/{seat}/bot", TableShown, body={"bot": bot})

    def start(self, table: str, fill: str | None = None) -> TableShown:
        """Begin; ``fill`` names the bot for seats that are still free. For the host."""
        return self._ask("POST", f"/tables/{table}/start", TableShown, body={"fill": fill})

    def close_table(self, table: str) -> TableShown:
        """Give a table up before the game has begun; for the host."""
        return self._ask("DELETE", f"/tables/{table}", TableShown)

    def rematch(self, table: str) -> TableShown:
        """The table of the next game."""
        return self._ask("POST", f"/tables/{table}/rematch", TableShown)

    # --- Playing ---

    def play(
        self,
        table: str,
        invite: str | None = None,
        patience: float = 30.0,
        *,
        scene: bool = False,
        state: bool = False,
    ) -> Live:
        """Live play at a table, as a player or a spectator: ``with client.play(id) as live:``.

        A lost connection is made again for up to ``patience`` seconds. With ``scene`` positions
        come as data too, and with them what each move did. With ``state`` they come as bytes: the
        server has less to do, ``live.position`` is at hand, and the moves are found here. A server
        of another version sends texts all the same."""
        url = _socket_url(self.url, table)
        return Live(url, self.token, table, invite, patience, scene=scene, state=state)

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
    """Why not; a proxy in between may answer with a page of its own."""
    try:
        return error_of(read_problem(answer.content))
    except msgspec.DecodeError:
        return Refused("http", f"expected an answer of Tilewright's; found {answer.status_code}")


def _socket_url(url: str, table: str) -> str:
    """Where to connect; a server of several processes brings all who name a table to the same."""
    parts = urlsplit(url)
    scheme = "wss" if parts.scheme == "https" else "ws"
    query = urlencode({"at": table})
    return urlunsplit((scheme, parts.netloc, parts.path + API + "/socket", query, ""))
