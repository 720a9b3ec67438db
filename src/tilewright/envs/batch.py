"""Many games of one kind, stepped at once.

>>> from tilewright.envs.batch import Batch
>>> batch = Batch("my-shelfie", 4096, players=2, seed=1)
>>> batch.movers.shape
(4096,)

States are one array of records, actions go in as an array, and what the movers see and may do comes
out as packed words. A game that ends is followed by another one in the same slot. The same seed and
the same actions give the same bytes on any number of threads and on any device.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.envs.cpu import CpuSlots
from tilewright.envs.layout import Buffers, Layout, Playouts
from tilewright.envs.slots import fill_seeds, first_seed
from tilewright.errors import IllegalMove, InvalidOption
from tilewright.game import Game, check_seed
from tilewright.kernel import compiled
from tilewright.registry import get_game

__all__ = ["Batch", "Buffers", "Playouts"]


def _shown(name: str) -> Any:
    """One of a batch's own ``Buffers``, to be read only."""
    return property(lambda batch: getattr(batch._shown, name), doc=f"See ``Buffers.{name}``.")


class Batch:
    """So many games of one kind, each in a slot."""

    def __init__(
        self,
        game: str | Game,
        size: int,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        device: str = "cpu",
        threads: int | None = None,
    ) -> None:
        self.game = get_game(game) if isinstance(game, str) else game
        self._seed = check_seed(seed)
        self._layout = make_layout(self.game, size, players, options or {})
        self.size, self.players = size, self._layout.players
        self._slots = make_slots(self._layout, device, threads)
        self._own = self.new_buffers()
        self._shown = Buffers(*map(self._slots.show, self._own))
        self._num_playouts = 0
        self.reset()

    # --- What there is to see -------------------------------------------------------------------

    @property
    def states(self) -> Any:
        """record[size]: the states themselves, with all that is hidden."""
        return self._slots.show(self._slots.states)

    @property
    def seeds(self) -> Any:
        """uint64[size]: what the present games were dealt from."""
        return self._slots.show(self._slots.seeds)

    # Each as the last step without ``out`` left it.
    rewards = _shown("rewards")
    dones = _shown("dones")
    movers = _shown("movers")
    observations = _shown("observations")
    masks = _shown("masks")

    # --- What can be done -----------------------------------------------------------------------

    def new_buffers(self) -> Buffers:
        """Fresh arrays to be given to ``reset`` and ``step`` as ``out``."""
        kinds = self._layout.buffers
        return Buffers(**{name: self._slots.empty(*kind) for name, kind in kinds.items()})

    def reset(
        self, seeds: npt.NDArray[np.uint64] | None = None, out: Buffers | None = None
    ) -> Buffers:
        """Deal a new game in every slot, by a seed for each, or by those of the batch's own."""
        into = self._adopt(out)
        chosen = spread_seed(self._seed, self.size) if seeds is None else self._check_seeds(seeds)
        self._slots.set_seeds(chosen)
        self._slots.deal(into)
        return self._hand_over(out)

    def step(self, actions: Any, out: Buffers | None = None) -> Buffers:
        """Play one action in every slot, ``actions`` being int32[size]; none unless all are legal.

        What comes of it is written to ``out``, or else to arrays of the batch's own, which the next
        step overwrites.
        """
        into = self._adopt(out)
        chosen = self._slots.adopt("actions", actions, (self.size,), np.int32, False)
        illegal = self._slots.step(chosen, self._own.masks, into)
        if illegal < self.size:
            raise IllegalMove(None, self._describe_illegal(illegal, int(chosen[illegal])))
        return self._hand_over(out)

    def playout(self, rounds: int = 1) -> Playouts:
        """Play copies of all games to their ends at random, several times; the games stay as is.

        What nobody can know yet, such as the order of a supply, is dealt anew in each round.
        """
        if rounds < 1:
            raise InvalidOption(f"rounds: expected 1 or more; found {rounds}")
        per_seat = (self.size, self.players)
        shapes = ((self.size,), per_seat, per_seat)
        found = Playouts(*(self._slots.empty(shape, np.int64) for shape in shapes))
        self._num_playouts += 1
        self._slots.play_out(first_seed(~self._seed, self._num_playouts), rounds, found)
        return found

    # --- Checks ---------------------------------------------------------------------------------

    def _adopt(self, out: Buffers | None) -> Buffers:
        """Where to write; the masks go to the batch's own, against which actions are checked."""
        if out is None:
            return self._own
        kinds = self._layout.buffers
        adopted = {
            name: self._slots.adopt(name, getattr(out, name), *kind, True)
            for name, kind in kinds.items()
        }
        return Buffers(**adopted)._replace(masks=self._own.masks)

    def _hand_over(self, out: Buffers | None) -> Buffers:
        if out is None:
            return self._shown
        masks = self._slots.adopt("masks", out.masks, *self._layout.buffers["masks"], True)
        self._slots.copy(self._own.masks, masks)
        return out

    def _check_seeds(self, seeds: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
        found = np.asarray(seeds)
        if found.dtype != np.uint64 or found.shape != (self.size,):
            raise InvalidOption(
                f"seeds: expected uint64[{self.size}]; found {found.dtype}{list(found.shape)}"
            )
        return found

    def _describe_illegal(self, slot: int, action: int) -> str:
        if not 0 <= action < self.game.num_actions:
            expected = f"0 to {self.game.num_actions - 1}"
            return f"slot {slot}: expected an action from {expected}; found {action}"
        return f"slot {slot}: action {action} is not legal; its mask says which are"


def make_layout(game: Game, size: int, players: int | None, options: Mapping[str, str]) -> Layout:
    """What a batch of that game consists of, if there can be one."""
    if game.observation is None:
        raise InvalidOption(f"{game.name} has no observations to make a batch of")
    if size < 1:
        raise InvalidOption(f"size: expected 1 or more games; found {size}")
    chosen = game.players[0] if players is None else players
    return Layout(game, size, chosen, game.parse_options(options, chosen))


def make_slots(layout: Layout, device: str, threads: int | None) -> Any:
    """The slots on a device."""
    if device == "cpu":
        return CpuSlots(layout, threads)
    if device == "cuda":
        return _import_cuda().CudaSlots(layout)
    raise InvalidOption(f"device: expected cpu or cuda; found {device!r}")


def _import_cuda() -> Any:
    """CUDA's half is imported where it is asked for: it is slow, and not everywhere installed."""
    try:
        return import_module("tilewright.envs.cuda")
    except ImportError as error:
        raise InvalidOption(
            f"device: cuda needs the extra gpu, pip install 'tilewright[gpu]'; found {error}"
        ) from None


def spread_seed(seed: int, size: int) -> npt.NDArray[np.uint64]:
    """The seeds of so many slots out of one."""
    seeds = np.zeros(size, dtype=np.uint64)
    compiled(fill_seeds)(np.uint64(seed), seeds)
    return seeds
