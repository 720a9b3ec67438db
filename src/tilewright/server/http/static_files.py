"""Static files: the built page, and what the page needs to think for itself.

Files of the page are read once when the server starts. Any other path without an ending is a path
of the page itself, such as that of a table, and gets its document. Names below ``/assets/`` change
with their contents, so browsers may cache them without asking.

Below ``/engine/`` are WebAssembly modules, networks and puzzles. ``engines.json`` lists the games
that are ready. Other names change with the contents. Nothing is built here:
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
from tilewright.wire.catalog import find_puzzles, list_engines, name_puzzle_file

__all__ = ["Engines", "Page"]

INDEX: Final = "/index.html"
FOR_EVER: Final = "public, max-age=31536000, immutable"
ALWAYS_ASK: Final = "no-cache"
ROUTE: Final = SimpleNamespace(path="/page")
"""What logs and counters call all of it."""
ENGINE_FOLDER: Final = "/engine/"
ENGINE_LIST: Final = "engines.json"
ENGINE_ROUTE: Final = SimpleNamespace(path="/engine")
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
    """A file of the page, also gzipped where the build has done so."""

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
        """Return a file of the page and its gzipped form."""
        packed = path.with_name(f"{path.name}.gz")
        keeping = FOR_EVER if address.startswith("/assets/") else ALWAYS_ASK
        body = packed.read_bytes() if packed.exists() else None
        return cls.of(path.read_bytes(), body, path.suffix, keeping)

    def answer(self, method: str, asked: Headers) -> Response:
        """Return the file, or 304 if the browser has it already."""
        if self.headers["ETag"] in asked.get("if-none-match", ""):
            return Response(status_code=304, headers=self.headers)
        body, headers = self.body, self.headers
        if self.packed is not None and accepts_gzip(asked):
            body, headers = self.packed, headers | {"Content-Encoding": "gzip"}
        length = {"Content-Length": str(len(body))}
        return Response(b"" if method == "HEAD" else body, headers=headers | length)


def accepts_gzip(asked: Headers) -> bool:
    """Return True if the client accepts gzip; ``gzip;q=0`` says that it does not."""
    wishes = asked.get("accept-encoding", "").replace(" ", "").lower().split(",")
    return any(wish.partition(";")[0] == "gzip" and not wish.endswith(";q=0") for wish in wishes)


class Page:
    """Application for paths that no route matches; passes on what is not the page's."""

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
        """Return the path of the file for a path; None for paths outside the page."""
        if path in self.files:
            return path
        is_ours = path != "/api" and not path.startswith("/api/")
        return INDEX if is_ours and "." not in path.rpartition("/")[2] else None


def read_files(folder: Path) -> list[tuple[str, File]]:
    """Return the files of a page by their paths; empty if it has not been built."""
    paths = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".gz"]
    addresses = [f"/{PurePosixPath(path.relative_to(folder))}" for path in paths]
    return [(name, File.read(path, name)) for name, path in zip(addresses, paths, strict=True)]


# --- Engines -----------------------------------------------------------------------------------


class Engines:
    """Application for paths below ``/engine/``; passes on all others."""

    def __init__(self, otherwise: ASGIApp) -> None:
        self.otherwise = otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = await self._find(scope) or self.otherwise
        await app(scope, receive, send)

    async def _find(self, scope: Scope) -> Response | None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            return None
        folder, name = scope["path"][: len(ENGINE_FOLDER)], scope["path"][len(ENGINE_FOLDER) :]
        if folder != ENGINE_FOLDER:
            return None
        file = await asyncio.to_thread(_find_engine_file, name)  # it may have to be read and packed
        if file is None:
            return None
        scope["route"] = ENGINE_ROUTE
        return file.answer(scope["method"], Headers(scope=scope))


def _find_engine_file(name: str) -> File | None:
    engines = {game: engine for game in playable_games() if (engine := find_engine(game))}
    if name == ENGINE_LIST:
        return _list_engines(tuple(engines.items()))
    files = {file.name: file for engine in engines.values() for file in engine if file}
    if name in files:
        return _engine_file(files[name])
    return next((_puzzle_file(game) for game in engines if name == name_puzzle_file(game)), None)


@cache
def _list_engines(engines: tuple[tuple[Game, Engine], ...]) -> File:
    is_building = may_compile() and len(engines) < len(playable_games())
    body = msgspec.json.encode(list_engines(dict(engines), more=is_building))
    return File.of(body, gzip.compress(body), ".json", ALWAYS_ASK)


@cache
def _puzzle_file(game: Game) -> File | None:
    file = find_puzzles(game)
    return file and _engine_file(file)


@cache
def _engine_file(file: EngineFile) -> File:
    """Return a file gzipped, except networks, which are compressed already."""
    ending = "." + file.name.rpartition(".")[2]
    packed = gzip.compress(file.body) if ending != ".weights" else None
    return File.of(file.body, packed, ending, FOR_EVER)
