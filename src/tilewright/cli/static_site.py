"""The games as a folder of plain files, which any host serves from any path, without a server.

It holds the page, the engines with which it plays by itself, and a list of all that was written: so
the next version removes files that are no longer needed, and no other files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final

import msgspec

from tilewright.errors import TilewrightError
from tilewright.runtime.wasm_assets import find_engine, playable_games
from tilewright.settings import PAGE_FOLDER
from tilewright.wire.catalog import find_puzzles, list_engines

INDEX: Final = "index.html"
LIST: Final = "tilewright-site.txt"
ENGINES: Final = "engine"
LEFT_OUT: Final = ("built-from.txt",)
FROM_ROOT: Final = re.compile(r'\b(href|src)="/')
"""An address in the page; a server's page names them from its root."""


def check_site(folder: Path) -> None:
    """Refuse before the work is done: a page that is not there, a folder that is not ours."""
    if not (PAGE_FOLDER / INDEX).is_file():
        raise TilewrightError(
            "the page has not been built; run pip install . where Tilewright's sources are"
        )
    if folder.exists() and not folder.is_dir():
        raise TilewrightError(f"cannot write to {folder}: expected a folder; found a file")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / LIST).is_file():
        raise TilewrightError(
            f"cannot write to {folder}: expected an empty folder, or a site that this command has"
            " written; found other files"
        )


def write_site(folder: Path) -> int:
    """Write the site, with the engines that are ready; return its size in bytes.

    What is named by its contents comes first, the page that names it last: who visits meanwhile
    sees the old site or the new one.
    """
    check_site(folder)
    files = dict([*_engine_files(), *_page_files()])
    before = _listed(folder)
    for name, body in sorted(files.items(), key=lambda file: _is_entrance(file[0])):
        _write(folder / name, body)
    _write(folder / LIST, "".join(f"{name}\n" for name in sorted(files)).encode())
    for name in before - set(files):
        _remove(folder, name)
    return sum(map(len, files.values()))


def _is_entrance(name: str) -> bool:
    """Return True if a file's name does not change with its contents."""
    return PurePosixPath(name).parts[0] != "assets" and not name.endswith(
        (".wasm", ".weights", ".puzzles")
    )


def _page_files() -> Iterator[tuple[str, bytes]]:
    for path in sorted(PAGE_FOLDER.rglob("*")):
        name = path.relative_to(PAGE_FOLDER).as_posix()
        if path.is_file() and path.suffix != ".gz" and name not in LEFT_OUT:
            yield name, path.read_bytes()
    yield INDEX, _without_server((PAGE_FOLDER / INDEX).read_text(encoding="utf-8")).encode()


def _without_server(page: str) -> str:
    """Return the page for a static host, marked as having no server."""
    return FROM_ROOT.sub(r'\1="./', page).replace("<html ", '<html data-server="none" ', 1)


def _engine_files() -> Iterator[tuple[str, bytes]]:
    engines = {game: engine for game in playable_games() if (engine := find_engine(game))}
    for game, engine in engines.items():
        for file in filter(None, (*engine, find_puzzles(game))):
            yield f"{ENGINES}/{file.name}", file.body
    yield f"{ENGINES}/engines.json", msgspec.json.encode(list_engines(engines, more=False))


def _listed(folder: Path) -> set[str]:
    """Return the files written last time."""
    path = folder / LIST
    return set(path.read_text(encoding="utf-8").splitlines()) if path.is_file() else set()


def _write(path: Path, body: bytes) -> None:
    """Write a file so that readers get the old or the new one."""
    beside = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(body)
        beside.replace(path)
    except OSError as error:
        raise TilewrightError(f"cannot write {path}: {error.strerror}") from error


def _remove(folder: Path, name: str) -> None:
    """Remove a file of the version before, never outside the folder."""
    path = (folder / name).resolve()
    if path.is_relative_to(folder.resolve()):
        with suppress(OSError):
            path.unlink()
