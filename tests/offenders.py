"""One rule that every file of a kind keeps: one test for all of them, which names who does not."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent


@cache
def nodes_of(source: str) -> list[ast.AST]:
    """All that stands in a module, itself first; several rules look at one."""
    return list(ast.walk(ast.parse(source)))


def offenders(
    paths: Iterable[Path], broken_in: Callable[[Path, str], Collection[object]]
) -> dict[str, Collection[object]]:
    """What breaks a rule, by file; ``broken_in`` gets a file and its text."""
    texts = ((path, path.read_text(encoding="utf-8")) for path in paths)
    found = {path.relative_to(ROOT).as_posix(): broken_in(path, text) for path, text in texts}
    assert found, "no file to look at"
    return {name: broken for name, broken in found.items() if broken}
