"""Mutation testing as a command: which faults it plants, and where it looks for tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

SOURCE = '''\
"""1 and 2."""

__all__ = ["f"]
TYPE = 7


def f(a: "int < 3") -> "not int":
    """Not 3 < 4."""
    if not a < 3 and a in (b, c):
        return min(a, -b) + (
            (a)
        ) * c
    return a is None or é == a
'''
MUTANTS = """
x.py:4:8  7  ->  8
x.py:9:8  not  ->  nothing
x.py:9:14  <  ->  <=
x.py:9:16  3  ->  4
x.py:9:18  and  ->  or
x.py:9:24  in  ->  not in
x.py:10:16  min  ->  max
x.py:10:27  +  ->  -
x.py:12:11  *  ->  +
x.py:13:14  is  ->  is not
x.py:13:22  or  ->  and
x.py:13:28  ==  ->  !=
"""


@pytest.fixture
def mutate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    yield import_module("mutate")
    sys.modules.pop("mutate", None)


def test_list_mutants_edits_code_that_runs(mutate: Any) -> None:
    """No words of docstrings, no annotations, no exported names; every edit is code."""
    found = mutate.list_mutants("x.py", SOURCE)
    assert [str(one) for one in found] == MUTANTS.split("\n")[1:-1]
    for one in found:
        edited = one.edit(SOURCE.encode()).decode()
        assert edited.count("\n") == SOURCE.count("\n")
        compile(edited, "x.py", "exec")


@pytest.mark.parametrize(
    "module, tests",
    [
        ("study/review/move_loss.py", "tests/study/test_review_numbers.py"),
        ("match/timeouts.py", "tests/match/test_timeouts.py"),
        ("games/polyssimo/rules.py", "tests/games/polyssimo/test_rules.py"),
        ("records/record.py", "tests/records/test_record.py"),
    ],
)
def test_find_nearest_tests_goes_by_name(mutate: Any, module: str, tests: str) -> None:
    found = mutate.find_nearest_tests(Path("src/tilewright", module))
    assert tests in found and all((ROOT / one).exists() for one in found)


def test_mutate_continues_from_its_log(mutate: Any, tmp_path: Path) -> None:
    one, other = mutate.list_mutants("x.py", "a = b < c\n") + mutate.list_mutants("y.py", "a = 1\n")
    path = tmp_path / "log.jsonl"
    assert mutate.read_log(path) == {}
    mutate.write_log(path, one, "killed")
    mutate.write_log(path, other, "survived")
    assert mutate.read_log(path) == {str(one): "killed", str(other): "survived"}
