"""Builds the page into src/tilewright/page, where the server finds it; nothing else needs Node.

``python web/build.py`` does so when something has changed, ``--force`` in any case, and with
``--key`` it only prints what the sources come down to.
"""

from __future__ import annotations

import hashlib
import json
import runpy
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from npm import WEB, install_packages, npm

ROOT = WEB.parent
PAGE = ROOT / "src" / "tilewright" / "page"
STAMP = PAGE / "built-from.txt"
MANIFEST = PAGE / ".vite" / "manifest.json"
# What is worth sending packed.
PACKED = {".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}
# What a browser fetches before it shows its first board, gzipped: document, scripts, styles and the
# words of one language. Fonts are compressed already and come after the board; engines and all
# other pages are fetched when they are needed.
MAX_FIRST_VISIT_BYTES = 130_000
# Workers are scripts of their own, gzipped.
MAX_WORKER_BYTES = {"worker-*.js": 20_000, "sw.js": 4_000}
# Whose work is part of what is built.
BUNDLED = (
    "svelte",
    "@fontsource-variable/source-sans-3",
    "@fontsource-variable/source-serif-4",
    "lean-qr",
)


def sources() -> Iterator[Path]:
    """All that the page is built from."""
    yield from (path for path in WEB.iterdir() if path.is_file())
    for folder in ("src", "public"):
        yield from (path for path in (WEB / folder).rglob("*") if path.is_file())
    yield from (ROOT / "src" / "tilewright").rglob("art.json")


def fingerprint() -> str:
    """Changes with any source, and with the version that the page says it is of."""
    digest = hashlib.sha256(version().encode())
    for path in sorted(sources()):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def version() -> str:
    """Of the package, and so of the page."""
    return str(runpy.run_path(str(ROOT / "src" / "tilewright" / "version.py"))["__version__"])


def is_built() -> bool:
    """Whether what is there was built from these very sources."""
    return STAMP.is_file() and STAMP.read_text() == fingerprint()


def build() -> None:
    """Build, pack, and note what it was built from."""
    built_from = fingerprint()
    install_packages()
    arguments = ("run", "build", "--silent", "--", "--logLevel=warn")
    if npm(*arguments, TILEWRIGHT_VERSION=version()):
        raise SystemExit("page: it could not be built; see above")
    check_sizes()
    shutil.rmtree(MANIFEST.parent)
    name_build()
    (PAGE / "LICENSES.txt").write_text(licences(), encoding="utf-8")
    for path in list(PAGE.rglob("*")):
        if path.suffix in PACKED:
            path.with_name(path.name + ".gz").write_bytes(pack(path))
    STAMP.write_text(built_from)


def check_sizes() -> None:
    """Refuse a page that a first visit would wait for, and workers that have grown out of hand."""
    sizes = {"a first visit": (gzipped_bytes(first_visit_files()), MAX_FIRST_VISIT_BYTES)}
    for pattern, most in MAX_WORKER_BYTES.items():
        sizes[pattern] = gzipped_bytes(PAGE.rglob(pattern)), most
    for name, (size, most) in sizes.items():
        if size > most:
            raise SystemExit(f"page: {name}: {size} bytes gzipped; at most {most}")
    print(", ".join(f"{name}: {size} of {most} bytes" for name, (size, most) in sizes.items()))


def first_visit_files() -> set[Path]:
    """Return what is fetched before the first board, at most: by game and by language."""
    chunks = json.loads(MANIFEST.read_text(encoding="utf-8"))
    boards = [files_of(chunks, name) for name in chunks if name.endswith("/components.ts")]
    words = [{path} for path in PAGE.glob("assets/??-*.json")]
    page = files_of(chunks, "index.html") | {PAGE / "index.html"}
    return page | max(boards, key=gzipped_bytes) | max(words, key=gzipped_bytes)


def files_of(chunks: dict[str, Any], name: str) -> set[Path]:
    """Return the files of a chunk of Vite's manifest and of those that it imports at once."""
    found, waiting = set(), [name]
    while waiting:
        chunk = chunks[waiting.pop()]
        files = {PAGE / file for file in (chunk["file"], *chunk.get("css", []))}
        if not files <= found:
            found |= files
            waiting += chunk.get("imports", [])
    return found


def gzipped_bytes(paths: Iterable[Path]) -> int:
    """Return how many bytes these files are on the wire."""
    return sum(len(pack(path)) for path in paths)


def pack(path: Path) -> bytes:
    """A file as gzip, packed once with all the patience there is: 3 % less than with zlib's."""
    import zopfli.gzip

    packed: bytes = zopfli.gzip.compress(path.read_bytes())
    return packed


def name_build() -> None:
    """Have the page and its service worker say which build they are of, and what belongs to it."""
    paths = sorted(path for path in PAGE.rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.relative_to(PAGE).as_posix().encode() + b"\0" + path.read_bytes())
    build = digest.hexdigest()[:16]
    files = [path.relative_to(PAGE).as_posix() for path in paths]
    kept = json.dumps([name for name in files if name not in ("index.html", "sw.js")])
    fill(PAGE / "sw.js", {"'__BUILD__'": f"'{build}'", "['__FILES__']": kept})
    fill(PAGE / "index.html", {"<html ": f'<html data-build="{build}" '})


def fill(path: Path, values: dict[str, str]) -> None:
    """Put values into a file, each at its one place."""
    text = path.read_text(encoding="utf-8")
    for place, value in values.items():
        assert text.count(place) == 1, f"{path.name}: expected {place} once"
        text = text.replace(place, value)
    path.write_text(text, encoding="utf-8")


def licences() -> str:
    """The licences of what others have written and the page carries along."""
    return "\n\n".join(licence(WEB / "node_modules" / package) for package in BUNDLED)


def licence(package: Path) -> str:
    """A package's name, version and licence, with the licence's text where it has it."""
    about = json.loads((package / "package.json").read_text(encoding="utf-8"))
    texts = [f"{about['name']} {about['version']}, licence {about['license']}"]
    files = sorted(path for path in package.iterdir() if path.stem.upper() == "LICENSE")
    return "\n\n".join(texts + [path.read_text(encoding="utf-8") for path in files])


def main() -> None:
    """Do what the arguments ask for."""
    if "--key" in sys.argv[1:]:
        print(fingerprint())
    elif is_built() and "--force" not in sys.argv[1:]:
        print("page: up to date")
    else:
        print("page: building (the first time takes half a minute)", flush=True)
        build()


if __name__ == "__main__":
    main()
