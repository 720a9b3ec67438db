"""The slots of a batch on the CPU: ranges of them on as many threads as wanted.

Kernels release the GIL, so that the threads run at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.envs import slots
from tilewright.envs.layout import Buffers, Layout, Playouts, check_layout
from tilewright.errors import InvalidOption
from tilewright.kernel import compiled

__all__ = ["CpuSlots"]

# Fewer slots than this are not worth a thread of their own.
SLOTS_PER_THREAD = 512


class CpuSlots:
    """The slots of a batch in this machine's memory."""

    def __init__(self, layout: Layout, threads: int | None) -> None:
        if threads is not None and threads < 1:
            raise InvalidOption(f"threads: expected 1 or more; found {threads}")
        layout.check_memory(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
        self.layout = layout
        self.states = np.zeros(layout.size, dtype=layout.game.dtype)
        self.seeds = np.zeros(layout.size, dtype=np.uint64)
        self._blank = np.zeros(1, dtype=layout.game.dtype)
        self._ranges = _split(layout.size, threads or os.cpu_count() or 1)
        self._pool = ThreadPoolExecutor(len(self._ranges)) if len(self._ranges) > 1 else None
        self._check = compiled(slots.check_slots)
        self._deal, self._step, self._play_out = (
            compiled(function, **layout.bindings)
            for function in (slots.deal_slots, slots.step_slots, slots.play_out_slots)
        )

    def empty(self, shape: tuple[int, ...], dtype: Any) -> npt.NDArray[Any]:
        """A new array beside the states, with anything in it."""
        return np.empty(shape, dtype=dtype)

    def adopt(self, name: str, array: Any, shape: tuple[int, ...], dtype: Any, out: bool) -> Any:
        """A caller's array, if it is what is expected."""
        if not isinstance(array, np.ndarray):
            raise InvalidOption(f"{name}: expected a NumPy array; found {type(array).__name__}")
        check_layout(name, array, shape, dtype)
        if array.flags.writeable:
            return array
        if out:
            raise InvalidOption(f"{name}: expected an array to write to; found a read-only one")
        return array.copy()  # read-only arrays would have everything compiled a second time

    def show(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """An array of the batch's own to look at, not to write to."""
        view = array.view()
        view.flags.writeable = False
        return view

    def copy(self, array: npt.NDArray[Any], to: npt.NDArray[Any]) -> None:
        """Copy one array to another."""
        np.copyto(to, array)

    def set_seeds(self, seeds: npt.NDArray[np.uint64]) -> None:
        """What the next games are dealt from."""
        self.seeds[:] = seeds

    def deal(self, out: Buffers) -> None:
        """A new game in every slot."""
        layout, deal = self.layout, self._deal
        game = (self.states, self._blank, self.seeds, layout.players, layout.options)
        out.rewards[:] = 0
        out.dones[:] = 0
        self._run(
            lambda start, end: deal(start, end, *game, out.movers, out.masks, out.observations)
        )

    def step(self, actions: npt.NDArray[np.int32], masks: Any, out: Buffers) -> int:
        """One action in every slot, if all are legal; the first slot where it is not, or size."""
        layout, check, step = self.layout, self._check, self._step
        found = self._run(
            lambda start, end: check(start, end, actions, masks, layout.game.num_actions)
        )
        for index, (_, end) in zip(found, self._ranges, strict=True):
            if index != end:
                return index
        game = (self.states, self._blank, self.seeds, actions, layout.options, layout.sign)
        self._run(lambda start, end: step(start, end, *game, *out))
        return layout.size

    def play_out(self, seed: int, rounds: int, out: Playouts) -> None:
        """Copies of all games to their ends."""
        play_out = self._play_out
        game = (self.states, np.uint64(seed), rounds)
        sums = tuple(out)
        self._run(lambda start, end: play_out(start, end, self._blank.copy(), *game, sums))

    def _run(self, function: Callable[[int, int], Any]) -> list[Any]:
        """What the function returns for each range, each on a thread of its own."""
        if self._pool is None:
            return [function(start, end) for start, end in self._ranges]
        jobs = [self._pool.submit(function, start, end) for start, end in self._ranges]
        return [job.result() for job in jobs]


def _split(size: int, threads: int) -> list[tuple[int, int]]:
    """So many slots as ranges of nearly equal length."""
    parts = max(1, min(threads, size // SLOTS_PER_THREAD))
    bounds = [size * part // parts for part in range(parts + 1)]
    return list(pairwise(bounds))
