"""The puzzles of a game as one file, with which a page plays them by itself.

It holds states, for no page reads positions as text. Answers are told by their marks: whoever looks
into the file by chance sees none, and whoever looks for them finds them in the package anyway.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from datetime import date
from typing import Final

import msgspec

from tilewright.engines import EngineFile
from tilewright.game import Game
from tilewright.kernel import cache_root
from tilewright.position import Position
from tilewright.record import write_text
from tilewright.study.puzzles import Puzzle, read_puzzles
from tilewright.study.puzzles.files import find_puzzling
from tilewright.version import __version__
from tilewright.wire.puzzles import PackedPuzzle, PuzzleFile

__all__ = ["find_puzzles", "mark_move", "name_puzzle_file"]

FIRST_DAY: Final = date(1970, 1, 1).toordinal()
"""Browsers count days from here."""


def name_puzzle_file(game: Game) -> str | None:
    """``GAME.HASH.puzzles``: changes with the puzzles, the layout of states, and our version."""
    puzzling = game.puzzling()
    if puzzling is None:
        return None
    made_of = puzzling.file.read_bytes() + f"{game.dtype.descr} {__version__}".encode()
    return f"{game.name}.{hashlib.sha256(made_of).hexdigest()[:12]}.puzzles"


def find_puzzles(game: Game) -> EngineFile | None:
    """That file; packed once on every machine, which takes some seconds."""
    name = name_puzzle_file(game)
    if name is None:
        return None
    path = cache_root() / "puzzles" / name
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, msgspec.json.encode(_pack(game)).decode())
    return EngineFile(name, path.read_bytes())


def _pack(game: Game) -> PuzzleFile:
    puzzles = sorted(read_puzzles(game.name), key=lambda puzzle: puzzle.id)
    first = FIRST_DAY % len(puzzles)
    ordered = puzzles[first:] + puzzles[:first]
    return PuzzleFile(
        kinds=dict(find_puzzling(game).kinds),
        puzzles=[_pack_one(game, puzzle) for puzzle in ordered],
    )


def _pack_one(game: Game, puzzle: Puzzle) -> PackedPuzzle:
    position = Position.from_text(game, puzzle.position).determinize(0)
    return PackedPuzzle(
        id=puzzle.id,
        kind=puzzle.kind,
        rating=puzzle.rating,
        target=puzzle.target,
        state=b64encode(position.state.tobytes()).decode(),
        right=[mark_move(puzzle.id, move) for move in puzzle.answers],
    )


def mark_move(puzzle: str, move: str) -> int:
    """FNV-1a of a move at a puzzle, in 32 bits."""
    mark = 0x811C9DC5
    for byte in f"{puzzle} {move}".encode():
        mark = (mark ^ byte) * 0x01000193 & 0xFFFFFFFF
    return mark
