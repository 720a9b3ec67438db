"""Study subjects of Polyssimo Challenge: its pieces."""

from __future__ import annotations

from tilewright.game import State, Subject
from tilewright.games.polyssimo.tables import NUM_PIECES, PIECES

ALL_PIECES = tuple(range(NUM_PIECES))


def list_pieces(state: State) -> tuple[int, ...]:
    """Return the indices of all pieces, because all are drafted in every game (PC-2)."""
    return ALL_PIECES


def find_drafted(before: State, after: State) -> tuple[int, ...]:
    """Return the index of the piece that an action drafted, as a tuple.

    The tuple is empty after the draft.
    """
    seat = int(before["mover"])
    new = int(after["hands"][seat]) & ~int(before["hands"][seat])
    return tuple(piece for piece in ALL_PIECES if new >> piece & 1)


SUBJECTS = (
    Subject(
        noun="piece",
        names=tuple(piece.id for piece in PIECES),
        offered=list_pieces,
        taken=find_drafted,
    ),
)
