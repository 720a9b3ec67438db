"""Imports point one way, and no module asks which game it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from offenders import ROOT, nodes_of, offenders

PACKAGE = ROOT / "src" / "tilewright"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Every unit of the package, lowest first: imports point to earlier units only, those inside
# functions and under TYPE_CHECKING too. `games` stands for each game's folder, and no game knows
# another.
ORDER = tuple(
    """
    version errors extras text dates settings jobs svg kernel game games registry runtime.jit
    position records match perft
    network search bots runtime
    arena envs study bench
    wire client server cli __init__ __main__
    """.split()
)


def unit_of(path: Path) -> str:
    """Return the part of the package a file belongs to, such as ``kernel`` or
    ``games.my_shelfie``."""
    return unit_name(path.relative_to(PACKAGE).with_suffix("").parts)


@cache
def unit_name(parts: tuple[str, ...]) -> str:
    """Return the unit that a module belongs to; names of the package itself are its friendly
    face's."""
    if ".".join(parts[:2]) in ORDER or (
        parts[0] == "games" and parts[1:2] not in ((), ("__init__",))
    ):
        return ".".join(parts[:2])
    is_unit = parts[0] in ORDER or any((PACKAGE / parts[0]).parent.glob(f"{parts[0]}*"))
    return parts[0] if is_unit else "__init__"


