"""What a page needs to play by itself: each game's module, and its network, as files.

    python -m tilewright.engines                 # build what is missing, into the kernel cache
    python -m tilewright.engines --out FOLDER    # and put it there, as a release carries it

Modules are the same for every processor and every Python, so a release carries them. They are used
where the package's sources are those they were built from; else the kernel cache is asked.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import threading
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from tilewright.game import Game
from tilewright.kernel import cache_root
from tilewright.modules import TOLD, module_of
from tilewright.network.files import path_of
from tilewright.position import Position
from tilewright.registry import GAMES
from tilewright.search.versions import newest_version

__all__ = [
    "Engine",
    "EngineFile",
    "build_engines",
    "find_engine",
    "is_ready",
    "lesson_positions",
    "playable_games",
]

PACKAGE: Final = Path(__file__).parent
CARRIED: Final = PACKAGE / "wasm"
"""Where a release has its modules."""
LESSONS: Final = PACKAGE / "page" / "assets"
"""The page has them as data, each named by its game and its contents."""
STAMP: Final = "built-from.txt"


class EngineFile(NamedTuple):
    """A file by a name that changes with its contents."""

    name: str
    body: bytes


class Engine(NamedTuple):
    """A game's module, and its newest network as it lies in the game's folder."""

    module: EngineFile
    weights: EngineFile | None


def playable_games() -> list[Game]:
    """Those whose modules can show them; what others tell is plain Python, which no page runs."""
    return [game for game in GAMES.values() if len(list(game.shown.sheets)) == len(TOLD)]


def is_ready(game: Game) -> bool:
    """Whether its module has been built, by whomever."""
    return _find_module(game) is not None


def find_engine(game: Game) -> Engine | None:
    """The files of a game; None until its module has been built."""
    path = _find_module(game)
    return None if path is None else _read(game, path)


def _find_module(game: Game) -> Path | None:
    carried = CARRIED / f"{game.name}.wasm"
    if carried.is_file() and _are_sources_carried():
        return carried
    built = _path_in(cache_root(), game)
    return built if built.is_file() else None


@cache
def _path_in(_root: Path, game: Game) -> Path:
    """Where the kernel cache has it: to hash all that a module is made of takes 50 ms."""
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
    """The positions that the page's lesson of a game begins with: their text, their state."""
    found = (json.loads(path.read_bytes()) for path in LESSONS.glob(f"{game.name}-*.json"))
    lessons = [lesson for lesson in found if lesson.get("game") == game.name]
    texts = ["\n".join([*lines, ""]) for one in lessons for lines in one["positions"].values()]
    return {text: _pack_state(Position.from_text(game, text)) for text in texts}


def _pack_state(position: Position) -> str:
    return b64encode(position.state.tobytes()).decode()


# --- What a release carries -----------------------------------------------------------------------


@cache
def _are_sources_carried() -> bool:
    """Whether the modules of the package were built from the sources of the package."""
    stamp = CARRIED / STAMP
    return stamp.is_file() and stamp.read_text(encoding="ascii") == _hash_sources()


def _hash_sources() -> str:
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


# --- Building -------------------------------------------------------------------------------------


def build_engines() -> Iterator[Game]:
    """Build what is missing, game by game, about 25 s each; the games as they are ready."""
    for game in playable_games():
        if not is_ready(game):
            module_of(game).build()
        yield game


def _carry(folder: Path) -> None:
    """Put the modules of our own games where a release has them."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in playable_games():
        if game.rules.setup.__module__.startswith("tilewright."):
            (folder / f"{game.name}.wasm").write_bytes(module_of(game).build())
    (folder / STAMP).write_text(_hash_sources(), encoding="ascii")


def _end_with_stdin() -> None:
    """End as soon as whoever started this process has."""
    sys.stdin.read()
    os._exit(0)


def main() -> None:
    """Build, and say what is ready."""
    parser = argparse.ArgumentParser(prog="python -m tilewright.engines", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where copies go")
    parser.add_argument("--helper", action="store_true", help="give way, and end with stdin")
    chosen = parser.parse_args()
    if chosen.helper:
        threading.Thread(target=_end_with_stdin, daemon=True).start()
        if hasattr(os, "nice"):
            os.nice(10)  # whoever plays comes first, and so does what bots need
    for game in build_engines():
        print("ready", game.name, flush=True)
    if chosen.out:
        _carry(chosen.out)


if __name__ == "__main__":
    main()
