"""Puzzles as data: a file of lines, each one puzzle in JSON."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tilewright.errors import InvalidOption, NotFound, TextError
from tilewright.game import Game, Puzzling
from tilewright.record import read_text
from tilewright.registry import get_game
from tilewright.text import quote

__all__ = [
    "Puzzle",
    "Source",
    "count_puzzles",
    "find_puzzle",
    "find_puzzling",
    "format_puzzles",
    "parse_puzzle",
    "read_puzzles",
]


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that a puzzle comes from: with these it can be played again."""

    seed: int
    players: int
    options: dict[str, str]
    bots: list[str]
    moves: list[str]
    """Up to the puzzle."""

    @property
    def ply(self) -> int:
        return len(self.moves)


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position with one right answer."""

    id: str
    game: str
    kind: str
    rating: float
    """How hard it is, on the scale of players and bots; see ``grading``."""
    position: str
    """What the mover sees, as text."""
    answers: list[str]
    """What is right; several only where they come to the same."""
    found: dict[str, list[int]]
    """How often each level found it, and how often it was asked."""
    source: Source
    target: int | None = None
    """The number that is to be reached, where the kind asks for one."""

    def as_json(self) -> dict[str, Any]:
        """What may be told of it without giving the answer away."""
        source = {**msgspec.to_builtins(self.source), "ply": self.source.ply}
        names = ("id", "kind", "rating", "position", *(["target"] if self.target else []))
        return {**{name: getattr(self, name) for name in names}, "source": source}


_decode = msgspec.json.Decoder(Puzzle).decode


@cache
def count_puzzles(game: Game) -> int:
    """How many come with a game."""
    puzzling = game.puzzling()
    return len(read_text(puzzling.file).splitlines()) if puzzling else 0


def find_puzzling(game: Game) -> Puzzling:
    """How a game's puzzles are posed and proven."""
    found = game.puzzling()
    if found is None:
        raise InvalidOption(f"{game.name} has no puzzles")
    return found


def read_puzzles(name: str, path: Path | None = None) -> list[Puzzle]:
    """The puzzles of a file, or those that come with the game."""
    game = get_game(name)
    puzzling = find_puzzling(game)
    file = path or puzzling.file
    lines = read_text(file).splitlines()
    puzzles = [
        parse_puzzle(line, f"{file.name}, line {number}") for number, line in enumerate(lines, 1)
    ]
    for number, puzzle in enumerate(puzzles, 1):
        where = f"{file.name}, line {number}"
        _check(puzzle, game, puzzling, where)
        if any(puzzle.id == other.id for other in puzzles[: number - 1]):
            raise TextError(f"{where}: the puzzle {puzzle.id} stands there twice")
    return puzzles


def parse_puzzle(line: str, where: str) -> Puzzle:
    """One line of a file."""
    try:
        return _decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise TextError(f"{where}: expected a puzzle in JSON; {error}") from error


def _check(puzzle: Puzzle, game: Game, puzzling: Puzzling, where: str) -> None:
    if puzzle.game != game.name:
        raise TextError(f"{where}: expected a puzzle of {game.name}; found {quote(puzzle.game)}")
    if puzzle.kind not in puzzling.kinds:
        kinds = ", ".join(puzzling.kinds)
        raise TextError(f"{where}: expected one of the kinds {kinds}; found {quote(puzzle.kind)}")


def find_puzzle(puzzles: list[Puzzle], puzzle_id: str) -> Puzzle:
    """The puzzle of an id."""
    for puzzle in puzzles:
        if puzzle.id == puzzle_id:
            return puzzle
    raise NotFound(f"expected the id of one of {len(puzzles)} puzzles; found {quote(puzzle_id)}")


def format_puzzles(puzzles: list[Puzzle]) -> str:
    """The other way round, the easiest first."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    return "".join(msgspec.json.encode(puzzle).decode() + "\n" for puzzle in ordered)
