"""The page that people see: files that were built beforehand, read once when the server starts.

Every file has its address in a table, so no address leads anywhere else. Any other address without
an ending is one of the page's own, such as that of a table, and gets the page itself. What lies
below ``/assets/`` has a name that changes with its contents, so browsers may keep it for ever.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from types import SimpleNamespace
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["ALWAYS_ASK", "FOLDER", "FOR_EVER", "File", "Page"]

FOLDER: Final = Path(__file__).parents[2] / "page"
"""Where the build puts the page."""
INDEX: Final = "/index.html"
FOR_EVER: Final = "public, max-age=31536000, immutable"
ALWAYS_ASK: Final = "no-cache"
ROUTE: Final = SimpleNamespace(path="/page")
"""What logs and counters call all of it."""
MISSING: Final = """<!doctype html>
<html lang="en">
<title>Tilewright</title>
<p>The page of this server has not been built. Run <code>pip install .</code> where Tilewright's
sources are, then start the server again. Programs can use it as it is, at
<code>/api/v1</code>.</p>
</html>
"""
# Of our own, for what the operating system knows of endings differs from one to the next.
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class File:
    """What is at an address, also packed where that is worth it."""

    body: bytes
    packed: bytes | None
    headers: dict[str, str]

    @classmethod
    def of(cls, body: bytes, packed: bytes | None, ending: str, keeping: str) -> File:
        headers = {
            "Content-Type": TYPES.get(ending, "application/octet-stream"),
            "Cache-Control": keeping,
            "ETag": f'W/"{hashlib.sha256(body).hexdigest()[:32]}"',
            "Vary": "Accept-Encoding",
        }
        return cls(body, packed, headers)

    @classmethod
    def read(cls, path: Path, address: str) -> File:
        """A file of the page, which the build has packed."""
        packed = path.with_name(f"{path.name}.gz")
        keeping = FOR_EVER if address.startswith("/assets/") else ALWAYS_ASK
        body = packed.read_bytes() if packed.exists() else None
        return cls.of(path.read_bytes(), body, path.suffix, keeping)

    def answer(self, method: str, asked: Headers) -> Response:
        """The file, or that the browser has it already."""
        if self.headers["ETag"] in asked.get("if-none-match", ""):
            return Response(status_code=304, headers=self.headers)
        body, headers = self.body, self.headers
        if self.packed is not None and accepts_gzip(asked):
            body, headers = self.packed, headers | {"Content-Encoding": "gzip"}
        length = {"Content-Length": str(len(body))}
        return Response(b"" if method == "HEAD" else body, headers=headers | length)


def accepts_gzip(asked: Headers) -> bool:
    """Whether a browser can unpack; ``gzip;q=0`` says that it does not wish to."""
    wishes = asked.get("accept-encoding", "").replace(" ", "").lower().split(",")
    return any(wish.partition(";")[0] == "gzip" and not wish.endswith(";q=0") for wish in wishes)


class Page:
    """Answers what no route does; what is not the page's either goes to ``otherwise``."""

    def __init__(self, folder: Path, otherwise: ASGIApp) -> None:
        self.files = dict(read_files(folder))
        self.otherwise = otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._find(scope) or self.otherwise
        await app(scope, receive, send)

    def _find(self, scope: Scope) -> Response | None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            return None
        if not (address := self._address(scope["path"])):
            return None
        scope["route"] = ROUTE
        if address not in self.files:
            return HTMLResponse(MISSING, 503)
        return self.files[address].answer(scope["method"], Headers(scope=scope))

    def _address(self, path: str) -> str | None:
        """Where the file for a path is; None for a path that is none of the page's."""
        if path in self.files:
            return path
        is_ours = path != "/api" and not path.startswith("/api/")
        return INDEX if is_ours and "." not in path.rpartition("/")[2] else None


def read_files(folder: Path) -> list[tuple[str, File]]:
    """The files of a page by their addresses; nothing of a page that has not been built."""
    paths = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".gz"]
    addresses = [f"/{PurePosixPath(path.relative_to(folder))}" for path in paths]
    return [(name, File.read(path, name)) for name, path in zip(addresses, paths, strict=True)]
