"""Puzzles as data: a file of lines, each one puzzle in JSON."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tilewright.errors import InvalidOption, NotFound, TextError
from tilewright.game import Game, Puzzling
from tilewright.records.record import read_text
from tilewright.registry import get_game
from tilewright.text import quote


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that a puzzle comes from, with all data to replay it."""

    seed: int
    players: int
    options: dict[str, str]
    bots: list[str]
    moves: list[str]
    """Moves up to the puzzle."""

    @property
    def ply(self) -> int:
        return len(self.moves)


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position with one right answer."""

    id: str
    game: str
    kind: str
    rating: float
    """Difficulty on the rating scale of players and bots; see ``difficulty``."""
    position: str
    """The position as text, as the mover sees it."""
    answers: list[str]
    """Right moves; several only if they are equivalent."""
    found: dict[str, list[int]]
    """By level: times found and times asked."""
    source: Source
    target: int | None = None
    """Number to reach, if the kind asks for one."""

    def as_json(self) -> dict[str, Any]:
        """Return the public part of a puzzle, without its answer."""
        source = {**msgspec.to_builtins(self.source), "ply": self.source.ply}
        names = ("id", "kind", "rating", "position", *(["target"] if self.target else []))
        return {**{name: getattr(self, name) for name in names}, "source": source}


_decode = msgspec.json.Decoder(Puzzle).decode


@cache
def count_puzzles(game: Game) -> int:
    """Return the number of puzzles that come with a game."""
    puzzling = game.puzzling()
    return len(read_text(puzzling.file).splitlines()) if puzzling else 0


def find_puzzling(game: Game) -> Puzzling:
    """Return the puzzle specification of a game; raise if it has none."""
    found = game.puzzling()
    if found is None:
        raise InvalidOption(f"{game.name} has no puzzles")
    return found


def read_puzzles(name: str, path: Path | None = None) -> list[Puzzle]:
    """Return the puzzles of a file, or those that come with the game."""
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
    """Return the puzzle on one line of a file."""
    try:
        return _decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise TextError(f"{where}: expected a puzzle in JSON; {error}") from error


def are_puzzles(data: bytes) -> bool:
    """Return True if a file holds puzzles and nothing else."""
    try:
        return all(_decode(line) for line in data.splitlines())
    except (msgspec.DecodeError, RecursionError):
        return False


def _check(puzzle: Puzzle, game: Game, puzzling: Puzzling, where: str) -> None:
    if puzzle.game != game.name:
        raise TextError(f"{where}: expected a puzzle of {game.name}; found {quote(puzzle.game)}")
    if puzzle.kind not in puzzling.kinds:
        kinds = ", ".join(puzzling.kinds)
        raise TextError(f"{where}: expected one of the kinds {kinds}; found {quote(puzzle.kind)}")


def find_puzzle(puzzles: list[Puzzle], puzzle_id: str) -> Puzzle:
    """Return the puzzle with this id."""
    for puzzle in puzzles:
        if puzzle.id == puzzle_id:
            return puzzle
    raise NotFound(f"expected the id of one of {len(puzzles)} puzzles; found {quote(puzzle_id)}")


def format_puzzles(puzzles: list[Puzzle]) -> str:
    """Format puzzles as lines of a file, the easiest first."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    return "".join(msgspec.json.encode(puzzle).decode() + "\n" for puzzle in ordered)
