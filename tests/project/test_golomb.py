"""A game from outside: examples/golomb, installed into an environment of its own, has it all."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect

from page_play import begin, choose_bot, is_over, may_move
from page_visitor import Visitor, chromium
from server_process import ServerProcess, server_process
from tilewright.client import Client

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[1]
GUIDE = TESTS.parent / "docs" / "how-to" / "add-a-game.md"
EXAMPLE = TESTS.parent / "examples" / "golomb"
TOURS = ("rules", "bots", "environments", "batch", "cuda")


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment that sees this one's packages, and has the game."""
    home = tmp_path_factory.mktemp("golomb")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home / "env"], check=True)
    made = home / "env" / "bin" / "python"
    ask = [str(made), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
    # Our own packages with their .pth files, of which an installation for developers is one.
    outer = sysconfig.get_path("purelib")
    Path(packages, "outer.pth").write_text(f"import site; site.addsitedir({outer!r})\n")
    install = "install --quiet --no-deps --no-build-isolation --disable-pip-version-check".split()
    pip = [sys.executable, "-m", "pip", "--python", str(made), *install, str(EXAMPLE)]
    subprocess.run(pip, check=True, cwd=home)
    return made


def run(python: Path, *arguments: str, cwd: Path | None = None) -> str:
    done = subprocess.run(
        [python, *arguments], capture_output=True, text=True, timeout=300, check=False, cwd=cwd
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_golomb_is_a_short_separate_package() -> None:
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


def test_golomb_is_not_named_in_shared_code() -> None:
    for path in (TESTS.parent / "src").rglob("*.py"):
        assert "golomb" not in path.read_text(encoding="utf-8").lower(), path


@pytest.mark.parametrize("tour", TOURS)
def test_golomb_has_every_part(python: Path, tour: str, tmp_path: Path) -> None:
    told = run(python, str(TESTS / "support" / "golomb_tour.py"), tour, cwd=tmp_path)
    assert told.splitlines()[-1] == "done"


def blocks(language: str) -> list[tuple[str, str]]:
    """Return the blocks of the walk-through in that language: title and text."""
    fence = rf"^```{language}(?: title=\"(.+?)\")?\n(.*?)^```$"
    return re.findall(fence, GUIDE.read_text(encoding="utf-8"), re.M | re.S)


def test_golomb_walk_through_quotes_the_code() -> None:
    shown = blocks("py") + blocks("toml")
    assert len(shown) >= 9
    for title, text in shown:
        folder = EXAMPLE if title.endswith(".toml") else EXAMPLE / "golomb"
        assert f"\n{text}" in (folder / title).read_text(), title


def test_golomb_walk_through_commands_run(python: Path, tmp_path: Path) -> None:
    """Terminal, records and arena; the server has a test of its own."""
    ((_, text),) = blocks("sh")
    lines = [line.split() for line in text.splitlines()]
    assert lines[0] == ["pip", "install", "./examples/golomb"]
    assert lines[-1] == ["tilewright", "serve", "--open"]
    told = [run(python, "-m", *line, cwd=tmp_path) for line in lines[1:-1]]
    assert "golomb: Golomb's Game, 2-4 players" in told[0]
    assert "a b c d e f g h" in told[1] and "left: " in told[1]
    assert "game: golomb" in (tmp_path / "g.txt").read_text()
    assert "lays the U on" in told[2] and "Checked: " in told[2]
    results = json.loads((tmp_path / "out.json").read_text())["results"]
    wins = {entry["bot"]: entry["wins"] for entry in results}
    assert wins["level-4"] + wins["random"] == 20 and wins["level-4"] >= 15, "it looks ahead"


# --- The server and the page --------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("served")
    with server_process(["--data", str(folder)], folder / "log.txt", python) as server:
        yield server


def test_golomb_plays_on_a_server(server: ServerProcess) -> None:
    with Client(server.url) as client:
        client.guest("Anna")
        card = next(card for card in client.games() if card.name == "golomb")
        levels = [f"level-{number}" for number in range(1, 9)]
        bots = [bot["name"] for bot in msgspec.to_builtins(card.bots)]
        assert bots == ["random", "greedy", *levels]
        table = client.open_table("golomb", players=2, bots={1: "level-2"}).info.id
        client.start(table)
        with client.play(table) as live:
            for view in live.turns():
                assert view.moves
                live.move(view.moves[len(view.moves) // 2])
            assert live.is_over and live.info.outcome is not None
        assert "game: golomb" in client.record(table)


def test_golomb_plays_on_the_page(server: ServerProcess) -> None:
    """In a browser, on the plain board: from the home page to the end of a game with a bot."""
    with chromium() as browser:
        anna = Visitor(browser, server.url)
        page = anna.go("/")
        heading = page.get_by_role("heading", name="Golomb's Game", exact=True)
        panel = page.get_by_role("article").filter(has=heading)
        panel.get_by_role("button", name="Play").click()
        choose_bot(page, 1)
        begin(anna, "Play")
        while not is_over(anna):
            anna.until("my turn", lambda: is_over(anna) or may_move(anna))
            if may_move(anna) and not is_over(anna):
                lay_piece(anna)
        expect(page.locator(".over")).to_be_visible()
        anna.leave()
        anna.check()


def lay_piece(anna: Visitor) -> None:
    """Choose a piece, press a cell that it may cover, and play it as it lies then."""
    view, page = anna.now["view"], anna.page
    place = view["scene"]["plain"]["moves"][0]
    page.locator(f'[data-piece="{place["piece"]}"]').click()
    grid, row, column = place["cells"][0]
    page.locator(f'[data-at="{grid},{row},{column}"]').click()
    expect(page.locator("[data-at].ghost")).to_have_count(5)
    page.locator(".bar .primary").click()
    anna.until("an answer", lambda: anna.now["view"]["number"] > view["number"])
    anna.drawn()
