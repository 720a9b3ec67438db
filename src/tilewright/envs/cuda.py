"""The slots of a batch on CUDA, one thread per slot. Imported only on demand.

For coalesced access, neighbouring threads should read and write neighbouring words, but the rows of
records, masks and observations are far apart. So, as far as it fits, a block works in shared
memory, and its threads load and store the rows together, word by word.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from tilewright import kernel
from tilewright.envs import batch_kernels
from tilewright.envs.batch_kernels import Buffers, Layout, Playouts, check_layout
from tilewright.errors import InvalidOption
from tilewright.game import MAX_PLAYERS, Game
from tilewright.kernel.cuda import SIMULATED, copy_record, copy_word, cuda, is_cuda_ndarray

SHARED_BYTES = 48 * 1024  # available to every block
BLOCKS = (128, 64, 32)
WARP = 32


class Stage(NamedTuple):
    """Launch configuration: threads per block, and what they stage in shared memory."""

    block: int
    stages_record: bool
    stages_mask: bool
    stages_words: bool


def choose_block(bytes_per_thread: int) -> int:
    """Return the largest block size that fits in shared memory; 0 if none does."""
    return next((size for size in BLOCKS if size * bytes_per_thread <= SHARED_BYTES), 0)


def choose_stage(layout: Layout) -> Stage:
    """Choose what to stage in shared memory: the record and, if it fits for a warp, the mask.

    Observations are written directly: staging them would cost more in occupancy than it saves.
    """
    record, mask, _words = row_sizes(layout)
    stages_mask = WARP * (record + mask) <= SHARED_BYTES
    return Stage(choose_block(record + mask * stages_mask), True, stages_mask, False)


def row_sizes(layout: Layout) -> tuple[int, int, int]:
    """Return the bytes of shared memory for a thread's record, mask and observation."""
    return (
        layout.game.dtype.itemsize,
        8 * _padded_row_words(layout, "masks"),
        8 * _padded_row_words(layout, "observations"),
    )


def _padded_row_words(layout: Layout, name: str) -> int:
    """Return a row's words in shared memory, padded to an odd number to avoid bank conflicts."""
    return layout.buffers[name][0][1] | 1


class Grids:
    """The CUDA kernels of a game, each compiled at its first launch."""

    def __init__(self, layout: Layout, stage: Stage | None = None) -> None:
        self.layout = layout
        self.stage = stage or choose_stage(layout)
        # The simulator needs NumPy's types.
        self.record = layout.game.dtype if SIMULATED else numba.from_dtype(layout.game.dtype)
        self.playout_block = choose_block(layout.game.dtype.itemsize)

    def _device(self, function: Any) -> Any:
        return kernel.device(function, **self.layout.bindings)

    @cached_property
    def deal(self) -> Any:
        """Kernel that deals a new game in every slot."""
        deal_game = self._device(batch_kernels.deal_game)
        observe_game = self._device(batch_kernels.observe_game)

        @cuda.jit
        def deal(states, blank, seeds, players, options, movers, masks, observations):  # type: ignore[no-untyped-def]
            index = cuda.grid(1)
            if index < len(states):
                deal_game(states, index, blank, seeds[index], players, options)
                movers[index] = observe_game(states[index], observations[index], masks[index])

        return deal

    @cached_property
    def check(self) -> Any:
        """Kernel that writes the first slot with an illegal action to ``fault``."""
        check_action = kernel.device(batch_kernels.check_action)
        num_actions = self.layout.game.num_actions

        @cuda.jit
        def check(actions, masks, fault):  # type: ignore[no-untyped-def]
            index = cuda.grid(1)
            if index < len(actions):
                if not check_action(actions[index], masks[index], num_actions):
                    cuda.atomic.min(fault, 0, index)

        return check

    @cached_property
    def step(self) -> Any:
        """Kernel that plays one action in every slot, unless ``fault`` names an illegal one."""
        layout, record = self.layout, self.record
        block, stages_record, stages_mask, stages_words = self.stage
        play_action = self._device(batch_kernels.play_action)
        write = kernel.device(layout.observation.write)
        write_mask = kernel.device(layout.game.write_mask)
        record_words = layout.game.dtype.itemsize // 8
        mask_row, words_row = (
            _padded_row_words(layout, "masks"),
            _padded_row_words(layout, "observations"),
        )
        mask_words = layout.buffers["masks"][0][1]
        num_words = layout.buffers["observations"][0][1]

        @cuda.jit
        def step(  # type: ignore[no-untyped-def]
            states,
            blank,
            seeds,
            actions,
            options,
            sign,
            fault,
            rewards,
            dones,
            movers,
            masks,
            observations,
        ):
            if fault[0] != len(states):
                return
            thread = cuda.threadIdx.x
            start = cuda.blockIdx.x * block
            index = start + thread
            here = min(block, len(states) - start)
            if stages_record:
                work = cuda.shared.array(block, record)
                for word in range(thread, here * record_words, block):
                    copy_word(states, start * record_words + word, work, word)
            else:
                work = cuda.local.array(1, record)
            if stages_mask:
                block_masks = cuda.shared.array((block, mask_row), np.uint64)
            if stages_words:
                block_words = cuda.shared.array((block, words_row), np.uint64)
            cuda.syncthreads()
            if thread < here:
                scores = cuda.local.array(MAX_PLAYERS, np.int64)
                ranks = cuda.local.array(MAX_PLAYERS, np.int64)
                place = thread
                if not stages_record:
                    place = 0
                    copy_record(states[index], work, 0)
                dones[index] = play_action(
                    index, actions, work, place, blank, seeds, options, sign, rewards, scores, ranks
                )
                mover = np.int64(work[place]["mover"])
                movers[index] = mover
                if stages_words:
                    write(work[place], mover, block_words[thread])
                else:
                    write(work[place], mover, observations[index])
                if stages_mask:
                    write_mask(work[place], block_masks[thread])
                else:
                    write_mask(work[place], masks[index])
                if not stages_record:
                    copy_record(work[0], states, index)
            cuda.syncthreads()
            if stages_record:
                for word in range(thread, here * record_words, block):
                    copy_word(work, word, states, start * record_words + word)
            if stages_mask:
                for word in range(thread, here * mask_words, block):
                    row = word // mask_words
                    masks[start + row, word % mask_words] = block_masks[row, word % mask_words]
            if stages_words:
                for word in range(thread, here * num_words, block):
                    row = word // num_words
                    observations[start + row, word % num_words] = block_words[row, word % num_words]

        return step

    @cached_property
    def play_out(self) -> Any:
        """Kernel that sums several playouts from every game."""
        record, block = self.record, self.playout_block
        play_out_slot = self._device(batch_kernels.play_out_slot)

        @cuda.jit
        def play_out(states, seed, rounds, plies, score_sums, wins):  # type: ignore[no-untyped-def]
            index = cuda.grid(1)
            if index < len(states):
                work = cuda.shared.array(block, record)
                scores = cuda.local.array(MAX_PLAYERS, np.int64)
                ranks = cuda.local.array(MAX_PLAYERS, np.int64)
                sums, place = (plies, score_sums, wins), cuda.threadIdx.x
                play_out_slot(work, place, states[index], index, seed, rounds, sums, scores, ranks)

        return play_out


