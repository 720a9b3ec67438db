"""The engines with which pages play by themselves, below ``/engine/``, as far as they are built.

``engines.json`` lists those that are ready. The files beside it are named by their contents, so
browsers may keep them for ever. Nothing is built here: ``server.process.warming`` has that done.
"""

from __future__ import annotations

import asyncio
import gzip
import os
from functools import cache
from types import SimpleNamespace
from typing import Final

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tilewright.engines import Engine, EngineFile, find_engine, playable_games
from tilewright.game import Game
from tilewright.server.http.page import ALWAYS_ASK, FOR_EVER, File
from tilewright.wire.cards import list_engines
from tilewright.wire.puzzle_files import find_puzzles, name_puzzle_file

__all__ = ["Engines"]

FOLDER: Final = "/engine/"
LIST: Final = "engines.json"
ROUTE: Final = SimpleNamespace(path="/engine")
"""What logs and counters call all of it."""


class Engines:
    """Answers what is below ``/engine/``; what is not there goes to ``otherwise``."""

    def __init__(self, otherwise: ASGIApp) -> None:
        self.otherwise = otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = await self._find(scope) or self.otherwise
        await app(scope, receive, send)

    async def _find(self, scope: Scope) -> Response | None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            return None
        folder, name = scope["path"][: len(FOLDER)], scope["path"][len(FOLDER) :]
        if folder != FOLDER:
            return None
        file = await asyncio.to_thread(_find_file, name)  # it may have to be read and packed
        if file is None:
            return None
        scope["route"] = ROUTE
        return file.answer(scope["method"], Headers(scope=scope))


def _find_file(name: str) -> File | None:
    engines = {game: engine for game in playable_games() if (engine := find_engine(game))}
    if name == LIST:
        return _list(tuple(engines.items()))
    files = {file.name: file for engine in engines.values() for file in engine if file}
    if name in files:
        return _file(files[name])
    return next((_puzzles(game) for game in engines if name == name_puzzle_file(game)), None)


@cache
def _list(engines: tuple[tuple[Game, Engine], ...]) -> File:
    is_building = os.environ.get("TILEWRIGHT_JIT") != "0" and len(engines) < len(playable_games())
    body = msgspec.json.encode(list_engines(dict(engines), more=is_building))
    return File.of(body, gzip.compress(body), ".json", ALWAYS_ASK)


@cache
def _puzzles(game: Game) -> File | None:
    file = find_puzzles(game)
    return file and _file(file)


@cache
def _file(file: EngineFile) -> File:
    """Networks are packed as they are kept."""
    ending = "." + file.name.rpartition(".")[2]
    packed = gzip.compress(file.body) if ending != ".weights" else None
    return File.of(file.body, packed, ending, FOR_EVER)
