"""The state of a game: one record, and the header that every record begins with.

rng      u8   counter of the generator all later chance comes from; 0 when hidden
ply      u2   how many actions have been applied
players  u1   how many seats, 1 to 4
mover    u1   the seat to move
over     u1   1 once the game has ended
viewer   i1   -1: complete; 0..3: what that seat may know; 4: what a spectator may know
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.errors import InvalidOption

__all__ = [
    "COMPLETE",
    "HEADER",
    "MAX_PLAYERS",
    "MAX_SEED",
    "PLACES",
    "SPECTATOR",
    "Action",
    "Actions",
    "Scratch",
    "Seat",
    "State",
    "States",
    "check_seed",
    "copy_states",
    "state_dtype",
]

Seat = int
Action = int
State = np.void
"""One record of the game's dtype; NumPy knows its fields only as it runs."""
States = npt.NDArray[np.void]
Actions = npt.NDArray[np.int32]
Scratch = npt.NDArray[np.float64]
"""float64[256], for whatever a kernel has to note."""

MAX_PLAYERS = 4
MAX_SEED = 2**64 - 1
COMPLETE = -1
SPECTATOR = 4

HEADER: list[tuple[str, str]] = [
    ("rng", "u8"),
    ("ply", "u2"),
    ("players", "u1"),
    ("mover", "u1"),
    ("over", "u1"),
    ("viewer", "i1"),
]
PLACES: dict[str, int] = {
    name: field[1] for name, field in (np.dtype(HEADER, align=True).fields or {}).items()
}
"""At which byte of a record each field of the header begins."""


def check_seed(seed: int) -> int:
    """The seed, if a game can be dealt from it."""
    if not 0 <= seed <= MAX_SEED:
        raise InvalidOption(f"seed: expected a whole number from 0 to 2**64 - 1; found {seed}")
    return seed


def copy_states(states: States) -> States:
    """The same bytes anew. NumPy's own copy goes field by field and takes ten times as long."""
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


def state_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype[np.void]:
    """The dtype of a state: the header, then these fields, aligned.

    Gaps become fields of their own, since NumPy copies fields and leaves gaps as they were; a state
    must be its bytes, all of them.
    """
    aligned = np.dtype([*HEADER, *fields], align=True)
    assert aligned.fields is not None
    filled: list[tuple[Any, ...]] = []
    end = 0
    for name, *kind in [*HEADER, *fields]:
        start = aligned.fields[name][1]
        filled += [*_gap(end, start), (name, *kind)]
        end = start + aligned[name].itemsize
    return np.dtype(filled + _gap(end, aligned.itemsize), align=True)


def _gap(start: int, end: int) -> list[tuple[Any, ...]]:
    return [(f"gap_{start}", "u1", (end - start,))] if end > start else []