# --- Slots ----------------------------------------------------------------------------------------

THREADS_PER_BLOCK = 128

_grids: dict[Game, Grids] = {}


def find_grids(layout: Layout) -> Grids:
    """Return a game's kernels. All its batches share them, because they compile slowly."""
    return _grids.setdefault(layout.game, Grids(layout))


def _get_free_memory() -> int:
    return 2**40 if SIMULATED else int(cuda.current_context().get_memory_info().free)


def _as_gpu_array(array: Any) -> Any:
    """Return a GPU array as a Numba array; None for any other object."""
    if is_cuda_ndarray(array):
        return array
    return cuda.as_cuda_array(array) if hasattr(array, "__cuda_array_interface__") else None


class CudaSlots:
    """The slots of a batch in GPU memory."""

    def __init__(self, layout: Layout) -> None:
        if not cuda.is_available():
            raise InvalidOption("device: expected a GPU that CUDA can use; found none")
        layout.check_memory(_get_free_memory())
        self.layout = layout
        self.grids = find_grids(layout)
        self.states = cuda.device_array(layout.size, layout.game.dtype)
        self.seeds = self.empty((layout.size,), np.uint64)
        self._blank = cuda.to_device(np.zeros(1, dtype=layout.game.dtype))
        self._options = cuda.to_device(layout.options if layout.options.size else np.zeros(1, int))
        self._fault = self.empty((1,), np.int64)
        self._no_fault = np.full(1, layout.size, dtype=np.int64)

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Allocate an uninitialised array on the GPU."""
        return cuda.device_array(shape, dtype)

    def adopt(self, name: str, array: Any, shape: tuple[int, ...], dtype: Any, out: bool) -> Any:
        """Validate the type and shape of a caller's array (PyTorch, JAX, CuPy), and return it."""
        own = _as_gpu_array(array)
        if own is None:
            raise InvalidOption(
                f"{name}: expected an array on the GPU; found {type(array).__name__}"
            )
        check_layout(name, own, shape, dtype)
        return own

    def show(self, array: Any) -> Any:
        """Return the array itself, since GPU arrays cannot be made read-only."""
        return array

    def copy(self, array: Any, to: Any) -> None:
        """Copy an array to another."""
        to.copy_to_device(array)

    def set_seeds(self, seeds: npt.NDArray[np.uint64]) -> None:
        """Set the seeds of the next games."""
        self.seeds.copy_to_device(np.ascontiguousarray(seeds))

    def deal(self, out: Buffers) -> None:
        """Deal a new game in every slot."""
        for array in (out.rewards, out.dones):
            array.copy_to_device(np.zeros(array.shape, array.dtype))
        self._launch(
            self.grids.deal,
            THREADS_PER_BLOCK,
            self.states,
            self._blank,
            self.seeds,
            self.layout.players,
            self._options,
            out.movers,
            out.masks,
            out.observations,
        )

    def step(self, actions: Any, masks: Any, out: Buffers) -> int:
        """Play one action in every slot if all are legal.

        Returns the first slot with an illegal action, or else the number of slots. Both kernels are
        launched without waiting: the second reads the result of the first.
        """
        self._fault.copy_to_device(self._no_fault)
        self._launch(self.grids.check, THREADS_PER_BLOCK, actions, masks, self._fault)
        self._launch(
            self.grids.step,
            self.grids.stage.block,
            self.states,
            self._blank,
            self.seeds,
            actions,
            self._options,
            self.layout.sign,
            self._fault,
            *out,
        )
        return int(self._fault.copy_to_host()[0])

    def play_out(self, seed: int, rounds: int, out: Playouts) -> None:
        """Write the sums of `rounds` random playouts from every game to `out`."""
        block = self.grids.playout_block
        self._launch(self.grids.play_out, block, self.states, np.uint64(seed), rounds, *out)

    def _launch(self, grid: Any, block: int, *args: Any) -> None:
        grid[-(-self.layout.size // block), block](*args)
