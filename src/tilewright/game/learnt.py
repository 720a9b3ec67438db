"""What a network may learn of a game: which of the game's *inputs* are on in a position."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tilewright.game.states import Scratch, Seat, State

__all__ = ["Blocks", "Inputs", "Learnt", "SeatAfter", "WriteInputs"]

Inputs = npt.NDArray[np.uint16]
"""The numbers of the inputs that are on."""


class WriteInputs(Protocol):
    """``write_inputs(state, out, scratch) -> n``: the numbers of the inputs that are on, told from
    the mover's side. The state is complete."""

    def __call__(self, state: State, out: Inputs, scratch: Scratch, /) -> int: ...


class SeatAfter(Protocol):
    """``seat_after(state, seat) -> seat``: whom the inputs tell of next, the mover being first."""

    def __call__(self, state: State, seat: Seat, /) -> Seat: ...


class Learnt(NamedTuple):
    """The inputs of a game's network, and where its weights lie."""

    write_inputs: WriteInputs
    num_inputs: int
    most_of_seat: int
    """How many may be on for one seat."""
    most_of_table: int
    """How many may be on for all seats together."""
    folder: Path
    """Of the files with weights, one for each version; see ``network.files``."""
    settings: Mapping[str, float] = {}
    """What a search with the network wants otherwise than one without."""
    seat_after: SeatAfter | None = None
    """None: the order of the seats."""

    @property
    def bindings(self) -> dict[str, Any]:
        """What the network's kernels need of a game."""
        optional = {"seat_after": self.seat_after} if self.seat_after else {}
        return {"write_inputs": self.write_inputs, **optional}

    def most_inputs(self, players: int) -> int:
        """How many may be on at a time."""
        return players * self.most_of_seat + self.most_of_table


class Blocks:
    """Numbers inputs: each block takes the next so many."""

    def __init__(self) -> None:
        self.size = 0

    def take(self, size: int) -> int:
        """The first number of a new block."""
        first = self.size
        self.size += size
        return first
