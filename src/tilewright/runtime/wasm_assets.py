"""Files with which a page plays without a server: the module and the network of each game.

    python -m tilewright.runtime.wasm_assets                 # build what is missing
    python -m tilewright.runtime.wasm_assets --out FOLDER    # and put copies there, for a release

Modules are the same for every processor and every Python, so a release contains them. They are
used if the package's sources are those they were built from; otherwise the kernel cache is used.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from base64 import b64encode
from collections.abc import Container, Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from tilewright.game import Game
from tilewright.kernel import cache_root
from tilewright.network.files import path_of
from tilewright.position import Position
from tilewright.registry import GAMES
from tilewright.runtime.wasm_module import SHOWN_FIELDS, module_of
from tilewright.search.levels import newest_version

PACKAGE: Final = Path(__file__).parent.parent
RELEASED_MODULES: Final = PACKAGE / "wasm"
"""The folder of the modules in a release."""
LESSONS: Final = PACKAGE / "page" / "assets"
"""The folder of the page's lessons, each named by its game and its contents."""
BUILT_FROM: Final = "built-from.txt"


class EngineFile(NamedTuple):
    """A file with a name that changes with its contents."""

    name: str
    body: bytes


class Engine(NamedTuple):
    """The module of a game, and its newest network."""

    module: EngineFile
    weights: EngineFile | None


def playable_games() -> list[Game]:
    """Return the games whose modules contain their presentation; others present themselves in
    Python."""
    return [game for game in GAMES.values() if len(list(game.shown.sheets)) == len(SHOWN_FIELDS)]


def is_ready(game: Game) -> bool:
    """Return True if the game's module has been built, by this process or another."""
    return _find_module(game) is not None


def find_engine(game: Game) -> Engine | None:
    """Return the files of a game; None until its module has been built."""
    path = _find_module(game)
    return None if path is None else _read(game, path)


def _find_module(game: Game) -> Path | None:
    carried = RELEASED_MODULES / f"{game.name}.wasm"
    if carried.is_file() and _are_sources_carried():
        return carried
    built = _path_in(cache_root(), game)
    return built if built.is_file() else None


@cache
def _path_in(_root: Path, game: Game) -> Path:
    """Return the module's path in the kernel cache; cached, because hashing takes 50 ms."""
    return module_of(game).path


@cache
def _read(game: Game, path: Path) -> Engine:
    return Engine(_name(game, path, ".wasm"), _read_weights(game))


def _read_weights(game: Game) -> EngineFile | None:
    learnt, version = game.knowledge and game.knowledge.learnt, newest_version(game)
    if not learnt or version == 1:
        return None
    return _name(game, path_of(learnt.folder, version), ".weights")


def _name(game: Game, path: Path, ending: str) -> EngineFile:
    body = path.read_bytes()
    return EngineFile(f"{game.name}.{hashlib.sha256(body).hexdigest()[:12]}{ending}", body)


# --- Lessons --------------------------------------------------------------------------------------


def lesson_positions(game: Game) -> dict[str, str]:
    """Return the states that the page's lesson of a game begins with, in base64, by their text."""
    found = (json.loads(path.read_bytes()) for path in LESSONS.glob(f"{game.name}-*.json"))
    lessons = [lesson for lesson in found if lesson.get("game") == game.name]
    texts = ["\n".join([*lines, ""]) for one in lessons for lines in one["positions"].values()]
    return {text: _pack_state(Position.from_text(game, text)) for text in texts}


def _pack_state(position: Position) -> str:
    return b64encode(position.state.tobytes()).decode()


# --- What a release carries -----------------------------------------------------------------------


@cache
def _are_sources_carried() -> bool:
    """Return True if the release's modules were built from the package's sources."""
    stamp = RELEASED_MODULES / BUILT_FROM
    return stamp.is_file() and stamp.read_text(encoding="ascii") == _hash_sources()


def _hash_sources() -> str:
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


# --- Building -------------------------------------------------------------------------------------


def build_engines(names: Container[str] = GAMES) -> Iterator[Game]:
    """Build the missing modules of the named games (all), about 25 s each; yield each game when it
    is ready."""
    for game in playable_games():
        if game.name not in names:
            continue
        if not is_ready(game):
            module_of(game).build()
        yield game


def _carry(folder: Path) -> None:
    """Copy the modules of the package's own games to the folder of a release."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in playable_games():
        if game.rules.setup.__module__.startswith("tilewright."):
            (folder / f"{game.name}.wasm").write_bytes(module_of(game).build())
    (folder / BUILT_FROM).write_text(_hash_sources(), encoding="ascii")


def main() -> None:
    """Build the missing modules and print which are ready."""
    parser = argparse.ArgumentParser(
        prog="python -m tilewright.runtime.wasm_assets", description=__doc__
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where copies go")
    chosen = parser.parse_args()
    for game in build_engines():
        print("ready", game.name, flush=True)
    if chosen.out:
        _carry(chosen.out)


if __name__ == "__main__":
    main()
