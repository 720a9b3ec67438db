"""Positions with one right answer, and what comes of a try at them."""

from __future__ import annotations

from msgspec import Struct

from tilewright.game import Seat
from tilewright.wire.fields import Milliseconds, MoveText, Sent

__all__ = [
    "Attempt",
    "AttemptShown",
    "PackedPuzzle",
    "PuzzleCard",
    "PuzzleFile",
    "PuzzleList",
    "PuzzleShown",
    "PuzzleTry",
    "PuzzlesCard",
    "SolverShown",
]


class PuzzlesCard(Struct, frozen=True, kw_only=True):
    """A game that has puzzles."""

    game: str
    count: int


class PuzzleCard(Struct, frozen=True, kw_only=True):
    """A puzzle, without its position."""

    id: str
    kind: str
    rating: float
    """How hard it is, on the scale of players and bots."""


class PuzzleList(Struct, frozen=True, kw_only=True):
    """All puzzles of a game."""

    game: str
    kinds: dict[str, str]
    """What each kind asks for, in English."""
    today: str
    """The puzzle of the day (in UTC), the same for everybody."""
    puzzles: list[PuzzleCard]
    """The easiest first."""


class PuzzleShown(PuzzleCard, frozen=True, kw_only=True):
    """A puzzle to be solved."""

    game: str
    seat: Seat
    """Whose move is looked for."""
    position: str
    """A complete one, for `POST /study`. What the seat does not know is made up."""
    target: int | None = None
    """The number that is to be reached, where the kind asks for one."""


class SolverShown(Struct, frozen=True, kw_only=True):
    """How the owner of an account does at the puzzles of a game."""

    rating: float
    """On the scale of players and bots; 25 at first."""
    tries: list[PuzzleTry]
    """The oldest first."""


class PuzzleTry(Struct, frozen=True, kw_only=True):
    """A first try at a puzzle."""

    puzzle: str
    is_right: bool
    rating: float
    """Of whoever tried, after it."""
    at: Milliseconds


class Attempt(Sent, frozen=True):
    """A try at a puzzle."""

    move: MoveText | None = None
    """What may be right; null: whoever asks gives up."""
    is_rated: bool = True
    """Whether a first try counts for the ratings of whoever asks and of the puzzle."""


class AttemptShown(Struct, frozen=True, kw_only=True):
    """What comes of a try."""

    is_right: bool
    answers: list[str]
    """All right moves, which come to the same; none while one was not found."""
    position: str
    """Where the line begins: a complete one, in which a wrong move is seen to fail."""
    line: list[str]
    """The move, or the answer for whoever gave up, then the best of both sides as far as that is
    proven: to the end of the game, as a rule."""
    rating: float | None = None
    """Of whoever tried, after it; null for guests, whom their browser keeps it for."""


# --- For a page that plays by itself --------------------------------------------------------------


class PackedPuzzle(PuzzleCard, frozen=True, kw_only=True, omit_defaults=True):
    """A puzzle with all that is needed to play it."""

    state: str
    """Bytes in base64: a complete one. What the mover does not know is made up."""
    right: list[int]
    """The marks of the answers: FNV-1a, 32 bits, of the id, a space and the move."""
    target: int | None = None


class PuzzleFile(Struct, frozen=True, kw_only=True):
    """All puzzles of a game."""

    kinds: dict[str, str]
    """What each kind asks for, in English."""
    puzzles: list[PackedPuzzle]
    """In the order of their days: the first is that of 1 January 1970, and then they come again."""
