"""Keeping strangers out: whose page is asking, cookies, headers."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewright.errors import Code, Refused
from tilewright.server.settings import Settings
from tilewright.text import quote

__all__ = [
    "SAFE_METHODS",
    "SecurityHeaders",
    "check_origin",
    "check_unsafe",
    "clear_cookie",
    "cookie_name",
    "set_cookie",
]

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
COOKIE_DAYS: Final = 90

HEADERS: Final = {
    # The engines are WebAssembly in a worker; 'wasm-unsafe-eval' allows that, and no script's eval.
    "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "worker-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HSTS: Final = ("Strict-Transport-Security", "max-age=31536000")


# --- Whose page is asking -----------------------------------------------------------------------


def check_origin(connection: HTTPConnection, settings: Settings) -> None:
    """Refuse a request or a socket that a foreign page makes with somebody's cookie.

    Browsers say in ``Origin``, or else in ``Referer``, whose page asks; a page cannot forge either.
    Raises CrossOrigin when they name another page, or when there is a cookie and neither is there.
    """
    asking = asking_origin(connection.headers)
    if asking is None and cookie_name(settings) not in connection.cookies:
        return
    if asking not in own_origins(connection, settings):
        found = "none" if asking is None else quote(asking)
        raise Refused(Code.CROSS_ORIGIN, f"origin: expected a page of this server's; found {found}")


def check_unsafe(connection: HTTPConnection, settings: Settings) -> None:
    """Check the origin of a request that may change something."""
    if connection.scope.get("method") not in SAFE_METHODS:
        check_origin(connection, settings)


def asking_origin(headers: Headers) -> str | None:
    """The origin of the page that makes a request; None when nothing says so."""
    if (origin := headers.get("origin")) is not None:
        return origin
    referer = headers.get("referer")
    return None if referer is None else origin_of_page(referer)


def origin_of_page(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "null"
    return f"{parts.scheme}://{parts.netloc}"


def own_origins(connection: HTTPConnection, settings: Settings) -> frozenset[str]:
    """Where our pages come from: as configured, or else the very address that was asked."""
    if settings.public_url:
        return settings.origins
    secure = connection.scope["scheme"] in ("https", "wss")
    host = connection.headers.get("host", "")
    return settings.origins | {f"{'https' if secure else 'http'}://{host}"}


# --- Cookies ------------------------------------------------------------------------------------


def cookie_name(settings: Settings) -> str:
    """``__Host-`` makes browsers refuse a cookie that a sister domain or plain HTTP has planted."""
    return "__Host-tilewright" if settings.is_https else "tilewright"


def set_cookie(response: Response, settings: Settings, secret: str) -> None:
    """Give a browser a secret that no script and no foreign page gets at."""
    response.set_cookie(
        cookie_name(settings),
        secret,
        max_age=COOKIE_DAYS * 24 * 3600,
        path="/",
        secure=settings.is_https,
        httponly=True,
        samesite="lax",
    )


def clear_cookie(response: Response, settings: Settings) -> None:
    """Have a browser forget its secret."""
    response.delete_cookie(
        cookie_name(settings), path="/", secure=settings.is_https, httponly=True, samesite="lax"
    )


# --- Middleware ---------------------------------------------------------------------------------


class SecurityHeaders:
    """Puts the headers of a careful site on every response."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.headers = HEADERS | (dict([HSTS]) if settings.is_https else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._add(MutableHeaders(scope=message), scope["path"])
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)

    def _add(self, headers: MutableHeaders, path: str) -> None:
        for name, value in self.headers.items():
            headers.setdefault(name, value)
        if path.startswith("/api/"):
            headers.setdefault("Cache-Control", "no-store")
