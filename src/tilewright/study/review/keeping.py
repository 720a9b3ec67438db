"""Findings of a review in a file, so that one that was broken off can be gone on with.

The first line says what is reviewed and how; each further line is one finding. A line that was cut
short counts for nothing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from tilewright.record import Record
from tilewright.study.review.reviewing import Finding

__all__ = ["Kept"]

VERSION: Final = 1


class Kept:
    """The findings of one review, kept line by line until it is done."""

    def __init__(self, path: Path, record: Record, iterations: int, seed: int) -> None:
        self._path = path
        self._title = {
            "review": VERSION,
            "game": record.position.game.name,
            "moves": record.position.moves,
            "final": record.position.digest,
            "iterations": iterations,
            "seed": seed,
        }
        self.known = self._read()
        if not self.known:
            path.write_text(json.dumps(self._title) + "\n", encoding="utf-8")

    def add(self, name: str, finding: Finding) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"name": name, "finding": finding}) + "\n")

    def drop(self) -> None:
        """The review is done."""
        self._path.unlink(missing_ok=True)

    def _read(self) -> dict[str, Finding]:
        """What an earlier run of the same review found; nothing of any other."""
        if not self._path.is_file():
            return {}
        lines = [_parse(line) for line in self._path.read_text(encoding="utf-8").splitlines()]
        if not lines or lines[0] != self._title:
            return {}
        return {line["name"]: line["finding"] for line in lines[1:] if line and "finding" in line}


def _parse(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None
