"""One vocabulary: a module's name means the same thing in every game's folder.

Where a game has the thing, it is in the module of that name, and the module of that name has it.
The list is also in docs/reference/design.md, for people.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, get_args, get_type_hints

import pytest

from tilewright.game import Game, MoveFormatter, Sheet

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "tilewright" / "games"

# What each module defines or, where it is another folder's, imports to offer it.
SHARED: dict[str, set[str]] = {
    "tables": {"PLAYER_COUNTS"},
    "state": {"STATE", "MAX_LEGAL", "NUM_ACTIONS"},
    "rules": {"setup", "legal_actions", "apply", "outcome", "view", "determinize"},
    "playout": {"random_action", "playout"},
    "rating": {"rate_actions", "greedy_action"},
    "evaluation": {"estimate", "chance_key"},
    "belief": {"believe"},
    "yardsticks": {"YARDSTICKS"},
    "inputs": {"NUM_INPUTS", "MAX_SEAT_INPUTS", "MAX_TABLE_INPUTS", "write_inputs"},
    "weights": set(),
    "proof": {"prove"},
    "solver": {"solve"},
    "puzzles": {"MINED_FROM", "THEMES", "pose", "find_key"},
    "reasons": {"claims", "say"},
    "notation": {"format_move", "parse_move", "describe_move", "SIGNS"},
    "positions": {"format_position", "parse_position"},
    "options": {"OPTIONS"},
    "observe": {"OBSERVATION"},
    "subjects": {"SUBJECTS"},
    "scene": {"box", "write_scene"},
    "effect": {"write_effect"},
    "svg": {"draw"},
    "draw": {"draw"},
}
# Words of the list that only some games have a use for, in their module like the others.
OPTIONAL = {
    "reseed": {"evaluation"},
    "seat_after": {"inputs"},
    "explain": {"puzzles"},
    "STEPWISE": {"solver"},
}
HOMES = OPTIONAL | {
    word: {module for module, words in SHARED.items() if word in words}
    for word in set().union(*SHARED.values())
}


def folders() -> Iterator[Path]:
    """Return every folder that holds a game's modules: the solo game has one within another's."""
    yield from sorted({path.parent for path in GAMES.glob("**/*.py")} - {GAMES})


MODULES = [path for folder in folders() for path in sorted(folder.glob("[a-z]*.py"))]


def name_of(path: Path) -> str:
    return path.relative_to(GAMES).with_suffix("").as_posix()


def words_of(source: str) -> tuple[set[str], set[str]]:
    """Return what a module defines at its top, and what it imports there."""
    defined: set[str] = set()
    imported: set[str] = set()
    for node in ast.parse(source).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            defined.add(node.name)
        elif isinstance(node, ast.Assign):
            defined |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            defined.add(node.target.id)
        elif isinstance(node, ast.ImportFrom):
            imported |= {alias.asname or alias.name for alias in node.names}
    return defined, imported


def missing_words(module: str, source: str) -> set[str]:
    """Words that a module of that name has to offer and does not."""
    defined, imported = words_of(source)
    return SHARED.get(module, set()) - defined - imported


def stray_words(module: str, source: str) -> set[str]:
    """Words of the list that a module defines though they belong in another."""
    defined, _ = words_of(source)
    return {word for word in defined if module not in HOMES.get(word, {module})}


def repeated_names(names: list[str]) -> set[str]:
    """Module names outside the list that occur more than once."""
    return {name for name, count in Counter(names).items() if count > 1 and name not in SHARED}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_of_one_name_define_the_same_things(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert missing_words(path.stem, source) == set()
    assert stray_words(path.stem, source) == set()


def test_modules_of_other_names_occur_in_one_game_only() -> None:
    names = [path.stem for path in MODULES]
    assert repeated_names(names) == set()
    assert "rules" in names and "solver" in names  # the modules are found at all


def parts_of(game: Game) -> Iterator[tuple[str, object]]:
    """Return the kernels and functions of a game by the names under which it is asked for them."""
    yield from game.rules._asdict().items()
    if game.knowledge:
        yield from game.knowledge._asdict().items()
    for name in ("format_move", "parse_move", "describe_move", "format_position", "parse_position"):
        yield name, getattr(game.notation, name)
    for name, sheet in (("write_scene", game.scenery.scene), ("write_effect", game.scenery.effect)):
        assert isinstance(sheet, Sheet)
        yield name, sheet.write


def built_in() -> Iterator[Game]:
    """Return the games of the folders; what comes from outside may call its modules as it likes."""
    for folder in GAMES.glob("*/__init__.py"):
        package = import_module(f"tilewright.games.{folder.parent.name}")
        yield from (value for value in vars(package).values() if isinstance(value, Game))


def offers(package: str, name: str) -> list[object]:
    """Return what the modules of a package offer by a name of the list, each where the name
    belongs."""
    paths = [path for path in MODULES if path.relative_to(GAMES).parts[0] == package]
    homes = [name_of(path).replace("/", ".") for path in paths if path.stem in HOMES[name]]
    modules = [import_module(f"tilewright.games.{home}") for home in homes]
    return [getattr(module, name) for module in modules if hasattr(module, name)]


@pytest.mark.parametrize("game", list(built_in()), ids=lambda game: game.name)
def test_parts_of_a_game_are_in_the_modules_of_their_names(game: Game) -> None:
    package = game.rules.setup.__module__.split(".")[2]
    found = 0
    for name, part in parts_of(game):
        # A proof is imported when it is asked for; that `proof` defines it is shown above.
        if isinstance(part, FunctionType | MoveFormatter) and name != "prove":
            assert any(part is offered for offered in offers(package, name)), name
            found += 1
    assert found >= len(game.rules) + 7


@pytest.mark.parametrize("game", list(built_in()), ids=lambda game: game.name)
def test_kernels_have_the_signatures_of_their_protocols(game: Game) -> None:
    """They are collected by name, so the type checker does not see them come in."""
    learnt = game.knowledge and game.knowledge.network
    kinds: list[Any] = [game.rules, game.knowledge, learnt]
    for kernels in filter(None, kinds):
        hints = get_type_hints(type(kernels))
        for name in KERNELS & set(kernels._fields):
            wanted = hints[name] if isinstance(hints[name], type) else get_args(hints[name])[0]
            kernel = getattr(kernels, name)
            if kernel is not None:
                assert types_of(kernel) == types_of(wanted.__call__), name


KERNEL_MODULES = ("rules", "playout", "rating", "evaluation", "belief")
KERNELS = set().union(*(SHARED[module] for module in KERNEL_MODULES))
KERNELS |= {*OPTIONAL, "write_inputs"}


def types_of(function: Callable[..., object]) -> list[str]:
    """Return the types of what a function takes and gives, as it is written; a method without
    itself."""
    signature = inspect.signature(function)
    taken = [one.annotation for name, one in signature.parameters.items() if name != "self"]
    return [*taken, signature.return_annotation]


def test_design_page_lists_the_shared_modules() -> None:
    page = (ROOT / "docs" / "reference" / "design.md").read_text(encoding="utf-8")
    section = page.partition("## One vocabulary")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|", section, flags=re.MULTILINE)
    assert rows == list(SHARED)
    for module, words in SHARED.items():
        row = re.search(rf"^\| `{module}` \|.*$", section, flags=re.MULTILINE)
        assert row is not None
        assert words <= set(re.findall(r"`(\w+)`", row[0])), module


# --- The tree of the design page ----------------------------------------------------------------

PACKAGE = GAMES.parent


def modules_by_folder(paths: Iterable[Path]) -> dict[str, set[str]]:
    """Return the modules of each folder of the package, those of the games left out."""
    found: dict[str, set[str]] = {}
    for path in paths:
        *folders, name = path.relative_to(PACKAGE).with_suffix("").parts
        if not name.startswith("__") and folders[:1] != ["games"]:
            found.setdefault(".".join(folders) or "tilewright", set()).add(name)
    return found


def drawn_modules(page: str) -> dict[str, set[str]]:
    """Read the tree of a page: lines begin with a folder, or with blanks if one goes on."""
    block = page.partition('```text title="modules"\n')[2].partition("```")[0]
    drawn: dict[str, set[str]] = {}
    folder = ""
    for line in block.splitlines():
        names = line.split()
        if not line.startswith(" "):
            folder, *names = names
        drawn.setdefault(folder, set()).update(names)
    return drawn


def test_design_page_lists_all_modules() -> None:
    page = (ROOT / "docs" / "reference" / "design.md").read_text(encoding="utf-8")
    assert drawn_modules(page) == modules_by_folder(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize(
    "file, is_known",
    [
        ("match/reducer.py", True),
        ("games/chess/rules.py", True),
        ("match/helpers.py", False),
        ("helpers.py", False),
        ("server/http/doors.py", False),
        ("new/module.py", False),
    ],
)
def test_module_missing_on_the_design_page_is_found(file: str, is_known: bool) -> None:
    page = '```text title="modules"\nmatch  events\n       reducer\n```'
    drawn, found = drawn_modules(page), modules_by_folder([PACKAGE / file])
    assert all(names <= drawn.get(folder, set()) for folder, names in found.items()) is is_known


# --- Planted violations -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "module, source, missing, stray",
    [
        ("playout", "def playout(state, rng): ...", {"random_action"}, set()),
        ("playout", "from x import random_action\ndef playout(): ...", set(), set()),
        ("policy", "def rate_actions(): ...", set(), {"rate_actions"}),
        ("rules", "from x import *\n", SHARED["rules"], set()),
        ("endgame", "def prove(state): ...", set(), {"prove"}),
        ("proof", "def prove(state): ...\ndef solve(state): ...", set(), {"solve"}),
        ("wheel", "STATE: object = 1", set(), {"STATE"}),
    ],
)
def test_missing_and_stray_words_are_found(
    module: str, source: str, missing: set[str], stray: set[str]
) -> None:
    assert missing_words(module, source) == missing
    assert stray_words(module, source) == stray


def test_repeated_names_are_found() -> None:
    assert repeated_names(["rules", "area", "features", "rules", "features"]) == {"features"}
