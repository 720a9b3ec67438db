"""Rules that every file of a kind keeps: one test per rule, which names the files that break it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@cache
def nodes_of(source: str) -> list[ast.AST]:
    """Return all nodes of a module, itself first; cached, because several rules need them."""
    return list(ast.walk(ast.parse(source)))


def offenders(
    paths: Iterable[Path], broken_in: Callable[[Path, str], Collection[object]]
) -> dict[str, Collection[object]]:
    """Return the violations of a rule by file; ``broken_in`` gets a file and its text."""
    texts = ((path, path.read_text(encoding="utf-8")) for path in paths)
    found = {path.relative_to(ROOT).as_posix(): broken_in(path, text) for path, text in texts}
    assert found, "no file to look at"
    return {name: broken for name, broken in found.items() if broken}
