"""Puzzles, which are positions with one correct answer, and attempts."""

from __future__ import annotations

from msgspec import Struct

from tilewright.game import Seat
from tilewright.wire.fields import ClientStruct, Milliseconds, MoveText


class PuzzlesCard(Struct, frozen=True, kw_only=True):
    """A game that has puzzles."""

    game: str
    count: int


class PuzzleCard(Struct, frozen=True, kw_only=True):
    """A puzzle, without its position."""

    id: str
    kind: str
    rating: float
    """Difficulty, on the rating scale of players and bots."""


class PuzzleList(Struct, frozen=True, kw_only=True):
    """All puzzles of a game."""

    game: str
    kinds: dict[str, str]
    """Task of each kind, in English."""
    today: str
    """Id of the puzzle of the day (UTC), the same for everyone."""
    puzzles: list[PuzzleCard]
    """Easiest first."""


class PuzzleShown(PuzzleCard, frozen=True, kw_only=True):
    """A puzzle to solve."""

    game: str
    seat: Seat
    """Seat to move."""
    position: str
    """Complete position for `POST /study`, with randomly sampled hidden information."""
    target: int | None = None
    """Number to reach, for kinds that have one."""


class SolverShown(Struct, frozen=True, kw_only=True):
    """A person's puzzle rating in a game, and their attempts."""

    rating: float
    """Rating on the scale of players and bots, initially 25."""
    tries: list[PuzzleTry]
    """First attempts, oldest first."""


class PuzzleTry(Struct, frozen=True, kw_only=True):
    """A first attempt at a puzzle."""

    puzzle: str
    is_right: bool
    rating: float
    """Rating after the attempt."""
    at: Milliseconds


class AttemptRequest(ClientStruct, frozen=True):
    """An attempt at a puzzle."""

    move: MoveText | None = None
    """The move; null to give up."""
    is_rated: bool = True
    """True if a first attempt affects the ratings of the person and the puzzle."""


class AttemptShown(Struct, frozen=True, kw_only=True):
    """The result of an attempt."""

    is_right: bool
    answers: list[str]
    """All correct moves, which are equivalent; empty until one has been found."""
    position: str
    """Complete position from which the line starts."""
    line: list[str]
    """The move, or the answer after giving up, followed by proven best play, usually to the end of
    the game."""
    rating: float | None = None
    """Rating after the attempt; null for guests, whose browser stores it."""


# --- Puzzle files ---------------------------------------------------------------------------------


class PackedPuzzle(PuzzleCard, frozen=True, kw_only=True, omit_defaults=True):
    """A puzzle with all data needed to solve it offline."""

    state: str
    """Complete state as bytes in base64, with randomly sampled hidden information."""
    right: list[int]
    """Hashes of the answers: FNV-1a, 32 bits, of the id, a space and the move."""
    target: int | None = None


class PuzzleFile(Struct, frozen=True, kw_only=True):
    """All puzzles of a game."""

    kinds: dict[str, str]
    """Task of each kind, in English."""
    puzzles: list[PackedPuzzle]
    """Puzzles of the day in order, starting on 1 January 1970 and repeating after the last."""
