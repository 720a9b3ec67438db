"""Strangers stay out: cookies, origins, headers, bodies. A test for each rule."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope, Send

from browser import ADDRESS, Browser, Server, code_of
from tilewright.errors import Refused
from tilewright.server.http.middleware import MAX_BODY, MAX_LONG_BODY, BodyLimit
from tilewright.server.http.security import check_origin
from tilewright.server.ratelimit.quotas import Caller
from tilewright.settings import Settings

CLUB = "https://tiles.club"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(Settings(data=tmp_path)) as server:
        yield server


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Server]:
    """A server behind a proxy that speaks TLS."""
    settings = Settings(data=tmp_path, public_url=CLUB, trusted_proxies=("127.0.0.1",))
    with Server(settings) as server:
        yield server


# --- Cookies ------------------------------------------------------------------------------------


def cookie_parts(server: Server) -> list[str]:
    answer = server.browser().post("/people/guests", json={"name": "Ann"})
    (header,) = answer.headers.get_list("set-cookie")
    name, _, rest = header.partition("=")
    return [name, *rest.split("; ")[1:]]


def test_cookie_is_http_only_and_same_site(server: Server) -> None:
    expected = ["tilewright", "HttpOnly", "Max-Age=7776000", "Path=/", "SameSite=lax"]
    assert cookie_parts(server) == expected


def test_cookie_over_tls_is_secure(club: Server) -> None:
    expected = ["HttpOnly", "Max-Age=7776000", "Path=/", "SameSite=lax", "Secure"]
    assert cookie_parts(club) == ["__Host-tilewright", *expected]


def test_cookie_without_secure_is_ignored_over_tls(club: Server) -> None:
    browser = club.guest()
    other = club.browser()
    other.cookies.set("tilewright", browser.secret)
    assert browser.who() is not None and other.who() is None


# --- Origins ------------------------------------------------------------------------------------

FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": f"{ADDRESS}.evil.example"},
    {"Origin": f"{ADDRESS}:8080"},
    {"Origin": ADDRESS.replace("http", "https")},
    {"Referer": "https://evil.example/page"},
    {"Referer": f"https://evil.example/?{ADDRESS}"},
    {"Referer": "http://tiles.test@evil.example/"},
    {"Referer": "http://[broken"},
    {"Origin": "https://evil.example", "Referer": f"{ADDRESS}/"},
    {},
]


def foreign(browser: Browser) -> Browser:
    """Return the same cookies on a page that says nothing about itself."""
    other = browser.copy()
    del other.client.headers["Origin"]
    return other


@pytest.mark.parametrize("headers", FOREIGN)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_request_of_a_foreign_origin_is_refused(
    server: Server, method: str, headers: dict[str, str]
) -> None:
    """CSRF: the browser would send the cookie along."""
    browser = server.guest()
    paths = {"POST": "/tokens", "PUT": "/people/me/password", "PATCH": "/people/me"}
    path = paths.get(method, "/sessions")
    answer = foreign(browser).request(method, path, headers=headers, json={"name": "Eve"})
    assert code_of(answer) == (403, "cross_origin")
    assert (browser.who() or {})["name"] == "Ann"


@pytest.mark.parametrize("headers", [{"Origin": ADDRESS}, {"Referer": f"{ADDRESS}/play?x=1"}])
def test_request_of_our_own_page_is_accepted(server: Server, headers: dict[str, str]) -> None:
    page = foreign(server.guest())
    assert page.patch("/people/me", json={"name": "Bea"}, headers=headers).status_code == 200


def test_foreign_page_cannot_sign_a_person_in(server: Server) -> None:
    """Log-in CSRF: no person is to play on under another's name without knowing."""
    browser = server.browser(Origin="https://evil.example")
    for path, body in (
        ("/people/guests", {"name": "Eve"}),
        ("/sessions", {"login": "eve", "password": "correct horse"}),
    ):
        assert code_of(browser.post(path, json=body)) == (403, "cross_origin")


def test_request_with_a_token_needs_no_origin(server: Server) -> None:
    answer = server.program().post("/people/guests", json={"name": "Bot", "token": True})
    renamed = server.program(answer.json()["token"]).patch("/people/me", json={"name": "Robot"})
    assert (answer.status_code, renamed.status_code) == (201, 200)


def test_request_with_a_form_body_is_refused(server: Server) -> None:
    """Forms can send text that looks like JSON, but not its content type."""
    content = json.dumps({"name": "Eve"})
    headers = {"Content-Type": "text/plain"}
    answer = server.browser().post("/people/guests", content=content, headers=headers)
    assert code_of(answer) == (422, "invalid_request")


