"""The life of a move: its page names files and functions that exist, in the order of the calls."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from doc_pages import ROOT

PAGE = ROOT / "docs/reference/life-of-a-move.md"
MAX_FILES = 20
ROW = re.compile(
    r"^\| (?P<number>\d+) \| `(?P<file>[^`]+)` \| `(?P<function>[^`]+)` \| (?P<caller>[^|]+) \|",
    re.M,
)
ELSEWHERE = re.compile(r"^\| [^|`]+\? \| (?P<files>[^|]+) \|", re.M)


class Step(NamedTuple):
    """A row of the page."""

    number: int
    file: str
    function: str
    caller: str


def read_steps(page: str) -> list[Step]:
    found = ROW.finditer(page)
    return [Step(int(row["number"]), row["file"], row["function"], row["caller"]) for row in found]


def faults(steps: list[Step]) -> list[str]:
    """Return what does not hold: missing files, functions and calls, and rows out of order."""
    found = []
    for number, step in enumerate(steps, 1):
        path, name = ROOT / step.file, re.escape(step.function)
        source = path.read_text(encoding="utf-8") if path.is_file() else ""
        definition = (
            rf"def {name}\(" if path.suffix == ".py" else rf"^ +(?:async |function )*{name}\("
        )
        if step.number != number:
            found.append(f"row {step.number} is the {number}th")
        if not re.search(definition, source, re.M):
            found.append(f"{step.file} does not define {step.function}")
        if step.caller.isdecimal():
            caller = steps[int(step.caller) - 1]
            if caller.number >= number or not _calls(caller.file, step.function):
                found.append(f"{caller.file} does not call {step.function} before row {number}")
    return found


def _calls(file: str, function: str) -> bool:
    """Return True if a file calls a function, as a method or by its name."""
    name = re.escape(function)
    source = (ROOT / file).read_text(encoding="utf-8")
    return re.search(rf"(?<!def )(?<![\w#]){name}\(", source) is not None


PAGE_TEXT = PAGE.read_text(encoding="utf-8")


def test_life_of_a_move_steps_exist_and_call_each_other() -> None:
    steps = read_steps(PAGE_TEXT)
    assert len(steps) == len(re.findall(r"^\| \d", PAGE_TEXT, re.M)), "a row cannot be read"
    assert faults(steps) == []


def test_life_of_a_move_has_few_files() -> None:
    assert len({step.file for step in read_steps(PAGE_TEXT)}) <= MAX_FILES


def test_life_of_a_move_names_existing_files() -> None:
    named = [
        name for row in ELSEWHERE.finditer(PAGE_TEXT) for name in row["files"].split("`")[1::2]
    ]
    assert named
    for name in named:
        package = ROOT / "src/tilewright"
        assert (package / "server" / name).exists() or (package / name).exists(), name


@pytest.mark.parametrize(
    "change",
    [
        {"file": "src/tilewright/server/gone.py"},
        {"function": "gone"},
        {"caller": "9"},
        {"caller": "20"},
        {"number": 4},
    ],
)
def test_life_of_a_move_with_a_wrong_step_is_found(change: dict[str, object]) -> None:
    steps = read_steps(PAGE_TEXT)
    steps[13] = steps[13]._replace(**change)  # type: ignore[arg-type]  # of the field's own type
    assert faults(steps)
