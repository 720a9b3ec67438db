"""A folder of modules, as a page asks for it, for tests of what it does without a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from tilewright.game import Game
from tilewright.kernel.wasm import Module
from tilewright.modules import module_of
from tilewright.network.files import find_versions, path_of
from tilewright.registry import GAMES
from tilewright.server.http.endpoints.games import show_game

__all__ = ["write_engines"]

SEARCH = ("search", "copy_subtree")


def write_engines(folder: Path, names: Collection[str], searched: Collection[str] = ()) -> Path:
    """Modules of these games, and the list that leads to them.

    ``searched``: those whose search is in there, too; it takes most of the time to compile.
    """
    listed = {name: _write(folder, GAMES[name], name in searched) for name in names}
    text = json.dumps({"games": listed, "more": False})
    (folder / "engines.json").write_text(text, encoding="utf-8")
    return folder


def _write(folder: Path, game: Game, is_searched: bool) -> dict[str, Any]:
    module, weights = f"{game.name}.0.wasm", None
    (folder / module).write_bytes(_module(game, is_searched).build())
    if is_searched and game.knowledge and game.knowledge.learnt:
        weights = f"{game.name}.0.weights"
        newest = path_of(game.knowledge.learnt.folder, find_versions(game)[-1])
        (folder / weights).write_bytes(newest.read_bytes())
    card = json.loads(asyncio.run(show_game(game.name)))
    return {"module": module, "weights": weights, "card": card, "box": game.scenery.box()}


def _module(game: Game, is_searched: bool) -> Module:
    whole = module_of(game)
    if is_searched:
        return whole
    return Module([entry for entry in whole.entries if entry.name not in SEARCH], whole.facts)
