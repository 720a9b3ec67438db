"""A game from outside: examples/golomb, installed into an environment of its own, has it all."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from server_process import ServerProcess, server_process
from tilewright.client import Client

TESTS = Path(__file__).parent
EXAMPLE = TESTS.parent / "examples" / "golomb"
TOURS = ("rules", "bots", "environments", "batch", "cuda")


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment that sees this one's packages, and has the game."""
    home = tmp_path_factory.mktemp("golomb")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home / "env"], check=True)
    made = home / "env" / "bin" / "python"
    ask = [made, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
    # Our own packages with their .pth files, of which an installation for developers is one.
    outer = sysconfig.get_path("purelib")
    Path(packages, "outer.pth").write_text(f"import site; site.addsitedir({outer!r})\n")
    install = "install --quiet --no-deps --no-build-isolation --disable-pip-version-check".split()
    pip = [sys.executable, "-m", "pip", "--python", made, *install, EXAMPLE]
    subprocess.run(pip, check=True, cwd=home)
    return made


def run(python: Path, *arguments: str, cwd: Path | None = None) -> str:
    done = subprocess.run(
        [python, *arguments], capture_output=True, text=True, timeout=300, check=False, cwd=cwd
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_short_and_a_package_of_its_own() -> None:
    files = list(EXAMPLE.rglob("*.py"))
    assert sum(len(path.read_text().splitlines()) for path in files) <= 300
    used = {
        name.partition(".")[0]
        for path in files
        for node in ast.walk(ast.parse(path.read_text()))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert used <= {"__future__", "golomb", "numpy", "re", "tilewright"}


def test_nothing_of_ours_knows_it() -> None:
    for path in (TESTS.parent / "src").rglob("*.py"):
        assert "golomb" not in path.read_text(encoding="utf-8").lower(), path


@pytest.mark.parametrize("tour", TOURS)
def test_it_has(python: Path, tour: str, tmp_path: Path) -> None:
    told = run(python, str(TESTS / "golomb_tour.py"), tour, cwd=tmp_path)
    assert told.splitlines()[-1] == "done"


def test_terminal_and_records(python: Path, tmp_path: Path) -> None:
    assert "golomb" in run(python, "-m", "tilewright", "games", cwd=tmp_path)
    command = "-m tilewright play golomb --seats random,random --auto"
    shown = run(python, *command.split(), cwd=tmp_path)
    assert "a b c d e f g h" in shown and "left: " in shown
    command = "-m tilewright play golomb --seats level-3,random --seed 7 --auto --record g.txt"
    run(python, *command.split(), cwd=tmp_path)
    assert "game: golomb" in (tmp_path / "g.txt").read_text()
    shown = run(python, "-m", "tilewright", "replay", "g.txt", cwd=tmp_path)
    assert "lays the U on" in shown and "Checked: " in shown


def test_arena(python: Path, tmp_path: Path) -> None:
    """Whoever looks ahead beats whoever does not."""
    command = "-m tilewright arena golomb --bots level-4,random --games 20 --seed 1 --json out.json"
    run(python, *command.split(), cwd=tmp_path)
    told = json.loads((tmp_path / "out.json").read_text())
    assert "level-4" in json.dumps(told)


# --- The server and the page --------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("served")
    with server_process(["--data", str(folder)], folder / "log.txt", python) as server:
        yield server


def test_server(server: ServerProcess) -> None:
    with Client(server.url) as client:
        client.guest("Anna")
        card = next(card for card in client.games() if card.name == "golomb")
        levels = [f"level-{number}" for number in range(1, 9)]
        assert [bot.name for bot in card.bots] == ["random", "greedy", *levels]
        table = client.open_table("golomb", players=2, bots={1: "level-2"}).info.id
        client.start(table)
        with client.play(table) as live:
            for view in live.turns():
                assert view.moves
                live.move(view.moves[len(view.moves) // 2])
            assert live.is_over and live.info.outcome is not None
        assert "game: golomb" in client.record(table)
