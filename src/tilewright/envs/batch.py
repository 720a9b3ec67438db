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

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.envs import batch_kernels
from tilewright.envs.batch_kernels import (
    Buffers,
    Layout,
    Playouts,
    check_layout,
    fill_seeds,
    first_seed,
)
from tilewright.errors import IllegalMove, InvalidOption
from tilewright.extras import install_command
from tilewright.game import Game, check_seed, check_whole
from tilewright.kernel import compiled
from tilewright.registry import get_game


def _shown(name: str) -> Any:
    """Return one of a batch's own ``Buffers``, read-only."""
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
        found = game if isinstance(game, Game) else get_game(game)
        self._seed = check_seed(seed)
        self._num_playouts = 0
        self._make(make_layout(found, size, players, options or {}), device, threads)
        self.reset()

    def _make(self, layout: Layout, device: str, threads: int | None) -> None:
        """Take the memory."""
        self.game, self.size, self.players = layout.game, layout.size, layout.players
        self._layout, self._device, self._threads = layout, device, threads
        self._slots = make_slots(layout, device, threads)
        self._own = self.new_buffers()
        self._shown = Buffers(*map(self._slots.show, self._own))

    def __getstate__(self) -> dict[str, Any]:
        """Return the picklable state: game states, seeds and the last step."""
        if self._device != "cpu":
            raise InvalidOption(
                f"expected a batch on the cpu to copy or pickle; found {self._device}"
            )
        return {
            "layout": self._layout,
            "threads": self._threads,
            "seeds": (self._seed, self._num_playouts, self._slots.seeds),
            "states": self._slots.states.tobytes(),
            "buffers": tuple(self._own),
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._make(kept["layout"], "cpu", kept["threads"])
        self._seed, self._num_playouts, self._slots.seeds[:] = kept["seeds"]
        self._slots.states[:] = np.frombuffer(kept["states"], dtype=self.game.dtype)
        for own, buffer in zip(self._own, kept["buffers"], strict=True):
            own[:] = buffer

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
        """Allocate arrays that ``reset`` and ``step`` take as ``out``."""
        kinds = self._layout.buffers
        return Buffers(**{name: self._slots.empty(*kind) for name, kind in kinds.items()})

    def reset(
        self, seeds: npt.NDArray[np.uint64] | None = None, out: Buffers | None = None
    ) -> Buffers:
        """Deal a new game in every slot, by a seed for each, or by those of the batch's own."""
        into = self._adopt(out)
        chosen = derive_seeds(self._seed, self.size) if seeds is None else self._check_seeds(seeds)
        self._slots.set_seeds(chosen)
        self._slots.deal(into)
        return self._deliver(out)

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
        return self._deliver(out)

    def playout(self, rounds: int = 1) -> Playouts:
        """Play copies of all games to their ends at random, several times; the games are
        unchanged.

        Unknown future chance, such as the order of a supply, is drawn again in each round.
        """
        if check_whole("rounds", rounds) < 1:
            raise InvalidOption(f"rounds: expected 1 or more; found {rounds}")
        per_seat = (self.size, self.players)
        shapes = ((self.size,), per_seat, per_seat)
        found = Playouts(*(self._slots.empty(shape, np.int64) for shape in shapes))
        self._num_playouts += 1
        self._slots.play_out(first_seed(~self._seed, self._num_playouts), rounds, found)
        return found

    # --- Checks ---------------------------------------------------------------------------------

    def _adopt(self, out: Buffers | None) -> Buffers:
        """Return the arrays to write to; masks go to the batch's own, against which actions are
        checked."""
        if out is None:
            return self._own
        kinds = self._layout.buffers
        adopted = {
            name: self._slots.adopt(name, getattr(out, name), *kind, True)
            for name, kind in kinds.items()
        }
        return Buffers(**adopted)._replace(masks=self._own.masks)

    def _deliver(self, out: Buffers | None) -> Buffers:
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
    """Return the layout of a batch of a game; raise if it cannot have one."""
    if game.observation is None:
        raise InvalidOption(f"{game.name} has no observations to make a batch of")
    number = check_whole("size", size)
    if number < 1:
        raise InvalidOption(f"size: expected 1 or more games; found {number}")
    chosen = game.check_players(game.players[0] if players is None else players)
    return Layout(game, number, chosen, game.parse_options(options, chosen))


def make_slots(layout: Layout, device: str, threads: int | None) -> Any:
    """Return slots on a device."""
    if device == "cpu":
        return CpuSlots(layout, threads)
    if device == "cuda":
        return _import_cuda().CudaSlots(layout)
    raise InvalidOption(f"device: expected cpu or cuda; found {device!r}")


def _import_cuda() -> Any:
    """Import the CUDA backend on demand: it is slow to import, and not always installed."""
    try:
        return import_module("tilewright.envs.cuda")
    except ImportError as error:
        raise InvalidOption(
            f"device: cuda needs the extra gpu, {install_command('gpu')}; found {error}"
        ) from None


def derive_seeds(seed: int, size: int) -> npt.NDArray[np.uint64]:
    """Return seeds for all slots, derived from one."""
    seeds = np.zeros(size, dtype=np.uint64)
    compiled(fill_seeds)(np.uint64(seed), seeds)
    return seeds


# --- The slots on the CPU -------------------------------------------------------------------------

# Ranges of slots run on as many threads as wanted: kernels release the GIL.

# Fewer slots than this are not worth a thread of their own.
SLOTS_PER_THREAD = 512


class CpuSlots:
    """The slots of a batch in this machine's memory."""

    def __init__(self, layout: Layout, threads: int | None) -> None:
        if threads is not None and check_whole("threads", threads) < 1:
            raise InvalidOption(f"threads: expected 1 or more; found {threads}")
        layout.check_memory(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
        self.layout = layout
        self.states = np.zeros(layout.size, dtype=layout.game.dtype)
        self.seeds = np.zeros(layout.size, dtype=np.uint64)
        self._blank = np.zeros(1, dtype=layout.game.dtype)
        self._ranges = _split(layout.size, threads or os.cpu_count() or 1)
        self._pool = ThreadPoolExecutor(len(self._ranges)) if len(self._ranges) > 1 else None
        self._check = compiled(batch_kernels.check_slots)
        self._deal, self._step, self._play_out = (
            compiled(function, **layout.bindings)
            for function in (
                batch_kernels.deal_slots,
                batch_kernels.step_slots,
                batch_kernels.play_out_slots,
            )
        )

    def empty(self, shape: tuple[int, ...], dtype: Any) -> npt.NDArray[Any]:
        """Return a new uninitialised array beside the states."""
        return np.empty(shape, dtype=dtype)

    def adopt(self, name: str, array: Any, shape: tuple[int, ...], dtype: Any, out: bool) -> Any:
        """Check type and shape of a caller's array and return it for the device."""
        if not isinstance(array, np.ndarray):
            raise InvalidOption(f"{name}: expected a NumPy array; found {type(array).__name__}")
        check_layout(name, array, shape, dtype)
        if array.flags.writeable:
            return array
        if out:
            raise InvalidOption(f"{name}: expected an array to write to; found a read-only one")
        return array.copy()  # read-only arrays would have everything compiled a second time

    def show(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return one of the batch's arrays, read-only."""
        view = array.view()
        view.flags.writeable = False
        return view

    def copy(self, array: npt.NDArray[Any], to: npt.NDArray[Any]) -> None:
        """Copy one array to another."""
        np.copyto(to, array)

    def set_seeds(self, seeds: npt.NDArray[np.uint64]) -> None:
        """Set the seeds of the next games."""
        self.seeds[:] = seeds

    def deal(self, out: Buffers) -> None:
        """Deal a new game in every slot."""
        layout, deal = self.layout, self._deal
        game = (self.states, self._blank, self.seeds, layout.players, layout.options)
        out.rewards[:] = 0
        out.dones[:] = 0
        self._run(
            lambda start, end: deal(start, end, *game, out.movers, out.masks, out.observations)
        )

    def step(self, actions: npt.NDArray[np.int32], masks: Any, out: Buffers) -> int:
        """Apply one action in every slot if all are legal.

        Return the first slot with an illegal action, or the number of slots.
        """
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
        """Play copies of all games to their ends at random; add the results to `out`."""
        play_out = self._play_out
        game = (self.states, np.uint64(seed), rounds)
        sums = tuple(out)
        self._run(lambda start, end: play_out(start, end, self._blank.copy(), *game, sums))

    def _run(self, function: Callable[[int, int], Any]) -> list[Any]:
        """Return the results of a function for each range, each on its own thread."""
        if self._pool is None:
            return [function(start, end) for start, end in self._ranges]
        jobs = [self._pool.submit(function, start, end) for start, end in self._ranges]
        return [job.result() for job in jobs]


def _split(size: int, threads: int) -> list[tuple[int, int]]:
    """Return ranges of nearly equal length."""
    parts = max(1, min(threads, size // SLOTS_PER_THREAD))
    bounds = [size * part // parts for part in range(parts + 1)]
    return list(pairwise(bounds))
