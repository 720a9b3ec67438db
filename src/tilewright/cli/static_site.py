"""The games as a static site that any host can serve from any path.

The folder contains the page, the engines that it plays with, and a list of the written files. The
next version uses the list to remove obsolete files, and no others.
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
from tilewright.wire.catalog import build_engine_list, get_puzzle_file

INDEX: Final = "index.html"
LIST: Final = "tilewright-site.txt"
ENGINES: Final = "engine"
EXCLUDED: Final = ("built-from.txt",)
ROOT_URL: Final = re.compile(r'\b(href|src)="/')
"""Root-relative URLs in the page, as used on a server."""


def check_site(folder: Path) -> None:
    """Raise TilewrightError if the page is not built, or `folder` has files of another origin."""
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
    """Write the site with the compiled engines, and return its size in bytes.

    Files whose names are content hashes are written first, and the page that refers to them last,
    so that visitors always see either the old or the new site.
    """
    check_site(folder)
    files = dict([*_iter_engine_files(), *_iter_page_files()])
    before = _read_file_list(folder)
    for name, body in sorted(files.items(), key=lambda file: _has_fixed_name(file[0])):
        _write(folder / name, body)
    _write(folder / LIST, "".join(f"{name}\n" for name in sorted(files)).encode())
    for name in before - set(files):
        _remove(folder, name)
    return sum(map(len, files.values()))


def _has_fixed_name(name: str) -> bool:
    """Return True if a file's name does not depend on its contents."""
    return PurePosixPath(name).parts[0] != "assets" and not name.endswith(
        (".wasm", ".weights", ".puzzles")
    )


def _iter_page_files() -> Iterator[tuple[str, bytes]]:
    """Yield the name and contents of each file of the page."""
    for path in sorted(PAGE_FOLDER.rglob("*")):
        name = path.relative_to(PAGE_FOLDER).as_posix()
        if path.is_file() and path.suffix != ".gz" and name not in EXCLUDED:
            yield name, path.read_bytes()
    yield INDEX, _mark_static((PAGE_FOLDER / INDEX).read_text(encoding="utf-8")).encode()


def _mark_static(page: str) -> str:
    """Return the page with relative URLs, and with a mark that there is no server."""
    return ROOT_URL.sub(r'\1="./', page).replace("<html ", '<html data-server="none" ', 1)


def _iter_engine_files() -> Iterator[tuple[str, bytes]]:
    """Yield the name and contents of each engine file, and of their list."""
    engines = {game: engine for game in playable_games() if (engine := find_engine(game))}
    for game, engine in engines.items():
        for file in filter(None, (*engine, get_puzzle_file(game))):
            yield f"{ENGINES}/{file.name}", file.body
    yield f"{ENGINES}/engines.json", msgspec.json.encode(build_engine_list(engines, has_more=False))


def _read_file_list(folder: Path) -> set[str]:
    """Read the list of files written by the previous run."""
    path = folder / LIST
    return set(path.read_text(encoding="utf-8").splitlines()) if path.is_file() else set()


def _write(path: Path, body: bytes) -> None:
    """Write a file atomically."""
    beside = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(body)
        beside.replace(path)
    except OSError as error:
        raise TilewrightError(f"cannot write {path}: {error.strerror}") from error


def _remove(folder: Path, name: str) -> None:
    """Remove an obsolete file. A file outside `folder`, or one that cannot be removed, is kept."""
    path = (folder / name).resolve()
    if path.is_relative_to(folder.resolve()):
        with suppress(OSError):
            path.unlink()