def test_cross_origin_read_has_no_cors_headers(server: Server) -> None:
    """The browser keeps the answer from a foreign page, for we never allow it (CORS)."""
    answer = foreign(server.guest()).get("/people/me", headers={"Origin": "https://evil.example"})
    assert answer.status_code == 200
    assert not [name for name in answer.headers if name.startswith("access-control-")]
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_preflight_request_is_not_answered(server: Server) -> None:
    headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "PATCH"}
    answer = server.browser().request("OPTIONS", "/people/me", headers=headers)
    assert code_of(answer) == (405, "method_not_allowed")


def socket(headers: dict[str, str], scheme: str = "ws") -> HTTPConnection:
    """Return the opening of a WebSocket."""
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "websocket", "scheme": scheme, "headers": raw, "path": "/"})


@pytest.mark.parametrize(
    "public_url, origin, scheme",
    [
        ("", "http://tiles.test", "ws"),
        ("", "https://tiles.test", "wss"),
        ("", "http://localhost:5173", "ws"),
        (CLUB, CLUB, "ws"),
        (f"{CLUB}:443", CLUB, "ws"),
    ],
)
def test_socket_of_our_own_page_is_accepted(public_url: str, origin: str, scheme: str) -> None:
    settings = Settings(public_url=public_url, allowed_origins=("http://localhost:5173",))
    check_origin(socket({"Host": "tiles.test", "Origin": origin}, scheme), settings)


@pytest.mark.parametrize(
    "public_url, origin",
    [
        ("", "https://evil.example"),
        ("", "null"),
        ("", "https://tiles.test"),
        (CLUB, "http://tiles.club"),
        (CLUB, "http://tiles.test"),  # the Host of a configured server proves nothing
        (CLUB, "https://tiles.club.evil.example"),
    ],
)
def test_socket_of_a_foreign_origin_is_refused(public_url: str, origin: str) -> None:
    """Browsers open sockets across origins without asking, and send the cookie along."""
    opening = socket({"Host": "tiles.test", "Origin": origin})
    with pytest.raises(Refused, match=f"found '{origin}'"):
        check_origin(opening, Settings(public_url=public_url))


def test_socket_with_a_cookie_needs_an_origin() -> None:
    with pytest.raises(Refused, match="found none"):
        check_origin(socket({"Host": "tiles.test", "Cookie": "tilewright=x"}), Settings())
    check_origin(socket({"Host": "tiles.test"}), Settings())


# --- Headers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/health", "/nowhere", "/people/me", "/openapi.json"])
def test_responses_have_security_headers(server: Server, path: str) -> None:
    headers = server.browser().get(path).headers
    policy = headers["Content-Security-Policy"].split("; ")
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["Cache-Control"] == "no-store"
    assert "Strict-Transport-Security" not in headers


def test_responses_over_tls_have_strict_transport_security(club: Server) -> None:
    headers = club.browser().get("/health").headers
    assert headers["Strict-Transport-Security"] == "max-age=31536000"


# --- Bodies -------------------------------------------------------------------------------------


def test_body_too_large_is_refused(server: Server) -> None:
    answer = server.browser().post("/people/guests", content=b"x" * (MAX_BODY + 1))
    assert code_of(answer) == (413, "too_large")
    assert answer.headers["Connection"] == "close"


async def test_body_announced_as_too_large_is_not_read() -> None:
    announced = [(b"content-length", str(MAX_BODY + 1).encode())]
    scope: Scope = {"type": "http", "path": "/", "headers": announced}
    assert await answer_of(BodyLimit(echo, admit_all, seconds=0.01), scope, []) == 413


def test_body_in_chunks_is_counted(server: Server) -> None:
    """Chunked bodies announce no length; a lie about it helps no more."""
    num_sent = 0

    async def pieces() -> AsyncIterator[bytes]:
        nonlocal num_sent
        for _ in range(1000):
            num_sent += 1
            yield b"x" * 1024

    answer = server.browser().post("/people/guests", content=pieces())
    assert code_of(answer) == (413, "too_large")
    assert num_sent == MAX_BODY // 1024 + 1


def test_name_of_10_megabytes_is_refused(server: Server) -> None:
    answer = server.browser().post("/people/guests", json={"name": "x" * 10_000_000})
    assert code_of(answer) == (413, "too_large")


def test_body_of_the_exact_limit_is_read(server: Server) -> None:
    content = b'{"name":"Ann"' + b" " * (MAX_BODY - 14) + b"}"
    headers = {"Content-Type": "application/json"}
    answer = server.browser().post("/people/guests", content=content, headers=headers)
    assert (len(content), answer.status_code) == (MAX_BODY, 201)


