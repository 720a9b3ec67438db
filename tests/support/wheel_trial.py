"""Trial of a wheel in an empty environment, with a game from deal to end.

``python tests/support/wheel_trial.py WHEEL`` tries it with every Python that is installed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

__all__ = ["find_pythons", "named_versions", "try_wheel"]

ROOT = Path(__file__).parents[2]
CLASSIFIER = re.compile(r"Programming Language :: Python :: (3\.\d+)")
SAY_VERSION = "import sys; print('%d.%d' % sys.version_info[:2])"
# The base is NumPy, Numba and what the terminal needs, no more.
CHECK_BASE = """
import importlib.util
assert importlib.util.find_spec("fastapi") is None and importlib.util.find_spec("httpx") is None
"""
CHECK_POSITION = """
import tilewright as tw
position = tw.new(tw.GAMES.names[0], seed=7)
assert tw.position(position.game.name, str(position)) == position
print(position.game.name)
"""
# A release carries its modules, and knows them for its own.
CHECK_ENGINES = """
from tilewright.runtime.wasm_assets import RELEASED_MODULES, find_engine, playable_games
found = [find_engine(game) for game in playable_games()]
assert all(engine and engine.module.body[:4] == b"\\0asm" for engine in found), RELEASED_MODULES
"""


def named_versions() -> list[str]:
    """Return the versions of Python that the package supports."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [found[1] for line in project["classifiers"] if (found := CLASSIFIER.fullmatch(line))]


def find_pythons() -> dict[str, str]:
    """Return those of them that are installed and run; version managers leave dead shims about."""
    found = {}
    for version in named_versions():
        for path in _candidates(version):
            words = [path, "-c", SAY_VERSION]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            if done.returncode == 0 and done.stdout.strip() == version:
                found[version] = path
                break
    return found


def _candidates(version: str) -> list[str]:
    on_path = shutil.which(f"python{version}")
    managed = sorted(Path.home().glob(f".pyenv/versions/{version}*/bin/python"))
    return [*([on_path] if on_path else []), *map(str, managed)]


def try_wheel(wheel: Path, python: str, folder: Path) -> None:
    """Install a wheel into an empty environment of its own and play a game with it."""
    run(python, "-m", "venv", folder / "env")
    inside = folder / "env" / "bin" / "python"
    run(inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel.resolve())
    tilewright = folder / "env" / "bin" / "tilewright"
    version = wheel.name.split("-")[1]
    assert run(tilewright, "--version") == f"tilewright {version}\n"
    run(inside, "-c", CHECK_BASE, folder=folder)
    play(inside, folder)
    if any(name.startswith("tilewright/wasm/") for name in ZipFile(wheel).namelist()):
        run(inside, "-c", CHECK_ENGINES, folder=folder)
    refused = subprocess.run([tilewright, "serve"], capture_output=True, text=True, check=False)
    assert refused.returncode == 2 and f"pip install '{wheel.resolve()}[server]'" in refused.stderr


def play(inside: Path, folder: Path) -> None:
    """Play a game between bots in the environment of a Python, and replay its record."""
    tilewright = inside.with_name("tilewright")
    game = run(inside, "-c", CHECK_POSITION, folder=folder).strip()
    words = ["--seats", "level-1,random", "--seed", "7", "--auto", "--record", "game.txt"]
    run(tilewright, "play", game, *words, folder=folder)
    assert "as recorded" in run(tilewright, "replay", "game.txt", folder=folder)


def try_server(wheel: Path, python: str, folder: Path) -> Path:
    """Install a wheel with its server from downloaded files alone, and fetch the page.

    Returns:
        The Python of the environment.
    """
    run(python, "-m", "venv", folder / "env")
    inside = folder / "env" / "bin" / "python"
    pip, wanted = [str(inside), "-m", "pip", "--quiet"], f"{wheel.resolve()}[server]"
    run(*pip, "download", "--dest", folder / "files", wanted)
    run(*pip, "install", "--no-index", "--find-links", folder / "files", wanted)
    serve(inside, folder)
    return inside


def try_lowest(wheel: Path, python: str, folder: Path) -> None:
    """Install a wheel with the lowest versions that it names, play a game and fetch the page."""
    run(sys.executable, "-m", "uv", "venv", "--quiet", "--python", python, folder / "env")
    inside = folder / "env" / "bin" / "python"
    wanted = f"{wheel.resolve()}[server,client]"
    uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(inside)]
    run(*uv, "--resolution", "lowest-direct", wanted)
    play(inside, folder)
    serve(inside, folder)


def serve(inside: Path, folder: Path) -> None:
    """Start the server of an environment, without Node, and fetch the page and the games."""
    program, data = str(inside.with_name("tilewright")), str(folder / "data")
    words = [program, "serve", "--port", "0", "--data", data]
    clean = {"PATH": str(inside.parent), "HOME": str(folder)}
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=clean
    ) as server:
        try:
            address = server.stdout.readline().strip() if server.stdout else ""
            with urlopen(address) as answer:
                assert b"<title>" in answer.read()
            with urlopen(f"{address}/api/v1/games") as answer:
                assert b"nova-luna" in answer.read()
        finally:
            server.terminate()


def run(*words: str | Path, folder: Path | None = None) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env=clean,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{words}: {done.stderr}"
    return done.stdout


def main() -> None:
    wheel = Path(sys.argv[1])
    pythons = find_pythons()
    for version in named_versions():
        if version not in pythons:
            print(f"Python {version} is not here: not tried", flush=True)
            continue
        with tempfile.TemporaryDirectory() as folder:
            try_wheel(wheel, pythons[version], Path(folder))
        print(f"Python {version}: {wheel.name} installed into nothing, a game played", flush=True)
    oldest = next(version for version in named_versions() if version in pythons)
    with tempfile.TemporaryDirectory() as folder:
        try_lowest(wheel, pythons[oldest], Path(folder))
    print(f"Python {oldest}: the lowest versions play and serve", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        inside = try_server(wheel, pythons[oldest], Path(folder))
        print(f"Python {oldest}: installed from files and served without Node", flush=True)
        components = wheel.with_name(f"{wheel.name.rpartition('-py3')[0]}.cdx.json")
        options = ["--output-reproducible", "--output-file", str(components)]
        run(sys.executable, "-m", "cyclonedx_py", "environment", inside, *options)
    print(f"{components.name} lists the components of a server", flush=True)


if __name__ == "__main__":
    main()
