"""Compare the kernels with other programs' answers to single rule questions.

The folder can be replaced by TILEWRIGHT_VECTORS; every file in it must be of a known form. The
number of lines asked of each file is printed at the end of the run.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.answers import (
    Answerer,
    answer_goals,
    answer_moves,
    answer_picks,
    answer_tasks,
    answer_wheel,
)

FOLDER = Path(os.environ.get("TILEWRIGHT_VECTORS") or Path(__file__).with_name("vectors"))

# file name -> (its answers, fields of a line that are the question)
FORMS: dict[str, tuple[Answerer, set[str]]] = {
    "my_shelfie_goals": (answer_goals, {"shelf"}),
    "my_shelfie_picks": (answer_picks, {"players", "board", "max"}),
    "nova_luna_tasks": (answer_tasks, {"tiles"}),
    "nova_luna_wheel": (answer_wheel, {"wheel", "crescent", "supply"}),
    "polyssimo_moves": (answer_moves, {"board", "piece"}),
}


def _form(path: Path) -> tuple[Answerer, set[str]]:
    """Return the form of a file, whose name begins with the name of the form."""
    return next(form for name, form in FORMS.items() if path.stem.startswith(name))


FILES = sorted(FOLDER.glob("*.jsonl"))


def test_vectors_exist() -> None:
    assert FILES, f"no .jsonl file in {FOLDER}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_vectors_of_other_programs_agree(
    path: Path, record_property: Callable[[str, object], None]
) -> None:
    answer, asked_fields = _form(path)
    asked, wrong = 0, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip():
            continue
        entry = json.loads(line)
        found = answer({key: entry[key] for key in asked_fields})
        expected = {key: value for key, value in entry.items() if key not in asked_fields}
        asked += 1
        difference = {
            key: (value, found.get(key))
            for key, value in expected.items()
            if found.get(key) != value
        }
        if difference:
            wrong.append(f"line {number}: expected, found: {difference}")
    record_property("lines_asked", asked)
    print(f"{path.name}: {asked} lines asked, {len(wrong)} differ")
    assert asked and not wrong, "\n".join(wrong[:5])


def test_vectors_with_an_absent_answer_differ() -> None:
    """The wheel's optional answers are absent when there is no refill, and must be."""
    wheel = [None, *range(1, 12)]
    found = answer_wheel({"wheel": wheel, "crescent": 0, "supply": [12, 13]})
    assert found["refill"] == "no" and "after_refill" not in found
