"""Static files: the built page, and the engines that it runs in the browser.

The page's files are read once, when the server starts. Any other path without a file suffix is a
route of the page, such as a table, and gets ``index.html``. File names below ``/assets/`` change
with the contents, so browsers may cache them forever.

Below ``/engine/`` are WebAssembly modules, networks and puzzles. ``engines.json`` lists the games
that are ready. Other file names change with the contents. Nothing is built here:
``runtime.precompile`` does that.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from types import SimpleNamespace
from typing import Final

import msgspec
from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tilewright.game import Game
from tilewright.kernel import may_compile
from tilewright.runtime.wasm_assets import Engine, EngineFile, find_engine, playable_games
from tilewright.wire.catalog import build_engine_list, get_puzzle_file, puzzle_file_name

__all__ = ["EnginesApp", "PageApp"]

INDEX: Final = "/index.html"
IMMUTABLE: Final = "public, max-age=31536000, immutable"
NO_CACHE: Final = "no-cache"
ROUTE: Final = SimpleNamespace(path="/page")
"""The route of all the page's files in logs and metrics."""
ENGINE_FOLDER: Final = "/engine/"
ENGINE_LIST: Final = "engines.json"
ENGINE_ROUTE: Final = SimpleNamespace(path="/engine")
NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<title>Tilewright</title>
<p>The page of this server has not been built. Run <code>pip install .</code> where Tilewright's
sources are, then start the server again. Programs can use it as it is, at
<code>/api/v1</code>.</p>
</html>
"""
# Not `mimetypes`, which depends on the operating system.
MEDIA_TYPES: Final = {
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
class StaticFile:
    """A static file with its response headers, also gzipped if that saves enough bytes."""

    body: bytes
    gzipped: bytes | None
    headers: dict[str, str]

    @classmethod
    def of(cls, body: bytes, gzipped: bytes | None, suffix: str, cache_control: str) -> StaticFile:
        """Create a file with its headers. `gzipped` is its compressed body, if there is one."""
        headers = {
            "Content-Type": MEDIA_TYPES.get(suffix, "application/octet-stream"),
            "Cache-Control": cache_control,
            "ETag": f'W/"{hashlib.sha256(body).hexdigest()[:32]}"',
            "Vary": "Accept-Encoding",
        }
        return cls(body, gzipped, headers)

    @classmethod
    def read(cls, path: Path, address: str) -> StaticFile:
        """Read a file that is served at `address`, and its ``.gz`` file if there is one."""
        gzip_path = path.with_name(f"{path.name}.gz")
        gzipped = gzip_path.read_bytes() if gzip_path.exists() else None
        cache_control = IMMUTABLE if address.startswith("/assets/") else NO_CACHE
        return cls.of(path.read_bytes(), gzipped, path.suffix, cache_control)

    def build_response(self, method: str, request_headers: Headers) -> Response:
        """Return the response with the file, or 304 if the client's copy is current.

        The body is empty for the method HEAD.
        """
        if self.headers["ETag"] in request_headers.get("if-none-match", ""):
            return Response(status_code=304, headers=self.headers)
        body, headers = self.body, self.headers
        if self.gzipped is not None and accepts_gzip(request_headers):
            body, headers = self.gzipped, headers | {"Content-Encoding": "gzip"}
        length = {"Content-Length": str(len(body))}
        return Response(b"" if method == "HEAD" else body, headers=headers | length)


def accepts_gzip(request_headers: Headers) -> bool:
    """Return True if the client accepts gzip. The header ``gzip;q=0`` refuses it."""
    encodings = request_headers.get("accept-encoding", "").replace(" ", "").lower().split(",")
    return any(one.partition(";")[0] == "gzip" and not one.endswith(";q=0") for one in encodings)


class PageApp:
    """ASGI application that serves the page and forwards other requests to `fallback`."""

    def __init__(self, folder: Path, fallback: ASGIApp) -> None:
        self.files = dict(read_files(folder))
        self.fallback = fallback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._get_response(scope) or self.fallback
        await app(scope, receive, send)

    def _get_response(self, scope: Scope) -> Response | None:
        """Return the response for a page's file, 503 if it is not built, or None.

        None means that `fallback` handles the request.
        """
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            return None
        if not (address := self._resolve_address(scope["path"])):
            return None
        scope["route"] = ROUTE
        if address not in self.files:
            return HTMLResponse(NOT_BUILT, 503)
        return self.files[address].build_response(scope["method"], Headers(scope=scope))

    def _resolve_address(self, path: str) -> str | None:
        """Return the address of the file to serve for a path, or None if there is none."""
        if path in self.files:
            return path
        is_ours = path != "/api" and not path.startswith("/api/")
        return INDEX if is_ours and "." not in path.rpartition("/")[2] else None


def read_files(folder: Path) -> list[tuple[str, StaticFile]]:
    """Read the page's files with their addresses. Returns [] if the page has not been built."""
    paths = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".gz"]
    addresses = [f"/{PurePosixPath(path.relative_to(folder))}" for path in paths]
    return [
        (name, StaticFile.read(path, name)) for name, path in zip(addresses, paths, strict=True)
    ]


# --- Engines -----------------------------------------------------------------------------------


class EnginesApp:
    """ASGI application that serves ``/engine/`` and forwards other requests to `fallback`."""

    def __init__(self, fallback: ASGIApp) -> None:
        self.fallback = fallback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = await self._get_response(scope) or self.fallback
        await app(scope, receive, send)

    async def _get_response(self, scope: Scope) -> Response | None:
        """Return the response for a path below ``/engine/``, or None.

        None means that `fallback` handles the request.
        """
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            return None
        folder, name = scope["path"][: len(ENGINE_FOLDER)], scope["path"][len(ENGINE_FOLDER) :]
        if folder != ENGINE_FOLDER:
            return None
        file = await asyncio.to_thread(_find_engine_file, name)  # may read and compress it
        if file is None:
            return None
        scope["route"] = ENGINE_ROUTE
        return file.build_response(scope["method"], Headers(scope=scope))


def _find_engine_file(name: str) -> StaticFile | None:
    """Return the file called `name` below ``/engine/``, or None."""
    engines = {game: engine for game in playable_games() if (engine := find_engine(game))}
    if name == ENGINE_LIST:
        return _make_engine_list(tuple(engines.items()))
    files = {file.name: file for engine in engines.values() for file in engine if file}
    if name in files:
        return _get_engine_file(files[name])
    return next(
        (_get_puzzle_file(game) for game in engines if name == puzzle_file_name(game)), None
    )


@cache
def _make_engine_list(engines: tuple[tuple[Game, Engine], ...]) -> StaticFile:
    """Return ``engines.json``, which lists the games whose engines are ready."""
    is_building = may_compile() and len(engines) < len(playable_games())
    body = msgspec.json.encode(build_engine_list(dict(engines), has_more=is_building))
    return StaticFile.of(body, gzip.compress(body), ".json", NO_CACHE)


@cache
def _get_puzzle_file(game: Game) -> StaticFile | None:
    file = get_puzzle_file(game)
    return file and _get_engine_file(file)


@cache
def _get_engine_file(file: EngineFile) -> StaticFile:
    """Return an engine's file with its response headers."""
    suffix = "." + file.name.rpartition(".")[2]
    gzipped = gzip.compress(file.body) if suffix != ".weights" else None
    return StaticFile.of(file.body, gzipped, suffix, IMMUTABLE)
