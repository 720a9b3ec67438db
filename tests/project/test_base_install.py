"""``pip install tilewright`` alone: the terminal works, and whatever needs more says what.

Packages beyond the base are not uninstalled for this but refused to the code that imports them;
``scripts/release`` and ``test_pythons.py --long`` try the real thing.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import pytest

from tilewright.extras import install_command

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
NAME = re.compile(r"[A-Za-z0-9._-]+")

# Run first in the other process: refuses all that the base does not bring.
BARE = """
import sys
refused = set({refused!r})

class Bare:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top in refused:
            raise ModuleNotFoundError(f"No module named {{top!r}}", name=top)

sys.meta_path.insert(0, Bare())
"""


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def base_distributions() -> set[str]:
    """Return all that ``pip install tilewright`` brings: its dependencies, and theirs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: set[str] = set()
    todo = list(project["dependencies"])
    while todo:
        requirement = todo.pop()
        name = NAME.match(requirement)
        assert name is not None
        if "extra ==" in requirement or canonical(name[0]) in found:
            continue
        try:
            todo += distribution(name[0]).requires or []
        except ModuleNotFoundError:  # for another platform or Python
            continue
        found.add(canonical(name[0]))
    return found


@cache
def refused_modules() -> list[str]:
    """Return all that is installed here and does not come with the base."""
    base = base_distributions() | {"tilewright"}
    found = packages_distributions().items()
    return [module for module, names in found if not base & {canonical(name) for name in names}]


def run_bare(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    script = BARE.format(refused=refused_modules()) + code
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def command(words: str) -> str:
    return f"""
sys.argv = ["tilewright", *{words.split()!r}]
from tilewright.cli import main
main()
"""


def test_base_install_is_small() -> None:
    assert {"numpy", "numba", "typer", "rich"} <= base_distributions()
    assert not {"fastapi", "httpx", "uvicorn", "psycopg", "pyarrow"} & base_distributions()


def test_base_install_refuses_imports_of_extras(tmp_path: Path) -> None:
    assert "No module named 'fastapi'" in run_bare("import fastapi", tmp_path).stderr


def test_base_install_plays_positions(tmp_path: Path) -> None:
    code = "import tilewright as tw; print(tw.new(next(iter(tw.GAMES)), seed=7))"
    done = run_bare(code, tmp_path)
    assert done.returncode == 0 and done.stdout.startswith("tilewright: position"), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        "--version",
        "--help",
        "serve --help",
        "games",
        "play {game} --seats random,random --seed 7 --auto --record game.txt",
        "arena {game} --bots random,random --games 2 --workers 1",
    ],
)
def test_base_install_plays_in_the_terminal(words: str, tmp_path: Path) -> None:
    from tilewright.registry import GAMES

    done = run_bare(command(words.format(game=GAMES.names[0])), tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "words, extra",
    [
        ("serve", "server"),
        ("backup file", "server"),
        ("records export folder", "server"),
        ("arena {game} --bots random,random --ray local", "cluster"),
        ("arena {game} --bots random,random --parquet file", "data"),
        ("generate {game} --bots random,random --out folder", "data"),
        ("observe {game} --plot .", "data"),
    ],
)
def test_base_install_commands_name_the_extra_they_need(
    words: str, extra: str, tmp_path: Path
) -> None:
    from tilewright.registry import GAMES

    done = run_bare(command(words.format(game=GAMES.names[0])), tmp_path)
    assert done.returncode == 2, done.stderr
    expected = rf"tilewright: \w+ is not installed: {re.escape(install_command(extra))}\n"
    assert re.fullmatch(expected, done.stderr)


@pytest.mark.parametrize(
    "module, extra",
    [
        ("server", "server"),
        ("server.app", "server"),
        ("client", "client"),
        ("envs.pettingzoo", "envs"),
        ("envs.gymnasium", "envs"),
        ("envs.openspiel", "openspiel"),
    ],
)
def test_base_install_imports_name_the_extra_they_need(
    module: str, extra: str, tmp_path: Path
) -> None:
    done = run_bare(f"import tilewright.{module}", tmp_path)
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith(install_command(extra)), done.stderr
