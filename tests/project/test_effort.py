"""Lines are counted, and no test measures seconds."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from effort import TooMuch, at_most

TESTS = Path(__file__).parents[1]
CLOCKS = {"perf_counter", "monotonic", "process_time", "thread_time", "time"}


def count_to(number: int) -> int:
    counted = 0
    for _ in range(number):
        counted += 1
    return counted


def test_effort_counts_executed_lines() -> None:
    with at_most(30):
        assert count_to(10) == 10
    with pytest.raises(TooMuch, match="expected an end within 30 lines"), at_most(30):
        count_to(30)


# --- Seconds ------------------------------------------------------------------------------------


def reads_a_clock(node: ast.AST) -> bool:
    """Return True if an expression asks for the time: ``time.monotonic()``, ``perf_counter()``."""
    return any(
        isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] in CLOCKS
        for call in ast.walk(node)
    )


def clocks_asserted(source: str) -> Iterator[int]:
    """Lines where a span of time is compared: a difference of clocks. A deadline, after which a
    test no longer waits for what must come about, is none."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and reads_a_clock(node):
            yield node.lineno


def test_tests_do_not_measure_seconds() -> None:
    """A busy machine takes as long as it takes: count lines or steps instead."""
    found = [
        f"{path.relative_to(TESTS)}:{line}"
        for path in sorted(TESTS.rglob("*.py"))
        for line in clocks_asserted(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_test_that_measures_seconds_is_found() -> None:
    measured = "begin = time.monotonic()\nassert time.monotonic() - begin < 3"
    waits = "deadline = time.monotonic() + 3\nassert time.monotonic() < deadline"
    assert list(clocks_asserted(measured)) == [2]
    assert list(clocks_asserted(waits)) == []