def imported_modules(path: Path, source: str) -> Iterator[tuple[str, ...]]:
    """Return what a file imports of the package, as parts below ``tilewright``, wherever it says
    so."""
    package = ("tilewright", *path.relative_to(PACKAGE).parts[:-1])
    for node in nodes_of(source):
        if isinstance(node, ast.Import):
            names = [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            base += tuple(node.module.split(".")) if node.module else ()
            names = [(*base, alias.name) for alias in node.names]
        else:
            continue
        yield from (name[1:] or ("__init__",) for name in names if name[0] == "tilewright")


def imported_units(path: Path, source: str) -> set[str]:
    """Return the parts of the package that a file needs, its own excepted."""
    return {unit_name(parts) for parts in imported_modules(path, source)} - {unit_of(path)}


def rank(unit: str) -> int:
    return ORDER.index(unit if unit in ORDER else unit.partition(".")[0])


def forbidden_imports(path: Path, source: str) -> set[str]:
    unit = unit_of(path)
    return {need for need in imported_units(path, source) if rank(need) >= rank(unit)}


def test_imports_point_down() -> None:
    assert offenders(MODULES, forbidden_imports) == {}


# --- The subpackages of the server ----------------------------------------------------------------

# The subpackages and modules of the server, lowest first: they import to the left only.
SERVER_ORDER = tuple(
    """
    background monitoring pubsub storage ratelimit accounts
    analysis presenters audience tables mail websocket http app process
    """.split()
)
SERVER_MODULES = [path for path in MODULES if unit_of(path) == "server"]


def subpackage_of(path: Path) -> str:
    """Return the subpackage or module of the server that a file belongs to."""
    return path.relative_to(PACKAGE / "server").with_suffix("").parts[0]


def imported_subpackages(path: Path, source: str) -> set[str]:
    """Return the subpackages that a file imports, its own excepted."""
    imported = imported_modules(path, source)
    return {parts[1] for parts in imported if parts[0] == "server"} - {subpackage_of(path)}


def upward_imports(path: Path, source: str) -> set[str]:
    height = SERVER_ORDER.index(subpackage_of(path))
    return {
        folder
        for folder in imported_subpackages(path, source)
        if SERVER_ORDER.index(folder) > height
    }


def test_subpackages_of_the_server_import_downwards() -> None:
    inside = [path for path in SERVER_MODULES if path != PACKAGE / "server" / "__init__.py"]
    assert offenders(inside, upward_imports) == {}


def test_subpackages_all_have_a_layer() -> None:
    assert {subpackage_of(path) for path in SERVER_MODULES} - {"__init__"} == set(SERVER_ORDER)


def test_subpackages_have_docstrings() -> None:
    for folder in (PACKAGE / "server").glob("*/__init__.py"):
        docstring = ast.get_docstring(ast.parse(folder.read_text(encoding="utf-8")))
        assert docstring and len(docstring) > 20, folder


# --- Games are met through the registry ---------------------------------------------------------


def bypassing_imports(path: Path, source: str) -> set[str]:
    """Return what a file imports of single games, though it should ask the registry."""
    unit = unit_of(path)
    if unit.startswith("games"):
        return set()
    return {need for need in imported_units(path, source) if need.startswith("games")}


def test_games_are_imported_through_the_registry() -> None:
    assert offenders(MODULES, bypassing_imports) == {}


# --- No questions about names -------------------------------------------------------------------


@cache
def game_names() -> set[str]:
    folders = (
        path for path in (PACKAGE / "games").glob("[a-z]*/") if (path / "tables.py").exists()
    )
    return {path.name.replace("_", "-") for path in folders}


def is_game_name(node: ast.AST) -> bool:
    """Return True if a constant is the name of a game, or a longer one such as that of its solo
    game."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return False
    return node.value.replace("_", "-").startswith(tuple(game_names()))


def compared_parts(node: ast.AST) -> list[ast.expr]:
    """Return the expressions that a node holds against something."""
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    if isinstance(node, ast.MatchValue):
        return [node.value]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.args if node.func.attr in ("startswith", "endswith") else []
    return []


def name_questions(source: str) -> list[int]:
    """Return the lines on which some code asks for the name of a game."""
    return [
        node.lineno
        for node in nodes_of(source)
        for part in compared_parts(node)
        if any(is_game_name(inner) for inner in ast.walk(part))
        and isinstance(node, ast.expr | ast.pattern)
    ]


def test_modules_do_not_ask_for_a_games_name() -> None:
    shared = [path for path in MODULES if not unit_of(path).startswith("games")]
    assert offenders(shared, lambda _, source: name_questions(source)) == {}


# --- The checks themselves ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "file, source, found",
    [
        ("games/my_shelfie/rules.py", "from tilewright.kernel import kernel", set()),
        ("games/my_shelfie/rules.py", "from . import tables", set()),
        ("games/my_shelfie/rules.py", "from tilewright import search", {"search"}),
        ("games/my_shelfie/rules.py", "def f():\n    from ... import cli", {"cli"}),
        ("games/my_shelfie/rules.py", "from ..polyssimo import tables", {"games.polyssimo"}),
        ("errors.py", "from tilewright.text import quote", {"text"}),
        ("game.py", "from tilewright import registry", {"registry"}),
        ("arena/play.py", "from tilewright import __version__", {"__init__"}),
        ("arena/play.py", "import tilewright", {"__init__"}),
        ("registry.py", "from tilewright.games import polyssimo", set()),
        ("search/mcts.py", "from tilewright.registry import get_game", set()),
        ("search/mcts.py", "if TYPE_CHECKING:\n    import tilewright.arena.play", {"arena"}),
        ("client/live.py", "from tilewright.server.ratelimit.limits import Rate", {"server"}),
        ("match/state.py", "from tilewright.cli import main", {"cli"}),
        ("__main__.py", "from tilewright.cli import main", set()),
    ],
)
def test_import_of_a_higher_layer_is_found(file: str, source: str, found: set[str]) -> None:
    assert forbidden_imports(PACKAGE / file, source) == found


@pytest.mark.parametrize(
    "file, source, found",
    [
        (
            "server/storage/tables.py",
            "from tilewright.server.tables import cache",
            {"tables"},
        ),
        ("server/accounts/names.py", "import tilewright.server.http.security", {"http"}),
        (
            "server/tables/commands.py",
            "def f():\n    from ..websocket import session",
            {"websocket"},
        ),
        ("server/tables/commands.py", "from tilewright.server.storage import people", set()),
        ("server/tables/bots.py", "from . import commands", set()),
        ("server/ratelimit/limits.py", "from tilewright.server import app", {"app"}),
    ],
)
def test_import_upwards_within_the_server_is_found(file: str, source: str, found: set[str]) -> None:
    assert upward_imports(PACKAGE / file, source) == found


@pytest.mark.parametrize(
    "file, source, found",
    [
        ("search/mcts.py", "import tilewright.games.polyssimo.rules", {"games.polyssimo"}),
        ("envs/batch.py", "from tilewright.games import polyssimo", {"games.polyssimo"}),
        ("registry.py", "from tilewright.games import polyssimo", {"games.polyssimo"}),
    ],
)
def test_import_past_the_registry_is_found(file: str, source: str, found: set[str]) -> None:
    assert bypassing_imports(PACKAGE / file, source) == found


@pytest.mark.parametrize(
    "source",
    [
        "if name == 'my-shelfie': pass",
        "if name in ('polyssimo', 'nova-luna'): pass",
        "x = 1 if 'nova_luna_solo' != game.name else 2",
        "name.startswith('nova-luna')",
        "match name:\n    case 'polyssimo': pass",
    ],
)
def test_comparison_with_a_games_name_is_found(source: str) -> None:
    assert name_questions(source)


@pytest.mark.parametrize("source", ["new('my-shelfie')", "GAMES = {'polyssimo': 1}", "x == 'x'"])
def test_mention_of_a_games_name_is_accepted(source: str) -> None:
    assert name_questions(source) == []
