"""Puzzles: positions with one right answer, and the results of attempts."""

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
    """Id of the puzzle of the day (in UTC), the same for all people."""
    puzzles: list[PuzzleCard]
    """Puzzles, the easiest first."""


class PuzzleShown(PuzzleCard, frozen=True, kw_only=True):
    """A puzzle to be solved."""

    game: str
    seat: Seat
    """Seat to move."""
    position: str
    """Complete position, for `POST /study`; what the seat does not know is sampled."""
    target: int | None = None
    """Number to reach, if the kind asks for one."""


class SolverShown(Struct, frozen=True, kw_only=True):
    """The puzzle rating of an account's owner in a game, and its attempts."""

    rating: float
    """Rating, on the scale of players and bots; 25 at first."""
    tries: list[PuzzleTry]
    """First attempts, the oldest first."""


class PuzzleTry(Struct, frozen=True, kw_only=True):
    """A first attempt at a puzzle."""

    puzzle: str
    is_right: bool
    rating: float
    """Rating after it."""
    at: Milliseconds


class AttemptRequest(ClientStruct, frozen=True):
    """An attempt at a puzzle."""

    move: MoveText | None = None
    """The move; null to give up."""
    is_rated: bool = True
    """True if a first attempt counts for the ratings of the person and of the puzzle."""


class AttemptShown(Struct, frozen=True, kw_only=True):
    """The result of an attempt."""

    is_right: bool
    answers: list[str]
    """All right moves, of equal value; empty until one was found."""
    position: str
    """Position where the line begins: a complete one, in which a wrong move is seen to fail."""
    line: list[str]
    """The move, or the answer after giving up, then the best moves of both sides as far as they
    are proven: usually to the end of the game."""
    rating: float | None = None
    """Rating after it; null for guests, whose browser stores it."""


# --- For a page that plays by itself --------------------------------------------------------------


class PackedPuzzle(PuzzleCard, frozen=True, kw_only=True, omit_defaults=True):
    """A puzzle with all data needed to play it."""

    state: str
    """Complete state, as bytes in base64; what the mover does not know is sampled."""
    right: list[int]
    """Hashes of the answers: FNV-1a, 32 bits, of the id, a space and the move."""
    target: int | None = None


class PuzzleFile(Struct, frozen=True, kw_only=True):
    """All puzzles of a game."""

    kinds: dict[str, str]
    """Task of each kind, in English."""
    puzzles: list[PackedPuzzle]
    """Puzzles in the order of their days, from 1 January 1970 on; after the last the first comes
    again."""
