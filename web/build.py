"""Builds the page into src/tilewright/page, where the server finds it; nothing else needs Node.

``python web/build.py`` does so when something has changed, ``--force`` in any case, and with
``--key`` it only prints what the sources come down to.
"""

from __future__ import annotations

import hashlib
import json
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path

from npm import WEB, install_packages, npm

ROOT = WEB.parent
PAGE = ROOT / "src" / "tilewright" / "page"
STAMP = PAGE / "built-from.txt"
# What is worth sending packed.
PACKED = {".css", ".html", ".js", ".json", ".svg", ".txt"}
# What scripts may weigh together, packed: whoever adds some takes others away. Those of the engine
# are fetched by whoever plays without a server.
ENGINE = "worker-*.js"
MOST_SCRIPT_BYTES = {"*.js": 125_000, ENGINE: 12_000}
# Whose work is part of what is built.
BUNDLED = (
    "svelte",
    "@fontsource-variable/source-sans-3",
    "@fontsource-variable/source-serif-4",
)


def sources() -> Iterator[Path]:
    """All that the page is built from."""
    yield from (path for path in WEB.iterdir() if path.is_file())
    for folder in ("src", "public"):
        yield from (path for path in (WEB / folder).rglob("*") if path.is_file())


def fingerprint() -> str:
    """Changes with any source, and with the version that the page says it is of."""
    digest = hashlib.sha256(version().encode())
    for path in sorted(sources()):
        digest.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes())
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
    for kind, most in MOST_SCRIPT_BYTES.items():
        if (weight := script_bytes(kind)) > most:
            raise SystemExit(f"page: the scripts {kind} weigh {weight} bytes; at most {most}")
    (PAGE / "LICENSES.txt").write_text(licences(), encoding="utf-8")
    for path in list(PAGE.rglob("*")):
        if path.suffix in PACKED:
            path.with_name(path.name + ".gz").write_bytes(pack(path))
    STAMP.write_text(built_from)


def script_bytes(kind: str) -> int:
    """Scripts of the page as they are sent; the engine's are counted by themselves."""
    scripts = [path for path in PAGE.rglob(kind) if kind == ENGINE or not path.match(ENGINE)]
    return sum(len(pack(path)) for path in scripts)


def pack(path: Path) -> bytes:
    """A file as gzip, packed once with all the patience there is: 3 % less than with zlib's."""
    import zopfli.gzip

    packed: bytes = zopfli.gzip.compress(path.read_bytes())
    return packed


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
