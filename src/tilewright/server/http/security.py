"""Protection against foreign pages: origin checks, the session cookie, security headers."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewright.errors import Code, Refused
from tilewright.settings import Settings
from tilewright.text import quote

__all__ = [
    "SAFE_METHODS",
    "SecurityHeaders",
    "check_csrf",
    "check_origin",
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


# --- Origins ------------------------------------------------------------------------------------


def check_origin(connection: HTTPConnection, settings: Settings) -> None:
    """Raise Refused if a request or a socket comes from a foreign page.

    Browsers send the page's origin in ``Origin`` or ``Referer``; a page cannot forge either.

    Raises:
        Refused: The origin is foreign, or it is missing although there is a session cookie.
    """
    origin = request_origin(connection.headers)
    if origin is None and cookie_name(settings) not in connection.cookies:
        return
    if origin not in allowed_origins(connection, settings):
        found = "none" if origin is None else quote(origin)
        raise Refused(Code.CROSS_ORIGIN, f"origin: expected a page of this server's; found {found}")


def check_csrf(connection: HTTPConnection, settings: Settings) -> None:
    """Raise Refused if a state-changing request comes from a foreign page."""
    if connection.scope.get("method") not in SAFE_METHODS:
        check_origin(connection, settings)


def request_origin(headers: Headers) -> str | None:
    """Return the origin of the requesting page, or None if no header contains it."""
    if (origin := headers.get("origin")) is not None:
        return origin
    referer = headers.get("referer")
    return None if referer is None else referer_origin(referer)


def referer_origin(url: str) -> str:
    """Return the origin of the page in a ``Referer`` header. It is "null" for an invalid URL."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "null"
    return f"{parts.scheme}://{parts.netloc}"


def allowed_origins(connection: HTTPConnection, settings: Settings) -> frozenset[str]:
    """Return the origins of the server's own pages.

    Without a configured public URL, the request's own host is one of them.
    """
    if settings.public_url:
        return settings.origins
    secure = connection.scope["scheme"] in ("https", "wss")
    host = connection.headers.get("host", "")
    return settings.origins | {f"{'https' if secure else 'http'}://{host}"}


# --- Cookies ------------------------------------------------------------------------------------


def cookie_name(settings: Settings) -> str:
    """Return the name of the session cookie.

    The prefix ``__Host-`` makes browsers reject cookies set by a sibling domain or over plain HTTP.
    """
    return "__Host-tilewright" if settings.is_https else "tilewright"


def set_cookie(response: Response, settings: Settings, secret: str) -> None:
    """Set the session cookie. Scripts cannot read it, and foreign pages cannot send it by POST."""
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
    """Delete the session cookie."""
    response.delete_cookie(
        cookie_name(settings), path="/", secure=settings.is_https, httponly=True, samesite="lax"
    )


# --- Middleware ---------------------------------------------------------------------------------


class SecurityHeaders:
    """Middleware that adds the security headers to every response."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.headers = HEADERS | (dict([HSTS]) if settings.is_https else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._add_headers(MutableHeaders(scope=message), scope["path"])
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)

    def _add_headers(self, headers: MutableHeaders, path: str) -> None:
        """Set the security headers of the response for a path."""
        for name, value in self.headers.items():
            headers.setdefault(name, value)
        if path.startswith("/api/"):
            headers.setdefault("Cache-Control", "no-store")
