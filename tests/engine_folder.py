"""A folder of modules, as a page asks for it, for tests of what it does without a server."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import msgspec

from tilewright.engines import Engine, EngineFile
from tilewright.game import Game
from tilewright.kernel.wasm import Module
from tilewright.modules import module_of
from tilewright.network.files import find_versions, path_of
from tilewright.registry import GAMES
from tilewright.wire.cards import list_engines
from tilewright.wire.puzzle_files import find_puzzles

__all__ = ["module_with", "write_engines"]


def write_engines(folder: Path, names: Collection[str], searched: Collection[str] = ()) -> Path:
    """Modules of these games, and the list that leads to them.

    ``searched``: those whose search is in there, too; it takes most of the time to compile.
    """
    engines = {GAMES[name]: _engine(GAMES[name], name in searched) for name in names}
    for game, engine in engines.items():
        for file in filter(None, (*engine, find_puzzles(game))):
            (folder / file.name).write_bytes(file.body)
    listed = msgspec.json.encode(list_engines(engines, more=False))
    (folder / "engines.json").write_bytes(listed)
    return folder


def _engine(game: Game, is_searched: bool) -> Engine:
    module = EngineFile(f"{game.name}.0.wasm", module_with(game, is_searched).build())
    if not (is_searched and game.knowledge and game.knowledge.learnt):
        return Engine(module, None)
    newest = path_of(game.knowledge.learnt.folder, find_versions(game)[-1])
    return Engine(module, EngineFile(f"{game.name}.0.weights", newest.read_bytes()))


def module_with(game: Game, is_searched: bool) -> Module:
    """A game's module, with its search or without it."""
    whole = module_of(game)
    if is_searched:
        return whole
    return Module([entry for entry in whole.entries if entry.name != "search"], whole.facts)
