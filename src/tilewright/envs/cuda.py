"""The slots of a batch on a GPU. Imported only where CUDA is asked for."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.envs.grids import Grids
from tilewright.envs.layout import Buffers, Layout, Playouts, check_layout
from tilewright.errors import InvalidOption
from tilewright.game import Game
from tilewright.kernel.cuda import SIMULATED, cuda, is_cuda_ndarray

__all__ = ["CudaSlots"]

THREADS_PER_BLOCK = 128

_grids: dict[Game, Grids] = {}


def find_grids(layout: Layout) -> Grids:
    """The grids of a game; all batches of it share them, since they take long to compile."""
    return _grids.setdefault(layout.game, Grids(layout))


def _free_memory() -> int:
    return 2**40 if SIMULATED else int(cuda.current_context().get_memory_info().free)


def _find_on_gpu(array: Any) -> Any:
    """Numba's own face of an array on the GPU; None for any other thing."""
    if is_cuda_ndarray(array):
        return array
    return cuda.as_cuda_array(array) if hasattr(array, "__cuda_array_interface__") else None


class CudaSlots:
    """The slots of a batch in the memory of a GPU."""

    def __init__(self, layout: Layout) -> None:
        if not cuda.is_available():
            raise InvalidOption("device: expected a GPU that CUDA can use; found none")
        layout.check_memory(_free_memory())
        self.layout = layout
        self.grids = find_grids(layout)
        self.states = cuda.device_array(layout.size, layout.game.dtype)
        self.seeds = self.empty((layout.size,), np.uint64)
        self._blank = cuda.to_device(np.zeros(1, dtype=layout.game.dtype))
        self._options = cuda.to_device(layout.options if layout.options.size else np.zeros(1, int))
        self._fault = self.empty((1,), np.int64)
        self._no_fault = np.full(1, layout.size, dtype=np.int64)

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """A new array beside the states, with anything in it."""
        return cuda.device_array(shape, dtype)

    def adopt(self, name: str, array: Any, shape: tuple[int, ...], dtype: Any, out: bool) -> Any:
        """A caller's array, if it is what is expected; PyTorch's, JAX's or CuPy's will do."""
        own = _find_on_gpu(array)
        if own is None:
            raise InvalidOption(
                f"{name}: expected an array on the GPU; found {type(array).__name__}"
            )
        check_layout(name, own, shape, dtype)
        return own

    def show(self, array: Any) -> Any:
        """An array of the batch's own; nothing keeps anyone from writing to it."""
        return array

    def copy(self, array: Any, to: Any) -> None:
        """Copy one array to another."""
        to.copy_to_device(array)

    def set_seeds(self, seeds: npt.NDArray[np.uint64]) -> None:
        """What the next games are dealt from."""
        self.seeds.copy_to_device(np.ascontiguousarray(seeds))

    def deal(self, out: Buffers) -> None:
        """A new game in every slot."""
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
        """One action in every slot, if all are legal; the first slot where it is not, or size.

        Both grids are launched at once: the second one looks at what the first one found.
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
        """Copies of all games to their ends."""
        block = self.grids.playout_block
        self._launch(self.grids.play_out, block, self.states, np.uint64(seed), rounds, *out)

    def _launch(self, grid: Any, block: int, *args: Any) -> None:
        grid[-(-self.layout.size // block), block](*args)
