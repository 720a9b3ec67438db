"""A game is one folder, and one folder of the page: no shared file names it.

Docstrings may show a game as an example. All else is looked at: code, texts, words of the page,
its colours, and what tests share. A test itself may well be about one game.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from offenders import ROOT, nodes_of, offenders
from tilewright.registry import GAMES, find_games

PACKAGE, WEB, TESTS = ROOT / "src" / "tilewright", ROOT / "web", ROOT / "tests"
FACES = [face.parent for face in WEB.glob("src/games/*/game-ui.ts")]
SHOWN = {".css", ".ftl", ".html", ".js", ".json", ".svelte", ".ts", ".svg"}
EXAMPLE_LINES = re.compile(r"^ *(?:\$ |tilewright |>>> |game: ).*$", re.MULTILINE)
"""Parts of a game that a text may show: a command to type, a line of a record."""


OURS = [entry.name for entry in find_games() if entry.value.startswith("tilewright.")]


def spellings(game: str) -> Iterator[str]:
    """Return all ways to write a game: ``my-shelfie``, ``my_shelfie``, ``MyShelfie``, ``My
    Shelfie``."""
    words = game.split("-")
    yield from (joint.join(words) for joint in ("-", "_", "", " "))
    yield GAMES[game].title.lower()


RULES = {
    rule
    for page in (ROOT / "docs" / "games").glob("*.md")
    for rule in re.findall(r"\*\*([A-Z]+)-1 ", page.read_text(encoding="utf-8"))
}
NAMES = sorted({name for game in OURS for name in spellings(game)}, key=len, reverse=True)
NAMED = re.compile(
    rf"(?<![a-z])(?:{'|'.join(map(re.escape, NAMES))})(?![a-z])|\b(?:{'|'.join(RULES)})-\d", re.I
)


def named_in(text: str) -> list[str]:
    return [found.group() for found in NAMED.finditer(text)]


def spoken(source: str) -> str:
    """Return what a module says and does: its names and texts, without comments and docstrings."""
    shown = set(map(id, examples(source)))
    found: list[str] = []
    for node in nodes_of(source):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in shown:
                found.append(EXAMPLE_LINES.sub("", text))
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.FunctionDef(name=name):
                found.append(name)
            case ast.ImportFrom(module=str(module)):
                found += [module, *(alias.name for alias in node.names)]
            case ast.Import():
                found += [alias.name for alias in node.names]
    return "\n".join(found)


def examples(source: str) -> Iterator[ast.AST]:
    """Docstrings, and what a field of the API is shown with."""
    for node in nodes_of(source):
        if isinstance(node, ast.Expr):
            yield node.value
        elif isinstance(node, ast.keyword) and node.arg == "examples":
            yield from ast.walk(node.value)


def is_of_a_game(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in FACES)


def shared_of_the_page() -> list[Path]:
    """Return everything that is built into the page or builds it."""
    files = [*WEB.glob("*.*"), *WEB.glob("src/**/*"), *WEB.glob("public/**/*")]
    return sorted(
        path
        for path in files
        if path.suffix in SHOWN and not is_of_a_game(path) and "package" not in path.name
    )


def shared_of_the_package() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if PACKAGE / "games" not in path.parents)


def shared_by_tests() -> list[Path]:
    """Return what tests import: modules beside them that are no tests."""
    return sorted(
        path for path in (TESTS / "support").glob("*.py") if not path.name.startswith("test_")
    )


def test_page_code_names_no_game() -> None:
    assert offenders(shared_of_the_page(), lambda _, text: named_in(text)) == {}


@pytest.mark.parametrize("shared", [shared_of_the_package, shared_by_tests])
def test_shared_modules_name_no_game(shared: Callable[[], list[Path]]) -> None:
    assert offenders(shared(), lambda _, source: named_in(spoken(source))) == {}


@pytest.mark.parametrize("game", OURS)
def test_game_name_in_any_spelling_is_found(game: str) -> None:
    for name in spellings(game):
        assert named_in(f"title-{name} = x") == [name]
        assert named_in(spoken(f"import {name.replace('-', '_').replace(' ', '_')}")) != []
    assert named_in("rule NL-8") == ["NL-8"]
    assert named_in(spoken('"""Such as my-shelfie."""\nx = 1  # nova-luna')) == []
    assert named_in(spoken('x = {"nova-luna": 3}')) == ["nova-luna"]


def test_game_uis_have_their_own_folders() -> None:
    named = {name for folder in FACES for name in named_in((folder / "game-ui.ts").read_text())}
    assert named >= set(OURS), "every game of ours has a face"
