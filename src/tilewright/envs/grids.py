"""The slots of a batch as CUDA grids, one thread a slot.

Threads side by side should read and write side by side, and rows of records, masks and observations
lie too far apart for that. So the threads of a block work in its shared memory, as far as there is
room, and fetch and store the rows together, word by word.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numba
import numpy as np

from tilewright import kernel
from tilewright.envs import slots
from tilewright.envs.layout import Layout
from tilewright.game import MAX_PLAYERS
from tilewright.kernel.cuda import SIMULATED, copy_record, copy_word, cuda

__all__ = ["SHARED_BYTES", "Grids", "Stage", "choose_block", "choose_stage", "row_sizes"]

SHARED_BYTES = 48 * 1024  # what any block may have
BLOCKS = (128, 64, 32)
WARP = 32


class Stage(NamedTuple):
    """How many threads a block has, and what they keep in its shared memory."""

    block: int
    keeps_record: bool
    keeps_mask: bool
    keeps_words: bool


def choose_block(bytes_per_thread: int) -> int:
    """The largest block whose threads have room for so much, each."""
    return next((size for size in BLOCKS if size * bytes_per_thread <= SHARED_BYTES), 0)


def choose_stage(layout: Layout) -> Stage:
    """The record and, if a warp has room for it, the mask.

    Observations are written straight away: to keep them, too, takes more threads than it saves.
    """
    record, mask, _words = row_sizes(layout)
    keeps_mask = WARP * (record + mask) <= SHARED_BYTES
    return Stage(choose_block(record + mask * keeps_mask), True, keeps_mask, False)


def row_sizes(layout: Layout) -> tuple[int, int, int]:
    """What a thread's record, mask and observation take in shared memory."""
    return (layout.game.dtype.itemsize, 8 * _row(layout, "masks"), 8 * _row(layout, "observations"))


def _row(layout: Layout, name: str) -> int:
    """Words of a row in shared memory: an odd number, so that threads meet in no bank."""
    return layout.buffers[name][0][1] | 1


class Grids:
    """What is launched for a game, each grid compiled on its first launch."""

    def __init__(self, layout: Layout, stage: Stage | None = None) -> None:
        self.layout = layout
        self.stage = stage or choose_stage(layout)
        # The simulator wants NumPy's types.
        self.record = layout.game.dtype if SIMULATED else numba.from_dtype(layout.game.dtype)
        self.playout_block = choose_block(layout.game.dtype.itemsize)

    def _device(self, function: Any) -> Any:
        return kernel.device(function, **self.layout.bindings)

    @cached_property
    def deal(self) -> Any:
        """A new game in every slot."""
        deal_game, observe_game = self._device(slots.deal_game), self._device(slots.observe_game)

        @cuda.jit
        def deal(states, blank, seeds, players, options, movers, masks, observations):  # type: ignore[no-untyped-def]
            index = cuda.grid(1)
            if index < len(states):
                deal_game(states, index, blank, seeds[index], players, options)
                movers[index] = observe_game(states[index], observations[index], masks[index])

        return deal

    @cached_property
    def check(self) -> Any:
        """The lowest slot whose action is not legal, into ``fault``."""
        check_action = kernel.device(slots.check_action)
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
        """One action in every slot, unless ``fault`` says that one of them is not legal."""
        layout, record = self.layout, self.record
        block, keeps_record, keeps_mask, keeps_words = self.stage
        play_action = self._device(slots.play_action)
        write = kernel.device(layout.observation.write)
        write_mask = kernel.device(layout.game.write_mask)
        record_words = layout.game.dtype.itemsize // 8
        mask_row, words_row = _row(layout, "masks"), _row(layout, "observations")
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
            if keeps_record:
                work = cuda.shared.array(block, record)
                for word in range(thread, here * record_words, block):
                    copy_word(states, start * record_words + word, work, word)
            else:
                work = cuda.local.array(1, record)
            if keeps_mask:
                block_masks = cuda.shared.array((block, mask_row), np.uint64)
            if keeps_words:
                block_words = cuda.shared.array((block, words_row), np.uint64)
            cuda.syncthreads()
            if thread < here:
                scores = cuda.local.array(MAX_PLAYERS, np.int64)
                ranks = cuda.local.array(MAX_PLAYERS, np.int64)
                place = thread
                if not keeps_record:
                    place = 0
                    copy_record(states[index], work, 0)
                dones[index] = play_action(
                    index, actions, work, place, blank, seeds, options, sign, rewards, scores, ranks
                )
                mover = np.int64(work[place]["mover"])
                movers[index] = mover
                if keeps_words:
                    write(work[place], mover, block_words[thread])
                else:
                    write(work[place], mover, observations[index])
                if keeps_mask:
                    write_mask(work[place], block_masks[thread])
                else:
                    write_mask(work[place], masks[index])
                if not keeps_record:
                    copy_record(work[0], states, index)
            cuda.syncthreads()
            if keeps_record:
                for word in range(thread, here * record_words, block):
                    copy_word(work, word, states, start * record_words + word)
            if keeps_mask:
                for word in range(thread, here * mask_words, block):
                    row = word // mask_words
                    masks[start + row, word % mask_words] = block_masks[row, word % mask_words]
            if keeps_words:
                for word in range(thread, here * num_words, block):
                    row = word // num_words
                    observations[start + row, word % num_words] = block_words[row, word % num_words]

        return step

    @cached_property
    def play_out(self) -> Any:
        """Copies of all games to their ends, several times."""
        record, block = self.record, self.playout_block
        play_out_slot = self._device(slots.play_out_slot)

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
