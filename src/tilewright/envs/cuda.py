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


class LaunchConfig(NamedTuple):
    """Launch configuration: threads per block, and which arrays they stage in shared memory."""

    block: int
    stages_record: bool
    stages_mask: bool
    stages_words: bool


def choose_block(bytes_per_thread: int) -> int:
    """Return the largest of `BLOCKS` that fits in shared memory, or 0 if none does."""
    return next((size for size in BLOCKS if size * bytes_per_thread <= SHARED_BYTES), 0)


def choose_launch_config(layout: Layout) -> LaunchConfig:
    """Choose what to stage in shared memory: the record and, if both fit for a warp, the mask.

    Observations are written directly: staging them would cost more in occupancy than it saves.
    """
    record, mask, _words = shared_row_bytes(layout)
    stages_mask = WARP * (record + mask) <= SHARED_BYTES
    return LaunchConfig(choose_block(record + mask * stages_mask), True, stages_mask, False)


def shared_row_bytes(layout: Layout) -> tuple[int, int, int]:
    """Return the bytes of shared memory that a thread needs.

    Returns:
        The bytes for its record, its mask and its observation.
    """
    return (
        layout.game.dtype.itemsize,
        8 * _shared_row_words(layout, "masks"),
        8 * _shared_row_words(layout, "observations"),
    )


def _shared_row_words(layout: Layout, name: str) -> int:
    """Return the words of a row in shared memory. An odd number avoids bank conflicts."""
    return layout.buffers[name][0][1] | 1


class CudaKernels:
    """The CUDA kernels of one game, each compiled at its first launch."""

    def __init__(self, layout: Layout, launch_config: LaunchConfig | None = None) -> None:
        self.layout = layout
        self.launch_config = launch_config or choose_launch_config(layout)
        # The simulator needs NumPy's types.
        self.record = layout.game.dtype if SIMULATED else numba.from_dtype(layout.game.dtype)
        self.playout_block = choose_block(layout.game.dtype.itemsize)

    def _device(self, function: Any) -> Any:
        """Compile a kernel of ``batch_kernels`` as a device function of this game."""
        return kernel.device(function, **self.layout.bindings)

    @cached_property
    def deal(self) -> Any:
        """Kernel that deals a new game in every slot."""
        deal_game = self._device(batch_kernels.deal_game)
        observe_game = self._device(batch_kernels.observe_game)

        @cuda.jit
        def deal(states, blank, seeds, players, options, movers, masks, observations):  # type: ignore[no-untyped-def]
            """Deal the game of this thread's slot."""
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
            """Write this thread's slot to ``fault[0]`` if its action is illegal and no lower slot's
            is."""
            index = cuda.grid(1)
            if index < len(actions):
                if not check_action(actions[index], masks[index], num_actions):
                    cuda.atomic.min(fault, 0, index)

        return check

    @cached_property
    def step(self) -> Any:
        """Kernel that plays one action in every slot, unless ``fault`` names an illegal one."""
        layout, record = self.layout, self.record
        block, stages_record, stages_mask, stages_words = self.launch_config
        play_action = self._device(batch_kernels.play_action)
        write = kernel.device(layout.observation.write)
        write_mask = kernel.device(layout.game.write_mask)
        record_words = layout.game.dtype.itemsize // 8
        mask_row, words_row = (
            _shared_row_words(layout, "masks"),
            _shared_row_words(layout, "observations"),
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
            """Play the action of this thread's slot, with the arrays staged in shared memory."""
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
            """Play out the game of this thread's slot ``rounds`` times and write the sums."""
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

_cuda_kernels: dict[Game, CudaKernels] = {}


def get_cuda_kernels(layout: Layout) -> CudaKernels:
    """Return a game's CUDA kernels. All batches of a game share them."""
    return _cuda_kernels.setdefault(layout.game, CudaKernels(layout))


def _get_free_memory() -> int:
    """Return the free GPU memory in bytes."""
    return 2**40 if SIMULATED else int(cuda.current_context().get_memory_info().free)


def _as_gpu_array(array: Any) -> Any:
    """Return an array in GPU memory as a Numba array, or None for any other object."""
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
        self.kernels = get_cuda_kernels(layout)
        self.states = cuda.device_array(layout.size, layout.game.dtype)
        self.seeds = self.empty((layout.size,), np.uint64)
        self._blank = cuda.to_device(np.zeros(1, dtype=layout.game.dtype))
        self._options = cuda.to_device(layout.options if layout.options.size else np.zeros(1, int))
        self._fault = self.empty((1,), np.int64)
        self._no_fault = np.full(1, layout.size, dtype=np.int64)

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Allocate an uninitialised array in GPU memory."""
        return cuda.device_array(shape, dtype)

    def require_array(
        self, name: str, array: Any, shape: tuple[int, ...], dtype: Any, is_output: bool
    ) -> Any:
        """Return a caller's GPU array (PyTorch, JAX, CuPy) as a Numba array.

        Raises:
            InvalidOption: It is no GPU array, or does not have this type and shape.
        """
        own = _as_gpu_array(array)
        if own is None:
            raise InvalidOption(
                f"{name}: expected an array on the GPU; found {type(array).__name__}"
            )
        check_layout(name, own, shape, dtype)
        return own

    def as_read_only(self, array: Any) -> Any:
        """Return the array unchanged, since GPU arrays cannot be made read-only."""
        return array

    def copy(self, source: Any, target: Any) -> None:
        """Copy the elements of `source` to `target`."""
        target.copy_to_device(source)

    def set_seeds(self, seeds: npt.NDArray[np.uint64]) -> None:
        """Set the seed of each slot's next game, uint64[size]."""
        self.seeds.copy_to_device(np.ascontiguousarray(seeds))

    def deal(self, out: Buffers) -> None:
        """Deal a new game in every slot."""
        for array in (out.rewards, out.dones):
            array.copy_to_device(np.zeros(array.shape, array.dtype))
        self._launch(
            self.kernels.deal,
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
        """Play one action in every slot if all actions are legal.

        Both kernels are launched without waiting. The second reads the result of the first.

        Returns:
            The first slot with an illegal action, or the number of slots if there is none.
        """
        self._fault.copy_to_device(self._no_fault)
        self._launch(self.kernels.check, THREADS_PER_BLOCK, actions, masks, self._fault)
        self._launch(
            self.kernels.step,
            self.kernels.launch_config.block,
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
        """Play each game to its end at random `rounds` times and write the sums to `out`."""
        block = self.kernels.playout_block
        self._launch(self.kernels.play_out, block, self.states, np.uint64(seed), rounds, *out)

    def _launch(self, cuda_kernel: Any, block: int, *args: Any) -> None:
        """Launch a CUDA kernel with one thread per slot, in blocks of `block` threads."""
        cuda_kernel[-(-self.layout.size // block), block](*args)
