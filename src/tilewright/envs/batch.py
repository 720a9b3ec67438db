"""Many games stepped at once.

>>> from tilewright.envs.batch import Batch
>>> batch = Batch("my-shelfie", 4096, players=2, seed=1)
>>> batch.movers.shape
(4096,)

The states are an array of records. Each step takes an array of actions, and returns observations
and legal-move masks as packed words. When a game ends, a new one starts in its slot. The same seed
and actions yield the same bytes on any device with any number of threads.
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
from tilewright.game import Game, as_int, validate_seed
from tilewright.kernel import compiled
from tilewright.registry import get_game


def _result_property(name: str) -> Any:
    """Create a read-only property for one array of the last step's results."""
    return property(lambda batch: getattr(batch._results, name), doc=f"See ``Buffers.{name}``.")


class Batch:
    """`size` games that are played side by side, each in its own slot."""

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
        self._seed = validate_seed(seed)
        self._num_playouts = 0
        self._allocate(make_layout(found, size, players, options or {}), device, threads)
        self.reset()

    def _allocate(self, layout: Layout, device: str, threads: int | None) -> None:
        """Allocate the states and one set of buffers on a device."""
        self.game, self.size, self.players = layout.game, layout.size, layout.players
        self._layout, self._device, self._threads = layout, device, threads
        self._slots = create_slots(layout, device, threads)
        self._buffers = self.new_buffers()
        self._results = Buffers(*map(self._slots.as_read_only, self._buffers))

    def __getstate__(self) -> dict[str, Any]:
        """Return the picklable state: game states, seeds and the results of the last step."""
        if self._device != "cpu":
            raise InvalidOption(
                f"expected a batch on the cpu to copy or pickle; found {self._device}"
            )
        return {
            "layout": self._layout,
            "threads": self._threads,
            "seeds": (self._seed, self._num_playouts, self._slots.seeds),
            "states": self._slots.states.tobytes(),
            "buffers": tuple(self._buffers),
        }

    def __setstate__(self, pickled: dict[str, Any]) -> None:
        self._allocate(pickled["layout"], "cpu", pickled["threads"])
        self._seed, self._num_playouts, self._slots.seeds[:] = pickled["seeds"]
        self._slots.states[:] = np.frombuffer(pickled["states"], dtype=self.game.dtype)
        for own, buffer in zip(self._buffers, pickled["buffers"], strict=True):
            own[:] = buffer

    # --- State ----------------------------------------------------------------------------------

    @property
    def states(self) -> Any:
        """record[size]: the game states, including hidden information."""
        return self._slots.as_read_only(self._slots.states)

    @property
    def seeds(self) -> Any:
        """uint64[size]: the seeds of the current games."""
        return self._slots.as_read_only(self._slots.seeds)

    # Results of the last step without ``out``.
    rewards = _result_property("rewards")
    dones = _result_property("dones")
    movers = _result_property("movers")
    observations = _result_property("observations")
    masks = _result_property("masks")

    # --- Actions --------------------------------------------------------------------------------

    def new_buffers(self) -> Buffers:
        """Allocate arrays to pass as `out` to ``reset`` and ``step``."""
        kinds = self._layout.buffers
        return Buffers(**{name: self._slots.empty(*kind) for name, kind in kinds.items()})

    def reset(
        self, seeds: npt.NDArray[np.uint64] | None = None, out: Buffers | None = None
    ) -> Buffers:
        """Deal a new game in every slot."""
        into = self._choose_buffers(out)
        chosen = derive_seeds(self._seed, self.size) if seeds is None else self._as_seeds(seeds)
        self._slots.set_seeds(chosen)
        self._slots.deal(into)
        return self._get_results(out)

    def step(self, actions: Any, out: Buffers | None = None) -> Buffers:
        """Play one action in every slot.

        Args:
            actions: int32[size].
            out: Arrays for the results. By default the batch's own, which the next step overwrites.

        Raises:
            IllegalMove: An action is illegal. No action is played.
        """
        into = self._choose_buffers(out)
        chosen = self._slots.require_array("actions", actions, (self.size,), np.int32, False)
        illegal = self._slots.step(chosen, self._buffers.masks, into)
        if illegal < self.size:
            raise IllegalMove(None, self._describe_illegal(illegal, int(chosen[illegal])))
        return self._get_results(out)

    def playout(self, rounds: int = 1) -> Playouts:
        """Play each game to its end at random `rounds` times and return the sums.

        The games themselves do not change.

        Future chance, such as the order of a supply, is drawn again in each round.
        """
        if as_int("rounds", rounds) < 1:
            raise InvalidOption(f"rounds: expected 1 or more; found {rounds}")
        per_seat = (self.size, self.players)
        shapes = ((self.size,), per_seat, per_seat)
        found = Playouts(*(self._slots.empty(shape, np.int64) for shape in shapes))
        self._num_playouts += 1
        self._slots.play_out(first_seed(~self._seed, self._num_playouts), rounds, found)
        return found

    # --- Checks ---------------------------------------------------------------------------------

    def _choose_buffers(self, out: Buffers | None) -> Buffers:
        """Return the arrays to write results to.

        They are the batch's own, or those of `out` with the batch's own masks.
        """
        if out is None:
            return self._buffers
        kinds = self._layout.buffers
        adopted = {
            name: self._slots.require_array(name, getattr(out, name), *kind, True)
            for name, kind in kinds.items()
        }
        return Buffers(**adopted)._replace(masks=self._buffers.masks)

    def _get_results(self, out: Buffers | None) -> Buffers:
        """Return the batch's own results, or `out` with a copy of the masks."""
        if out is None:
            return self._results
        masks = self._slots.require_array("masks", out.masks, *self._layout.buffers["masks"], True)
        self._slots.copy(self._buffers.masks, masks)
        return out

    def _as_seeds(self, seeds: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
        """Convert seeds to an array. Raises InvalidOption unless they are uint64[size]."""
        found = np.asarray(seeds)
        if found.dtype != np.uint64 or found.shape != (self.size,):
            raise InvalidOption(
                f"seeds: expected uint64[{self.size}]; found {found.dtype}{list(found.shape)}"
            )
        return found

    def _describe_illegal(self, slot: int, action: int) -> str:
        """Return the error message for an illegal action in a slot."""
        if not 0 <= action < self.game.num_actions:
            expected = f"0 to {self.game.num_actions - 1}"
            return f"slot {slot}: expected an action from {expected}; found {action}"
        return f"slot {slot}: action {action} is not legal; its mask says which are"


def make_layout(game: Game, size: int, players: int | None, options: Mapping[str, str]) -> Layout:
    """Create a batch's layout.

    Raises:
        InvalidOption: The game has no observations, or the size or an option is not allowed.
    """
    if game.observation is None:
        raise InvalidOption(f"{game.name} has no observations to make a batch of")
    number = as_int("size", size)
    if number < 1:
        raise InvalidOption(f"size: expected 1 or more games; found {number}")
    chosen = game.validate_players(game.players[0] if players is None else players)
    return Layout(game, number, chosen, game.parse_options(options, chosen))


def create_slots(layout: Layout, device: str, threads: int | None) -> Any:
    """Create a batch's slots on a device, "cpu" or "cuda"."""
    if device == "cpu":
        return CpuSlots(layout, threads)
    if device == "cuda":
        return _import_cuda().CudaSlots(layout)
    raise InvalidOption(f"device: expected cpu or cuda; found {device!r}")


def _import_cuda() -> Any:
    """Import the CUDA backend on demand, since it is slow to import and optional."""
    try:
        return import_module("tilewright.envs.cuda")
    except ImportError as error:
        raise InvalidOption(
            f"device: cuda needs the extra gpu, {install_command('gpu')}; found {error}"
        ) from None


def derive_seeds(seed: int, size: int) -> npt.NDArray[np.uint64]:
    """Derive the seed of each slot's first game from the batch's seed. Returns uint64[size]."""
    seeds = np.zeros(size, dtype=np.uint64)
    compiled(fill_seeds)(np.uint64(seed), seeds)
    return seeds


# --- The slots on the CPU -------------------------------------------------------------------------

# Each thread runs a range of slots: the kernels release the GIL.

# A thread is not worth starting for fewer slots.
SLOTS_PER_THREAD = 512


class CpuSlots:
    """The slots of a batch in main memory."""

    def __init__(self, layout: Layout, threads: int | None) -> None:
        if threads is not None and as_int("threads", threads) < 1:
            raise InvalidOption(f"threads: expected 1 or more; found {threads}")
        layout.check_memory(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
        self.layout = layout
        self.states = np.zeros(layout.size, dtype=layout.game.dtype)
        self.seeds = np.zeros(layout.size, dtype=np.uint64)
        self._blank = np.zeros(1, dtype=layout.game.dtype)
        self._ranges = _split_into_ranges(layout.size, threads or os.cpu_count() or 1)
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
        """Allocate an uninitialised array in main memory."""
        return np.empty(shape, dtype=dtype)

    def require_array(
        self, name: str, array: Any, shape: tuple[int, ...], dtype: Any, is_output: bool
    ) -> Any:
        """Return a caller's array, or a copy if it is a read-only input.

        Args:
            name: Name of the array in errors.
            array: The array.
            shape: Its expected shape.
            dtype: Its expected type.
            is_output: True if the array is written to.

        Raises:
            InvalidOption: The array does not have this type and shape, is not contiguous, or is a
                read-only output.
        """
        if not isinstance(array, np.ndarray):
            raise InvalidOption(f"{name}: expected a NumPy array; found {type(array).__name__}")
        check_layout(name, array, shape, dtype)
        if array.flags.writeable:
            return array
        if is_output:
            raise InvalidOption(f"{name}: expected an array to write to; found a read-only one")
        return array.copy()  # read-only arrays would trigger another compilation

    def as_read_only(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return a read-only view of an array."""
        view = array.view()
        view.flags.writeable = False
        return view

    def copy(self, source: npt.NDArray[Any], target: npt.NDArray[Any]) -> None:
        """Copy the elements of `source` to `target`."""
        np.copyto(target, source)

    def set_seeds(self, seeds: npt.NDArray[np.uint64]) -> None:
        """Set the seed of each slot's next game, uint64[size]."""
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
        """Play one action in every slot if all actions are legal.

        Returns:
            The first slot with an illegal action, or the number of slots if there is none.
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
        """Play each game to its end at random `rounds` times and write the sums to `out`."""
        play_out = self._play_out
        game = (self.states, np.uint64(seed), rounds)
        sums = tuple(out)
        self._run(lambda start, end: play_out(start, end, self._blank.copy(), *game, sums))

    def _run(self, function: Callable[[int, int], Any]) -> list[Any]:
        """Call ``function(start, end)`` on each range of slots, in parallel.

        Returns:
            The results in the order of the ranges.
        """
        if self._pool is None:
            return [function(start, end) for start, end in self._ranges]
        jobs = [self._pool.submit(function, start, end) for start, end in self._ranges]
        return [job.result() for job in jobs]


def _split_into_ranges(size: int, threads: int) -> list[tuple[int, int]]:
    """Split the slots into at most `threads` ranges ``(start, end)`` of nearly equal length."""
    parts = max(1, min(threads, size // SLOTS_PER_THREAD))
    bounds = [size * part // parts for part in range(parts + 1)]
    return list(pairwise(bounds))
