"""A folder of browser engines, as the page fetches it, for tests without a server."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import msgspec

from tilewright.game import Game
from tilewright.network.files import find_versions, weights_path
from tilewright.registry import GAMES
from tilewright.runtime.wasm_assets import Engine, EngineFile, module_of
from tilewright.wire.catalog import build_engine_list, get_puzzle_file

__all__ = ["write_engines"]


def write_engines(folder: Path, names: Collection[str]) -> Path:
    """Write the modules of these games, and the list that leads to them."""
    engines = {GAMES[name]: _engine(GAMES[name]) for name in names}
    for game, engine in engines.items():
        for file in filter(None, (*engine, get_puzzle_file(game))):
            (folder / file.name).write_bytes(file.body)
    listed = msgspec.json.encode(build_engine_list(engines, has_more=False))
    (folder / "engines.json").write_bytes(listed)
    return folder


def _engine(game: Game) -> Engine:
    module = EngineFile(f"{game.name}.0.wasm", module_of(game).build())
    if not (game.knowledge and game.knowledge.network):
        return Engine(module, None)
    newest = weights_path(game.knowledge.network.folder, find_versions(game)[-1])
    return Engine(module, EngineFile(f"{game.name}.0.weights", newest.read_bytes()))
