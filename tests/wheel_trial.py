"""A wheel, tried as a stranger would: an empty environment, a game from deal to end.

``python tests/wheel_trial.py WHEEL`` tries it with every Python that is here.
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
from zipfile import ZipFile

__all__ = ["find_pythons", "named_versions", "try_wheel"]

ROOT = Path(__file__).parent.parent
CLASSIFIER = re.compile(r"Programming Language :: Python :: (3\.\d+)")
SAY_VERSION = "import sys; print('%d.%d' % sys.version_info[:2])"
# Installed are NumPy, Numba and what the terminal needs, no more.
CHECK_BASE = """
import importlib.util, tilewright as tw
assert importlib.util.find_spec("fastapi") is None and importlib.util.find_spec("httpx") is None
position = tw.new(tw.GAMES.names[0], seed=7)
assert tw.position(position.game.name, str(position)) == position
print(position.game.name)
"""
# A release carries its modules, and knows them for its own.
CHECK_ENGINES = """
from tilewright.engines import CARRIED, find_engine, playable_games
found = [find_engine(game) for game in playable_games()]
assert all(engine and engine.module.body[:4] == b"\\0asm" for engine in found), CARRIED
"""


def named_versions() -> list[str]:
    """The versions of Python that the package says it runs on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [found[1] for line in project["classifiers"] if (found := CLASSIFIER.fullmatch(line))]


def find_pythons() -> dict[str, str]:
    """Those of them that are here and really run; version managers leave dead shims about."""
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
    game = run(inside, "-c", CHECK_BASE, folder=folder).strip()
    words = ["--seats", "level-1,random", "--seed", "7", "--auto", "--record", "game.txt"]
    run(tilewright, "play", game, *words, folder=folder)
    assert "as recorded" in run(tilewright, "replay", "game.txt", folder=folder)
    if any(name.startswith("tilewright/wasm/") for name in ZipFile(wheel).namelist()):
        run(inside, "-c", CHECK_ENGINES, folder=folder)
    refused = subprocess.run([tilewright, "serve"], capture_output=True, text=True, check=False)
    assert refused.returncode == 2 and "pip install 'tilewright[server]'" in refused.stderr


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


if __name__ == "__main__":
    main()