@pytest.mark.parametrize("path, limit", [("/api/v1/records", MAX_LONG_BODY), ("/", MAX_BODY)])
async def test_body_limit_of_records_is_larger(path: str, limit: int) -> None:
    assert [await status_of(path, size) for size in (limit, limit + 1)] == [200, 413]


async def status_of(path: str, size: int) -> int:
    """Return the status of a body of some size, where no route looks at it."""
    announced = [(b"content-length", str(size).encode())]
    scope: Scope = {"type": "http", "path": path, "headers": announced}
    body = {"type": "http.request", "body": b"x" * size, "more_body": False}
    return await answer_of(BodyLimit(echo, admit_all), scope, [body])


@asynccontextmanager
async def admit_all(_connection: HTTPConnection, _size: int) -> AsyncIterator[None]:
    yield


@pytest.mark.parametrize("path", ["/records", "/verify"])
def test_long_body_without_a_session_is_not_read(server: Server, path: str) -> None:
    """Three hundred strangers who sent two megabytes each took more than half a gigabyte."""
    sent = 0

    async def pieces() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 1
            yield b" " * 1024

    long = {"Content-Type": "application/json", "Content-Length": str(MAX_BODY + 1)}
    answer = server.browser().post(path, content=pieces(), headers=long)
    assert (code_of(answer), sent) == ((401, "not_signed_in"), 0)
    ann = server.guest()
    places, person = server.services.quotas.long_bodies, Caller(ann.id, "198.51.100.7")
    with places.reserve(person, places.maximum):
        answer = ann.post(path, content=b" " * (MAX_BODY + 1), headers=long)
        assert code_of(answer) == (429, "too_many_requests")
    answer = ann.post(path, content=b" " * (MAX_BODY + 1), headers=long)
    assert code_of(answer) == (422, "invalid_request"), "it was read, and is no JSON"
    assert len(places) == 0


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "http.response.start", "status": 200, "headers": []})


async def answer_of(app: BodyLimit, scope: Scope, messages: list[Message]) -> int:
    """Return the status that an application sends, to a client that goes silent after its
    messages."""
    statuses: list[int] = []

    async def receive() -> Message:
        return messages.pop(0) if messages else await asyncio.Future[Message]()

    async def send(message: Message) -> None:
        statuses.extend([message["status"]] if "status" in message else [])

    await app(scope, receive, send)
    return statuses[0]


async def test_body_that_never_ends_is_aborted() -> None:
    scope: Scope = {"type": "http", "path": "/", "headers": []}
    first = {"type": "http.request", "body": b"{", "more_body": True}
    assert await answer_of(BodyLimit(echo, admit_all, seconds=0.01), scope, [first]) == 408


async def test_body_limit_of_a_client_that_hangs_up_does_no_harm() -> None:
    scope: Scope = {"type": "http", "path": "/", "headers": []}
    half: list[Message] = [
        {"type": "http.request", "body": b"{", "more_body": True},
        {"type": "http.disconnect"},
    ]
    assert await answer_of(BodyLimit(echo, admit_all), scope, half) == 200


HOSTILE: list[Any] = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'{"name": 5}',
    b'{"name": ["Ann"]}',
    b'{"name": "Ann", "admin": true}',
    b'{"name": "Ann", "token": "yes"}',
    b'{"name": "\\ud800"}',
    b'{"name": "\\u0000"}',
    b'{"name": "\\u202eAnn"}',
    b'{"name": ' + b"9" * 10_000 + b"}",
    b"[" * 60_000,
    b"\xff\xfe\x00",
    b'{"name": NaN}',
]


@pytest.mark.parametrize("content", HOSTILE, ids=range(len(HOSTILE)))
def test_body_that_is_malformed_is_refused_with_a_message(server: Server, content: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    answer = server.browser().post("/people/guests", content=content, headers=headers)
    status, _ = code_of(answer)
    assert status in (400, 422) and len(answer.content) < 1000


def test_error_responses_do_not_repeat_the_request(server: Server) -> None:
    """It may be a password that stood in the wrong field."""
    body = {"login": "ann", "password": ["hunter2hunter2"], "hunter2": 1}
    answer = server.browser().post("/sessions", json=body)
    assert answer.status_code == 422 and "hunter2hunter2" not in answer.text


# --- Only what was asked for --------------------------------------------------------------------


def test_api_docs_load_no_foreign_scripts(server: Server) -> None:
    """FastAPI's own pages load files from elsewhere; these are addresses of our page."""
    for path in ("/docs", "/redoc"):
        page = server.run(server.browser().client.get(path)).text
        assert "Tilewright" in page and "http" not in page and "openapi" not in page
