"""Layout of a batch: its game, its size, its input and output arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.errors import InvalidOption
from tilewright.game import Game, Observation, mask_size
from tilewright.kernel import Bindings


class Buffers(NamedTuple):
    """The arrays that a step fills, one row a slot; NumPy arrays or CUDA's."""

    rewards: Any
    """float32[size, players]: 1 for the first to -1 for the last when a game has ended, else 0;
    where one plays alone its score, negative if a lower one is better."""
    dones: Any
    """uint8[size]: 1 where the action ended a game; the slot already holds the next one."""
    movers: Any
    """uint8[size]: the seat to move."""
    masks: Any
    """uint64[size, mask words]: bit a is set where action a is legal for the mover."""
    observations: Any
    """uint64[size, words]: what the mover sees, packed; see the game's features."""


class Playouts(NamedTuple):
    """Sums over the rounds of playouts, one row a slot."""

    plies: Any
    """int64[size]: how many actions were played."""
    scores: Any
    """int64[size, players]: the sum of each seat's scores."""
    wins: Any
    """int64[size, players]: how often each seat came first."""


@dataclass(frozen=True)
class Layout:
    """The game and the size of a batch."""

    game: Game
    size: int
    players: int
    options: npt.NDArray[np.int64]

    @property
    def observation(self) -> Observation:
        """The game's own; a batch is refused to games without one."""
        assert self.game.observation is not None
        return self.game.observation

    @property
    def sign(self) -> int:
        """The reward for a point of a lone player's score: 1, or -1 where less is better."""
        return -1 if self.game.lower_is_better else 1

    @property
    def bindings(self) -> Bindings:
        """The kernels of the game by the names that ``slots`` knows them by."""
        return bindings_of(self.game)

    @cached_property
    def buffers(self) -> dict[str, tuple[tuple[int, ...], Any]]:
        """Shape and type of each of the buffers."""
        size = self.size
        return {
            "rewards": ((size, self.players), np.float32),
            "dones": ((size,), np.uint8),
            "movers": ((size,), np.uint8),
            "masks": ((size, mask_size(self.game.num_actions)), np.uint64),
            "observations": ((size, self.observation.num_words), np.uint64),
        }

    @property
    def num_bytes(self) -> int:
        """The size of the states and of one set of buffers."""
        buffers = (prod(shape) * np.dtype(dtype).itemsize for shape, dtype in self.buffers.values())
        return self.size * (self.game.dtype.itemsize + 8) + sum(buffers)

    def check_memory(self, available: int) -> None:
        """Refuse a batch that is larger than the memory there is, before any of it is taken."""
        if self.num_bytes > available:
            raise InvalidOption(
                f"size: {self.size} games of {self.game.name} take "
                f"{self.num_bytes / 2**30:.1f} GiB; found {available / 2**30:.1f} GiB of memory"
            )


@cache
def bindings_of(game: Game) -> Bindings:
    """Return the kernels of a game by the names used in ``slots``."""
    assert game.observation is not None
    names = ("setup", "apply", "outcome", "determinize", "playout")
    return {
        **{name: getattr(game.rules, name) for name in names},
        "write": game.observation.write,
        "write_mask": game.write_mask,
    }


def check_layout(name: str, array: Any, shape: tuple[int, ...], dtype: Any) -> None:
    """Refuse an array of another type or shape, or one with gaps."""
    expected = f"{np.dtype(dtype).name}{list(shape)}"
    found = f"{np.dtype(array.dtype).name}{list(array.shape)}"
    if expected != found:
        raise InvalidOption(f"{name}: expected {expected}; found {found}")
    strides = np.dtype(dtype).itemsize * np.cumprod([1, *shape[:0:-1]])[::-1]
    if tuple(array.strides) != tuple(strides):
        raise InvalidOption(
            f"{name}: expected an array without gaps, in C order; found strides {array.strides}"
        )
